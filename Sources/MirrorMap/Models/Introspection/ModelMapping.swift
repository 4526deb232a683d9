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

  /// The key strategy: the model's own, or the one in force around it.
  let strategy: Int32

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

    let property: PlannedProperty

    /// Its name in Swift.
    public var name: String { property.name }
    /// The steps of each key path, the preferred path first; empty for flattened models and extras.
    public var keyPaths: [[String]] {
      property.isMember ? property.paths.map { $0 + (property.wildcardPath ?? []) } : []
    }
    /// The type of its value.
    public var type: Any.Type { property.declaration.valueType }
    /// The type of the transform or other coding of the value, or of a container's items; nil if
    /// the value reads itself.
    public var coding: (any ValueCoding.Type)? {
      let isDeclared = property.isMember && !property.declaration.usesValueItself
      return isDeclared ? Self.itemCoding(property.declaration.coding) : nil
    }
    /// Its role in the model.
    public var role: Role {
      property.isMember ? .member : property.holdsExtras ? .extras : .flattened
    }
    /// Whether it may be nil.
    public var isOptional: Bool { property.declaration.isOptional }
    /// Whether it's declared with a default.
    public var hasDefault: Bool { property.declaration.hasDefault }
    /// Whether its key path has a step `*` for all elements or members.
    public var hasWildcard: Bool { property.wildcardPath != nil }
    /// Whether it's only decoded, or only encoded.
    public var direction: MappingDirection { property.declaration.options.direction }
    /// Its own coercion; nil for the mapper's.
    public var coercion: Coercion? { property.declaration.options.coercion }
    /// Its own failure policy; nil for the mapper's.
    public var failurePolicy: FailurePolicy? { property.declaration.options.onFailure }

    /// Whether its key is required, because it's neither optional nor has a default. (`init()` can
    /// also give it a value.)
    public var isRequired: Bool { !isOptional && !hasDefault }
  }
}

extension ModelMapping {
  /// - Parameter outer: The key strategy around the model.
  init(_ type: any Mappable.Type, inside outer: Int32) {
    model = type
    do throws(MappingError) {
      let plan = try PlanCache.plan(type)
      let keys = try plan.keys(outer)
      properties = keys.pointee.model.properties.map { Property(property: $0) }
      strategy = plan.strategy(inside: outer)
      error = nil
    } catch {
      (properties, strategy) = ([], outer)
      self.error = error
    }
  }
}

extension ModelMapping.Property {
  /// The type of a declared coding, which for a container is that of its items.
  private static func itemCoding(_ coding: any ValueCoding) -> any ValueCoding.Type {
    if let lifted = coding as? any ItemwiseCoding { return itemCoding(lifted.anyItemCoding) }
    return Swift.type(of: coding)
  }
}
