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
    Recorder.suspended { ModelMapping(Self.self, mapper) }
  }
}

extension MappableValue {
  /// Checks that the type, and all models that it can reach, can be mapped.
  ///
  /// Decoding and encoding check the same before they read the first byte. A test of your own finds
  /// a wrong declaration before your users do:
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
      var models = ReachableModels(leavingOut: nil)
      collectModels(into: &models)
      try PlanCache.prepare(models, KeyStrategies.number(of: mapper.keyStrategy))
    }
  }
}
