/// Reading members as most of them are: their keys predicted, their values scalars and short.
///
/// One loop reads such members with the cursor in a register. Whatever else comes is left to the
/// general code at its beginning: other values, absent and unmapped keys, and all that is an error.
extension ModelDecoder {
  /// Reads members up to the first one that isn't of this kind, and the key of that one.
  ///
  /// Nothing but the cursor and the prediction is kept in registers: there are too few for more.
  ///
  /// - Parameters:
  ///   - start: becomes the position after the last value that has been read.
  ///   - skipsUnmapped: whether unmapped members are skipped as well.
  /// - Returns: as ``JSONReader/nextKey(in:_:)``; the key isn't marked as seen.
  @_transparent
  mutating func readScalars(
    _ node: Permanent<KeyNode>, _ scan: inout MemberScan, _ start: inout BytePointer,
    skipsUnmapped: Bool, from reader: inout JSONReader
  ) throws(MappingError) -> Int {
    while true {
      let predicted = readPredicted(
        node, &scan, &start, skipsUnmapped: skipsUnmapped, from: &reader)
      if let predicted { return predicted }
      start = reader.cursor
      let index = try reader.parseNextKey(in: node.pointee.table, &scan)
      guard index >= 0, node.pointee.scalars[index].kind != .other,
        readParsed(node.pointee.scalars[index], from: &reader)
      else { return index }
    }
  }

  /// Reads members with predicted keys, as ``readScalars(_:_:_:skipsUnmapped:from:)``.
  ///
  /// - Returns: nil before a key that isn't the predicted one.
  @_transparent
  private mutating func readPredicted(
    _ node: Permanent<KeyNode>, _ scan: inout MemberScan, _ start: inout BytePointer,
    skipsUnmapped: Bool, from reader: inout JSONReader
  ) -> Int? {
    guard case (let predictor, var step)? = scan.prediction else { return nil }
    var place = reader.cursor
    while true {
      start = place
      guard let index = scan.consume(&step, of: predictor, at: &place, reader.end) else {
        reader.cursor = place
        return nil
      }
      if reader.blockEnd - place > JSONReader.shortCount {
        if index >= 0, readScalar(node.pointee.scalars[index], &place, &reader) { continue }
        if skipsUnmapped, index == MemberScan.unknown, reader.skipsShort(at: &place) { continue }
      }
      reader.cursor = place
      if index == MemberScan.end { reader.remainingDepth &+= 1 }
      return index
    }
  }

  /// Reads a short scalar whose key wasn't the predicted one.
  ///
  /// - Returns: false, with nothing changed, for everything else.
  @inline(never)
  private mutating func readParsed(_ field: ScalarPlace, from reader: inout JSONReader) -> Bool {
    var place = reader.cursor
    guard reader.end - place > JSONReader.shortCount, readScalar(field, &place, &reader) else {
      return false
    }
    reader.cursor = place
    return true
  }

  /// Reads a short scalar into a property that hasn't been seen.
  ///
  /// - Precondition: ``JSONReader/shortCount`` bytes are readable after `place`.
  /// - Parameter place: where the value begins, then where it ends.
  /// - Returns: false, with nothing changed, for everything else.
  @_transparent
  private mutating func readScalar(
    _ field: ScalarPlace, _ place: inout BytePointer, _ reader: inout JSONReader
  ) -> Bool {
    guard seen & field.bit == 0, Self.readScalar(field, base, &place, &reader) else { return false }
    seen |= field.bit
    return true
  }

  /// Reads a short scalar into a property, and sets the property's state.
  ///
  /// - Precondition: ``JSONReader/shortCount`` bytes are readable after `place`.
  /// - Parameter place: where the value begins, then where it ends.
  /// - Returns: false, with nothing changed, for everything else.
  @_transparent
  private static func readScalar(
    _ field: ScalarPlace, _ base: FieldAddress, _ place: inout BytePointer,
    _ reader: inout JSONReader
  ) -> Bool {
    let (kind, address, state) = (field.kind, base + field.offset, base + field.stateOffset)
    if kind.isOptionalScalar, reader.skipsNull(at: &place) {
      clearScalar(kind, address)
      state.state = .null
      return true
    }
    switch kind {
    case .bool, .optionalBool:
      guard let value = reader.shortBool(at: &place) else { return false }
      store(value, isOptional: kind != .bool, address)
    case .int, .optionalInt:
      guard let value = reader.shortInt(at: &place) else { return false }
      store(value, isOptional: kind != .int, address)
    case .double, .optionalDouble:
      guard let value = reader.shortDouble(at: &place) else { return false }
      store(value, isOptional: kind != .double, address)
    case .string, .optionalString:
      guard let value = reader.plainString(at: &place) else { return false }
      store(value, isOptional: kind != .string, address)
    case .ints where reader.skipsEmptyArray(at: &place): clearArray(Int.self, address)
    case .strings where reader.skipsEmptyArray(at: &place): clearArray(String.self, address)
    default: return false
    }
    state.state = .value
    return true
  }

  /// Stores a scalar in a property.
  @_transparent
  static func store<Value>(_ value: Value, isOptional: Bool, _ address: FieldAddress) {
    if isOptional {
      FieldSlot<Value?>(address).value = .some(value)
    } else {
      FieldSlot<Value>(address).value = value
    }
  }

  /// Makes an array empty. Most are unset, or empty by default.
  @_transparent
  private static func clearArray<Element>(_: Element.Type, _ address: FieldAddress) {
    let slot = FieldSlot<[Element]>(address)
    if slot.value == nil {
      slot.initialize([])
    } else if slot.value?.isEmpty != true {
      slot.value = []
    }
  }

  /// Makes an optional scalar nil.
  @_transparent
  static func clearScalar(_ kind: FieldKind, _ address: FieldAddress) {
    switch kind {
    case .optionalBool: FieldSlot<Bool?>(address).value = .some(nil)
    case .optionalInt: FieldSlot<Int?>(address).value = .some(nil)
    case .optionalDouble: FieldSlot<Double?>(address).value = .some(nil)
    default: FieldSlot<String?>(address).value = .some(nil)
    }
  }
}
