/// What is rarely done with a property's value.
///
/// It is not specialised for the property's type, or each property would bring as much code again into
/// the user's program.
@usableFromInline
struct RareAccess {
  /// Reads a value into what the field at an address holds already.
  let update: PropertyDeclaration.Reading
  /// Remembers the value of the field at an address, and returns what puts it back.
  let save: (FieldAddress) -> () -> Void
  /// Makes the field at an address nil; false if it cannot be nil.
  let clear: (FieldAddress) -> Bool
  /// Whether the field at an address has a value.
  let isSet: (FieldAddress) -> Bool
  /// Whether something inside the field's value has been assigned since it was decoded.
  let hasChanges: (FieldAddress) -> Bool
  /// Copies the value of the field at the second address to the field at the first.
  let copy: (FieldAddress, FieldAddress) -> Void
  let collectModels: (inout ReachableModels) -> Void
  /// Whether a key path with wildcards can fill the property.
  let canGather: () -> Bool
  /// Reads what a key path that begins with a wildcard finds in a value, into the field at an address.
  let gather: (inout JSONReader, [String], FieldAddress) throws(MappingError) -> Void

  @usableFromInline
  init<Coding: ValueCoding>(_ coding: Coding, _ unset: Coding.Value?) {
    let none = coding.acceptsNull ? nil : unset
    update = { (reader, address) throws(MappingError) in
      let slot = FieldSlot<Coding.Value>(address)
      if let none, reader.nextIsNull {
        try reader.decodeNull()
        slot.value = none
      } else if var value = slot.value {
        // Not in place: objects in a circle lead back to the field, and an update could free there
        // what it is about to change here.
        defer { slot.value = value }
        try reader.update(&value, with: coding)
      } else {
        slot.value = try reader.decodeNew(with: coding)
      }
    }
    save = { address in
      let value = FieldSlot<Coding.Value>(address).value
      return { FieldSlot<Coding.Value>(address).value = value }
    }
    clear = { address in
      guard let unset else { return false }
      FieldSlot<Coding.Value>(address).value = unset
      return true
    }
    isSet = { FieldSlot<Coding.Value>($0).value != nil }
    hasChanges = { FieldSlot<Coding.Value>($0).value.map(coding.hasChanges) ?? false }
    copy = { FieldSlot<Coding.Value>($0).value = FieldSlot<Coding.Value>($1).value }
    collectModels = { coding.collectModels(into: &$0) }
    canGather = { Gathering.canGather(Coding.Value.self, coding) }
    gather = { (reader, path, address) throws(MappingError) in
      let value = try Gathering.gather(Coding.Value.self, coding, from: &reader, along: path[...])
      FieldSlot<Coding.Value>(address).value = value as? Coding.Value
    }
  }
}
