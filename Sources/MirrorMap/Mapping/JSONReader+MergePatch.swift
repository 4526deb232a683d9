/// Patches of RFC 7396 for what key paths lead through; see ``CarefulReading``.
///
///     @Mapped("user.name") name, @Mapped("user.zip") zip      {"user": null} removes both
extension JSONReader {
  /// Reads a value that is no object, and so replaces the whole group of fields below a key.
  @inline(never)
  mutating func replaceGroup(
    _ node: Immortal<KeyNode>, _ reading: inout ModelReading,
    _ care: Lent<CarefulReading>
  ) throws(MappingError) {
    let position = cursor
    let count = care.pointee.updated.count
    var required: [Int] = []
    for field in Self.fields(below: node) {
      if removeValue(field, reading) {
        care.pointee.updated.append(field)
      } else {
        required.append(field)
      }
    }
    if current == .openBracket {
      try readElements(node, &reading)
    } else if care.pointee.minds.contains(.keeps), care.pointee.arrayDepth == 0 {
      try passOverlooked(node, care)
    } else {
      try skipValue()
    }
    for field in required where !care.pointee.updated[count...].contains(field) {
      let property = reading.property(field)
      var failure = failure(
        .missingKey, at: position, expected: typeName(of: property.declaration.valueType))
      failure.details.missing =
        JSONPath(
          keyPath: Array(property.paths[0].dropFirst(node.pointee.path.pointee.count))
        ).components
      throw named(failure, reading.plan, field)
    }
  }

  /// Whether a patch removes an optional flattened model: all of its members, or one that it needs, and
  /// gives it no other ones.
  func removesModel(
    _ index: Int, _ reading: ModelReading, _ care: Lent<CarefulReading>
  ) throws(MappingError) -> Bool {
    let property = reading.property(index)
    guard !care.pointee.valuedModels.contains(index), property.declaration.isOptional,
      let type = property.flattenedModel
    else { return false }
    let removed = care.pointee.removedKeys
    let plan = try PlanCache.plan(type)
    let keys = try plan.keys(scope.strategy).pointee.model
    let needed = keys.properties.filter { $0.isRead && $0.field.isRequired }
    if needed.contains(where: { removed.contains(KeyBytes($0.readPaths[0][0])) }) { return true }
    return removed.isSuperset(of: try plan.writtenKeys(scope.strategy).map { KeyBytes($0) })
  }

  /// The fields below a key. Of those with alternatives, the ones that are written there.
  private static func fields(below node: Immortal<KeyNode>) -> [Int] {
    var fields: [Int] = []
    for index in 0..<node.pointee.count {
      guard let detail = node.pointee.detail(index) else {
        fields.append(node.pointee.table.number(index))
        continue
      }
      for candidate in 0..<detail.candidates.count where detail.candidates[candidate].rank == 0 {
        fields.append(detail.candidates[candidate].field)
      }
      if let child = detail.child { fields += self.fields(below: child) }
    }
    return fields
  }
}

// MARK: - What a patch adds

/// A value that a patch can build from nothing: then `null` in it removes nothing, as the RFC says, and
/// is no value.
protocol PatchTarget {
  static var empty: Self { get }
}

extension JSONValue: PatchTarget {
  static var empty: JSONValue { .null }
}

extension JSONObject: PatchTarget {
  static var empty: JSONObject { JSONObject() }
}

extension Dictionary: PatchTarget {
  static var empty: [Key: Value] { [:] }
}

extension JSONReader {
  /// Reads a value where an update finds none.
  @usableFromInline
  mutating func decodeNew<Coding: ValueCoding>(
    with coding: Coding
  ) throws(MappingError) -> Coding.Value {
    guard removesNulls, nextKind == .object,
      var value = (Coding.Value.self as? any PatchTarget.Type)?.empty as? Coding.Value
    else { return try decode(with: coding) }
    try update(&value, with: coding)
    return value
  }
}
