/// Operations on the field of a property with this coding that are rare.
///
/// They aren't specialized for the property's type: each property would add as much code again to
/// the user's program.
extension ValueCoding {
  private func slot(_ address: FieldAddress) -> FieldSlot<Value> { FieldSlot(address) }

  /// Reads a value into the value that the field at an address has.
  ///
  /// - Parameters:
  ///   - isNew: Whether a merge patch creates the model, whose defaults aren't merged with.
  ///   - isReplaced: Whether the value is read as if the field had none.
  func updateField(
    _ reader: inout JSONReader, _ address: FieldAddress, isNew: Bool, isReplaced: Bool
  ) throws(MappingError) {
    let slot = slot(address)
    if !acceptsNull, reader.nextIsNull, let none = PropertyDeclaration.noneValue(Value.self) {
      try reader.readNull()
      slot.value = none
    } else if !isReplaced,
      var value = isNew ? PropertyDeclaration.noneValue(Value.self) : slot.value
    {
      // Not in place: objects in a cycle lead back to the field, and an update there could free
      // what this one is about to change.
      defer { slot.value = value }
      try reader.update(&value, with: self)
    } else {
      slot.value = try reader.decodeNew(with: self)
    }
  }

  /// Copies the value of the field at an address, and returns a closure that assigns it to the field at this or another
  /// one.
  func copyField(_ address: FieldAddress) -> (FieldAddress) -> Void {
    let value = slot(address).value
    return { slot($0).value = value }
  }

  /// Makes the field at an address nil; returns false if it can't be nil.
  func clearField(_ address: FieldAddress) -> Bool {
    guard let none = PropertyDeclaration.noneValue(Value.self) else { return false }
    slot(address).value = none
    return true
  }

  /// Removes the value of the field at an address.
  func unsetField(_ address: FieldAddress) { slot(address).value = nil }

  /// The value of the field at an address; nil if there is none.
  func fieldValue(_ address: FieldAddress) -> Any? { slot(address).value }

  /// Whether the field at an address has a value.
  func isFieldSet(_ address: FieldAddress) -> Bool { slot(address).value != nil }

  /// Whether the field at an address has no value, or nil.
  func isFieldNil(_ address: FieldAddress) -> Bool {
    guard let value = slot(address).value else { return true }
    return (value as? any OptionalValue)?.isNil ?? false
  }

  /// Reads the values that a path beginning with a wildcard finds into the field at an address.
  func gatherField(
    _ reader: inout JSONReader, _ path: [String], _ address: FieldAddress, isPatch: Bool = false
  ) throws(MappingError) {
    slot(address).value = try gather(from: &reader, along: path, isPatch: isPatch)
  }
}
