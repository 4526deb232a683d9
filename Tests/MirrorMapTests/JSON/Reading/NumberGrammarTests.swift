import MirrorMap
import Testing

@Suite struct NumberGrammarTests {
  private static let alphabet = Array("-+.0123eE".utf8)

  /// All texts of `length` characters over the alphabet.
  private func texts(_ length: Int) -> [[UInt8]] {
    guard length > 0 else { return [[]] }
    return texts(length - 1).flatMap { text in Self.alphabet.map { text + [$0] } }
  }

  @Test(arguments: 1...3)
  func `All short texts are numbers or not, whichever way they are read`(length: Int) {
    for text in texts(length) {
      #expect(
        WayOfReading.dissenters(text).isEmpty, "\(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test(arguments: 4...5)
  func `All texts of a few characters are numbers or not`(length: Int) {
    for text in texts(length) {
      let verdict = JSONOracle.isNumber(text)
      guard WayOfReading.skipping.accepts(text) != verdict else { continue }
      Issue.record("\(String(decoding: text, as: UTF8.self)) should be \(verdict)")
    }
  }

  @Test(arguments: 4...5)
  func `Typed reading accepts what the grammar accepts`(length: Int) {
    var generator = SeededGenerator(seed: UInt64(length))
    for text in texts(length).shuffled(using: &generator).prefix(3000) {
      let verdict = JSONOracle.isNumber(text)
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
  func `Broken numbers are explained in the same words by all readers`(
    text: String, expected: String
  ) {
    #expect(errorText { try JSONValue.decode(from: text) } == expected)
    #expect(errorText { try PassedOver.decode(from: text) } == expected)
    #expect(
      errorText { try JSONTokenizer.tokenize(text) { while try $0.next() != nil {} } }
        == expected)
  }

  @Test func `A typed reader blames the same byte`() {
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
