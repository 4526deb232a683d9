/// Writing a model's members in the order of its plan.
extension JSONWriter {
  /// Writes a model as an object.
  ///
  /// - Parameters:
  ///   - plan: the model's plan.
  ///   - base: where the offsets of the plan's fields count from. Nothing is written there.
  @usableFromInline
  mutating func writeModel(
    _ plan: ModelPlan, from base: UnsafeMutableRawPointer
  ) throws(MappingError) {
    guard !plan.tables.pointee.needsCare, !scope.needsCare else {
      return try writeCarefully(plan, from: base)
    }
    let keys = plan.tables.pointee.keys
    let writing = ModelWriting(
      tables: plan.tables, keys: keys, base: base, nulls: options.nulls)
    try enter()
    writeByte(.openBrace)
    _ = try writeMembers(keys.pointee.writeRoot.pointee, writing)
    writeByte(.closeBrace)
    leave()
  }

  /// Writes the members of one level.
  ///
  /// - Returns: whether there was anything to write.
  mutating func writeMembers(
    _ node: WriteNode, _ writing: ModelWriting
  ) throws(MappingError) -> Bool {
    var needsComma = false
    for index in 0..<node.count {
      let member = node.members + index
      let position = count
      writeKey(member.pointee, needsComma: needsComma)
      if try writeMember(member.pointee, writing) {
        needsComma = true
      } else {
        rewind(to: position)
      }
    }
    return needsComma
  }

  /// Copies a prepared key, sixteen bytes at a time; what is too much is overwritten later.
  @inline(__always)
  mutating func writeKey(_ member: WriteMember, needsComma: Bool) {
    let skipped = needsComma ? 0 : 1
    let length = member.keyLength &- skipped
    reserve(length &+ 16)
    var source = UnsafeRawPointer(member.key + skipped)
    var target = UnsafeMutableRawPointer(cursor)
    cursor += length
    let end = UnsafeMutableRawPointer(cursor)
    repeat {
      target.storeBytes(of: source.loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
      source += 16
      target += 16
    } while target < end
  }

  /// Writes the value of a member.
  ///
  /// - Returns: whether there was anything to write.
  @inline(__always)
  mutating func writeMember(
    _ member: WriteMember, _ writing: ModelWriting
  ) throws(MappingError) -> Bool {
    guard let child = member.child else { return try writeField(member.field, writing) }
    return try writeGroup(member, child, writing)
  }

  /// Writes an object or array that key paths share, after the field that may lie there as well.
  private mutating func writeGroup(
    _ member: WriteMember, _ child: UnsafePointer<WriteNode>, _ writing: ModelWriting
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
    for index in 0..<node.count {
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
      rereading: UnsafeRawBufferPointer(rebasing: written[position..<middle]))
    let second = try JSONValue(rereading: UnsafeRawBufferPointer(rebasing: written[middle...]))
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
