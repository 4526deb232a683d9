import Foundation

/// A type whose values are in columns of a kind of their own, whatever transform their property has.
///
/// All other types are kept by their JSON; see ``ColumnJSON``.
protocol ColumnRepresentable: SendableMetatype {
  static var columnType: StoredColumn.ValueType { get }
  /// Whether a column holds numbers that are texts beyond 64 bits, so that its values have no order.
  static var holdsLargeIntegers: Bool { get }
  /// The value in a column; nil if there is none for it.
  var columnValue: ColumnValue? { get }
  /// Makes the value from that in a column; nil if it's none of this type.
  init?(columnValue: ColumnValue)
}

extension ColumnRepresentable {
  static var holdsLargeIntegers: Bool { false }
}

extension Bool: ColumnRepresentable {
  static var columnType: StoredColumn.ValueType { .integer }
  var columnValue: ColumnValue? { .integer(self ? 1 : 0) }
  init?(columnValue: ColumnValue) {
    switch columnValue {
    case .integer(0): self = false
    case .integer(1): self = true
    default: return nil
    }
  }
}

extension FixedWidthInteger {
  /// The integer, or its decimal text if it is beyond 64 bits.
  fileprivate var integerValue: ColumnValue {
    Int64(exactly: self).map { .integer($0) } ?? .text(String(self))
  }

  fileprivate init?(integerValue: ColumnValue) {
    switch integerValue {
    case .integer(let value): self.init(exactly: value)
    case .text(let text): self.init(text)
    default: return nil
    }
  }
}

/// An integer of at most 64 bits with a sign.
protocol SmallInteger: FixedWidthInteger, ColumnRepresentable {}

extension SmallInteger {
  static var columnType: StoredColumn.ValueType { .integer }
  var columnValue: ColumnValue? { .integer(Int64(self)) }
  init?(columnValue: ColumnValue) {
    guard case .integer(let value) = columnValue else { return nil }
    self.init(exactly: value)
  }
}

extension Int: SmallInteger {}
extension Int8: SmallInteger {}
extension Int16: SmallInteger {}
extension Int32: SmallInteger {}
extension Int64: SmallInteger {}
extension UInt8: SmallInteger {}
extension UInt16: SmallInteger {}
extension UInt32: SmallInteger {}

/// An integer that may be beyond the integers of a column.
protocol LargeInteger: FixedWidthInteger, ColumnRepresentable {}

extension LargeInteger {
  static var columnType: StoredColumn.ValueType { .any }
  static var holdsLargeIntegers: Bool { true }
  var columnValue: ColumnValue? { integerValue }
  init?(columnValue: ColumnValue) { self.init(integerValue: columnValue) }
}

extension UInt: LargeInteger {}
extension UInt64: LargeInteger {}
extension Int128: LargeInteger {}
extension UInt128: LargeInteger {}

extension Double: ColumnRepresentable {
  static var columnType: StoredColumn.ValueType { .real }
  var columnValue: ColumnValue? { isNaN ? nil : .real(self) }
  init?(columnValue: ColumnValue) {
    guard case .real(let value) = columnValue else { return nil }
    self = value
  }
}

extension Float: ColumnRepresentable {
  static var columnType: StoredColumn.ValueType { .real }
  var columnValue: ColumnValue? { isNaN ? nil : .real(Double(self)) }
  init?(columnValue: ColumnValue) {
    guard case .real(let value) = columnValue else { return nil }
    self.init(exactly: value)
  }
}

extension String: ColumnRepresentable {
  static var columnType: StoredColumn.ValueType { .text }
  var columnValue: ColumnValue? { .text(self) }
  init?(columnValue: ColumnValue) {
    guard case .text(let value) = columnValue else { return nil }
    self = value
  }
}

extension Date: ColumnRepresentable {
  static var columnType: StoredColumn.ValueType { .real }
  // Seconds since 2001, as a date holds them; since 1970, they would be rounded.
  var columnValue: ColumnValue? { timeIntervalSinceReferenceDate.columnValue }
  init?(columnValue: ColumnValue) {
    guard case .real(let value) = columnValue else { return nil }
    self.init(timeIntervalSinceReferenceDate: value)
  }
}

extension UUID: ColumnRepresentable {
  static var columnType: StoredColumn.ValueType { .text }
  var columnValue: ColumnValue? { .text(uuidString) }
  init?(columnValue: ColumnValue) {
    guard case .text(let value) = columnValue else { return nil }
    self.init(uuidString: value)
  }
}

extension URL: ColumnRepresentable {
  static var columnType: StoredColumn.ValueType { .text }
  var columnValue: ColumnValue? { .text(absoluteString) }
  init?(columnValue: ColumnValue) {
    guard case .text(let value) = columnValue else { return nil }
    self.init(string: value)
  }
}

extension Data: ColumnRepresentable {
  static var columnType: StoredColumn.ValueType { .blob }
  var columnValue: ColumnValue? { .blob(self) }
  init?(columnValue: ColumnValue) {
    guard case .blob(let value) = columnValue else { return nil }
    self = value
  }
}

extension Optional: ColumnRepresentable where Wrapped: ColumnRepresentable {
  static var columnType: StoredColumn.ValueType { Wrapped.columnType }
  static var holdsLargeIntegers: Bool { Wrapped.holdsLargeIntegers }
  var columnValue: ColumnValue? {
    guard let self else { return .null }
    return self.columnValue
  }
  init?(columnValue: ColumnValue) {
    if columnValue.isNull {
      self = .none
    } else if let value = Wrapped(columnValue: columnValue) {
      self = value
    } else {
      return nil
    }
  }
}

/// An integer without a sign, or an optional one.
protocol UnsignedColumn {}

extension UInt: UnsignedColumn {}
extension UInt64: UnsignedColumn {}
extension UInt128: UnsignedColumn {}
extension Optional: UnsignedColumn where Wrapped: UnsignedColumn {}
