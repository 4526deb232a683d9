import Foundation

/// Finding the column that a key path means.
///
/// A key path doesn't tell the name of its property. So a value is assigned along it to a prototype, and the property
/// whose state says that it has changed is the one.
extension ModelTable {
  /// The column of a property; `value` is some value of it, for types whose values can't be made up.
  func column<Value>(
    of path: WritableKeyPath<Model, Value>, value: Value? = nil
  ) throws -> Int {
    if let known = knownColumns.withLock({ $0[path] }) { return known }
    let column = try findColumn(of: path, value)
    knownColumns.withLock { $0[path] = column }
    return column
  }

  private func findColumn<Value>(
    of path: WritableKeyPath<Model, Value>, _ value: Value?
  ) throws -> Int {
    let candidates = columns.indices.filter { columns[$0].field.valueType == Value.self }
    var prototype = Model()
    let sample: Value? = ModelMemory.withAnyBase(of: &prototype) { base in
      // Assigning along a key path reads first, which takes values.
      var samples = Samples()
      for coder in columns { samples.assign(to: coder, in: base) }
      let slots = candidates.compactMap { columns[$0].field.slot(in: base, makesModels: true) }
        .map { FieldSlot<Value>($0.address) }
      guard let sample = value ?? slots.lazy.compactMap(\.value).first else { return nil }
      for slot in slots { slot.value = sample }
      for coder in columns { coder.field.slot(in: base, makesModels: true)?.state = .value }
      return sample
    }
    guard let sample else {
      // No value of the type could be made up, so none can be assigned.
      if candidates.count == 1 { return candidates[0] }
      throw StoreError(
        .query,
        "a key path to a value of type \(typeName(of: Value.self)) can't be told from others of that type",
        model: entity.name)
    }
    Self.examining(Model.self) { prototype[keyPath: path] = sample }
    // An observer of the property may have assigned others.
    let changed = ModelMemory.withAnyBase(of: &prototype) { base in
      candidates.filter { columns[$0].field.slot(in: base)?.state.isChanged == true }
    }
    guard changed.count == 1 else {
      let type = typeName(of: Value.self)
      var problem = "a key path to a value of type \(type) leads to no stored property"
      if !changed.isEmpty {
        problem = "a property of type \(type) has an observer that assigns another one of that type"
      } else if fields.flattened.contains(where: { $0.valueType == Value.self }) {
        problem += "; query a property of the flattened model"
      }
      throw StoreError(.query, problem, model: entity.name)
    }
    return changed[0]
  }

  /// The value of a property in its column.
  func columnValue<Value>(_ value: Value, in column: Int) throws -> ColumnValue {
    var prototype = Model()
    return try ModelMemory.withAnyBase(of: &prototype) { base in
      guard let slot = columns[column].field.slot(in: base, makesModels: true) else { return .null }
      FieldSlot<Value>(slot.address).value = value
      slot.state.markChanged()
      return try self.value(column, at: base)
    }
  }
}

/// Values for the properties of prototypes.
private struct Samples {
  private struct Key: Hashable {
    let model: ObjectIdentifier
    let depth: Int
  }

  /// The models that have been made.
  private var models: [Key: any Mappable] = [:]

  /// Assigns some value to a property that has none, if one can be made up.
  ///
  /// - Parameter depth: How many embedded models the property is in.
  mutating func assign(to coder: ColumnCoder, in base: FieldAddress, depth: Int = 0) {
    let field = coder.field
    guard let slot = field.slot(in: base, makesModels: true) else { return }
    // A key path may lead through embedded models, even if they're optional, and through several of one type.
    if depth < 32, let type = unwrapped(field.valueType) as? any Mappable.Type,
      let model = model(type, depth: depth + 1), model.assign(to: slot, of: field.valueType)
    {
      return
    }
    guard !field.isSet(slot) else { return }
    let texts = [
      "", "[]", "{}", "00000000-0000-0000-0000-000000000000", "2001-01-01T00:00:00Z", "a:b", "0",
      "1",
    ]
    var samples = [.null, .integer(0), .real(0), .blob(Data())] + texts.map(ColumnValue.text)
    samples += ["true", "\"[]\""].map { .blob(Data($0.utf8)) }
    let cases = (field.valueType as? any CaseIterable.Type)?.allCases.map { $0 as Any } ?? []
    samples += cases.compactMap { try? ($0 as? any MappableValue)?.encodeBytes() }
      .map { ColumnJSON.value(of: $0) }
    for sample in samples where (try? coder.store(sample, slot)) != nil { return }
  }

  /// A model whose properties have values, where these can be made up; nil for types that can't be mapped.
  private mutating func model<Model: Mappable>(_ type: Model.Type, depth: Int) -> Model? {
    let key = Key(model: ObjectIdentifier(type), depth: depth)
    if let known = models[key] { return known as? Model }
    guard let fields = try? ModelFields(type) else { return nil }
    var model = Model()
    ModelMemory.withAnyBase(of: &model) { base in
      for field in fields.all {
        assign(to: ColumnCoder.of(field, isID: false), in: base, depth: depth)
      }
    }
    models[key] = model
    return model
  }
}

extension Mappable {
  /// Assigns the model to a property of its type, or of an optional of that; returns false for other properties.
  fileprivate func assign(to slot: ModelSlot, of type: Any.Type) -> Bool {
    if type == Self.self {
      FieldSlot<Self>(slot.address).value = self
    } else if type == Self?.self {
      FieldSlot<Self?>(slot.address).value = self
    } else {
      return false
    }
    return true
  }
}
