/// Properties as JSON, one at a time.
extension ModelField {
  /// The JSON of the property's value, with default options. Equal dictionaries and sets have the same JSON.
  ///
  /// - Returns: nil if the value is nil.
  /// - Throws: ``MappingError``, with code `.notEncodable` for a required property that was never set.
  package func json(in slot: ModelSlot) throws(MappingError) -> [UInt8]? {
    var outcome = PropertyDeclaration.WriteOutcome.none
    let json = try DocumentWriting.run(
      [], .default, .none, { _ in },
      { (writer) throws(MappingError) in
        writer.scope.ordersCollections = true
        outcome = try declaration.write(&writer, slot.address)
        if outcome != .written { writer.encodeNull() }
      },
      { $0.withWritten { Array($0) } })
    if outcome == .unset, isRequired { throw Self.unset }
    return outcome == .written ? json : nil
  }

  /// Reads the property's value from its JSON.
  package func read(_ json: some JSONSource, into slot: ModelSlot) throws {
    try json.withBytes { bytes in
      var session = MappingSession(mapper: .default, context: .none)
      try DocumentReading.read(bytes, at: nil, &session, ifAbsent: nil, { _ in }) {
        (reader) throws(MappingError) in try read(from: &reader, into: slot)
      }
    }
  }

  /// Reads the property's value from the value at the reader's position.
  package func read(from reader: inout JSONReader, into slot: ModelSlot) throws(MappingError) {
    try declaration.read(&reader, slot.address)
  }

  /// Calls a closure that reads a value as that of the property, with the options that the property declares.
  package func reading<R>(
    from reader: inout JSONReader, _ body: (inout JSONReader) throws -> R
  ) throws -> R {
    try reader.reading(declaration.options, body)
  }

  /// Whether the failure policy in force, that of the property or of its model, keeps the default where the value is in
  /// error.
  package func keepsDefault(
    after error: MappingError, in reader: borrowing JSONReader
  ) -> Bool {
    let policy = reader.policy(declaration.options.onFailure ?? reader.scope.policy)
    return policy != .strict && !isRequired && error.code.isRecoverable
  }

  /// Writes the property's value.
  package func write(_ slot: ModelSlot, to writer: inout JSONWriter) throws(MappingError) {
    if try declaration.write(&writer, slot.address) != .written { writer.encodeNull() }
  }

  /// Makes the property nil.
  ///
  /// - Returns: false if it cannot be nil.
  package func clear(_ slot: ModelSlot) -> Bool { declaration.coding.clearField(slot.address) }

  /// Copies the property's value, if it has one, and returns a closure that gives it to the property in another place.
  package func copy(_ slot: ModelSlot) -> (ModelSlot) -> Void {
    let assign = declaration.coding.copyField(slot.address)
    return { assign($0.address) }
  }

  /// Makes the properties of the objects inside of the property's value count as unchanged.
  package func clearChanges(_ slot: ModelSlot) {
    if let value = declaration.coding.fieldValue(slot.address) {
      ChangeSearch.clearChanges(in: value)
    }
  }

  /// Whether the property has a value, be it nil.
  package func isSet(_ slot: ModelSlot) -> Bool { declaration.isFieldSet(slot.address) }

  /// The error for a required property that was never set.
  @usableFromInline
  package static var unset: MappingError {
    MappingError(.notEncodable, expected: "a required property was neither decoded nor assigned")
  }
}

extension MappableValue {
  /// The JSON of the value, by default with default options. Equal dictionaries and sets have the same JSON.
  package func orderedJSON(
    _ options: EncodingOptions = [], _ mapper: Mapper = .default, _ context: MappingContext = .none
  ) throws(MappingError) -> [UInt8] {
    try DocumentWriting.run(
      options, mapper, context, root: ObjectIdentifier(Self.self), Self.collectModels,
      { (writer) throws(MappingError) in
        writer.scope.ordersCollections = true
        try writer.encode(self)
      },
      { $0.withWritten { Array($0) } })
  }
}
