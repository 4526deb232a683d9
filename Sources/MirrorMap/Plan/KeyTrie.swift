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

  init(_ properties: [PlannedProperty]) {
    fields = properties.map(\.field)
    let top = KeyPathNode()
    // The keys of properties that are only written are known, and lead to nothing.
    for property in properties where property.isWritten && !property.isRead {
      _ = top.node(at: property.readPaths[0])
    }
    for (field, property) in properties.enumerated() where property.isRead {
      let paths = property.readPaths
      for (rank, path) in paths.enumerated() {
        top.node(at: path).candidates.append(
          KeyCandidate(field: field, rank: rank, hasAlternatives: paths.count > 1))
      }
    }
    root = layOut(top, [], isMappedWhole: false)
  }

  private mutating func layOut(
    _ node: KeyPathNode, _ path: [String], isMappedWhole: Bool
  ) -> Permanent<KeyNode> {
    let firstNumber = soleFields.count
    for child in node.children { soleFields.append(findSoleField(child)) }
    var details: [KeyDetail] = []
    var keys: [(key: String, number: Int)] = []
    keys.reserveCapacity(node.keys.count)
    for (key, next) in zip(node.keys, node.children) {
      if next.keys.isEmpty, next.candidates.count == 1, !next.candidates[0].hasAlternatives {
        keys.append((key, next.candidates[0].field))
      } else {
        keys.append((key, ~details.count))
        let isMappedWhole = isMappedWhole || !next.candidates.isEmpty
        let child =
          next.keys.isEmpty ? nil : layOut(next, path + [key], isMappedWhole: isMappedWhole)
        details.append(KeyDetail(candidates: PermanentArray(next.candidates), child: child))
      }
    }
    let elements = keys.enumerated().compactMap { index, pair in
      ArrayIndex(pair.key, limit: .max).map { (index: $0.value, entry: index) }
    }
    let scalars = keys.enumerated().map { index, pair in
      ScalarPlace(pair.number < 0 ? nil : fields[pair.number], entry: firstNumber + index)
    }
    return Permanent(
      KeyNode(
        table: KeyTable(keys), scalars: PermanentArray(scalars), details: PermanentArray(details),
        firstNumber: firstNumber,
        elements: PermanentArray(elements.sorted { $0.index < $1.index }), path: Permanent(path),
        isMappedWhole: isMappedWhole))
  }

  /// The field that only this node's entry can fill, or -1. An entry has one such field. If there
  /// are several, because they aren't both written, the others are treated as if they had
  /// alternatives.
  private mutating func findSoleField(_ node: KeyPathNode) -> Int {
    let sole = node.candidates.indices.filter { !node.candidates[$0].hasAlternatives }
    for index in sole.dropFirst() {
      let field = node.candidates[index].field
      node.candidates[index] = KeyCandidate(field: field, rank: 0, hasAlternatives: true)
      sharingFields.append(field)
    }
    return sole.first.map { node.candidates[$0].field } ?? -1
  }
}
