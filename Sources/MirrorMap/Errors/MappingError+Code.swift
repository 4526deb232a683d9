extension MappingError {
  /// The kind of a failure: an open set, so that later versions can tell more kinds apart.
  ///
  /// ```swift
  /// if error.code == .missingKey { … }
  /// if error.code.isSyntax { … }     // the text is not JSON at all
  /// ```
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    // The text is not JSON.

    /// The input ends in the middle of a value.
    public static let unexpectedEnd = Code(rawValue: "unexpectedEnd")
    /// A byte that cannot stand here.
    public static let unexpectedCharacter = Code(rawValue: "unexpectedCharacter")
    /// A number that does not follow the grammar, such as `01` or `1.`.
    public static let invalidNumber = Code(rawValue: "invalidNumber")
    /// A backslash followed by something that is no escape, or half a surrogate pair.
    public static let invalidEscape = Code(rawValue: "invalidEscape")
    /// An unescaped control character in a string.
    public static let controlCharacter = Code(rawValue: "controlCharacter")
    /// Bytes that are not UTF-8.
    public static let invalidUTF8 = Code(rawValue: "invalidUTF8")
    /// The input is UTF-16 or UTF-32.
    public static let unsupportedEncoding = Code(rawValue: "unsupportedEncoding")
    /// Something follows the value.
    public static let trailingContent = Code(rawValue: "trailingContent")

    // The text is JSON, but not what the model asks for.

    /// A value of another type than the property's.
    public static let typeMismatch = Code(rawValue: "typeMismatch")
    /// A required property's key is not there.
    public static let missingKey = Code(rawValue: "missingKey")
    /// `null` for a property that is neither optional nor has a default.
    public static let unexpectedNull = Code(rawValue: "unexpectedNull")
    /// A number beyond the range of the property's type.
    public static let numberOutOfRange = Code(rawValue: "numberOutOfRange")
    /// A number that the property's type cannot hold exactly, such as 3.9 for `Int`.
    public static let inexactNumber = Code(rawValue: "inexactNumber")
    /// A value of the right type that stands for nothing, such as an unknown enum case.
    public static let invalidValue = Code(rawValue: "invalidValue")
    /// A key that stands twice in an object.
    public static let duplicateKey = Code(rawValue: "duplicateKey")
    /// A key that no property asks for.
    public static let unknownKey = Code(rawValue: "unknownKey")

    // Neither of them.

    /// More nested arrays and objects than allowed.
    public static let depthLimit = Code(rawValue: "depthLimit")
    /// A text, a collection or the whole document that is larger than allowed.
    public static let sizeLimit = Code(rawValue: "sizeLimit")
    /// The source could not be read.
    public static let unreadableSource = Code(rawValue: "unreadableSource")
    /// The user's own code threw; see ``MappingError/underlying``.
    public static let custom = Code(rawValue: "custom")
    /// A model is declared in a way that cannot be mapped.
    public static let declaration = Code(rawValue: "declaration")
    /// A value cannot be written, such as an unset required property or `Double.nan`.
    public static let notEncodable = Code(rawValue: "notEncodable")
  }
}

extension MappingError.Code {
  private static let syntaxCodes: Set<MappingError.Code> = [
    .unexpectedEnd, .unexpectedCharacter, .invalidNumber, .invalidEscape, .controlCharacter,
    .invalidUTF8, .unsupportedEncoding, .trailingContent,
  ]

  /// Whether the text is not JSON at all, as opposed to JSON with the wrong data.
  public var isSyntax: Bool { Self.syntaxCodes.contains(self) }
}

extension MappingError.Code: CustomStringConvertible {
  public var description: String { rawValue }
}
