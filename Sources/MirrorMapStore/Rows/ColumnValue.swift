import Foundation

/// A value of a stored row: one of the five kinds of values that SQLite has.
///
/// Stores and storages exchange rows, which are arrays of these values in the order of the entity's columns.
public enum ColumnValue: Hashable, Sendable {
  /// No value: a property that is nil.
  case null
  /// An integer.
  case integer(Int64)
  /// A number with a fraction; never NaN.
  case real(Double)
  /// A text.
  case text(String)
  /// Bytes.
  case blob(Data)

  /// Whether this is ``null``.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// Returns whether two values are of the same kind and equal.
  ///
  /// Strings are compared by their UTF-8 bytes, as in every storage. To `String`, "é" is equal to "e" followed by a
  /// combining accent, but here they're two values.
  public static func == (left: ColumnValue, right: ColumnValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.text(let left), .text(let right)): JSONKey.isEqual(left, right)
    case (.blob(let left), .blob(let right)): left == right
    default: false
    }
  }

  /// The kind of the value, for messages, which have no values.
  var kindInWords: String {
    switch self {
    case .null: "null"
    case .integer: "an integer"
    case .real: "a real number"
    case .text: "a text"
    case .blob: "bytes"
    }
  }

  /// The error for a value that no column can have.
  @usableFromInline
  static var notStorable: MappingError {
    MappingError(.notEncodable, expected: "a value such as NaN can't be stored")
  }

  /// Hashes the kind and all bytes. `String` would hash its normalized form, which takes quadratic time for many
  /// accents in a row, and `Data` only its beginning.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let integer):
      hasher.combine(1)
      hasher.combine(integer)
    case .real(let real):
      hasher.combine(2)
      hasher.combine(real)
    case .text(let text):
      hasher.combine(3)
      hasher.combine(text.utf8, count: text.utf8.count)
    case .blob(let data):
      hasher.combine(4)
      hasher.combine(data, count: data.count)
    }
  }
}

extension Hasher {
  fileprivate mutating func combine(_ bytes: some Sequence<UInt8>, count: Int) {
    combine(count)
    var (word, position) = (UInt64(0), 0)
    for byte in bytes {
      word = word << 8 | UInt64(byte)
      position += 1
      if position & 7 == 0 {
        combine(word)
        word = 0
      }
    }
    if position & 7 != 0 { combine(word) }
  }
}

/// The values of one stored model, in the order of its entity's columns.
public typealias StoredRow = [ColumnValue]

// MARK: - Values of a kind

extension ColumnValue {
  var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }
  var real: Double? { if case .real(let real) = self { real } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var blob: Data? { if case .blob(let blob) = self { blob } else { nil } }

  /// The same number as the other kind of number; nil for other values, and if that can't hold it exactly.
  var asOtherKindOfNumber: ColumnValue? {
    switch self {
    case .integer: converted(to: .real)
    case .real: converted(to: .integer)
    case .null, .text, .blob: nil
    }
  }

  /// The value as one of another type; nil if it can't be converted without a loss.
  ///
  /// Integers become texts and such texts integers, integers and reals each other where they are exact, and
  /// everything fits a column of any type.
  func converted(to type: StoredColumn.ValueType) -> ColumnValue? {
    switch (self, type) {
    case (.null, _), (_, .any), (.integer, .integer), (.real, .real), (.text, .text),
      (.blob, .blob):
      self
    case (.integer(let integer), .text): .text("\(integer)")
    case (.integer(let integer), .real): Double(exactly: integer).map(ColumnValue.real)
    case (.real(let real), .integer): Int64(exactly: real).map(ColumnValue.integer)
    case (.text(let text), .integer):
      // "007" and "+7" would come back as "7".
      Int64(text).flatMap { "\($0)" == text ? .integer($0) : nil }
    default: nil
    }
  }
}
