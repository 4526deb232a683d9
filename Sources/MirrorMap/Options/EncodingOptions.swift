/// Options for writing JSON.
///
/// ```swift
/// let text = try user.encodeString(options: [.prettyPrinted, .sortedKeys])
/// ```
public struct EncodingOptions: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Writes each member or element on its own line, indented by two spaces.
  public static let prettyPrinted = EncodingOptions(rawValue: 1 << 0)

  /// Sorts the members of every object by the Unicode scalars of their keys.
  public static let sortedKeys = EncodingOptions(rawValue: 1 << 1)

  /// Writes `/` as `\/`, for JSON in HTML.
  public static let escapedSlashes = EncodingOptions(rawValue: 1 << 2)

  /// Writes `null` for all optional properties that are nil.
  ///
  /// Without this option and ``nullsOmitted``, `null` is written for properties that were decoded
  /// from `null` or have been assigned nil.
  public static let nullsIncluded = EncodingOptions(rawValue: 1 << 3)

  /// Omits all optional properties that are nil.
  ///
  /// It takes precedence over ``nullsIncluded``. With ``changesOnly`` it has no effect, because a change to nil has to
  /// be written.
  public static let nullsOmitted = EncodingOptions(rawValue: 1 << 4)

  /// Writes only the properties that have been assigned since the model was decoded, with `null` for
  /// those that are nil: a JSON Merge Patch (RFC 7396) that updates the document.
  ///
  /// An assigned property is written whole, with `null` for everything in its value that is nil. If
  /// only something inside a nested model was assigned, as in `user.address.city = "York"`, only
  /// that is written. Arrays, dictionaries, and other values that were changed in place are written
  /// whole. What the document had in the earlier value and isn't in the new one, such as a removed member of
  /// a dictionary, isn't known, and stays in the document that is updated. A model that was never decoded is also written
  /// whole. ``MappableValue/mergePatch(since:using:context:)`` compares two states instead, and
  /// makes the smallest patch.
  public static let changesOnly = EncodingOptions(rawValue: 1 << 5)

  /// The options for the layout of the text.
  static let layoutOptions: EncodingOptions = [.prettyPrinted, .sortedKeys, .escapedSlashes]

  /// When properties that are nil are written.
  enum Nulls {
    case always, never, whereNull
  }

  var nulls: Nulls {
    // A change to nil has to be written.
    if contains(.nullsOmitted), !contains(.changesOnly) { return .never }
    return contains(.nullsIncluded) ? .always : .whereNull
  }
}
