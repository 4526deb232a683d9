import Foundation
import MirrorMap

/// A comment with replies, which have replies themselves, in three kinds of models.
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

// MARK: - Documents

extension ReplyModels {
  /// Threads in which each comment has one reply, up to a depth.
  ///
  /// If replies come first, a model that requests the text before the replies has to find the end
  /// of everything nested in them: at each level again, or once.
  static func document(threads: Int, depth: Int, repliesFirst: Bool) -> Data {
    var random = SeededGenerator(seed: 0x4E91)
    let threads = (0..<threads).map { _ in
      thread(depth: depth, repliesFirst: repliesFirst, with: &random)
    }
    return Data("[\(threads.joined(separator: ","))]".utf8)
  }

  private static func thread(
    depth: Int, repliesFirst: Bool, with random: inout SeededGenerator
  ) -> String {
    var text = ""
    for level in 0..<depth {
      let replies = "\"replies\":[\(text)]"
      let author = random.word(of: random.int(in: 5...14), from: JapaneseText.letters)
      let body = random.word(of: random.int(in: 20...120), from: JapaneseText.letters)
      let id = random.int(in: 1...999_999)
      let others = "\"id\":\(id),\"author\":\"\(author)\",\"text\":\"\(body) \(level)\""
      text = repliesFirst ? "{\(replies),\(others)}" : "{\(others),\(replies)}"
    }
    return text
  }
}
