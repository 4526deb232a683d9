import MirrorMap

/// The models of one corpus: annotated for MirrorMap, plain for everyone else.
///
/// Both hold the same fields of the same types, so that every contender does the same work; no
/// key paths and no transforms, which only MirrorMap could use.
protocol BenchmarkDocument: SendableMetatype {
  /// What an app writes for MirrorMap.
  associatedtype Annotated: MappableValue
  /// What an app writes for `Codable`, and fills by hand from `JSONSerialization`.
  associatedtype Plain: Codable & Equatable

  /// The corpus these models are for.
  static var corpus: Corpus { get }

  /// The hand-written way from the tree that `JSONSerialization` makes; nil where a cast fails.
  static func cast(_ tree: Any) -> Plain?

  /// The same content in plain models: how MirrorMap's result is compared, field by field.
  static func plain(_ mapped: Annotated) -> Plain
}
