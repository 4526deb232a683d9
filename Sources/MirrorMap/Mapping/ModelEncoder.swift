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
  private(set) var base: FieldAddress
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
    let encoder = ModelEncoder(plan, base, writer.nulls)
    try encoder.writeObject(encoder.keys.writeRoot(isSorted: writer.sortsKeys), to: &writer)
    writer.leave()
  }

  /// Writes an object.
  @usableFromInline
  static func encode(
    _ plan: ModelPlan, fromObjectAt base: FieldAddress, to writer: inout JSONWriter
  ) throws(MappingError) {
    plan.check(.read, toObjectAt: base)
    try encode(plan, from: base, to: &writer)
  }

  /// Writes models that are next to each other, at a distance of `stride` bytes, as an array.
  static func encode(
    _ plan: ModelPlan, from first: FieldAddress, count: Int, stride: Int,
    to writer: inout JSONWriter
  ) throws(MappingError) {
    let outer = writer.scope
    if outer.usesGeneralPath { writer.scope = outer.ofElements }
    let usesGeneralPath = plan.tables.pointee.writesGenerally || writer.scope.usesGeneralPath
    var encoder = ModelEncoder(plan, first, writer.nulls)
    let root = encoder.keys.writeRoot(isSorted: writer.sortsKeys)
    let isIndented = writer.isLaidOut && !usesGeneralPath
    try writer.open(.openBracket)
    if isIndented { writer.indentation &+= 2 }
    defer { if isIndented { writer.indentation &-= 2 } }
    var position = writer.count
    do throws(MappingError) {
      if !usesGeneralPath { try writer.enter() }
      for index in 0..<count {
        if index > 0 { writer.writeByte(.comma) }
        if isIndented { writer.beginLine() }
        position = writer.count
        if usesGeneralPath {
          try encodeGenerally(plan, from: encoder.base, to: &writer)
        } else {
          try encoder.writeObject(root, to: &writer)
        }
        encoder.base = encoder.base + stride
      }
      if !usesGeneralPath { writer.leave() }
    } catch {
      throw writer.wrap(error, since: position)
    }
    writer.leave()
    if isIndented {
      writer.closeLines(.closeBracket, isEmpty: count == 0)
    } else {
      writer.writeByte(.closeBracket)
    }
    writer.scope = outer
  }

  @inline(__always)
  private init(_ plan: ModelPlan, _ base: FieldAddress, _ nulls: EncodingOptions.Nulls) {
    self.init(
      tables: plan.tables, keys: plan.tables.pointee.keys, base: base, nulls: nulls)
  }
}

// MARK: - Members

extension ModelEncoder {
  /// Writes the members of one level as an object, and returns whether there were any.
  @discardableResult @inline(__always)
  func writeObject(
    _ node: Permanent<WriteNode>, to writer: inout JSONWriter
  ) throws(MappingError) -> Bool {
    if writer.breaksLines { return try writeLines(of: node, to: &writer) }
    return try writeCompactObject(node, to: &writer)
  }

  @inline(__always)
  func writeCompactObject(
    _ node: Permanent<WriteNode>, to writer: inout JSONWriter
  ) throws(MappingError) -> Bool {
    let hasMembers = try writeMembers(node, to: &writer)
    writer.writeByte(.closeBrace)
    return hasMembers
  }

  /// Writes a member whose value is not a scalar, or not there.
  ///
  /// - Parameter separator: what is written before the key, if there is a value.
  /// - Returns: the separator before the next key.
  /// - Precondition: there is room for the key.
  @inline(never)
  func writeMember(
    _ member: WriteMember, after separator: UInt8, changesOnly: Bool,
    to writer: inout JSONWriter
  ) throws(MappingError) -> UInt8 {
    let position = writer.count
    var next = separator
    writer.output.writeKey(member.key, after: &next)
    let isWritten =
      changesOnly
      ? try writeChangedMember(member, to: &writer) : try writeValue(member, to: &writer)
    if isWritten { return next }
    writer.rewind(to: position)
    return separator
  }

  /// Writes a member as ``writeMember(_:after:changesOnly:to:)`` does, on a line of its own.
  @inline(never)
  func writeIndentedMember(
    _ member: WriteMember, after separator: UInt8, to writer: inout JSONWriter
  ) throws(MappingError) -> UInt8 {
    let position = writer.count
    var next = separator
    writer.output.breakLine(writer.indentation, after: &next)
    writer.output.writeKey(member.key, after: &next, isIndented: true)
    let start = writer.count
    writer.laidOutCount = start
    if try writeValue(member, to: &writer) {
      writer.layOut(since: start)
      return next
    }
    writer.rewind(to: position)
    return separator
  }

  /// Writes an object or array that key paths share, after the property that may have the same key.
  func writeGroup(
    _ member: WriteMember, _ child: Permanent<WriteNode>, to writer: inout JSONWriter
  ) throws(MappingError) -> Bool {
    let position = writer.count
    var hasField = false
    if member.field >= 0 { hasField = try writeField(member.field, to: &writer) }
    let middle = writer.count
    let hasMembers: Bool
    try writer.enter()
    if child.pointee.isArray {
      hasMembers = try writeElements(child.pointee, to: &writer)
    } else {
      hasMembers = try writeObject(child, to: &writer)
    }
    writer.leave()
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
    let outer = writer.scope
    defer { writer.scope = outer }
    if outer.usesGeneralPath { writer.scope = outer.ofElements }
    writer.writeByte(.openBracket)
    var written = 0
    for number in 0..<node.members.count {
      let member = node.members[number]
      let position = writer.count
      for index in written...member.index {
        if index > 0 { writer.writeByte(.comma) }
        if index < member.index { writer.encodeNull() }
      }
      if try writeValue(member, to: &writer) {
        written = member.index + 1
      } else {
        writer.rewind(to: position)
      }
    }
    writer.writeByte(.closeBracket)
    return written > 0
  }

  /// Merges two values that were written one after the other, the second one from `middle` on.
  ///
  /// - Throws: ``MappingError`` if they are not both objects or both arrays.
  func mergeValues(
    from position: Int, _ middle: Int, _ field: Int, _ writer: inout JSONWriter
  ) throws(MappingError) {
    let (bytes, others) = (writer.written[position..<middle], writer.written(since: middle))
    // Mostly the value has the members already, as it was read from the same object.
    if try bytes.hasMembers(of: others) { return writer.rewind(to: middle) }
    let first = try JSONValue(rereading: bytes)
    let second = try JSONValue(rereading: others)
    let merged = first.merged(with: second)
    if merged == nil, second.holdsOnlyNulls {
      // Nothing is lost.
      return writer.rewind(to: middle)
    }
    writer.rewind(to: position)
    guard let merged else {
      throw notEncodable(
        "a key path leads into this value, so it has to be written as an object", field, writer)
    }
    try writer.encode(merged)
  }
}
