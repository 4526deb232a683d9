/// A mapped property in the plan of its model, with the keys that a strategy makes.
final class PlannedProperty: @unchecked Sendable {
  let name: String
  /// The type that declares it: the model or a superclass.
  let owner: Any.Type
  let declaration: PropertyDeclaration
  let field: PlannedField
  /// The key of the declaration, or the one with which a subclass overrides it.
  private let key: MappedKey
  /// The key paths, the preferred one first; never empty, and neither is any path. In a path with
  /// wildcards, the steps before the first one.
  let paths: [[String]]
  /// The key paths for lookups.
  let readPaths: [[String]]

  /// - Parameter keyOverride: The key path that replaces the declared one, if any.
  convenience init(
    _ field: OffsetProof.Field, _ declaration: PropertyDeclaration, keyOverride: String?,
    isInObject: Bool, _ strategy: any KeyStrategy
  ) {
    let key = keyOverride.map { MappedKey($0, [], true, ".") } ?? declaration.key
    // Wildcards and options of its own are handled by its reading, and nothing is read or
    // written in place in an object.
    let isPlain = !declaration.options.altersReading && key.wildcardPath == nil
    let kind =
      isPlain && declaration.kind != .optionalArray && !(isInObject && declaration.kind == .model)
      ? declaration.kind : .other
    self.init(
      field.property.name, field.property.owner, declaration,
      PlannedField(field, declaration, kind: kind), key, strategy)
  }

  private init(
    _ name: String, _ owner: Any.Type, _ declaration: PropertyDeclaration, _ field: PlannedField,
    _ key: MappedKey, _ strategy: any KeyStrategy
  ) {
    (self.name, self.owner, self.declaration) = (name, owner, declaration)
    (self.field, self.key) = (field, key)
    let paths = key.paths(for: name, strategy)
    self.paths =
      key.wildcardPath == nil
      ? paths : paths.map { Array($0.prefix { $0 != MappedKey.wildcard }) }
    readPaths =
      strategy.ignoresCase ? self.paths.map { $0.map { $0.lowercased() } } : self.paths
  }

  /// In a path with wildcards, the first of them and all steps after it.
  var wildcardPath: [String]? {
    key.wildcardPath.map { Array($0.drop { $0 != MappedKey.wildcard }) }
  }

  /// The property with the keys that a strategy makes.
  ///
  /// - Parameter offset: that of its model, if it is inside of another one.
  func keyed(by strategy: any KeyStrategy, movedBy offset: Int = 0) -> PlannedProperty {
    var field = field
    field.offset += offset
    field.stateOffset += offset
    return PlannedProperty(name, owner, declaration, field, key, strategy)
  }

  /// Reads a value into the property's field.
  var reading: PropertyDeclaration.Reading {
    let (declaration, options, read) = (declaration, declaration.options, gathering)
    guard options.altersReading else { return read }
    return { (reader, address) throws(MappingError) in
      if options.onFailure != nil { reader.beginProperty(declaration) }
      try reader.reading(options) { (reader) throws(MappingError) in try read(&reader, address) }
    }
  }

  /// Reads a value, or the values that a path with wildcards leads to, into the property's field.
  private var gathering: PropertyDeclaration.Reading {
    guard let wildcardPath else { return declaration.read }
    let coding = declaration.coding
    return { (reader, address) throws(MappingError) in
      try coding.gatherField(&reader, wildcardPath, address)
    }
  }

  /// Whether the property is the value of a key, and decoded.
  var isRead: Bool { isMember && declaration.options.direction != .encodeOnly }

  /// Whether the property is the value of a key, and encoded.
  var isWritten: Bool {
    isMember && declaration.options.direction != .decodeOnly && wildcardPath == nil
  }

  var isMember: Bool { flattenedModel == nil && !holdsExtras }

  var flattenedModel: (any Mappable.Type)? { declaration.flattenedModel }

  var holdsExtras: Bool { declaration.extras != nil }
}

extension Collection<PlannedProperty> {
  /// The keys of a property, by their ranks, at which an object isn't its value, but a group in which the property may
  /// have another of its keys, and other properties have theirs:
  ///
  ///     @Mapped("image.url", "image") var url: URL?      {"image": "a.png"}
  ///     @Mapped("image.width") var width: Int?           {"image": {"width": 5}}     1 is a group
  func groups(of property: PlannedProperty) -> [Int] {
    let paths = property.readPaths
    guard paths.count > 1 else { return [] }
    return paths.indices.filter { rank in
      paths.contains { $0.leads(below: paths[rank]) }
        && !property.declaration.shape.mayBeObject
        && contains { $0 !== property && $0.leads(below: paths[rank]) }
    }
  }

  /// The keys, in the object of a property's value, with which the key paths of other properties lead through it.
  func outerKeys(of property: PlannedProperty) -> [String] {
    let paths = filter { $0 !== property && $0.isMember }.flatMap(\.readPaths)
    return property.readPaths.flatMap { path in
      paths.filter { $0.leads(below: path) }.map { $0[path.count] }
    }
  }
}

extension PlannedProperty {
  /// Whether a value of the property is read or written in the object at a key path, or can be that object.
  fileprivate func leads(below path: [String]) -> Bool {
    guard isMember else { return false }
    return (isRead ? readPaths[...] : readPaths.prefix(1)).contains {
      $0.leads(below: path)
        || $0.elementsEqual(path, by: JSONKey.isEqual)
          && (wildcardPath != nil || declaration.shape.mayBeObject)
    }
  }
}

extension [String] {
  /// Whether the key path leads through the value at another one.
  func leads(below path: [String]) -> Bool {
    count > path.count && starts(with: path, by: JSONKey.isEqual)
  }
}

/// The part of a ``PlannedProperty`` that is needed for each value.
struct PlannedField {
  /// The offset of the property's wrapper from the model's base.
  fileprivate(set) var offset: Int
  /// The offset of its state from the model's base.
  fileprivate(set) var stateOffset: Int
  let kind: FieldKind
  /// Whether its key is required.
  let isRequired: Bool
  /// Whether `null` is read as a value.
  let acceptsNull: Bool
  /// Whether `null` leaves the default unchanged.
  let hasDefault: Bool
  /// Whether its value is read with other options than the mapper's.
  let altersReading: Bool

  init(_ field: OffsetProof.Field, _ declaration: PropertyDeclaration, kind: FieldKind) {
    offset = field.offset
    stateOffset = field.stateOffset
    self.kind = kind
    isRequired = !declaration.hasDefault && !declaration.isOptional
    acceptsNull = declaration.acceptsNull
    hasDefault = declaration.hasDefault
    altersReading = declaration.options.altersReading
  }
}

extension JSONReader {
  /// Prepares for the value of a property: an optional leaves its failure to the property. An optional that the value
  /// of another property begins with does not.
  func beginProperty(_ declaration: PropertyDeclaration) {
    session?.pointee.optionalProperty = declaration.isOptional ? cursor : nil
  }
}
