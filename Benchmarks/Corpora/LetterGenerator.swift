import Foundation

/// Makes a mailbox of which a list shows the numbers alone: all the rest is ignored text.
enum LetterGenerator {
  static func document(_ count: Int) -> Data {
    var random = SeededGenerator(seed: 0x1E77E5)
    let letters: [DocumentNode] = (0..<count).map { number in
      ["id": .int(number), "body": .string(JapaneseText.text(of: 800, with: &random))]
    }
    return DocumentNode.array(letters).rendered(indent: 2)
  }
}
