/// The mapping of a model: the value of `User.mapping`.
///
/// ```swift
/// for property in User.mapping.properties where property.isRequired {
///   print(property.name, property.keyPaths[0].joined(separator: "."))
/// }
/// User.mapping["email"]?.isOptional      // true
/// ```
public struct ModelMapping: Sendable {
  /// The model's type.
  public let model: any Mappable.Type

  /// Its mapped properties in the order of declaration, those of superclasses first; empty if there
  /// is an ``error``.
  public let properties: [Property]

  /// Why the model can't be mapped; nil if it can.
  public let error: MappingError?

  /// The mapped property with a name.
  public subscript(name: String) -> Property? { properties.first { $0.name == name } }

  /// The mapping of one property.
  public struct Property: Sendable {
    /// The role of a property in its model.
    public enum Role: Sendable, Hashable {
      /// The value of a key: `@Mapped`.
      case member
      /// A model whose keys are on the same level: `@Flattened`.
      case flattened
      /// The unmapped members: `@Extras`.
      case extras
    }

    /// Its name in Swift.
    public let name: String
    /// The steps of each key path, the preferred path first; empty for flattened models and extras.
    public let keyPaths: [[String]]
    /// The type of its value.
    public let type: Any.Type
    /// The type of the transform or other coding of the value, or of a container's items; nil if
    /// the value reads itself.
    public let coding: (any ValueCoding.Type)?
    /// Its role in the model.
    public let role: Role
    /// Whether it may be nil.
    public let isOptional: Bool
    /// Whether it's declared with a default.
    public let hasDefault: Bool
    /// Whether its key path has a step `*` for all elements or members.
    public let hasWildcard: Bool
    /// Whether it's only decoded, or only encoded.
    public let direction: MappingDirection
    /// Its own coercion; nil for the mapper's.
    public let coercion: Coercion?
    /// Its own failure policy; nil for the mapper's.
    public let failurePolicy: FailurePolicy?

    /// Whether its key is required, because it's neither optional nor has a default. (`init()` can
    /// also give it a value.)
    public var isRequired: Bool { !isOptional && !hasDefault }
  }
}

extension ModelMapping {
  init(_ type: any Mappable.Type, _ mapper: Mapper) {
    model = type
    do throws(MappingError) {
      let plan = try PlanCache.plan(type)
      let keys = try plan.keys(mapper.strategy)
      properties = keys.pointee.model.properties.map(Property.init)
      error = nil
    } catch {
      properties = []
      self.error = error
    }
  }
}

extension ModelMapping.Property {
  init(_ property: PlannedProperty) {
    let declaration = property.declaration
    name = property.name
    type = declaration.valueType
    // Values that read themselves have an access.
    let isDeclared = property.isMember && declaration.accessType == nil
    coding = isDeclared ? Self.itemCoding(declaration.coding) : nil
    isOptional = declaration.isOptional
    hasDefault = declaration.hasDefault
    hasWildcard = property.wildcardPath != nil
    direction = declaration.options.direction
    coercion = declaration.options.coercion
    failurePolicy = declaration.options.onFailure
    role = property.isMember ? .member : property.holdsExtras ? .extras : .flattened
    let paths = property.paths.map { $0 + (property.wildcardPath ?? []) }
    keyPaths = property.isMember ? paths : []
  }

  /// The type of a declared coding, which for a container is that of its items.
  private static func itemCoding(_ coding: Any) -> (any ValueCoding.Type)? {
    if let lifted = coding as? any ItemwiseCoding { return itemCoding(lifted.anyItemCoding) }
    return (coding as? any ValueCoding).map { Swift.type(of: $0) }
  }
}
