/// Options of decoding: how strict, and how much.
///
/// ```swift
/// var mapper = Mapper()
/// mapper.duplicateKeys = .last
/// mapper.maximumDepth = 64
/// let user = try User.decode(from: data, using: mapper)
/// ```
public struct Mapper: Sendable {
  /// What to do with a key that stands twice in one object.
  public enum DuplicateKeys: Sendable {
    /// It is an error, as there is no telling which one was meant.
    case reject
    /// The first one counts; the others are validated and skipped.
    case first
    /// The last one counts.
    case last
  }

  /// What to do with duplicate keys, among a model's mapped keys and in dictionaries. Keys that
  /// nobody asks for are not looked at.
  public var duplicateKeys: DuplicateKeys = .reject

  /// How deeply arrays and objects may be nested; 512 unless told otherwise.
  public var maximumDepth = 512

  /// Makes a mapper with the default options.
  public init() {}

  /// The default options.
  public static let `default` = Mapper()
}
