import Synchronization

/// The default implementations of a model's requirements: reading and writing by the model's plan.
///
/// Whether a model implements `decode(from:)` or `encode(to:)` itself cannot be seen in Swift. So the default
/// implementations mark the plan when they run. Until then, containers and properties call the requirement;
/// afterwards they read and write the model in place, by its plan.
extension Mappable {
  /// Reads an object into a new model.
  ///
  /// - Throws: ``MappingError`` with the path of whatever is wrong.
  @inlinable
  public static func decode(from reader: inout JSONReader) throws -> Self {
    try ModelDecoder.model(from: &reader)
  }

  /// Reads an object into the model: properties whose keys are absent stay as they are.
  ///
  /// - Throws: ``MappingError`` with the path of whatever is wrong; what was read before it stays.
  public mutating func update(from reader: inout JSONReader) throws {
    let plan = try PlanCache.plan(Self.self)
    plan.tables.pointee.hasDefaultUpdating.pointee.store(true, ordering: .relaxed)
    try ModelMemory.withBase(of: &self) { (base) throws(MappingError) in
      try ModelDecoder.decodeGenerally(plan, into: base, isUpdating: true, from: &reader)
    }
  }

  /// Writes the model as an object.
  ///
  /// - Throws: ``MappingError`` for a required property that was never set, and for values that
  ///   cannot be written.
  @inlinable
  public func encode(to writer: inout JSONWriter) throws {
    let plan = try ModelPlan.ofDefaultEncoding(Self.self)
    try ModelMemory.withInPlace(of: self) { (model) throws(MappingError) in
      try ModelEncoder.encode(plan, from: model.base, to: &writer)
    }
  }

  @inlinable
  public static var _access: _ValueAccess {
    _ValueAccess(model: Self.self, mapper: PlanMapper.self)
  }

  public static var shape: ValueShape { .model(Self.self) }
}

extension Mappable where Self: AnyObject {
  /// Reads an object into a new instance.
  ///
  /// - Throws: ``MappingError`` with the path of whatever is wrong.
  @inlinable
  public static func decode(from reader: inout JSONReader) throws -> Self {
    try ModelDecoder.object(from: &reader)
  }

  /// Reads an object into the instance: properties whose keys are absent stay as they are.
  ///
  /// - Throws: ``MappingError`` with the path of whatever is wrong; what was read before it stays.
  public func update(from reader: inout JSONReader) throws {
    let plan = try PlanCache.plan(type(of: self))
    plan.tables.pointee.hasDefaultUpdating.pointee.store(true, ordering: .relaxed)
    try ModelMemory.withBase(ofObject: self) { (base) throws(MappingError) in
      plan.check(.modify, toObjectAt: base)
      try ModelDecoder.decodeGenerally(plan, into: base, isUpdating: true, from: &reader)
    }
  }

  /// Writes the instance as an object, with the properties of its own class even where only a
  /// superclass is known.
  ///
  /// - Throws: ``MappingError`` for a required property that was never set, and for values that
  ///   cannot be written.
  @inlinable
  public func encode(to writer: inout JSONWriter) throws {
    let plan = try ModelPlan.ofDefaultEncoding(type(of: self))
    try ModelMemory.withBase(ofObject: self) { (base) throws(MappingError) in
      try ModelEncoder.encode(plan, fromObjectAt: base, to: &writer)
    }
  }

  // Objects are referenced from elsewhere while they are read, so nothing is read into them in place.
  @inlinable
  public static var _access: _ValueAccess {
    _ValueAccess(Self.self, .one(Self.self), mapper: PlanMapper.self)
  }
}

