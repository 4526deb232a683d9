/// Writing the values of properties.
extension ModelEncoder {
  /// Writes the opening brace and the members of one level, and returns whether there were any.
  ///
  /// - Parameter separator: What is written before the first member: a comma if there are others already.
  func writeMembers(
    _ node: Permanent<WriteNode>, after separator: UInt8 = .openBrace, to writer: inout JSONWriter
  ) throws(MappingError) -> Bool {
    try writeMembers(node, isIndented: false, after: separator, to: &writer)
  }

  /// Writes the members of one level as an object, each on a line of its own, if all output before it is laid out.
  @inline(never)
  func writeLines(
    of node: Permanent<WriteNode>, to writer: inout JSONWriter
  ) throws(MappingError) -> Bool {
    guard writer.isLaidOut else { return try writeCompactObject(node, to: &writer) }
    writer.indentation &+= 2
    defer { writer.indentation &-= 2 }
    let hasMembers = try writeMembers(node, isIndented: true, after: .openBrace, to: &writer)
    writer.closeLines(.closeBrace, isEmpty: !hasMembers)
    return hasMembers
  }

  /// Writes the opening brace and the members of one level.
  ///
  /// - Parameter isIndented: Whether each member is on a line of its own.
  /// - Returns: whether there were any.
  @inline(__always)
  private func writeMembers(
    _ node: Permanent<WriteNode>, isIndented: Bool, after separator: UInt8,
    to writer: inout JSONWriter
  ) throws(MappingError) -> Bool {
    let indentation = writer.indentation
    var room = node.pointee.room
    // The line break, the indentation, and the space after the colon.
    if isIndented { room &+= node.pointee.members.count &* (indentation &+ 2) }
    var output = writer.reserved(room)
    var separator = separator
    for index in 0..<node.pointee.members.count {
      let (start, earlier) = (output, separator)
      if isIndented { output.breakLine(indentation, after: &separator) }
      if writeScalar(node, index, &output, after: &separator, room, isIndented, &writer) {
        if isIndented, separator != .comma { (output, separator) = (start, earlier) }
        continue
      }
      let member = node.pointee.members[index]
      if isIndented {
        writer.output = start
        separator = try writeIndentedMember(member, after: earlier, to: &writer)
      } else {
        writer.output = output
        separator = try writeMember(member, after: separator, changesOnly: false, to: &writer)
      }
      output = writer.reserved(room)
    }
    let hasMembers = separator == .comma
    if !hasMembers { output.writeByte(separator) }
    writer.output = output
    return hasMembers
  }

  /// Writes a member that is a scalar, nil, or an empty array; returns whether the member is done.
  @inline(__always)
  private func writeScalar(
    _ node: Permanent<WriteNode>, _ index: Int, _ output: inout OutputCursor,
    after separator: inout UInt8, _ room: Int, _ isIndented: Bool, _ writer: inout JSONWriter
  ) -> Bool {
    let address = base + node.pointee.members[index].offset
    let key = node.pointee.members[index].key
    let kind = node.pointee.members[index].kind
    switch kind {
    case .bool, .optionalBool:
      guard let value: Bool = Self.load(address, isOptional: kind != .bool) else {
        return writeNil(node, index, &output, after: &separator, isIndented)
      }
      output.writeKey(key, after: &separator, isIndented: isIndented)
      output.writeBool(value)
    case .int, .optionalInt:
      guard let value: Int = Self.load(address, isOptional: kind != .int) else {
        return writeNil(node, index, &output, after: &separator, isIndented)
      }
      output.writeKey(key, after: &separator, isIndented: isIndented)
      output.writeInt(Int64(value))
    case .double, .optionalDouble:
      guard let value: Double = Self.load(address, isOptional: kind != .double) else {
        return writeNil(node, index, &output, after: &separator, isIndented)
      }
      guard value.isFinite else { return false }
      output.writeKey(key, after: &separator, isIndented: isIndented)
      output = writer.writeDouble(value, at: output)
    case .string, .optionalString:
      var address = FieldSlot<String>(address).stored.wrappedAddress()
      if kind != .string { address = address.flatMap { $0.inPlace(String?.self).wrappedAddress() } }
      guard let address else {
        return writeNil(node, index, &output, after: &separator, isIndented)
      }
      output.writeKey(key, after: &separator, isIndented: isIndented)
      output = writer.writeString(
        address.inPlace(String.self), at: output, before: room)
    case .optionalArray:
      // Whatever its elements are, an array is one pointer.
      let array = FieldSlot<[Int]?>(address).stored.wrappedAddress()
      guard array?.inPlace([Int]?.self).wrappedAddress() == nil else { return false }
      return writeNil(node, index, &output, after: &separator, isIndented)
    case .ints:
      guard FieldSlot<[Int]>(address).value?.isEmpty == true, writer.remainingDepth > 0 else {
        return false
      }
      output.writeKey(key, after: &separator, isIndented: isIndented)
      output.writeEmptyArray()
    case .strings:
      guard FieldSlot<[String]>(address).value?.isEmpty == true, writer.remainingDepth > 0 else {
        return false
      }
      output.writeKey(key, after: &separator, isIndented: isIndented)
      output.writeEmptyArray()
    case .model, .doubles, .other: return false
    }
    return true
  }

