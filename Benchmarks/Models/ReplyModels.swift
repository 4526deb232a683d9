import MirrorMap

/// A comment whose replies have replies in turn, in three kinds of models.
enum ReplyModels {
  struct Annotated: Mappable {
    @Mapped var id: Int
    @Mapped var author: String
    @Mapped var text: String
    @Mapped var replies: [Annotated]
  }

  struct Immutable: ImmutableMappable {
    let id: Int
    let author: String
    let text: String
    let replies: [Immutable]

    init(from object: inout ObjectReader) throws {
      id = try object.value("id")
      author = try object.value("author")
      text = try object.value("text")
      replies = try object.value("replies")
    }

    func encode(to object: inout ObjectWriter) throws {
      try object.set(id, "id")
      try object.set(author, "author")
      try object.set(text, "text")
      try object.set(replies, "replies")
    }
  }

  struct Plain: Codable, Equatable {
    var id: Int
    var author: String
    var text: String
    var replies: [Plain]
  }
}
