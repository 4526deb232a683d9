import Foundation

/// A value of a stored row: one of the five kinds of values that SQLite has.
///
/// Everything between models and storages is made of these: a row is an array of them, in the order of its
/// entity's columns.
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
}

/// The values of one stored model, in the order of its entity's columns.
public typealias StoredRow = [ColumnValue]

extension ColumnValue {
  /// Whether this is ``null``.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }
}
