/// Models of `twitter.json`: 18 fields of a status, 20 of its user, its entities, and of a
/// retweeted original what a timeline shows. The rest, almost half of the content, is ignored.
enum TwitterDocument: BenchmarkDocument {
  static let corpus = Corpus.twitter

  static func cast(_ tree: Any) -> PlainTimeline? {
    PlainTimeline(tree: tree)
  }

  static func plain(_ mapped: MappedTimeline) -> PlainTimeline {
    PlainTimeline(mapped)
  }
}
