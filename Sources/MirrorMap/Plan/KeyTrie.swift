/// Builds the trie of a model's key paths and lays it out for lookups; see ``KeyNode``.
struct KeyTrie {
  /// The root.
  private(set) var root: Permanent<KeyNode>!
  /// For each entry, the field that only this entry can fill, or -1.
  private(set) var soleFields: [Int] = []
  /// The fields that only one entry can fill, which belongs to another field. They are read as if
  /// they had alternatives.
  private(set) var sharingFields: [Int] = []
  private let fields: [PlannedField]

  /// - Throws: ``MappingError`` with code `.declaration` if two properties write the same key, or keys that are equal
  ///   under the strategy. (Two may read the same key, as alternatives do.)
  init(
    _ properties: [PlannedProperty], of model: any Mappable.Type
  ) throws(MappingError) {
    fields = properties.map(\.field)
    var tree = KeyPathTree(count: properties.count)
    // The keys of properties that are only written are known, and lead to nothing.
    for (field, property) in properties.enumerated() where property.isWritten && !property.isRead {
      let node = tree.node(at: property.readPaths[0], spelling: property.paths[0])
      try Self.add(field, properties, to: &tree.nodes[node], of: model)
    }
    for (field, property) in properties.enumerated() where property.isRead {
      let paths = property.readPaths
      let groups = properties.groups(of: property)
      for (rank, path) in paths.enumerated() {
        let node = tree.node(at: path, spelling: property.paths[rank])
        tree.nodes[node].add(
          KeyCandidate(
            field: field, rank: rank, hasAlternatives: paths.count > 1,
            isGroup: groups.contains(rank)))
        if rank == 0, property.isWritten {
          try Self.add(field, properties, to: &tree.nodes[node], of: model)
        }
      }
    }
    soleFields.reserveCapacity(tree.nodes.count)
    root = layOut(0, of: &tree, [], isMappedWhole: false)
  }

  /// Adds a field that is written at the end of a path.
  private static func add(
    _ field: Int, _ properties: [PlannedProperty], to node: inout KeyPathTree.Node,
    of model: any Mappable.Type
  ) throws(MappingError) {
    if let twin = node.written {
      let (first, last) = (properties[min(field, twin)], properties[max(field, twin)])
      let key = last.paths[0].joined(separator: ".")
      throw .declaration(
        typeName(of: model), last.name,
        "it writes the same key \"\(key)\" as \(typeName(of: first.owner)).\(first.name)")
    }
    node.written = field
  }

  private mutating func layOut(
    _ node: Int, of tree: inout KeyPathTree, _ path: [String], isMappedWhole: Bool
  ) -> Permanent<KeyNode> {
    let firstNumber = soleFields.count
    let branches = tree.nodes[node].branches
    for branch in branches { soleFields.append(findSoleField(&tree.nodes[branch.node])) }
    var details: [KeyDetail] = []
    var keys: [(key: String, number: Int)] = []
    keys.reserveCapacity(branches.count)
    for branch in branches {
      let next = tree.nodes[branch.node]
      if next.branches.isEmpty, let field = next.soleField {
        keys.append((branch.key, field))
      } else {
        keys.append((branch.key, ~details.count))
        var child: Permanent<KeyNode>?
        if !next.branches.isEmpty {
          child = layOut(
            branch.node, of: &tree, path + [branch.spelling],
            isMappedWhole: isMappedWhole || !next.candidates.isEmpty)
        }
        details.append(KeyDetail(candidates: PermanentArray(next.candidates), child: child))
      }
    }
    let elements = keys.enumerated().compactMap { index, pair in
      ArrayIndex(pair.key, limit: .max).map { (index: $0.value, entry: index) }
    }
    let scalars = keys.indices.lazy.map { [fields] index in
      let number = keys[index].number
      return ScalarPlace(number < 0 ? nil : fields[number], entry: firstNumber + index)
    }
    return Permanent(
      KeyNode(
        table: KeyTable(keys), scalars: PermanentArray(scalars), details: PermanentArray(details),
        firstNumber: firstNumber,
        elements: PermanentArray(elements.sorted { $0.index < $1.index }),
        isArray: !elements.isEmpty && tree.isArray(node), path: Permanent(path),
        isMappedWhole: isMappedWhole))
  }

  /// The field that only this node's entry can fill, or -1. An entry has one such field. If there
  /// are several, because they aren't both written, the others are treated as if they had
  /// alternatives.
  private mutating func findSoleField(_ node: inout KeyPathTree.Node) -> Int {
    if let field = node.soleField { return field }
    let sole = node.candidates.indices.filter { !node.candidates[$0].hasAlternatives }
    for index in sole.dropFirst() {
      let field = node.candidates[index].field
      node.candidates[index] = KeyCandidate(
        field: field, rank: 0, hasAlternatives: true, isGroup: false)
      sharingFields.append(field)
    }
    return sole.first.map { node.candidates[$0].field } ?? -1
  }
}
