/// The hooks of a model, which are found once per type.
struct ModelHooks {
  typealias Deciding = (JSONView, MappingContext) throws -> Void
  typealias Completing = (FieldAddress, MappingContext) throws -> Void

  /// Inspects an object before it's decoded.
  let willDecode: Deciding?
  /// Completes the model whose fields begin at an address.
  let didDecode: Completing?
  /// Prepares the model whose fields begin at an address.
  let willEncode: Completing?
  /// The model's own key strategy.
  let keyStrategy: (any KeyStrategy)?
  /// Whether the model provides existing instances to decode into.
  let isProviding: Bool

  /// Whether a hook runs while a model is read or written.
  var usesGeneralPath: Bool {
    willDecode != nil || didDecode != nil || willEncode != nil || keyStrategy != nil
  }

  init(_ type: any Mappable.Type) {
    guard type is any ModelHook.Type else {
      (willDecode, didDecode, willEncode, keyStrategy, isProviding) = (nil, nil, nil, nil, false)
      return
    }
    willDecode = (type as? any DecodeValidating.Type).map { type in
      { (json, context) in try type.willDecode(json, in: context) }
    }
    didDecode = (type as? any DecodeCompleting.Type).map { Self.completing($0) }
    willEncode = (type as? any EncodePreparing.Type).map { Self.preparing($0) }
    keyStrategy = (type as? any KeyStrategyProviding.Type)?.keyStrategy
    isProviding = type is any ModelProviding.Type
  }

  private static func completing<Model: DecodeCompleting>(_ type: Model.Type) -> Completing {
    { (base, context) in
      try ModelMemory.withModel(type, at: base) { try $0.didDecode(in: context) }
    }
  }

  private static func preparing<Model: EncodePreparing>(_ type: Model.Type) -> Completing {
    { (base, context) in
      try ModelMemory.withModel(type, at: base) { try $0.willEncode(in: context) }
    }
  }
}
