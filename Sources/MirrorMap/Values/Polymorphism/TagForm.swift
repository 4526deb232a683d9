/// How the tag of one entry of a registry is written.
@usableFromInline
struct TagForm: Sendable {
  let tagging: Tagging
  /// nil where none is written: without tags, and for what a fallback has read.
  let tag: ModelTag?
  /// What the tagged value is called in errors.
  let name: String

  @usableFromInline
  init(_ tagging: Tagging, _ tag: ModelTag?, _ name: String) {
    self.tagging = tagging
    self.tag = tagging == .untagged ? nil : tag
    self.name = name
  }
}