/// The default implementations of `decode(from:)`. All of what they throw is converted to `any Error` in one place.
extension ModelDecoder {
  /// Reads an object into a new struct, or into what a ``ModelProviding`` one chooses.
  @inlinable @inline(__always)
  static func model<Model: Mappable>(from reader: inout JSONReader) throws(MappingError) -> Model {
    let plan = try ModelPlan.ofDefaultDecoding(Model.self)
    if plan.tables.pointee.isProviding { return try providedModel(plan, from: &reader) }
    var model = Model()
    try ModelMemory.withBase(of: &model) { (base) throws(MappingError) in
      try decode(plan, into: base, from: &reader)
    }
    return model
  }

  /// Reads an object into a new instance of a class, or into what a ``ModelProviding`` one chooses.
  @inlinable @inline(__always)
  static func object<Model: Mappable & AnyObject>(
    from reader: inout JSONReader
  ) throws(MappingError) -> Model {
    let plan = try ModelPlan.ofDefaultDecoding(Model.self)
    if plan.tables.pointee.isProviding {
      // The optimizer would cast nil as if it was an object.
      let object = try decodeProvided(Model.self, plan, from: &reader)
      if let object, let model = object as? Model { return model }
    }
    let model = Model()
    try ModelMemory.withBase(ofObject: model) { (base) throws(MappingError) in
      try decode(plan, into: base, from: &reader)
    }
    return model
  }
}

/// Reads and writes models by their plans, for the containers that hold them.
@usableFromInline
enum PlanMapper: ModelMapper {
  @usableFromInline
  static func plan(_ type: any Mappable.Type) throws(MappingError) -> PlanReference {
    PlanReference(try PlanCache.plan(type).tables)
  }

  @usableFromInline
  static func decodesByPlan(_ plan: PlanReference) -> Bool { ModelPlan(plan).decodesByPlan }

  @usableFromInline
  static func encodesByPlan(_ plan: PlanReference) -> Bool { ModelPlan(plan).encodesByPlan }

  @usableFromInline
  static func decode(
    _ plan: PlanReference, into base: FieldAddress, from reader: inout JSONReader
  ) throws(MappingError) {
    try ModelDecoder.decode(ModelPlan(plan), into: base, from: &reader)
  }

  @usableFromInline
  static func encode(
    _ plan: PlanReference, from first: FieldAddress, count: Int, stride: Int,
    to writer: inout JSONWriter
  ) throws(MappingError) {
    try ModelEncoder.encode(
      ModelPlan(plan), from: first, count: count, stride: stride, to: &writer)
  }

  @usableFromInline
  static func encode(
    objectAt reference: FieldAddress, checksAccess: Bool, to writer: inout JSONWriter
  ) throws(MappingError) -> Bool {
    let object = ModelMemory.object(at: reference)
    guard let plan = PlanCache.published(object.type), plan.encodesByPlan else { return false }
    if checksAccess { plan.check(.read, toObjectAt: object.base) }
    let position = writer.count
    do throws(MappingError) {
      try ModelEncoder.encode(plan, from: object.base, to: &writer)
    } catch {
      throw writer.wrap(error, since: position)
    }
    return true
  }
}

extension ModelPlan {
  @inline(__always)
  fileprivate init(_ reference: PlanReference) { self.init(reference.restored()) }

  /// The plan of a model whose `decode(from:)` is the default one, which it's marked as unless it's
  /// ``ModelProviding``.
  @usableFromInline
  static func ofDefaultDecoding(_ type: any Mappable.Type) throws(MappingError) -> ModelPlan {
    let plan = try PlanCache.plan(type)
    if !plan.decodesByPlan, !plan.tables.pointee.isProviding {
      plan.tables.pointee.hasDefaultDecoding.pointee.store(true, ordering: .relaxed)
    }
    return plan
  }

  /// The plan of a model whose `encode(to:)` is the default one, which it's marked as.
  @usableFromInline
  static func ofDefaultEncoding(_ type: any Mappable.Type) throws(MappingError) -> ModelPlan {
    let plan = try PlanCache.plan(type)
    if !plan.encodesByPlan {
      plan.tables.pointee.hasDefaultEncoding.pointee.store(true, ordering: .relaxed)
    }
    return plan
  }
}
