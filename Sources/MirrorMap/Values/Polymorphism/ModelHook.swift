/// The protocol that all hooks inherit from: ``DecodeValidating``, ``DecodeCompleting``,
/// ``EncodePreparing``, ``KeyStrategyProviding``, ``KeyOverrideProviding``, and ``ModelProviding``.
///
/// Name it only if a generic model adopts a hook for some of its type arguments:
///
/// ```swift
/// extension Page: ModelHook, DecodeCompleting where Item: Comparable { … }
/// ```
// Whether a type conforms to a protocol is a question that costs the runtime a search through all
// conformances of the program. So most models are asked this one question instead of six.
public protocol ModelHook: SendableMetatype {}
