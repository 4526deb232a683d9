import MirrorMap
import Testing

@testable import TestSupport

struct GrammarGuaranteeNumberTests {
  /// The characters of numbers. To the grammar, zero differs from the other digits, which are all alike.
  private static let alphabet = Array("-+.0123eE".utf8)
  private static let essence = Array("-+.01e".utf8)

  /// All texts of `length` characters over an alphabet.
  private func texts(_ length: Int, _ alphabet: [UInt8] = alphabet) -> [[UInt8]] {
    guard length > 0 else { return [[]] }
    return texts(length - 1, alphabet).flatMap { text in alphabet.map { text + [$0] } }
  }

  @Test(arguments: 1...4)
  func allShortTextsAreNumbersOrNotInEveryWayOfReading(length: Int) {
    for (number, text) in texts(length).enumerated() {
      let ways = length < 2 ? WayOfReading.allCases : WayOfReading.share(number, of: 128)
      let dissenters = WayOfReading.dissenters(text, ways)
      #expect(dissenters.isEmpty, "\(String(decoding: text, as: UTF8.self)): \(dissenters)")
    }
  }

  @Test(arguments: 5...6)
  func allTextsOfAFewCharactersAreNumbersOrNot(length: Int) {
    let ways = [WayOfReading.skipping, .tokens, .element, .tree, .ignored, .viewed]
    // What begins otherwise is refused at its first byte.
    let texts = texts(length, Self.essence).filter {
      $0[0] == 0x2D || $0[0] == 0x30 || $0[0] == 0x31
    }
    for (number, text) in texts.enumerated() {
      let way = ways[number % ways.count]
      // The oracle's own answer, that nothing surrounds.
      let verdict = JSONReference.isNumber(text)
      guard way.isRight(way.document(text), isJSON: verdict) else {
        Issue.record("\(way): \(String(decoding: text, as: UTF8.self)) should be \(verdict)")
        continue
      }
    }
  }

  @Test func numbersOfEveryLengthEndWhereTheirGrammarEndsBeforeEveryByte() {
    for length in 1...40 {
      let digits = [UInt8](repeating: 0x37, count: length)
      for start in ["", "-", "0.", "-1.", "1e", "1E+", "0.0e-"] {
        for stop in Array("-+.eE01,] ".utf8) + [0x00, 0x2F, 0x3A, 0xB0, 0xFF] {
          let text = Array(start.utf8) + digits + [stop]
          let ways = [WayOfReading.skipping, .element, .tokens]
          let dissenters = WayOfReading.dissenters(text, [ways[length % 3]])
          #expect(dissenters.isEmpty, "\(start) \(length) \(stop)")
        }
      }
    }
  }

  @Test(arguments: 4...5)
  func typedReadingAcceptsWhatTheGrammarAccepts(length: Int) {
    var generator = SeededGenerator(seed: UInt64(length))
    for text in texts(length).shuffled(using: &generator).prefix(2000) {
      let verdict = JSONReference.isNumber(text)
      let double = try? Double.decode(from: text)
      let number = try? JSONNumber.decode(from: text)
      let float = try? Float.decode(from: text)
      let comment = Comment(rawValue: String(decoding: text, as: UTF8.self))
      #expect((number != nil) == verdict, comment)
      let string = String(decoding: text, as: UTF8.self)
      #expect((double != nil) == (verdict && Double(string)?.isFinite == true), comment)
      #expect((float != nil) == (verdict && Float(string)?.isFinite == true), comment)
    }
  }

  @Test(arguments: [
    ("-", "$: expected a digit, found the end of the input (line 1, column 2)"),
    ("1.", "$: expected a digit, found the end of the input (line 1, column 3)"),
    ("1.e3", "$: expected a digit, found a letter (line 1, column 3)"),
    ("1e+", "$: expected a digit, found the end of the input (line 1, column 4)"),
    ("1e+-2", "$: expected a digit, found '-' (line 1, column 4)"),
    ("-a", "$: expected a digit, found a letter (line 1, column 2)"),
    ("+1", "$: expected a value, found '+' (line 1, column 1)"),
    (".5", "$: expected a value, found '.' (line 1, column 1)"),
    (
      "[012]",
      "$[0]: expected a number without leading zeros, found a leading zero (line 1, column 2)"
    ),
    ("-00", "$: expected a number without leading zeros, found a leading zero (line 1, column 2)"),
    ("1x", "$: unexpected content after the end of the value (line 1, column 2)"),
    ("[1x]", "$[0]: expected ',' or ']', found a letter (line 1, column 3)"),
    ("NaN", "$: expected a value, found a letter (line 1, column 1)"),
    ("-Infinity", "$: expected a digit, found a letter (line 1, column 2)"),
    ("0x10", "$: unexpected content after the end of the value (line 1, column 2)"),
  ])
  func brokenNumbersAreReportedInTheSameWordsByAllReaders(
    text: String, expected: String
  ) {
    expectUntypedReaders(refuse: text, as: expected)
  }

  @Test func typedReaderReportsTheSameByte() {
    #expect(
      errorText { try Int.decode(from: "01") }
        == "$: expected a number without leading zeros, found a leading zero (line 1, column 1)")
    #expect(
      errorText { try Double.decode(from: "-.5") }
        == "$: expected a digit, found '.' (line 1, column 2)")
    #expect(
      errorText { try [Int8].decode(from: "[1, 2.]") }
        == "$[1]: expected a digit, found ']' (line 1, column 7)")
  }
}
