extension Mappable {
  /// The mapping of the model: its properties with their keys, types, transforms, and options.
  ///
  /// ```swift
  /// print(User.mapping)
  /// // User
  /// //   id     id            Int      required
  /// //   name   profile.name  String   required
  /// //   email  mail          String?  optional
  /// ```
  ///
  /// The keys are those of the model's own strategy if it has one; see ``mapping(using:)``. If the
  /// model can't be mapped, the value has the reason.
  ///
  /// - Complexity: O(n) in the number of properties, once the model has been planned.
  public static var mapping: ModelMapping { mapping(using: .default) }

  /// The mapping of the model with the key strategy of a mapper.
  ///
  /// - Parameter mapper: Its key strategy makes the keys, unless the model has its own.
  public static func mapping(using mapper: Mapper) -> ModelMapping {
    Recorder.suspended { ModelMapping(Self.self, inside: mapper.strategy) }
  }

  /// The model's type and properties, for debugging: `User(id: 7, name: "Ada", email: nil)`.
  ///
  /// This is what `print`, string interpolation, and the debugger show for a model without a
  /// description of its own, and `dump` for its parts. It shows all stored properties, those of superclasses first, and
  /// `unset` for required ones without a value. `…` replaces the rest of long strings and
  /// collections, objects that contain themselves, and models nested more than four levels deep.
  ///
  /// It uses reflection: nothing is planned and no `init()` runs. Swift reads an `unowned` property of a class for it,
  /// which traps if the object that it refers to is gone.
  ///
  /// ```swift
  /// print(user)      // User(id: 7, name: "Ada", email: nil)
  /// print([user])    // [User(id: 7, name: "Ada", email: nil)]
  /// ```
  ///
  /// - Complexity: O(n) in the number of properties shown; about a microsecond each.
  public var debugDescription: String { ModelPrinter.describe(self) }

  /// Writes the model as ``debugDescription`` shows it.
  public func write<Target: TextOutputStream>(to target: inout Target) {
    target.write(ModelPrinter.describe(self))
  }
}

extension MappableValue {
  /// Checks that the type, and all models that it can reach, can be mapped.
  ///
  /// Decoding and encoding check the same before they read the first byte, except for declarations that
  /// work for some documents: an optional number or string at `"a"` beside a property at `"a.b"`. A test of
  /// your own finds a wrong declaration before your users do:
  ///
  /// ```swift
  /// @Test func modelsAreDeclaredWell() throws {
  ///   try User.validateMapping()
  ///   try [Order].validateMapping(using: .api)
  /// }
  /// ```
  ///
  /// - Parameter mapper: Its key strategy makes the keys that are checked.
  /// - Throws: ``MappingError`` with code `.declaration`, naming the type, the property, and the
  ///   cause.
  /// - Complexity: O(n) in the number of models that can be reached. They stay planned.
  public static func validateMapping(using mapper: Mapper = .default) throws(MappingError) {
    try Recorder.suspended { () throws(MappingError) in
      try PlanCache.prepare(mapper.strategy, collectModels)
      try PlanCache.validate(mapper.strategy, collectModels)
    }
  }
}
