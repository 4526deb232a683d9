/// How a model is read into the field of another one, where it is to stay.
///
/// Read elsewhere, a struct of twenty strings is copied four times on its way: out of its own `decode`,
/// through the functions that called it, and into the field.
///
/// A model may have a `decode(from:)` of its own, though, and Swift does not tell. So each is read elsewhere
/// at first, by a reader that notices whether it ends up in the code from here.
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

  /// The model's plan.
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

extension InPlace<NestedModel?>.Borrowed {
  @inline(__always)
  fileprivate var plan: ModelPlan? {
    get throws(MappingError) { try value?.plan }
  }

  /// Puts a new model into the field at an address.
  @inline(__always)
  fileprivate borrowing func renew(
    _ address: FieldAddress, _ reader: inout JSONReader
  ) throws(MappingError) {
    if let size = value?.size, size > 1024 { try reader.checkStack(for: size) }
    value?.renew(address)
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
    let tables = target.tables
    guard current == .openBrace, let plan = try tables.pointee.nested[borrowed: index].plan else {
      return try tables.pointee.readings[borrowed: index].run(&self, address)
    }
    guard plan.isReadInPlace else {
      return try noticing { (reader) throws(MappingError) in
        try tables.pointee.readings[borrowed: index].run(&reader, address)
      }
    }
    try tables.pointee.nested[borrowed: index].renew(address, &self)
    try readModel(plan, into: address)
  }

  /// Reads something, and notes which code reads the first model in it.
  @inlinable @inline(__always)
  mutating func noticing<R>(
    _ read: (inout JSONReader) throws(MappingError) -> R
  ) throws(MappingError) -> R {
    // Careful reading is for good here, and not only for that.
    guard !scope.needsCare else { return try read(&self) }
    let outer = beginNoticing()
    defer { scope = outer }
    return try read(&self)
  }

  @usableFromInline
  mutating func beginNoticing() -> ReadingScope {
    let outer = scope
    scope.isNoticing = true
    // Only careful reading looks at that.
    scope.needsCare = true
    return outer
  }

  /// Reads a model of which it is known by now that code from here reads it.
  mutating func notice(_ plan: ModelPlan, _ base: FieldAddress) throws(MappingError) {
    if !plan.tables.pointee.isProviding { plan.tables.pointee.hasOrdinaryDecoding.set() }
    scope.isNoticing = false
    scope.needsCare = false
    try readModel(plan, into: base)
  }
}

extension ModelPlan {
  /// Whether the model can be read where it is to stay: it does not choose where it is read, nor read itself
  /// with code of its own, as far as is known.
  @usableFromInline
  var isReadInPlace: Bool {
    @inline(__always) get { tables.pointee.hasOrdinaryDecoding.isSet }
  }
}
