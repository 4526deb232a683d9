/// Writing the values of fields.
extension JSONWriter {
  /// Writes the value of a member behind its key.
  ///
  /// - Returns: whether there was anything to write.
  @inline(__always)
  mutating func writeValue(
    _ member: WriteMember, _ writing: ModelWriting
  ) throws(MappingError) -> Bool {
    let address = writing.base + member.offset
    switch member.kind {
    case .bool:
      guard let value = FieldSlot<Bool>(address).value else { throw unset(member.field, writing) }
      writeBool(value)
    case .int:
      guard let value = FieldSlot<Int>(address).value else { throw unset(member.field, writing) }
      writeInt(Int64(value))
    case .double:
      guard let value = FieldSlot<Double>(address).value else { throw unset(member.field, writing) }
      try writeNamed(value, member.field, writing)
    case .string:
      let stored = FieldSlot<String>(address).stored
      guard stored.withWrapped({ writeString($0) }) != nil else {
        throw unset(member.field, writing)
      }
    case .optionalBool:
      guard case .some(.some(let value)) = FieldSlot<Bool?>(address).value else {
        return writeNone(member.field, writing)
      }
      writeBool(value)
    case .optionalInt:
      guard case .some(.some(let value)) = FieldSlot<Int?>(address).value else {
        return writeNone(member.field, writing)
      }
      writeInt(Int64(value))
    case .optionalDouble:
      guard case .some(.some(let value)) = FieldSlot<Double?>(address).value else {
        return writeNone(member.field, writing)
      }
      try writeNamed(value, member.field, writing)
    case .optionalString:
      let stored = FieldSlot<String?>(address).stored
      let written: Void?? = stored.withWrapped { $0.withWrapped { writeString($0) } }
      guard case .some(.some) = written else { return writeNone(member.field, writing) }
    case .ints:
      let stored = FieldSlot<[Int]>(address).stored
      guard stored.withWrapped({ writeArray($0) }) != nil else {
        return try writeMember(member, writing)
      }
    case .strings:
      let stored = FieldSlot<[String]>(address).stored
      guard stored.withWrapped({ writeArray($0) }) != nil else {
        return try writeMember(member, writing)
      }
    case .doubles, .other:
      return try writeMember(member, writing)
    }
    return true
  }

  /// Writes a field's value.
  ///
  /// - Returns: whether there was anything to write.
  @inline(__always)
  mutating func writeField(
    _ index: Int, _ writing: ModelWriting
  ) throws(MappingError) -> Bool {
    let address = writing.base + writing.tables.pointee.fields[index].offset
    let outcome: PropertyDeclaration.WriteOutcome
    do {
      outcome = try writing.tables.pointee.writings[borrowed: index].run(&self, address)
    } catch {
      throw named(error, writing, index)
    }
    switch outcome {
    case .written: return true
    case .none: return writeNone(index, writing)
    case .unset:
      guard !writing.tables.pointee.fields[index].isRequired else { throw unset(index, writing) }
      return writeNone(index, writing)
    }
  }

  @inline(__always)
  private mutating func writeNamed(
    _ value: Double, _ index: Int, _ writing: ModelWriting
  ) throws(MappingError) {
    do {
      try writeDouble(value)
    } catch {
      throw named(error, writing, index)
    }
  }

  /// Writes `null` for a property that is nil, or leaves it out.
  private mutating func writeNone(_ index: Int, _ writing: ModelWriting) -> Bool {
    switch writing.nulls {
    case .never: return false
    case .always: break
    case .whereNull:
      let state = writing.state(index)
      guard state.isNull || state.isChanged else { return false }
    }
    encodeNull()
    return true
  }

  @inline(never)
  private func unset(_ index: Int, _ writing: ModelWriting) -> MappingError {
    named(
      MappingError(.notEncodable, expected: "a required property was neither decoded nor assigned"),
      writing, index)
  }

  @inline(never)
  func named(_ error: MappingError, _ writing: ModelWriting, _ field: Int) -> MappingError {
    var named = wrap(error)
    guard named.model == nil else { return named }
    let details = ModelPlan(writing.tables).details
    named.details.model = details.name
    named.details.property = details.properties[field].name
    return named
  }
}
