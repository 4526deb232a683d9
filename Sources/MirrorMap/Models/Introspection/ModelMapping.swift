/// How a model is mapped: what `User.mapping` tells.
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

  /// Its mapped properties in the order of declaration, those of superclasses first; none if there
  /// is an ``error``.
  public let properties: [Property]

  /// Why the model cannot be mapped; nil if it can.
  public let error: MappingError?

  /// The mapped property with a name.
  public subscript(name: String) -> Property? { properties.first { $0.name == name } }

  /// How one property is mapped.
  public struct Property: Sendable {
    /// What a property is to its model.
    public enum Role: Sendable, Hashable {
      /// The value of a key: `@Mapped`.
      case member
      /// A model whose keys are on the same level: `@Flattened`.
      case flattened
      /// The members that no other property asks for: `@Extras`.
      case extras
    }

    /// Its name in Swift.
    public let name: String
    /// Where its value is looked for: the steps of each key path, the preferred one first. None for
    /// flattened models and extras.
    public let keyPaths: [[String]]
    /// The type of its value.
    public let type: Any.Type
    /// The type of the transform or other coding that reads the value, or the items of a container;
    /// nil if the value reads itself.
    public let coding: (any ValueCoding.Type)?
    public let role: Role
    /// Whether it may be nil.
    public let isOptional: Bool
    /// Whether it is declared with a default.
    public let hasDefault: Bool
    /// Whether a `*` in its key path stands for all elements or members.
    public let hasWildcard: Bool
    public let direction: MappingDirection
    /// What it declares about coercion; nil for what the mapper says.
    public let coercion: Coercion?
    /// What it declares about failures; nil for what the mapper says.
    public let failurePolicy: FailurePolicy?

    /// Whether it is neither optional nor has a default, so that its key has to be there. (Unless
    /// the model's `init()` gives it a value.)
    public var isRequired: Bool { !isOptional && !hasDefault }
  }
}

extension ModelMapping {
  init(_ type: any Mappable.Type, _ mapper: Mapper) {
    model = type
    do throws(MappingError) {
      let plan = try PlanCache.plan(type)
      let keys = try plan.keys(KeyStrategies.number(of: mapper.keyStrategy))
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
    coding = Self.declaredCoding(declaration.coding).map { Swift.type(of: $0) }
    isOptional = declaration.isOptional
    hasDefault = declaration.hasDefault
    hasWildcard = property.wildcardPath != nil
    direction = declaration.options.direction
    coercion = declaration.options.coercion
    failurePolicy = declaration.options.onFailure
    switch declaration.role {
    case .member: role = .member
    case .flattened: role = .flattened
    case .extras: role = .extras
    }
    let paths = property.paths.map { $0 + (property.wildcardPath ?? []) }
    keyPaths = role == .member ? paths : []
  }

  /// The coding that was declared, which is that of a container's items.
  private static func declaredCoding(_ coding: Any) -> (any ValueCoding)? {
    if coding is any ImpliedCoding { return nil }
    if let lifted = coding as? any ItemwiseCoding { return declaredCoding(lifted.anyItemCoding) }
    return coding as? any ValueCoding
  }
}

/// A coding that nobody declares: it follows from the type.
protocol ImpliedCoding {}

extension ValueItself: ImpliedCoding {}
extension ExtrasCoding: ImpliedCoding {}
