/// Where a model's fields lie while it is being written.
struct ModelWriting {
  let tables: Immortal<PlanTables>
  let keys: Immortal<KeyTables>
  let base: FieldAddress
  /// Whether properties that are nil are written even when they were absent, or never.
  let nulls: EncodingOptions.Nulls
}

extension ModelWriting {
  /// The state of a field.
  func state(_ field: Int) -> FieldState {
    (base + tables.pointee.fields[field].stateOffset).state
  }

  /// Whether a field has been assigned, or a model inside its value has been changed.
  func hasChanges(_ field: Int) -> Bool {
    if state(field).isChanged { return true }
    let address = base + tables.pointee.fields[field].offset
    return ModelPlan(tables).details.properties[field].declaration.rare.hasChanges(address)
  }

  /// Whether a field holds a model inside which something has been assigned.
  func isModelChangedInside(_ field: Int) -> Bool {
    let declaration = ModelPlan(tables).details.properties[field].declaration
    let address = base + tables.pointee.fields[field].offset
    return Self.isModel(declaration.valueType) && declaration.rare.hasChanges(address)
  }

  private static func isModel(_ type: Any.Type) -> Bool {
    type is any Mappable.Type
      || (type as? any OptionalValue.Type).map { isModel($0.wrapped) } ?? false
  }

  /// Whether a property, or a flattened model, writes a key on the model's own level.
  func writes(_ key: String) -> Bool {
    let model = keys.pointee.model
    let bytes = KeyBytes(keys.pointee.ignoresCase ? key.lowercased() : key)
    return model.properties.contains { $0.isWritten && KeyBytes($0.readPaths[0][0]) == bytes }
      || model.flattened.values.contains { $0.contains(key) }
  }
}

extension ModelPlan {
  /// Whether the model at an address has been decoded.
  func isDecoded(at base: FieldAddress) -> Bool {
    details.properties.contains { (base + $0.field.stateOffset).state.isDecoded }
  }

  /// Whether something in the model at an address has been assigned since it was decoded.
  func hasChanges(at base: FieldAddress) -> Bool {
    let writing = ModelWriting(
      tables: tables, keys: tables.pointee.keys, base: base, nulls: .whereNull)
    return details.properties.indices.contains { writing.hasChanges($0) }
  }
}
