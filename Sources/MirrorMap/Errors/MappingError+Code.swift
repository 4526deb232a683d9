extension MappingError {
  /// The kind of a failure. Later versions can add kinds.
  ///
  /// ```swift
  /// if error.code == .missingKey { … }
  /// if error.code.isSyntax { … }     // the document isn't JSON
  /// ```
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    // The text isn't JSON.

    /// The input ends in the middle of a value.
    public static let unexpectedEnd = Code(rawValue: "unexpectedEnd")
    /// A byte that isn't allowed at its position.
    public static let unexpectedCharacter = Code(rawValue: "unexpectedCharacter")
    /// A number that doesn't follow the grammar, such as `01`, or `1.` before another character.
    public static let invalidNumber = Code(rawValue: "invalidNumber")
    /// A backslash that doesn't begin an escape sequence, or half a surrogate pair.
    public static let invalidEscape = Code(rawValue: "invalidEscape")
    /// An unescaped control character in a string.
    public static let controlCharacter = Code(rawValue: "controlCharacter")
    /// Bytes that aren't UTF-8.
    public static let invalidUTF8 = Code(rawValue: "invalidUTF8")
    /// The input is UTF-16 or UTF-32.
    public static let unsupportedEncoding = Code(rawValue: "unsupportedEncoding")
    /// There is more content after the value.
    public static let trailingContent = Code(rawValue: "trailingContent")

    // The text is JSON, but doesn't fit the model.

    /// A value of another type than the property's.
    public static let typeMismatch = Code(rawValue: "typeMismatch")
    /// The key of a required property is absent.
    public static let missingKey = Code(rawValue: "missingKey")
    /// `null` for a property that is neither optional nor has a default.
    public static let unexpectedNull = Code(rawValue: "unexpectedNull")
    /// A number beyond the range of the property's type.
    public static let numberOutOfRange = Code(rawValue: "numberOutOfRange")
    /// A number that the property's type can't represent exactly, such as 3.9 for `Int`.
    public static let inexactNumber = Code(rawValue: "inexactNumber")
    /// A value of the right type with no meaning, such as an unknown enum case.
    public static let invalidValue = Code(rawValue: "invalidValue")
    /// A key that occurs twice in an object.
    public static let duplicateKey = Code(rawValue: "duplicateKey")
    /// An unmapped key.
    public static let unknownKey = Code(rawValue: "unknownKey")

    // Other failures.

    /// More nested arrays and objects than allowed.
    public static let depthLimit = Code(rawValue: "depthLimit")
    /// A string, a collection, or a whole document that is larger than allowed.
    public static let sizeLimit = Code(rawValue: "sizeLimit")
    /// The source can't be read.
    public static let unreadableSource = Code(rawValue: "unreadableSource")
    /// User code threw an error; see ``MappingError/underlying``.
    public static let custom = Code(rawValue: "custom")
    /// A model is declared in a way that can't be mapped.
    public static let declaration = Code(rawValue: "declaration")
    /// A value can't be written, such as an unset required property or `Double.nan`.
    public static let notEncodable = Code(rawValue: "notEncodable")
  }
}

extension MappingError.Code {
  private static let syntaxCodes: Set<MappingError.Code> = [
    .unexpectedEnd, .unexpectedCharacter, .invalidNumber, .invalidEscape, .controlCharacter,
    .invalidUTF8, .unsupportedEncoding, .trailingContent,
  ]

  /// Whether the document isn't JSON, as opposed to JSON with the wrong data.
  public var isSyntax: Bool { !isFrequent && Self.syntaxCodes.contains(self) }

  /// Whether this is one of the codes that most failures have, all of JSON that doesn't fit the model. Comparing these
  /// takes less time than hashing a code.
  var isFrequent: Bool { self == .typeMismatch || self == .missingKey || self == .invalidValue }
}

extension MappingError.Code: CustomStringConvertible {
  public var description: String { rawValue }
}
