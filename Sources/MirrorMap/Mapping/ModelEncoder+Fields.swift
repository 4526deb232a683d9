/// Writing the values of properties.
extension ModelEncoder {
  /// Writes the value of a member after its key.
  ///
  /// - Returns: whether there was a value to write.
  @inline(__always)
  func writeValue(
    _ member: WriteMember, to writer: inout JSONWriter
  ) throws(MappingError) -> Bool {
    let address = base + member.offset
    switch member.kind {
    case .bool:
      guard let value = FieldSlot<Bool>(address).value else { throw unset(member.field, writer) }
      writer.writeBool(value)
    case .int:
      guard let value = FieldSlot<Int>(address).value else { throw unset(member.field, writer) }
      writer.writeInt(Int64(value))
    case .double:
      guard let value = FieldSlot<Double>(address).value else {
        throw unset(member.field, writer)
      }
      try writeDouble(value, member.field, to: &writer)
    case .string:
      let stored = FieldSlot<String>(address).stored
      guard stored.withWrapped({ writer.writeString($0) }) != nil else {
        throw unset(member.field, writer)
      }
    case .optionalBool:
      guard case .some(.some(let value)) = FieldSlot<Bool?>(address).value else {
        return writeNil(member.field, to: &writer)
      }
      writer.writeBool(value)
    case .optionalInt:
      guard case .some(.some(let value)) = FieldSlot<Int?>(address).value else {
        return writeNil(member.field, to: &writer)
      }
      writer.writeInt(Int64(value))
    case .optionalDouble:
      guard case .some(.some(let value)) = FieldSlot<Double?>(address).value else {
        return writeNil(member.field, to: &writer)
      }
      try writeDouble(value, member.field, to: &writer)
    case .optionalString:
      let stored = FieldSlot<String?>(address).stored
      let written: Void?? = stored.withWrapped { $0.withWrapped { writer.writeString($0) } }
      guard case .some(.some) = written else { return writeNil(member.field, to: &writer) }
    case .ints:
      guard FieldSlot<[Int]>(address).stored.withWrapped({ writer.writeArray($0) }) != nil else {
        return try writeMember(member, to: &writer)
      }
    case .strings:
      guard FieldSlot<[String]>(address).stored.withWrapped({ writer.writeArray($0) }) != nil else {
        return try writeMember(member, to: &writer)
      }
    case .model: return try writeModel(member, at: address, to: &writer)
    case .doubles, .other: return try writeMember(member, to: &writer)
    }
    return true
  }

  /// Writes the value of a property.
  ///
  /// - Returns: whether there was a value to write.
  @inline(__always)
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
    if outcome == .unset, tables.pointee.fields[index].isRequired { throw unset(index, writer) }
    return writeNil(index, to: &writer)
  }

  /// Writes a struct that is a model where it is, once it is known that the model is written by its plan.
  private func writeModel(
    _ member: WriteMember, at address: FieldAddress, to writer: inout JSONWriter
  ) throws(MappingError) -> Bool {
    let position = writer.count
    do throws(MappingError) {
      guard let plan = try tables.pointee.nested[borrowed: member.field].plan,
        plan.encodesByPlan,
        let model = tables.pointee.nested[borrowed: member.field].locate(address)
      else { return try writeMember(member, to: &writer) }
      try Self.encode(plan, from: model, to: &writer)
      return true
    } catch {
      throw named(writer.wrap(error, since: position), member.field, writer)
    }
  }

  @inline(__always)
  private func writeDouble(
    _ value: Double, _ index: Int, to writer: inout JSONWriter
  ) throws(MappingError) {
    do {
      try writer.writeDouble(value)
    } catch {
      throw named(error, index, writer)
    }
  }

  /// Writes `null` for a property that is nil, or omits it.
  private func writeNil(_ index: Int, to writer: inout JSONWriter) -> Bool {
    switch nulls {
    case .never: return false
    case .always: break
    case .whereNull:
      let state = state(index)
      guard state.isNull || state.isChanged else { return false }
    }
    writer.encodeNull()
    return true
  }

  @inline(never)
  private func unset(_ index: Int, _ writer: borrowing JSONWriter) -> MappingError {
    notEncodable("a required property was neither decoded nor assigned", index, writer)
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
