import MirrorMap

/// The plain models of one corpus, and the annotated ones that go with them.
///
/// Both hold the same fields of the same types, so that every contender does the same work: no key
/// paths and no transforms, which only MirrorMap could use.
protocol CorpusModel: Codable, Equatable, TreeModel, SendableMetatype {
  /// What an app writes for MirrorMap.
  associatedtype Annotated: MappableValue

  static var corpus: Corpus { get }
}

/// 18 fields of a status, 20 of its user, its entities, and of a retweeted original what a timeline
/// shows. The rest, almost half of the content, is ignored.
extension PlainTimeline: CorpusModel {
  typealias Annotated = MappedTimeline
  static let corpus = Corpus.twitter
}

/// Every member of the document.
extension PlainCatalog: CorpusModel {
  typealias Annotated = MappedCatalog
  static let corpus = Corpus.citmCatalog
}

/// Every member of the document.
extension GeoJSONModels.Plain: CorpusModel {
  typealias Annotated = GeoJSONModels.Annotated
  static let corpus = Corpus.canada
}

/// What a feed of activities shows: of the 1,139 members of all objects of the real file 602 are
/// mapped, those inside ignored values counted among the ignored.
extension Array: CorpusModel where Element == PlainEvent {
  typealias Annotated = [MappedEvent]
  static var corpus: Corpus { .githubEvents }
}
