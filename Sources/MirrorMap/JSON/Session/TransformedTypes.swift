import EssentialFoundation

/// Some of the types that a mapper can have transforms for.
@frozen @usableFromInline
struct TransformedTypes: OptionSet {
  @usableFromInline let rawValue: UInt8

  @inlinable
  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The type, if it is such a one.
  init(_ type: Any.Type) {
    rawValue =
      switch ObjectIdentifier(type) {
      case ObjectIdentifier(Date.self): 1
      case ObjectIdentifier(Decimal.self): 2
      case ObjectIdentifier(URL.self): 4
      case ObjectIdentifier(UUID.self): 8
      case ObjectIdentifier(Data.self): 16
      default: 0
      }
  }
}
