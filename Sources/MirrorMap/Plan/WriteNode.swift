/// The order in which a model's properties are written, with key paths regrouped into one tree.
///
///     @Mapped("id") a, @Mapped("user.name") b, @Mapped("tags.0") c, @Mapped("user.zip") d
///     →  {"id": a, "user": {"name": b, "zip": d}, "tags": [c]}
///
/// A group is written where its first property is declared. If a property and a group share a key
/// (`"user"` and `"user.name"`), the property's object is written first, and the group's members
/// are merged into it.
struct WriteNode {
  let members: PermanentArray<WriteMember>
  /// Whether all keys are indexes, so that an array is written.
  let isArray: Bool
  /// How many bytes the braces, the keys, and values of the kinds that are numbers take at most.
  let room: Int

  init(_ members: [WriteMember], isArray: Bool) {
    self.members = PermanentArray(members)
    self.isArray = isArray
    room = members.reduce(2) { $0 + $1.key.count + 24 }
  }
}

/// One key of a ``WriteNode``.
struct WriteMember {
  let key: PreparedKey
  let index: Int
  /// The field whose value is written, or -1.
  let field: Int
  /// The field's offset from the model's base.
  let offset: Int
  /// The offset of the field's state.
  let stateOffset: Int
  /// How its value is written; `.other` as well if there are members one level down.
  let kind: FieldKind
  /// The members that are written one level down.
  let child: Permanent<WriteNode>?
}

extension WriteNode {
  /// Builds the tree of a model's preferred key paths.
  ///
  /// - Parameter isSorted: Whether the members of objects are in the order of their keys.
  /// - Precondition: No two properties that are written have the same path.
  static func tree(of properties: [PlannedProperty], isSorted: Bool) -> Permanent<WriteNode> {
    var tree = KeyPathTree(count: properties.count)
    for (field, property) in properties.enumerated() where property.isWritten {
      let node = tree.node(at: property.paths[0], spelling: property.paths[0])
      tree.nodes[node].written = field
    }
    return layOut(0, of: tree, properties, isSorted)
  }

  private static func layOut(
    _ node: Int, of tree: KeyPathTree, _ properties: [PlannedProperty], _ isSorted: Bool
  ) -> Permanent<WriteNode> {
    var branches = tree.nodes[node].branches
    if isSorted {
      branches.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }
    let indexes = branches.map { ArrayIndex($0.key)?.value }
    let isArray = node != 0 && indexes.allSatisfy { $0 != nil }
    var members = zip(branches, indexes).map { branch, index in
      let next = tree.nodes[branch.node]
      let property = next.written.map { properties[$0] }
      let child = next.branches.isEmpty ? nil : layOut(branch.node, of: tree, properties, isSorted)
      return WriteMember(
        key: PreparedKey(branch.key), index: index ?? 0, field: next.written ?? -1,
        offset: property?.field.offset ?? 0, stateOffset: property?.field.stateOffset ?? 0,
        kind: child == nil ? property?.declaration.kind ?? .other : .other, child: child)
    }
    if isArray { members.sort { $0.index < $1.index } }
    return Permanent(WriteNode(members, isArray: isArray))
  }
}
