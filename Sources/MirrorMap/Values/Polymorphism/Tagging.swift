/// How JSON states the type of a value; see ``ModelRegistry``.
///
/// A circle of radius 1 with the tag `"circle"`:
///
/// | | |
/// |---|---|
/// | `.internal(tag: "type")` | `{"type": "circle", "radius": 1}` |
/// | `.adjacent(tag: "type", content: "value")` | `{"type": "circle", "value": {"radius": 1}}` |
/// | `.external` | `{"circle": {"radius": 1}}` |
/// | `.untagged` | `{"radius": 1}` |
///
/// Keys are single keys, not paths: a dot in one is part of it. Key strategies don't affect them; even where keys are
/// case-insensitive, those of tags are spelled as declared.
public enum Tagging: Sendable, Hashable {
  /// The tag is a member of the value's own object, wherever in it.
  case `internal`(tag: String)
  /// Tag and value are two members of an object; its other members are ignored.
  case adjacent(tag: String, content: String)
  /// The tag is the only key of an object, and the value is its member. A tag without a payload is written as a string,
  /// and read from `null` or `{}` in the value's place as well.
  case external
  /// There is no tag: the first type that can be decoded is the right one.
  case untagged
}

/// How the values of a type are tagged.
@usableFromInline
final class TagForm: Sendable {
  let tagging: Tagging
  let tag: ModelTag?
  /// What a value is called in errors.
  let name: String
  /// The tags that a value may write itself instead.
  let others: [ModelTag]

  @usableFromInline
  init(_ tagging: Tagging, _ tag: ModelTag?, _ name: String, others: [ModelTag] = []) {
    (self.tagging, self.tag, self.name, self.others) = (tagging, tag, name, others)
  }
}
