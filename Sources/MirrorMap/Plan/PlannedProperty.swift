/// A mapped property as its model's plan knows it.
struct PlannedProperty {
  /// What does not depend on its keys.
  private final class Core {
    let name: String
    let wildcardPath: [String]?
    let declaration: PropertyDeclaration
    let field: PlannedField

    init(_ field: OffsetProof.Field, _ declaration: PropertyDeclaration) {
      name = field.name
      self.declaration = declaration
      let path = declaration.key.wildcardPath
      let split = path?.firstIndex(of: MappedKey.wildcard) ?? 0
      wildcardPath = path.map { Array($0[split...]) }
      self.field = PlannedField(field, declaration, hasWildcard: path != nil)
    }
  }

  private let core: Core
  /// Its key paths, the preferred one first; never empty, nor is any path. Of a path with wildcards,
  /// what stands before the first.
  private(set) var paths: [[String]] = []
  private var foldedPaths: [[String]]?

  init(_ field: OffsetProof.Field, _ declaration: PropertyDeclaration) {
    core = Core(field, declaration)
  }

  /// The same with the keys that a strategy makes.
  func keyed(by strategy: any KeyStrategy) -> PlannedProperty {
    var keyed = self
    keyed.paths = declaration.key.paths(for: name, strategy)
    if wildcardPath != nil {
      keyed.paths = keyed.paths.map { Array($0.prefix { $0 != MappedKey.wildcard }) }
    }
    if strategy.ignoresCase { keyed.foldedPaths = keyed.paths.map { $0.map { $0.lowercased() } } }
    return keyed
  }

  var name: String { core.name }
  var declaration: PropertyDeclaration { core.declaration }
  var field: PlannedField { core.field }
  /// Of a path with wildcards, the first of them and all that follows.
  var wildcardPath: [String]? { core.wildcardPath }

  /// The key paths as they are looked for, unless the property is never read.
  var readPaths: [[String]] { foldedPaths ?? paths }

  /// Reads a value into the property's field.
  var reading: PropertyDeclaration.Reading {
    guard let wildcardPath else { return declaration.read }
    let (read, rare) = (declaration.read, declaration.rare)
    return { (reader, address) throws(MappingError) in
      // There is nothing to gather from null, nor from a scalar: they mean what they mean elsewhere.
      guard reader.current == .openBrace || reader.current == .openBracket else {
        return try read(&reader, address)
      }
      try rare.gather(&reader, wildcardPath, address)
    }
  }

  /// Reads a value into what the property's field holds already.
  func update(_ reader: inout JSONReader, _ address: FieldAddress) throws(MappingError) {
    if wildcardPath == nil {
      try declaration.rare.update(&reader, address)
    } else {
      try reading(&reader, address)
    }
  }

  /// Whether the property is the value of a key, and looked for.
  var isRead: Bool { isMember && declaration.options.direction != .encodeOnly }

  /// Whether the property is the value of a key, and written.
  var isWritten: Bool {
    isMember && declaration.options.direction != .decodeOnly && wildcardPath == nil
  }

  private var isMember: Bool {
    if case .member = declaration.role { true } else { false }
  }

  /// The model whose keys are on the same level.
  var flattenedModel: (any Mappable.Type)? {
    if case .flattened(let model) = declaration.role { model } else { nil }
  }

  /// Whether the property holds what no other one asks for.
  var holdsExtras: Bool {
    if case .extras = declaration.role { true } else { false }
  }
}

/// The part of a ``PlannedProperty`` that is looked at for each value.
struct PlannedField {
  /// Where the property's wrapper begins, from the model's base.
  let offset: Int
  /// Where its state lies, from the model's base.
  let stateOffset: Int
  let kind: FieldKind
  /// Whether its key has to be there.
  let isRequired: Bool
  /// Whether `null` is read as a value.
  let acceptsNull: Bool
  /// Whether `null` leaves the default in place.
  let hasDefault: Bool
}

extension PlannedField {
  init(_ field: OffsetProof.Field, _ declaration: PropertyDeclaration, hasWildcard: Bool) {
    offset = field.offset
    stateOffset = field.stateOffset
    // A value that is read in its own way takes the careful path.
    let isPlain = !declaration.options.altersReading && !hasWildcard
    kind = isPlain ? declaration.kind : .other
    isRequired = !declaration.hasDefault && !declaration.isOptional
    acceptsNull = declaration.acceptsNull
    hasDefault = declaration.hasDefault
  }

  /// The same field in an object, where nothing is read or written in place.
  var inObject: PlannedField {
    PlannedField(
      offset: offset, stateOffset: stateOffset, kind: kind == .model ? .other : kind,
      isRequired: isRequired, acceptsNull: acceptsNull, hasDefault: hasDefault)
  }
}
