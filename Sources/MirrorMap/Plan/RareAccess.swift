/// What is rarely done with a property's value.
///
/// It is not specialised for the property's type, or each property would bring as much code again into
/// the user's program.
@usableFromInline
protocol RareAccess {
  /// Reads and writes the values.
  var anyCoding: any ValueCoding { get }
  /// Reads a value into what the field at an address holds already.
  func update(_ reader: inout JSONReader, _ address: FieldAddress) throws(MappingError)
  /// Remembers the value of the field at an address, and returns what puts it back.
  func save(_ address: FieldAddress) -> () -> Void
  /// Makes the field at an address nil; false if it cannot be nil.
  func clear(_ address: FieldAddress) -> Bool
  /// Whether the field at an address has a value.
  func isSet(_ address: FieldAddress) -> Bool
  /// The value of the field at an address; nil if there is none.
  func value(_ address: FieldAddress) -> Any?
  /// Copies the value of the field at the second address to the field at the first.
  func copy(_ address: FieldAddress, _ source: FieldAddress)
  func collectModels(into models: inout ReachableModels)
  /// Whether a key path with wildcards can fill the property.
  var canGather: Bool { get }
  /// Reads what a key path that begins with a wildcard finds in a value, into the field at an address.
  func gather(
    _ reader: inout JSONReader, _ path: [String], _ address: FieldAddress
  ) throws(MappingError)
}

/// The same for a property whose values are read and written with a coding.
struct CodedAccess<Coding: ValueCoding>: RareAccess {
  private let coding: Coding
  /// What an unset property reads as, if its type has such a value.
  private let unset: Coding.Value?

  init(_ coding: Coding, _ unset: Coding.Value?) {
    self.coding = coding
    self.unset = unset
  }

  var anyCoding: any ValueCoding { coding }

  private func slot(_ address: FieldAddress) -> FieldSlot<Coding.Value> { FieldSlot(address) }

  func update(_ reader: inout JSONReader, _ address: FieldAddress) throws(MappingError) {
    let slot = slot(address)
    if let unset, !coding.acceptsNull, reader.nextIsNull {
      try reader.decodeNull()
      slot.value = unset
    } else if var value = slot.value {
      // Not in place: objects in a circle lead back to the field, and an update could free there
      // what it is about to change here.
      defer { slot.value = value }
      try reader.update(&value, with: coding)
    } else {
      slot.value = try reader.decodeNew(with: coding)
    }
  }

  func save(_ address: FieldAddress) -> () -> Void {
    let slot = slot(address)
    let value = slot.value
    return { slot.value = value }
  }

  func clear(_ address: FieldAddress) -> Bool {
    guard let unset else { return false }
    slot(address).value = unset
    return true
  }

  func isSet(_ address: FieldAddress) -> Bool { slot(address).value != nil }

  func value(_ address: FieldAddress) -> Any? { slot(address).value }

  func copy(_ address: FieldAddress, _ source: FieldAddress) {
    slot(address).value = slot(source).value
  }

  func collectModels(into models: inout ReachableModels) { coding.collectModels(into: &models) }

  var canGather: Bool { Gathering.canGather(Coding.Value.self, coding) }

  func gather(
    _ reader: inout JSONReader, _ path: [String], _ address: FieldAddress
  ) throws(MappingError) {
    let value = try Gathering.gather(Coding.Value.self, coding, from: &reader, along: path[...])
    slot(address).value = value as? Coding.Value
  }
}

extension PropertyDeclaration {
  /// What is rarely done with a property, as far as its coding can tell.
  @usableFromInline
  static func rareAccess<Coding: ValueCoding>(
    _ coding: Coding, _ unset: Coding.Value?
  ) -> any RareAccess {
    CodedAccess(coding, unset)
  }

  /// The same for values that read and write themselves.
  @usableFromInline
  static func rareAccess<Value: MappableValue>(_ type: Value.Type) -> any RareAccess {
    CodedAccess(ValueItself<Value>(), Value.noneValue)
  }
}
