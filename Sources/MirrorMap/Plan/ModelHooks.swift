/// The hooks of a model, which are found once per type.
struct ModelHooks {
  /// The model, if it inspects an object before it's decoded.
  private(set) var validator: (any DecodeValidating.Type)?
  /// Completes the model whose fields begin at an address.
  private(set) var didDecode: ((FieldAddress, MappingContext) throws -> Void)?
  /// The model's preparation for writing.
  private(set) var willEncode: Preparation?
  /// The size of what is prepared for writing, in bytes: of a struct, it's a copy.
  private(set) var preparedSize = 0
  /// The model's own key strategy.
  private(set) var keyStrategy: (any KeyStrategy)?
  /// The keys of properties, by their names, that replace the declared ones.
  private(set) var keyOverrides: [String: String] = [:]
  /// The model, if it chooses what it is decoded into.
  private(set) var provider: (any ModelProviding.Type)?

  /// Prepares the model whose fields begin at an address, or a copy if it's a struct, and then calls a closure with the
  /// address of the fields to write.
  typealias Preparation = (FieldAddress, MappingContext, (FieldAddress) -> Void) throws -> Void

  /// Whether a hook runs while a model is read, or changes its keys.
  var affectReading: Bool { validator != nil || didDecode != nil || keyStrategy != nil }

  /// Whether a hook runs while a model is written, or changes its keys.
  var affectWriting: Bool { willEncode != nil || keyStrategy != nil }

  init(_ type: any Mappable.Type) {
    guard type is any ModelHook.Type else { return }
    validator = type as? any DecodeValidating.Type
    didDecode = (type as? any DecodeCompleting.Type)?.complete
    if let type = type as? any EncodePreparing.Type {
      (willEncode, preparedSize) = (type.prepare, type.preparedSize)
    }
    keyStrategy = (type as? any KeyStrategyProviding.Type)?.keyStrategy
    keyOverrides = (type as? any KeyOverrideProviding.Type)?.keyOverrides ?? [:]
    provider = type as? any ModelProviding.Type
  }
}

extension DecodeCompleting {
  fileprivate static func complete(at base: FieldAddress, in context: MappingContext) throws {
    try ModelMemory.withModel(Self.self, at: base) { try $0.didDecode(in: context) }
  }
}

extension EncodePreparing {
  fileprivate static var preparedSize: Int { MemoryLayout<Self>.size }

  fileprivate static func prepare(
    at base: FieldAddress, in context: MappingContext, _ write: (FieldAddress) -> Void
  ) throws {
    guard !(Self.self is AnyClass) else {
      try ModelMemory.withModel(Self.self, at: base) { try $0.willEncode(in: context) }
      return write(base)
    }
    var copy = base.inPlace(Self.self).value
    try copy.willEncode(in: context)
    ModelMemory.withBase(of: &copy, write)
  }
}
