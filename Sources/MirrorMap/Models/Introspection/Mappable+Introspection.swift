extension Mappable {
  /// How the model is mapped: its properties with their keys, types, transforms and options.
  ///
  /// ```swift
  /// print(User.mapping)
  /// // User
  /// //   id     id            Int      required
  /// //   name   profile.name  String   required
  /// //   email  mail          String?  optional
  /// ```
  ///
  /// Keys are made by the model's own strategy if it has one; see ``mapping(using:)``. Of a model
  /// that cannot be mapped, the value tells why.
  ///
  /// - Complexity: O(n) in the number of properties, once the model has been planned.
  public static var mapping: ModelMapping { mapping(using: .default) }

  /// How the model is mapped by a mapper with a key strategy.
  ///
  /// - Parameter mapper: its key strategy makes the keys, unless the model has one of its own.
  public static func mapping(using mapper: Mapper) -> ModelMapping {
    Recorder.suspended { ModelMapping(Self.self, mapper) }
  }
}

extension MappableValue {
  /// Checks that the type, and all models that it can reach, can be mapped.
  ///
  /// Decoding and encoding check the same before they look at the first byte. A test of your own
  /// finds a wrong declaration before your users do:
  ///
  /// ```swift
  /// @Test func modelsAreDeclaredWell() throws {
  ///   try User.validateMapping()
  ///   try [Order].validateMapping(using: .api)
  /// }
  /// ```
  ///
  /// - Parameter mapper: its key strategy makes the keys that are checked.
  /// - Throws: ``MappingError`` with code `.declaration`, naming type, property and cause.
  /// - Complexity: O(n) in the number of models that can be reached; they stay planned.
  public static func validateMapping(using mapper: Mapper = .default) throws(MappingError) {
    try Recorder.suspended { () throws(MappingError) in
      var models = ReachableModels(leavingOut: nil)
      collectModels(into: &models)
      try PlanCache.prepare(models, KeyStrategies.number(of: mapper.keyStrategy))
    }
  }
}
