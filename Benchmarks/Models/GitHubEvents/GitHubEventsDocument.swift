/// Models of `github_events.json`: what a feed of activities shows.
///
/// Of the 1,139 members of all objects of the real file 602 are mapped, those inside ignored values
/// counted among the ignored.
enum GitHubEventsDocument: BenchmarkDocument {
  static let corpus = Corpus.githubEvents

  static func cast(_ tree: Any) -> [PlainEvent]? {
    Tree.models(tree, PlainEvent.init(tree:))
  }

  static func plain(_ mapped: [MappedEvent]) -> [PlainEvent] {
    mapped.map { PlainEvent($0) }
  }
}
