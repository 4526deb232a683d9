/// What ``DecodeValidating``, ``DecodeCompleting``, ``EncodePreparing``, ``KeyStrategyProviding`` and
/// ``ModelProviding`` have in common: a model adopts one of them to be asked or told.
///
/// You need not name it, unless a generic model adopts a hook only for some parameters:
///
/// ```swift
/// extension Page: ModelHook, DecodeCompleting where Item: Comparable { … }
/// ```
// Whether a type conforms to a protocol is a question that costs the runtime a search through all
// conformances of the program. So most models are asked this one question instead of five.
public protocol ModelHook: SendableMetatype {}
