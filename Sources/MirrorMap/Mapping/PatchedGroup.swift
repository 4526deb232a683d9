/// What a patch has for the properties of a flattened model.
struct PatchedGroup {
  private let members: JSONObject
  /// The members without those that the properties have.
  private(set) var unmapped: JSONObject
  /// Whether a property has a value other than `null`.
  private(set) var hasValue = false
  /// Whether `null` is in the place of a required property.
  private(set) var removesRequired = false
  /// Whether `null` is in the place of all written properties that aren't nil already.
  private(set) var removesAll = true

  init(_ members: JSONObject) { (self.members, unmapped) = (members, members) }

  /// Inserts the properties of a model, and of those that are flattened into it.
  ///
  /// - Parameter value: The model, which may be nil.
  mutating func insert(
    _ type: any Mappable.Type, _ value: Any?, inside outer: Int32, isRequired: Bool = true
  ) throws(MappingError) {
    if var model = value as? any Mappable {
      return try insert(type, &model, inside: outer, isRequired)
    }
    try insert(type, at: nil, inside: outer, isRequired)
  }

  private mutating func insert<Model: Mappable>(
    _ type: any Mappable.Type, _ model: inout Model, inside outer: Int32, _ isRequired: Bool
  ) throws(MappingError) {
    // The plan of a subclass has other properties.
    let isSubclass = Swift.type(of: model) != type
    try PlanCache.plan(type).withBase(of: &model, for: .read) { (base) throws(MappingError) in
      try insert(type, at: isSubclass ? nil : base, inside: outer, isRequired)
    }
  }

  private mutating func insert(
    _ type: any Mappable.Type, at base: FieldAddress?, inside outer: Int32, _ isRequired: Bool
  ) throws(MappingError) {
    let plan = try PlanCache.plan(type)
    let strategy = plan.strategy(inside: outer)
    let ignoresCase = KeyStrategies.strategy(strategy).ignoresCase
    for property in try plan.keys(strategy).pointee.model.properties {
      let isRequired = isRequired && property.field.isRequired
      let coding = property.declaration.coding
      let address = base.map { $0 + property.field.offset }
      if let inner = property.flattenedModel {
        let value = address.flatMap { coding.fieldValue($0) }
        try insert(inner, value, inside: strategy, isRequired: isRequired)
      } else if property.isMember {
        let values = property.readPaths.map { value(at: $0, ignoresCase) }
        let isNull = values.contains { $0?.isNull == true }
        if values.contains(where: { $0?.isNull == false }) { hasValue = true }
        if isRequired, property.isRead, isNull { removesRequired = true }
        if property.isWritten, !isNull,
          values.contains(where: { $0 != nil })
            || address.map({ !coding.isFieldNil($0) }) ?? true
        {
          removesAll = false
        }
        for path in property.paths where path.count > 1 { unmapped.removeValue(at: path[...]) }
      }
    }
  }

  /// The value at a key path; `null` if something on the path replaces it, nil if it is absent.
  private func value(at path: [String], _ ignoresCase: Bool) -> JSONValue? {
    var value = JSONValue.object(members)
    for step in path {
      switch value {
      case .object(let object):
        guard let key = object.spelling(of: step, ignoringCase: ignoresCase),
          let next = object[key]
        else { return nil }
        value = next
      case .array(let elements):
        guard let index = Int(step), elements.indices.contains(index) else { return .null }
        value = elements[index]
      default: return .null
      }
    }
    return value
  }
}
