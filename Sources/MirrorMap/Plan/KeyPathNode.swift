/// Key paths regrouped into a tree, while the plan of a model is being made.
///
///     ["id"], ["user", "name"], ["tags"], ["user", "zip"]   →   id   user → name, zip   tags
final class KeyPathNode {
  /// The fields at the end of the path that leads here.
  var candidates: [KeyCandidate] = []
  /// The keys one level down, in the order in which they were first met.
  private(set) var keys: [String] = []
  /// The nodes that the keys lead to.
  private(set) var children: [KeyPathNode] = []
  /// The lengths of the keys. Few keys of a model have the same length, so most comparisons end
  /// here.
  private var lengths: [Int] = []

  /// The node at the end of a path that begins here; nodes are added where there are none.
  func node(at path: [String]) -> KeyPathNode {
    path.reduce(self) { $0.child($1) }
  }

  private func child(_ key: String) -> KeyPathNode {
    let length = key.utf8.count
    for index in lengths.indices where lengths[index] == length {
      // Compares bytes: keys that are only canonically equivalent are different.
      if keys[index].utf8.elementsEqual(key.utf8) { return children[index] }
    }
    let child = KeyPathNode()
    keys.append(key)
    children.append(child)
    lengths.append(length)
    return child
  }
}
