/// How JSON is written.
///
/// ```swift
/// let text = try user.encodeString(options: [.prettyPrinted, .sortedKeys])
/// ```
public struct EncodingOptions: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// One member or element a line, indented by two spaces.
  public static let prettyPrinted = EncodingOptions(rawValue: 1 << 0)

  /// The members of every object in the order of their keys' Unicode scalars.
  public static let sortedKeys = EncodingOptions(rawValue: 1 << 1)

  /// `/` as `\/`, for JSON in HTML.
  public static let escapedSlashes = EncodingOptions(rawValue: 1 << 2)

  /// `null` for all optional properties that are nil.
  ///
  /// Without this option and ``nullsOmitted``, those are written that were decoded from `null` or
  /// have been assigned nil.
  public static let nullsIncluded = EncodingOptions(rawValue: 1 << 3)

  /// No `null` for any optional property. Takes precedence over ``nullsIncluded``.
  public static let nullsOmitted = EncodingOptions(rawValue: 1 << 4)

  /// The options that concern the layout of the text alone.
  static let layoutOptions: EncodingOptions = [.prettyPrinted, .sortedKeys, .escapedSlashes]

  var layout: JSONLayout {
    JSONLayout(
      isPretty: contains(.prettyPrinted), sortsKeys: contains(.sortedKeys),
      escapesSlashes: contains(.escapedSlashes))
  }

  /// When properties that are nil are written.
  enum Nulls {
    case always, never, whereNull
  }

  var nulls: Nulls {
    if contains(.nullsOmitted) { return .never }
    return contains(.nullsIncluded) ? .always : .whereNull
  }
}
