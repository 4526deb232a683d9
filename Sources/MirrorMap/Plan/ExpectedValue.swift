/// What a value is in JSON according to the declaration of its property.
///
/// It's what is tried first with the decoder of another library: `Codable` has no way to ask a decoder what a value is,
/// and each wrong guess takes a microsecond.
indirect enum ExpectedValue {
  case anything
  case boolean, integer, double, number, string
  case optional(ExpectedValue)
  case array(of: ExpectedValue)
  /// An object with any keys.
  case dictionary(of: ExpectedValue)
  /// An object that key paths lead into.
  case group(ExpectedMembers)
  /// The object of a model.
  ///
  /// - Parameter keepsAll: Whether members without a property matter as well, because code of the user may read them.
  case model(any Mappable.Type, keepsAll: Bool)

  /// The values of a property.
  init(_ property: PlannedProperty) {
    let declaration = property.declaration
    guard property.wildcardPath == nil else {
      self = .anything
      return
    }
    // The library's own containers read nothing but the models in them.
    var keepsAll = true
    if case .itself(let type) = declaration.erased, case .one = type._access.models {
      keepsAll = false
    }
    let value = ExpectedValue(declaration.shape, keepsAll, depth: 8)
    let mayBeNull = declaration.isOptional || declaration.acceptsNull || declaration.hasDefault
    self = mayBeNull ? .optional(value.wrapped) : value
  }

  /// - Parameter depth: How many shapes are looked into, as a shape can contain itself.
  private init(_ shape: ValueShape, _ keepsAll: Bool, depth: Int) {
    func part(_ shape: ValueShape) -> ExpectedValue {
      ExpectedValue(shape, keepsAll, depth: depth - 1)
    }
    guard depth > 0 else {
      self = .anything
      return
    }
    self =
      switch shape {
      case .boolean: .boolean
      case .integer: .integer
      case .number: .number
      case .string, .document: .string
      case .enumeration(_, let shape), .rawValue(_, let shape), .described(let shape, _):
        part(shape)
      case .optional(let shape): .optional(part(shape))
      case .array(let shape): .array(of: part(shape))
      case .dictionary(let shape, _): .dictionary(of: part(shape))
      case .model(let type): .model(type, keepsAll: keepsAll)
      case .value(let type): Self.isDouble(type) ? .double : part(type.shape)
      case .anything, .anyOf, .numberOrText, .tagged: .anything
      }
  }

  /// The value if it isn't nil.
  var wrapped: ExpectedValue {
    if case .optional(let value) = self { value } else { self }
  }

  private static func isDouble(_ type: any MappableValue.Type) -> Bool {
    type == Double.self || type == Float.self
  }
}

/// The members of a model's object, or of an object that its key paths lead into.
struct ExpectedMembers {
  private(set) var all: [(key: String, value: ExpectedValue)] = []
  /// The index of each key.
  private(set) var indexes: [String: Int] = [:]

  /// Adds the value at a key path.
  fileprivate mutating func insert(_ value: ExpectedValue, at path: ArraySlice<String>) {
    guard let key = path.first else { return }
    let rest = path.dropFirst()
    let known = indexes[key]
    if rest.isEmpty || rest.first.flatMap({ ArrayIndex($0) }) != nil {
      // Before an index, there may be an array; and a value may be that of several properties.
      guard let known else { return append(rest.isEmpty ? value : .anything, key) }
      all[known].value = .anything
    } else if let known {
      guard case .group(var members) = all[known].value else {
        all[known].value = .anything
        return
      }
      members.insert(value, at: rest)
      all[known].value = .group(members)
    } else {
      var members = ExpectedMembers()
      members.insert(value, at: rest)
      append(.group(members), key)
    }
  }

  private mutating func append(_ value: ExpectedValue, _ key: String) {
    indexes[key] = all.count
    all.append((key, value))
  }
}

/// The object of a model, with the members of the models that are flattened into it.
struct ExpectedObject {
  private(set) var members = ExpectedMembers()
  /// Whether members without a property matter as well, here and in all objects inside.
  private(set) var keepsAll = false
  /// The plans of the models.
  private(set) var plans: [ModelPlan] = []

  fileprivate init(_ plan: ModelPlan, inside outer: Int32) throws(MappingError) {
    try add(plan, inside: outer)
  }

  private mutating func add(_ plan: ModelPlan, inside outer: Int32) throws(MappingError) {
    let strategy = plan.strategy(inside: outer)
    let (tables, keys) = (plan.tables, try plan.keys(strategy))
    plans.append(plan)
    if tables.pointee.extrasField >= 0 || tables.pointee.isProviding || keys.pointee.ignoresCase
      || plan.details.hooks.validator != nil
    {
      keepsAll = true
    }
    for property in keys.pointee.model.properties {
      if let type = property.flattenedModel {
        try add(PlanCache.plan(type), inside: strategy)
      } else if property.isRead {
        for path in property.paths { members.insert(ExpectedValue(property), at: path[...]) }
      }
    }
  }
}

extension ModelPlan {
  /// What the model's object contains.
  ///
  /// - Parameter strategy: The strategy of the model's keys.
  func expectedObject(_ strategy: Int32) throws(MappingError) -> Permanent<ExpectedObject> {
    let slot = try keys(strategy).pointee.expectedObject
    if let known = slot.load() { return known }
    // Threads that need it at the same time may all make one.
    let object = Permanent(try ExpectedObject(self, inside: strategy))
    slot.store(object)
    return object
  }
}
