/// Builds the trie of a model's key paths and lays it out for lookups; see ``KeyNode``.
struct KeyTrie {
  /// A level under construction.
  private final class Level {
    private(set) var keys = OrderedKeys()
    /// What the keys lead to.
    private(set) var branches: [Branch] = []

    /// The branch of a key; keys are compared by bytes, not by canonical equivalence.
    func branch(_ key: String) -> Branch {
      let index = keys.index(of: key)
      if index == keys.count {
        keys.append(key)
        branches.append(Branch())
      }
      return branches[index]
    }

    /// The branch at the end of a path.
    func branch(_ path: [String]) -> Branch {
      var branch = branch(path[0])
      for component in path.dropFirst() {
        let next = branch.child ?? Level()
        branch.child = next
        branch = next.branch(component)
      }
      return branch
    }
  }

  private final class Branch {
    var candidates: [KeyCandidate] = []
    var child: Level?
  }

  /// The laid out root.
  private(set) var root: Immortal<KeyNode>!
  /// How many entries there are in all nodes.
  private(set) var entryCount = 0
  /// For each entry the field that only this entry can fill, or -1.
  private(set) var soleFields: [Int] = []
  /// Fields that only one entry can fill, which belongs to another field: read as if they had
  /// alternatives.
  private(set) var sharingFields: [Int] = []

  /// - Parameters:
  ///   - paths: for each field its key paths, the preferred one first; none if it is not read.
  ///   - ignored: paths of keys that are known and lead to nothing.
  init(_ paths: [[[String]]], ignored: [[String]] = []) {
    let top = Level()
    for path in ignored { _ = top.branch(path) }
    for (field, alternatives) in paths.enumerated() {
      for (rank, path) in alternatives.enumerated() {
        let branch = top.branch(path)
        branch.candidates.append(
          KeyCandidate(field: field, rank: rank, hasAlternatives: alternatives.count > 1))
      }
    }
    root = layOut(top, [], isMappedWhole: false)
  }

  private mutating func layOut(_ level: Level, _ path: [String], isMappedWhole: Bool) -> Immortal<KeyNode>
  {
    let firstNumber = entryCount
    entryCount += level.keys.count
    for branch in level.branches { soleFields.append(findSoleField(branch)) }
    var details: [KeyDetail] = []
    var keys: [(key: String, number: Int)] = []
    keys.reserveCapacity(level.keys.count)
    for (key, branch) in zip(level.keys.keys, level.branches) {
      if branch.child == nil, branch.candidates.count == 1, !branch.candidates[0].hasAlternatives {
        keys.append((key, branch.candidates[0].field))
      } else {
        keys.append((key, ~details.count))
        let isMappedWhole = isMappedWhole || !branch.candidates.isEmpty
        let child = branch.child.map { layOut($0, path + [key], isMappedWhole: isMappedWhole) }
        details.append(KeyDetail(candidates: ImmortalArray(branch.candidates), child: child))
      }
    }
    let elements = keys.enumerated().compactMap { index, pair in
      ArrayIndex(pair.key, limit: .max).map { ElementEntry(index: $0.value, entry: index) }
    }
    return Immortal(
      KeyNode(
        table: KeyTable(keys), details: ImmortalArray(details), firstNumber: firstNumber,
        elements: ImmortalArray(elements.sorted { $0.index < $1.index }), path: Immortal(path),
        isMappedWhole: isMappedWhole))
  }

  /// The field that only this branch can fill, or -1. There is one such field for an entry; of several,
  /// as fields that are not both written can be, the others are treated as if they had alternatives.
  private mutating func findSoleField(_ branch: Branch) -> Int {
    guard let first = branch.candidates.firstIndex(where: { !$0.hasAlternatives }) else { return -1 }
    for index in branch.candidates.indices.dropFirst(first + 1)
    where !branch.candidates[index].hasAlternatives {
      let field = branch.candidates[index].field
      branch.candidates[index] = KeyCandidate(field: field, rank: 0, hasAlternatives: true)
      sharingFields.append(field)
    }
    return branch.candidates[first].field
  }
}
