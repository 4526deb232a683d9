extension JSONReader {
  /// The kind of a value.
  public enum Kind: Sendable {
    /// An object: `{…}`.
    case object
    /// An array: `[…]`.
    case array
    /// A string: `"…"`.
    case string
    /// A number.
    case number
    /// `true` or `false`.
    case bool
    /// `null`.
    case null
  }

  /// The kind of the next value, determined by its first byte; nil if no value begins there.
  public var nextKind: Kind? {
    switch current {
    case .openBrace?: .object
    case .openBracket?: .array
    case .quote?: .string
    case .lowerT?, .lowerF?: .bool
    case .lowerN?: .null
    case let byte? where byte.startsNumber: .number
    default: nil
    }
  }

  /// Whether the next value is `null`. It is not read.
  public var nextIsNull: Bool { current == .lowerN }
}
