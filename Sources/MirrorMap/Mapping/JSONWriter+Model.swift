/// Writing a model's members in the order of its plan.
extension JSONWriter {
  /// Writes a model as an object.
  ///
  /// - Parameters:
  ///   - plan: the model's plan.
  ///   - base: where the offsets of the plan's fields count from. Nothing is written there.
  @usableFromInline
  mutating func writeModel(
    _ plan: ModelPlan, from base: FieldAddress
  ) throws(MappingError) {
    guard !plan.tables.pointee.needsCare, !scope.needsCare else {
      return try writeCarefully(plan, from: base)
    }
    try enter()
    try writeOrdinary(plan, from: base)
    leave()
  }

  /// Writes a model that needs no care, when it has been entered.
  @inline(__always)
  private mutating func writeOrdinary(
    _ plan: ModelPlan, from base: FieldAddress
  ) throws(MappingError) {
    let keys = plan.tables.pointee.keys
    let writing = ModelWriting(tables: plan.tables, keys: keys, base: base, nulls: nulls)
    writeByte(.openBrace)
    _ = try writeMembers(keys.pointee.writeRoot.pointee, writing)
    writeByte(.closeBrace)
  }

  /// Writes models that lie side by side as an array of objects.
  ///
  /// - Parameters: as for ``writeModel(_:from:)``; the first model's address, how many there are, and how
  ///   far they are apart.
  @usableFromInline
  mutating func writeModels(
    _ plan: ModelPlan, from first: FieldAddress, count: Int, stride: Int
  ) throws(MappingError) {
    let outer = scope
    if outer.needsCare { scope = outer.ofElements }
    let needsCare = plan.tables.pointee.needsCare || scope.needsCare
    writeByte(.openBracket)
    var position = self.count
    do throws(MappingError) {
      if !needsCare { try enter() }
      for index in 0..<count {
        if index > 0 { writeByte(.comma) }
        position = self.count
        if needsCare {
          try writeCarefully(plan, from: first + index &* stride)
        } else {
          try writeOrdinary(plan, from: first + index &* stride)
        }
      }
      if !needsCare { leave() }
    } catch {
      throw wrap(error, since: position)
    }
    writeByte(.closeBracket)
    scope = outer
  }

  @usableFromInline
  mutating func writeEmptyArray() { writeLiteral("[]") }

  /// Writes the members of one level.
  ///
  /// - Returns: whether there was anything to write.
  mutating func writeMembers(
    _ node: WriteNode, _ writing: ModelWriting
  ) throws(MappingError) -> Bool {
    var needsComma = false
    for index in 0..<node.members.count {
      let position = count
      writeKey(node.members[index].key, needsComma: needsComma)
      if try writeValue(node.members[index], writing) {
        needsComma = true
      } else {
        rewind(to: position)
      }
    }
    return needsComma
  }

  /// Writes the value of a member, whatever it is.
  ///
  /// - Returns: whether there was anything to write.
  @inline(never)
  mutating func writeMember(
    _ member: WriteMember, _ writing: ModelWriting
  ) throws(MappingError) -> Bool {
    guard let child = member.child else { return try writeField(member.field, writing) }
    return try writeGroup(member, child, writing)
  }

  /// Writes an object or array that key paths share, after the field that may lie there as well.
  private mutating func writeGroup(
    _ member: WriteMember, _ child: Immortal<WriteNode>, _ writing: ModelWriting
  ) throws(MappingError) -> Bool {
    let position = count
    var hasField = false
    if member.field >= 0 { hasField = try writeField(member.field, writing) }
    let middle = count
    let hasMembers: Bool
    if child.pointee.isArray {
      hasMembers = try writeElements(child.pointee, writing)
    } else {
      hasMembers = try writeObject(child.pointee, writing)
    }
    guard hasMembers else {
      rewind(to: middle)
      return hasField
    }
    if hasField { try mergeValues(from: position, middle, writing, member.field) }
    return true
  }

  private mutating func writeObject(
    _ node: WriteNode, _ writing: ModelWriting
  ) throws(MappingError) -> Bool {
    writeByte(.openBrace)
    let hasMembers = try writeMembers(node, writing)
    writeByte(.closeBrace)
    return hasMembers
  }

  /// Writes values at their indexes; where there is nothing, `null` keeps the place.
  private mutating func writeElements(
    _ node: WriteNode, _ writing: ModelWriting
  ) throws(MappingError) -> Bool {
    writeByte(.openBracket)
    var written = 0
    for index in 0..<node.members.count {
      let member = node.members[index]
      let position = count
      for place in written...member.index {
        if place > 0 { writeByte(.comma) }
        if place < member.index { encodeNull() }
      }
      if try writeMember(member, writing) {
        written = member.index + 1
      } else {
        rewind(to: position)
      }
    }
    writeByte(.closeBracket)
    return written > 0
  }

  /// Merges the two values that were written one after the other from `position` on.
  ///
  /// - Throws: ``MappingError`` if they are not both objects or both arrays.
  private mutating func mergeValues(
    from position: Int, _ middle: Int, _ writing: ModelWriting, _ field: Int
  ) throws(MappingError) {
    let first = try JSONValue(
      rereading: written[position..<middle])
    let second = try JSONValue(rereading: written(since: middle))
    guard let merged = first.merged(with: second) else {
      rewind(to: position)
      throw named(
        MappingError(
          .notEncodable,
          expected: "a key path leads into this value, so it has to be written as an object"),
        writing, field)
    }
    rewind(to: position)
    try encode(merged)
  }
}
