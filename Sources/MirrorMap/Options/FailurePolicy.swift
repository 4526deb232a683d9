/// What happens when a value can't be decoded.
///
/// | | strict | lenient | lossy |
/// |---|---|---|---|
/// | `var a: Int?` cannot be read | throws | nil | nil |
/// | `var a: Int = 3` or `Int? = 3` cannot be read | throws | 3 | 3 |
/// | `var a: Int` cannot be read | throws | fails its model | fails its model |
/// | an element of `[T?]` cannot be read | throws | nil | nil |
/// | an element of `[T]`, `Set<T>`, `[K: T]` cannot be read | throws | fails the collection | is dropped |
///
/// If a required property can't be decoded, its model can't be decoded either. This continues outward
/// until an optional, a default value, or a lossy collection handles the failure; otherwise, the call
/// throws. Each handled failure is an issue, in a report and for the mapper's logger. In an update, a
/// property with a default value and an optional property keep their current values.
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
/// rejects are only issues; if a key occurs twice, the first value is used. In a dictionary, the second
/// member is treated like a value that can't be decoded. Malformed JSON, exceeded limits, and wrong
/// declarations always throw.
@frozen
public enum FailurePolicy: UInt8, Sendable {
  /// Failures throw. The default.
  case strict
  /// The nearest optional becomes nil, or the nearest property with a default gets that value.
  case lenient
  /// As ``lenient``, and collections drop invalid elements.
  case lossy
}
