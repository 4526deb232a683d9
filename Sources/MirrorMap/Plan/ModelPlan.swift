/// All that reflection finds out about a model, once per type: its fields, where its keys lead to,
/// and in which order it is written.
///
/// A plan is complete before anyone sees it, and never changes or goes away afterwards.
@usableFromInline
final class ModelPlan: @unchecked Sendable {
  let id: ObjectIdentifier
  let name: String
  let properties: [PlannedProperty]

  // What reading and writing look at for each value, in memory without reference counts.

  let fields: UnsafePointer<PlannedField>
  let readings: UnsafePointer<PropertyDeclaration.Reading>
  let writings: UnsafePointer<PropertyDeclaration.Writing>
  let keys: UnsafePointer<KeyNode>
  let writeRoot: UnsafePointer<WriteNode>
  /// How many words of 64 bits it takes to have one bit per entry of the trie.
  let wordCount: Int
  /// The entries that alone fill a field, as bits.
  let soleEntries: UnsafePointer<UInt64>
  /// For each entry the field that only this entry can fill, or -1.
  let soleFields: UnsafePointer<Int>
  /// The fields that have alternative keys.
  let rivalFields: [Int]

  /// Plans a model.
  ///
  /// - Throws: ``MappingError`` with code `.declaration`.
  init(_ type: any Mappable.Type) throws(MappingError) {
    id = ObjectIdentifier(type)
    name = "\(type)"
    let proven = try Self.prove(type, name)
    var properties: [PlannedProperty] = []
    for field in proven {
      guard let declaration = field.declaration as? PropertyDeclaration else {
        throw .declaration(name, field.name, "its wrapper declares nothing")
      }
      properties.append(
        PlannedProperty(
          name: field.name, paths: declaration.key.paths(for: field.name),
          declaration: declaration, field: PlannedField(field, declaration)))
    }
    try PropertyValidators.validate(properties, of: name)
    self.properties = properties
    fields = Immortal.allocate(properties.map(\.field))
    readings = Immortal.allocate(properties.map(\.declaration.read))
    writings = Immortal.allocate(properties.map(\.declaration.write))
    writeRoot = WriteTree(properties.map { $0.paths[0] }).root
    let trie = KeyTrie(properties.map(\.paths))
    keys = trie.root
    wordCount = (trie.entryCount + 63) / 64
    var sole = [UInt64](repeating: 0, count: wordCount)
    for (entry, field) in trie.soleFields.enumerated() where field >= 0 {
      sole[entry / 64] |= 1 << UInt64(entry % 64)
    }
    soleEntries = Immortal.allocate(sole)
    soleFields = Immortal.allocate(trie.soleFields)
    rivalFields = properties.indices.filter { properties[$0].paths.count > 1 }
  }

  private static func prove(
    _ type: any Mappable.Type, _ name: String
  ) throws(MappingError) -> [OffsetProof.Field] {
    func open<Model: Mappable>(_ type: Model.Type) throws(MappingError) -> [OffsetProof.Field] {
      try OffsetProof.fields(of: name, isModel: { $0 is any Mappable }, { type.init() })
    }
    return try open(type)
  }

  /// Names the models that the properties can hold.
  func collectModels(into models: inout ReachableModels) {
    for property in properties { property.declaration.collectModels(&models) }
  }
}

extension PlannedField {
  init(_ field: OffsetProof.Field, _ declaration: PropertyDeclaration) {
    offset = field.offset
    stateOffset = field.stateOffset
    kind = declaration.kind
    isRequired = !declaration.hasDefault && !declaration.isOptional
    acceptsNull = declaration.acceptsNull
    hasDefault = declaration.hasDefault
  }
}
