/// The order in which a model's properties are written, with key paths regrouped into one tree.
///
///     @Mapped("id") a, @Mapped("user.name") b, @Mapped("tags.0") c, @Mapped("user.zip") d
///     →  {"id": a, "user": {"name": b, "zip": d}, "tags": [c]}
///
/// A group stands where its first property is declared. A property and a group may share a key
/// (`"user"` and `"user.name"`): then the property's object is written first, and the group's
/// members merge into it.
struct WriteNode {
  let members: ImmortalArray<WriteMember>
  /// Whether all keys are indexes, so that an array is written.
  let isArray: Bool
}

/// One key of a ``WriteNode``.
struct WriteMember {
  let key: PreparedKey
  /// The index in an array.
  let index: Int
  /// The field whose value is written, or -1.
  let field: Int
  /// Where that field lies, from the model's base.
  let offset: Int
  /// The way in which its value is written; other, too, where there are members one level down.
  let kind: FieldKind
  /// The members that are written one level down.
  let child: Immortal<WriteNode>?
}

/// Builds a ``WriteNode`` of a model's preferred key paths.
struct WriteTree {
  private final class Group {
    var members: [(key: String, slot: Slot)] = []

    func slot(_ key: String) -> Slot {
      let index = keys.index(of: key)
      if index == keys.count {
        keys.append(key)
        members.append((key, Slot()))
      }
      return members[index].slot
    }

    private var keys = OrderedKeys()
  }

  private final class Slot {
    var field: Int?
    var child: Group?
  }

  let root: Immortal<WriteNode>

  /// - Parameter properties: those of a model, with their keys.
  /// - Precondition: no two that are written have the same path.
  init(_ properties: [PlannedProperty]) {
    let top = Group()
    for (field, property) in properties.enumerated() where property.isWritten {
      var slot = top.slot(property.paths[0][0])
      for component in property.paths[0].dropFirst() {
        let next = slot.child ?? Group()
        slot.child = next
        slot = next.slot(component)
      }
      slot.field = field
    }
    root = Self.layOut(top, properties, isRoot: true)
  }

  private static func layOut(
    _ group: Group, _ properties: [PlannedProperty], isRoot: Bool
  ) -> Immortal<WriteNode> {
    let indexes = group.members.map { ArrayIndex($0.key)?.value }
    let isArray = !isRoot && indexes.allSatisfy { $0 != nil }
    var members = zip(group.members, indexes).map { member, index in
      let property = member.slot.field.map { properties[$0] }
      return WriteMember(
        key: PreparedKey(member.key), index: index ?? 0, field: member.slot.field ?? -1,
        offset: property?.field.offset ?? 0,
        kind: member.slot.child == nil
          ? property?.declaration.kind ?? .other : .other,
        child: member.slot.child.map { layOut($0, properties, isRoot: false) })
    }
    if isArray { members.sort { $0.index < $1.index } }
    return Immortal(WriteNode(members: ImmortalArray(members), isArray: isArray))
  }
}
