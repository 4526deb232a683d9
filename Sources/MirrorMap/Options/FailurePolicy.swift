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
/// the mapper's. If a model rejects duplicate keys, the first one counts. Malformed JSON always
/// throws.
@frozen
public enum FailurePolicy: UInt8, Sendable {
  /// Failures throw. The default.
  case strict
  /// Failures stop at the nearest optional or default.
  case lenient
  /// Failures stop at the nearest optional, default or collection.
  case lossy
}
