/// Key paths regrouped into a tree, while the plan of a model is being made.
///
///     ["id"], ["user", "name"], ["tags"], ["user", "zip"]   →   id   user → name, zip   tags
final class KeyPathNode {
  /// The fields at the end of the path that leads here.
  var candidates: [KeyCandidate] = []
  /// The field that is written at the end of the path.
  var written: Int?
  /// The keys one level down, in the order in which they were first met.
  private(set) var keys: [String] = []
  /// The keys as they are declared, which `keys` may have in lower case.
  private(set) var spellings: [String] = []
  /// The nodes that the keys lead to.
  private(set) var children: [KeyPathNode] = []

  /// The node at the end of a path that begins here; nodes are added where there are none.
  ///
  /// - Parameter spelling: the path as it is declared; nil if it is the same.
  func node(at path: [String], spelling: [String]? = nil) -> KeyPathNode {
    zip(path, spelling ?? path).reduce(self) { $0.child($1.0, spelling: $1.1) }
  }

  private func child(_ key: String, spelling: String) -> KeyPathNode {
    for index in keys.indices where JSONKey.isEqual(keys[index], key) { return children[index] }
    let child = KeyPathNode()
    keys.append(key)
    spellings.append(spelling)
    children.append(child)
    return child
  }
}
