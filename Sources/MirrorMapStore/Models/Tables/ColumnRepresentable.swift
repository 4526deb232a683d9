import Foundation

/// A type whose values are in columns of a kind of their own, whatever transform their property has.
///
/// All other types are kept by their JSON; see ``ColumnJSON``.
protocol ColumnRepresentable: SendableMetatype {
  static var columnType: StoredColumn.ValueType { get }
  /// The integers in a column, if those beyond 64 bits are texts there, which have no order.
  static var largeIntegers: (any FixedWidthInteger.Type)? { get }
  /// The value in a column; nil if there is none for it.
  var columnValue: ColumnValue? { get }
  /// The value that is in a column; nil if it's none of this type.
  static func value(in column: ColumnValue) -> Self?
}

extension ColumnRepresentable {
  static var largeIntegers: (any FixedWidthInteger.Type)? { nil }

  /// The id in a column, unless it's a text in another form than that of the id, by which it isn't found: a UUID in
  /// lowercase letters, which a property of type `String` has stored.
  static func id(in column: ColumnValue) -> Self? {
    guard let id = value(in: column) else { return nil }
    if case .text = column, id.columnValue != column { return nil }
    return id
  }
}

extension Bool: ColumnRepresentable {
  static var columnType: StoredColumn.ValueType { .integer }
  var columnValue: ColumnValue? { .integer(self ? 1 : 0) }
  static func value(in column: ColumnValue) -> Bool? {
    switch column {
    case .integer(0): false
    case .integer(1): true
    default: nil
    }
  }
}

extension ColumnRepresentable where Self: FixedWidthInteger {
  static var columnType: StoredColumn.ValueType { max > Int64.max ? .any : .integer }
  static var largeIntegers: (any FixedWidthInteger.Type)? { max > Int64.max ? self : nil }
  var columnValue: ColumnValue? { Int64(exactly: self).map { .integer($0) } ?? .text("\(self)") }
  static func value(in column: ColumnValue) -> Self? {
    switch column {
    case .integer(let integer): Self(exactly: integer)
    case .text(let text) where max > Int64.max: Self(text)
    default: nil
    }
  }
}

extension Int: ColumnRepresentable {}
extension Int8: ColumnRepresentable {}
extension Int16: ColumnRepresentable {}
extension Int32: ColumnRepresentable {}
extension Int64: ColumnRepresentable {}
extension Int128: ColumnRepresentable {}
extension UInt: ColumnRepresentable {}
extension UInt8: ColumnRepresentable {}
extension UInt16: ColumnRepresentable {}
extension UInt32: ColumnRepresentable {}
extension UInt64: ColumnRepresentable {}
extension UInt128: ColumnRepresentable {}

extension Double: ColumnRepresentable {
  static var columnType: StoredColumn.ValueType { .real }
  var columnValue: ColumnValue? { isNaN ? nil : .real(self) }
  static func value(in column: ColumnValue) -> Double? { column.real }
}

extension Float: ColumnRepresentable {
  static var columnType: StoredColumn.ValueType { .real }
  var columnValue: ColumnValue? { Double(self).columnValue }
  static func value(in column: ColumnValue) -> Float? { column.real.flatMap(Float.init(exactly:)) }
}

extension String: ColumnRepresentable {
  static var columnType: StoredColumn.ValueType { .text }
  var columnValue: ColumnValue? { .text(self) }
  static func value(in column: ColumnValue) -> String? { column.text }
}

extension Date: ColumnRepresentable {
  static var columnType: StoredColumn.ValueType { .real }
  // Seconds since 2001, as a date holds them; since 1970, they would be rounded.
  var columnValue: ColumnValue? { timeIntervalSinceReferenceDate.columnValue }
  static func value(in column: ColumnValue) -> Date? {
    column.real.map(Date.init(timeIntervalSinceReferenceDate:))
  }
}

extension UUID: ColumnRepresentable {
  static var columnType: StoredColumn.ValueType { .text }
  var columnValue: ColumnValue? { .text(uuidString) }
  static func value(in column: ColumnValue) -> UUID? { column.text.flatMap(UUID.init(uuidString:)) }
}

extension URL: ColumnRepresentable {
  static var columnType: StoredColumn.ValueType { .text }
  var columnValue: ColumnValue? { .text(absoluteString) }
  static func value(in column: ColumnValue) -> URL? { column.text.flatMap(URL.init(string:)) }
}

extension Data: ColumnRepresentable {
  static var columnType: StoredColumn.ValueType { .blob }
  var columnValue: ColumnValue? { .blob(self) }
  static func value(in column: ColumnValue) -> Data? { column.blob }
}

extension Optional: ColumnRepresentable where Wrapped: ColumnRepresentable {
  static var columnType: StoredColumn.ValueType { Wrapped.columnType }
  static var largeIntegers: (any FixedWidthInteger.Type)? { Wrapped.largeIntegers }
  var columnValue: ColumnValue? {
    guard let self else { return .null }
    return self.columnValue
  }
  static func value(in column: ColumnValue) -> Wrapped?? {
    column.isNull ? .some(nil) : Wrapped.value(in: column).map { .some($0) }
  }
}
