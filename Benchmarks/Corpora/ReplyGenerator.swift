import Foundation

/// Makes discussions in which each comment has one reply, up to a depth.
///
/// In documents whose replies come first, a model that asks for a comment's text before its replies
/// has to find the end of all that is nested in it: at each level again, or once.
enum ReplyGenerator {
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
      let others =
        "\"id\":\(random.int(in: 1...999_999)),\"author\":\"\(author)\",\"text\":\"\(body) \(level)\""
      text = repliesFirst ? "{\(replies),\(others)}" : "{\(others),\(replies)}"
    }
    return text
  }
}
