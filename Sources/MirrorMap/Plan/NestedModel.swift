/// How a model is read into the field of another one, where it is to stay.
///
/// Read elsewhere, a struct of twenty strings is copied four times on its way: out of its own `decode`,
/// through the functions that called it, and into the field.
@usableFromInline
struct NestedModel {
  fileprivate let type: any Mappable.Type
  /// How many bytes a new model takes on the stack.
  fileprivate let size: Int
  /// Puts a new model into the field at an address.
  fileprivate let renew: (FieldAddress) -> Void
  private let foundPlan = ImmortalSlots<PlanTables>(count: 1)

  @usableFromInline
  init(_ type: any Mappable.Type, size: Int, renew: @escaping (FieldAddress) -> Void) {
    self.type = type
    self.size = size
    self.renew = renew
  }

  /// - Returns: nil for values that are no structs with mapped properties.
  @inlinable
  init?<Value: MappableValue>(_ value: Value.Type) {
    guard let type = Value.inPlaceModel else { return nil }
    self.init(type, size: MemoryLayout<Value>.size) {
      FieldSlot<Value>($0).value = Value.emptyInPlaceModel()
    }
  }

  @inline(__always)
  fileprivate var plan: ModelPlan {
    get throws(MappingError) {
      if let tables = foundPlan.load() { return ModelPlan(tables) }
      let plan = try PlanCache.plan(type)
      foundPlan.store(plan.tables)
      return plan
    }
  }
}

extension Borrowed where Value == NestedModel? {
  /// Puts a new model into the field at an address.
  ///
  /// - Returns: its plan; nil if it is not to be read there.
  @inline(__always)
  fileprivate borrowing func renew(
    _ address: FieldAddress, _ reader: inout JSONReader
  ) throws(MappingError) -> ModelPlan? {
    guard let plan = try value?.plan, plan.isReadInPlace else { return nil }
    if let size = value?.size, size > 1024 { try reader.checkStack(for: size) }
    value?.renew(address)
    return plan
  }
}

extension JSONReader {
  /// Reads a model into the field of another one.
  ///
  /// - Throws: ``MappingError``; what is there then is of no use, but the model around it goes as well.
  @inline(never)
  mutating func readNested(
    _ index: Int, _ address: FieldAddress, _ target: ModelTarget
  ) throws(MappingError) {
    guard current == .openBrace,
      let plan = try target.tables.pointee.nested[borrowed: index].renew(address, &self)
    else { return try target.tables.pointee.readings[borrowed: index].run(&self, address) }
    try readModel(plan, into: address)
  }
}

extension ModelPlan {
  /// Whether a model can be read where it is to stay: it does not choose where it is read, nor read itself
  /// with code of its own.
  var isReadInPlace: Bool {
    @inline(__always) get {
      guard !tables.pointee.isProviding else { return false }
      return tables.pointee.hasOrdinaryDecoding.value { OrdinaryDecoding.isUsed(by: self) }
    }
  }
}
