/// How far the failure of a value reaches.
///
/// | | strict | lenient | lossy |
/// |---|---|---|---|
/// | `var a: Int?` cannot be read | throws | nil | nil |
/// | `var a: Int = 3` or `Int? = 3` cannot be read | throws | 3 | 3 |
/// | `var a: Int` cannot be read | throws | fails its model | fails its model |
/// | an element of `[T?]` cannot be read | throws | nil | nil |
/// | an element of `[T]`, `Set<T>`, `[K: T]` cannot be read | throws | fails the collection | is dropped |
///
/// A model that fails is itself a value that can't be read, and so on outwards: to the nearest
/// optional, default, or lossy collection, or to the caller. Each failure that is stopped is an
/// issue, in a report and for the mapper's logger.
///
/// Set it for all properties with ``Mapper/failurePolicy``, or for one property with `onFailure:`:
///
/// ```swift
/// @Mapped("tags", onFailure: .lossy) var tags: [Tag]
/// @Mapped("mood", onFailure: .lenient) var mood: Mood?
/// ```
///
/// A property's policy applies to its own value, with all collections in it; nested models follow
/// the mapper's. With `.lenient` and `.lossy`, duplicate and unknown keys of a model that the mapper
/// rejects are only issues; of duplicate keys, the first one counts. A duplicate key of a dictionary
/// is a member that can't be read. Malformed JSON, exceeded limits, and wrong declarations always
/// throw.
@frozen
public enum FailurePolicy: UInt8, Sendable {
  /// Failures throw. The default.
  case strict
  /// Failures stop at the nearest optional or default.
  case lenient
  /// Failures stop at the nearest optional, default, or collection.
  case lossy
}
