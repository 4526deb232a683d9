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
  /// The nodes that the keys lead to.
  private(set) var children: [KeyPathNode] = []
  /// The keys' hashes.
  private var hashes: [UInt] = []

  /// - Parameter capacity: about how many keys there are one level down.
  init(capacity: Int = 0) {
    guard capacity > 0 else { return }
    keys.reserveCapacity(capacity)
    children.reserveCapacity(capacity)
    hashes.reserveCapacity(capacity)
  }

  /// The node at the end of a path that begins here; nodes are added where there are none.
  func node(at path: [String]) -> KeyPathNode {
    path.reduce(self) { $0.child($1) }
  }

  private func child(_ key: String) -> KeyPathNode {
    let hash = JSONKey.withUTF8(key, \.slot)
    for index in hashes.indices where hashes[index] == hash && JSONKey.isEqual(keys[index], key) {
      return children[index]
    }
    let child = KeyPathNode()
    hashes.append(hash)
    keys.append(key)
    children.append(child)
    return child
  }
}
