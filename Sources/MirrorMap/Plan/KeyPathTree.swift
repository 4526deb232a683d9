/// Key paths regrouped into a tree, while the plan of a model is being made.
///
///     ["id"], ["user", "name"], ["tags"], ["user", "zip"]   →   id   user → name, zip   tags
struct KeyPathTree {
  /// The end of a path, or a step of one.
  struct Node {
    /// The field at the end of the path that leads here, if it is the only one and has no other path.
    private(set) var soleField: Int?
    /// The fields at the end of the path, if there are several, or one that has other paths as well.
    private var others: [KeyCandidate] = []
    /// The field that is written at the end of the path.
    var written: Int?
    /// The keys one level down, in the order in which they were first met.
    fileprivate(set) var branches: [Branch] = []

    /// The fields at the end of the path.
    var candidates: [KeyCandidate] {
      get {
        soleField.map { [KeyCandidate(field: $0, rank: 0, hasAlternatives: false, isGroup: false)] }
          ?? others
      }
      set { (soleField, others) = (nil, newValue) }
    }

    /// Adds a field at the end of the path.
    mutating func add(_ candidate: KeyCandidate) {
      if soleField == nil, others.isEmpty, !candidate.hasAlternatives {
        // Most nodes are so, and need no array.
        soleField = candidate.field
      } else {
        candidates.append(candidate)
      }
    }
  }

  /// A key, and the node that it leads to.
  struct Branch {
    let key: String
    /// The key as it's declared, which `key` may have in lower case.
    let spelling: String
    /// A hash of the key, in which most keys differ.
    fileprivate let hash: UInt
    /// The index of the node.
    let node: Int
  }

  /// Whether the keys below a node that lead to what is written are indexes of an array; see ``WriteNode``.
  func isArray(_ node: Int) -> Bool {
    let written = nodes[node].branches.filter { isWritten($0.node) }
    return !written.isEmpty && written.allSatisfy { ArrayIndex($0.key) != nil }
  }

  private func isWritten(_ node: Int) -> Bool {
    nodes[node].written != nil || nodes[node].branches.contains { isWritten($0.node) }
  }

  /// The nodes; the first one is the root.
  var nodes = [Node()]

  /// - Parameter count: how many keys there are, if none of them is a path.
  init(count: Int) {
    nodes.reserveCapacity(count + 1)
    nodes[0].branches.reserveCapacity(count)
  }

  /// The index of the node at the end of a path; nodes are added where there are none.
  ///
  /// - Parameter spelling: the path as it's declared.
  mutating func node(at path: [String], spelling: [String]) -> Int {
    var node = 0
    for (step, key) in path.enumerated() {
      let hash = JSONKey.withUTF8(key) { $0.slot }
      if let next = child(of: node, key, hash) {
        node = next
      } else {
        nodes[node].branches.append(
          Branch(key: key, spelling: spelling[step], hash: hash, node: nodes.count))
        node = nodes.count
        nodes.append(Node())
      }
    }
    return node
  }

  private func child(of node: Int, _ key: String, _ hash: UInt) -> Int? {
    // Planning a model of hundreds of keys spends much of its time here. Access is by index, as copies of branches
    // would be retained.
    for index in nodes[node].branches.indices where nodes[node].branches[index].hash == hash {
      let branch = nodes[node].branches[index]
      if JSONKey.isEqual(branch.key, key) { return branch.node }
    }
    return nil
  }
}
