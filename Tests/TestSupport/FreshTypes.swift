/// Makes a generic model a distinct type, one that hasn't been used before.
protocol FreshTag: SendableMetatype {}

/// Any number of tags: `First`, `Next<First>`, `Next<Next<First>>`, …
enum FreshTags {
  enum First: FreshTag {}
  enum Next<Previous: FreshTag>: FreshTag {}

  /// The first tags.
  static func all(_ count: Int) -> [any FreshTag.Type] {
    func add<Tag: FreshTag>(_ tag: Tag.Type, to tags: inout [any FreshTag.Type]) {
      guard tags.count < count else { return }
      tags.append(tag)
      add(Next<Tag>.self, to: &tags)
    }
    var tags: [any FreshTag.Type] = []
    add(First.self, to: &tags)
    return tags
  }
}