  /// Loads a scalar, unless it is nil or unset.
  @inline(__always)
  private static func load<Value>(_ address: FieldAddress, isOptional: Bool) -> Value? {
    isOptional ? FieldSlot<Value?>(address).value.flatMap { $0 } : FieldSlot<Value>(address).value
  }

  /// Writes `null` for a member that is nil, or leaves it out.
  ///
  /// - Returns: false if the member can't be nil.
  @inline(__always)
  private func writeNil(
    _ node: Permanent<WriteNode>, _ index: Int, _ output: inout OutputCursor,
    after separator: inout UInt8, _ isIndented: Bool
  ) -> Bool {
    let kind = node.pointee.members[index].kind
    guard kind.isOptionalScalar || kind == .optionalArray else { return false }
    if !isOmitted(stateOffset: node.pointee.members[index].stateOffset) {
      output.writeKey(
        node.pointee.members[index].key, after: &separator, isIndented: isIndented)
      output.writeNull()
    }
    return true
  }

  /// Whether a property that is nil is left out.
  @inline(__always)
  private func isOmitted(stateOffset: Int) -> Bool {
    switch nulls {
    case .never: return true
    case .always: return false
    case .whereNull:
      let state = (base + stateOffset).state
      return !state.isNull && !state.isChanged
    }
  }

  /// Writes the value of a member after its key, and returns whether there was a value to write.
  @inline(__always)
  func writeValue(
    _ member: WriteMember, to writer: inout JSONWriter
  ) throws(MappingError) -> Bool {
    if let child = member.child { return try writeGroup(member, child, to: &writer) }
    let address = base + member.offset
    switch member.kind {
    case .ints:
      if let array = FieldSlot<[Int]>(address).stored.wrappedAddress() {
        try writer.writeArray(array.inPlace([Int].self))
        return true
      }
    case .strings:
      if let array = FieldSlot<[String]>(address).stored.wrappedAddress() {
        try writer.writeArray(array.inPlace([String].self))
        return true
      }
    case .model: return try writeModel(member, at: address, to: &writer)
    default: break
    }
    return try writeField(member.field, to: &writer)
  }

  /// Writes the value of a property, and returns whether there was a value to write.
  func writeField(
    _ index: Int, to writer: inout JSONWriter
  ) throws(MappingError) -> Bool {
    let address = base + tables.pointee.fields[index].offset
    let outcome: PropertyDeclaration.WriteOutcome
    do throws(MappingError) {
      outcome = try tables.pointee.accesses[borrowed: index].write(&writer, address)
    } catch {
      throw named(error, index, writer)
    }
    if outcome == .written { return true }
    if outcome == .omitted { return false }
    if outcome == .unset, tables.pointee.fields[index].isRequired {
      throw named(ModelField.unset, index, writer)
    }
    return writeNil(index, to: &writer)
  }

  /// Writes a struct that is a model where it is, once it is known that the model is written by its plan.
  private func writeModel(
    _ member: WriteMember, at address: FieldAddress, to writer: inout JSONWriter
  ) throws(MappingError) -> Bool {
    let position = writer.count
    do throws(MappingError) {
      guard let plan = try tables.pointee.nested[borrowed: member.field].plan,
        plan.encodesByPlan
      else { return try writeField(member.field, to: &writer) }
      if let model = tables.pointee.nested[borrowed: member.field].locate(address) {
        try Self.encode(plan, from: model, to: &writer)
        return true
      }
      let isRequired = tables.pointee.fields[member.field].isRequired
      if !isRequired, isOmitted(stateOffset: member.stateOffset) { return false }
      return try writeField(member.field, to: &writer)
    } catch {
      throw named(writer.wrap(error, since: position), member.field, writer)
    }
  }

  /// Writes `null` for a property that is nil, or omits it.
  private func writeNil(_ index: Int, to writer: inout JSONWriter) -> Bool {
    if isOmitted(stateOffset: tables.pointee.fields[index].stateOffset) { return false }
    writer.encodeNull()
    return true
  }

  func notEncodable(
    _ cause: String, _ index: Int, _ writer: borrowing JSONWriter
  ) -> MappingError {
    named(MappingError(.notEncodable, expected: cause), index, writer)
  }

  @inline(never)
  func named(
    _ error: MappingError, _ index: Int, _ writer: borrowing JSONWriter
  ) -> MappingError {
    plan.named(writer.wrap(error), index)
  }
}
