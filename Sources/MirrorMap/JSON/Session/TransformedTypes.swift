import EssentialFoundation

/// Some of the types that a mapper can have transforms for.
@frozen @usableFromInline
struct TransformedTypes: OptionSet {
  @usableFromInline let rawValue: UInt8

  @inlinable
  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The type, if it is such a one.
  init(_ type: Any.Type) {
    let types: [Any.Type] = [Date.self, Decimal.self, URL.self, UUID.self, Data.self]
    rawValue = types.firstIndex { $0 == type }.map { 1 << UInt8($0) } ?? 0
  }
}
