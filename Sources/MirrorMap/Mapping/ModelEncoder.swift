/// Writes the properties of a model as one object, by the model's plan.
///
/// The tree of members holds each key escaped, with its comma and colon, and the offset and kind of the
/// property:
///
///     {"id":7,"user":{"name":"Ann"}}
///       ,"id":      offset 0, int                writeInt
///       ,"user":    child → ,"name":  offset 16, string
///
/// As for reading, there is a fast path for models without options, and a general path for all others.
@usableFromInline
struct ModelEncoder {
  let tables: Permanent<PlanTables>
  let keys: Permanent<KeyTables>
  /// The address of the model, from which the offsets of its properties count. Nothing is written there.
  let base: FieldAddress
  /// When properties that are nil are written.
  let nulls: EncodingOptions.Nulls

  var plan: ModelPlan { ModelPlan(tables) }

  /// The state of a property.
  func state(_ index: Int) -> FieldState {
    (base + tables.pointee.fields[index].stateOffset).state
  }
}

// MARK: - Models

extension ModelEncoder {
  /// Writes a model.
  @usableFromInline
  static func encode(
    _ plan: ModelPlan, from base: FieldAddress, to writer: inout JSONWriter
  ) throws(MappingError) {
    guard !plan.tables.pointee.writesGenerally, !writer.scope.usesGeneralPath else {
      return try encodeGenerally(plan, from: base, to: &writer)
    }
    try writer.enter()
    try encodeFast(plan, from: base, to: &writer)
    writer.leave()
  }

  /// Writes models that are next to each other as an array.
  ///
  /// - Parameters:
  ///   - first: the address of the first model.
  ///   - stride: the distance between two models, in bytes.
  static func encode(
    _ plan: ModelPlan, from first: FieldAddress, count: Int, stride: Int,
    to writer: inout JSONWriter
  ) throws(MappingError) {
    let outer = writer.scope
    if outer.usesGeneralPath { writer.scope = outer.ofElements }
    let usesGeneralPath = plan.tables.pointee.writesGenerally || writer.scope.usesGeneralPath
    writer.writeByte(.openBracket)
    var position = writer.count
    do throws(MappingError) {
      if !usesGeneralPath { try writer.enter() }
      for index in 0..<count {
        if index > 0 { writer.writeByte(.comma) }
        position = writer.count
        if usesGeneralPath {
          try encodeGenerally(plan, from: first + index &* stride, to: &writer)
        } else {
          try encodeFast(plan, from: first + index &* stride, to: &writer)
        }
      }
      if !usesGeneralPath { writer.leave() }
    } catch {
      throw writer.wrap(error, since: position)
    }
    writer.writeByte(.closeBracket)
    writer.scope = outer
  }

  /// Writes a model without options, after the writer has entered it.
  @inline(__always)
  private static func encodeFast(
    _ plan: ModelPlan, from base: FieldAddress, to writer: inout JSONWriter
  ) throws(MappingError) {
    let keys = plan.tables.pointee.keys
    let encoder = ModelEncoder(
      tables: plan.tables, keys: keys, base: base, nulls: writer.nulls)
    writer.writeByte(.openBrace)
    _ = try encoder.writeMembers(keys.writeRoot.pointee, to: &writer)
    writer.writeByte(.closeBrace)
  }
}

// MARK: - Members

extension ModelEncoder {
  /// Writes the members of one level.
  ///
  /// - Returns: whether there were any.
  func writeMembers(
    _ node: WriteNode, to writer: inout JSONWriter
  ) throws(MappingError) -> Bool {
    var needsComma = false
    for index in 0..<node.members.count {
      let position = writer.count
      writer.writeKey(node.members[index].key, needsComma: needsComma)
      if try writeValue(node.members[index], to: &writer) {
        needsComma = true
      } else {
        writer.rewind(to: position)
      }
    }
    return needsComma
  }

  /// Writes the value of a member that is not a scalar.
  ///
  /// - Returns: whether there was a value to write.
  @inline(never)
  func writeMember(
    _ member: WriteMember, to writer: inout JSONWriter
  ) throws(MappingError) -> Bool {
    guard let child = member.child else { return try writeField(member.field, to: &writer) }
    return try writeGroup(member, child, to: &writer)
  }

  /// Writes an object or array that key paths share, after the property that may have the same key.
  private func writeGroup(
    _ member: WriteMember, _ child: Permanent<WriteNode>, to writer: inout JSONWriter
  ) throws(MappingError) -> Bool {
    let position = writer.count
    var hasField = false
    if member.field >= 0 { hasField = try writeField(member.field, to: &writer) }
    let middle = writer.count
    let hasMembers: Bool
    if child.pointee.isArray {
      hasMembers = try writeElements(child.pointee, to: &writer)
    } else {
      writer.writeByte(.openBrace)
      hasMembers = try writeMembers(child.pointee, to: &writer)
      writer.writeByte(.closeBrace)
    }
    guard hasMembers else {
      writer.rewind(to: middle)
      return hasField
    }
    if hasField { try mergeValues(from: position, middle, member.field, &writer) }
    return true
  }

  /// Writes values at their indexes; where there is none, `null` keeps the index.
  private func writeElements(
    _ node: WriteNode, to writer: inout JSONWriter
  ) throws(MappingError) -> Bool {
    writer.writeByte(.openBracket)
    var written = 0
    for number in 0..<node.members.count {
      let member = node.members[number]
      let position = writer.count
      for index in written...member.index {
        if index > 0 { writer.writeByte(.comma) }
        if index < member.index { writer.encodeNull() }
      }
      if try writeMember(member, to: &writer) {
        written = member.index + 1
      } else {
        writer.rewind(to: position)
      }
    }
    writer.writeByte(.closeBracket)
    return written > 0
  }

  /// Merges two values that were written one after the other.
  ///
  /// - Parameters:
  ///   - position: where the first value begins.
  ///   - middle: where the second value begins.
  /// - Throws: ``MappingError`` if they are not both objects or both arrays.
  private func mergeValues(
    from position: Int, _ middle: Int, _ field: Int, _ writer: inout JSONWriter
  ) throws(MappingError) {
    let first = try JSONValue(rereading: writer.written[position..<middle])
    let second = try JSONValue(rereading: writer.written(since: middle))
    let merged = first.merged(with: second)
    writer.rewind(to: position)
    guard let merged else {
      throw notEncodable(
        "a key path leads into this value, so it has to be written as an object", field, writer)
    }
    try writer.encode(merged)
  }
}
