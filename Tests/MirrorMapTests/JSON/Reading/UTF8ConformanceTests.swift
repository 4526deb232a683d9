import MirrorMap
import Testing

/// Well-formed and malformed byte sequences, wherever they stand in a string.
@Suite struct UTF8ConformanceTests {
  /// The borders of what RFC 3629 allows, on both sides.
  private static let sequences: [[UInt8]] = [
    [0x7F], [0x80], [0xBF], [0xC0, 0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xC2, 0x80], [0xDF, 0xBF],
    [0xC2], [0xC2, 0x41], [0xC2, 0xC2], [0xC2, 0x80, 0x80], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
    [0xE0, 0xA0, 0x80], [0xE1, 0x80, 0x80], [0xEC, 0xBF, 0xBF], [0xED, 0x80, 0x80],
    [0xED, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xEE, 0x80, 0x80],
    [0xEF, 0xBF, 0xBF], [0xEF, 0xBB, 0xBF], [0xE2, 0x82], [0xE2], [0xE2, 0x28, 0xA1],
    [0xE2, 0x82, 0x28], [0xE2, 0x82, 0xC2], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
    [0xF0, 0x90, 0x80, 0x80], [0xF3, 0xBF, 0xBF, 0xBF], [0xF4, 0x8F, 0xBF, 0xBF],
    [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE],
    [0xFF], [0xF0, 0x9F, 0x98], [0xF0, 0x9F], [0xF0], [0xF0, 0x28, 0x8C, 0xBC],
    [0xF0, 0x90, 0x28, 0xBC], [0xF0, 0x90, 0x8C, 0x28], [0xE4, 0xB8, 0xAD, 0xE6, 0x96, 0x87],
    [0xE4, 0xB8, 0xAD, 0xE6, 0x96], [0xE4, 0xB8, 0xAD, 0x80], [0xD0, 0x96, 0xD0],
  ]

  /// A string of `count` letters, the sequence, and some more letters.
  private func text(_ before: Int, _ sequence: [UInt8], _ after: Int) -> [UInt8] {
    let letters = { (count: Int) in [UInt8](repeating: UInt8(ascii: "x"), count: count) }
    return [UInt8(ascii: "\"")] + letters(before) + sequence + letters(after)
      + [UInt8(ascii: "\"")]
  }

  @Test(arguments: 0...40)
  func `A sequence is well formed or not at every alignment`(before: Int) {
    for sequence in Self.sequences {
      for after in [0, 1, 17] {
        let text = text(before, sequence, after)
        let expected = String(validating: text.dropFirst().dropLast(), as: UTF8.self)
        let comment = Comment(rawValue: "\(sequence) behind \(before) letters")
        #expect(WayOfReading.dissenters(text, [.tokens, .ignored]).isEmpty, comment)
        let read = GuardedBytes.lend(text) { try? String.decode(from: $0) }
        #expect(read.map { Array($0.utf8) } == expected.map { Array($0.utf8) }, comment)
      }
    }
  }

  @Test(arguments: sequences)
  func `A sequence is well formed or not as value and as key, in all ways`(sequence: [UInt8]) {
    for before in [0, 1, 15, 16, 31] {
      let value = text(before, sequence, 2)
      #expect(WayOfReading.dissenters(value).isEmpty)
      #expect(WayOfReading.dissenters(Array("{".utf8) + value + Array(":1}".utf8)).isEmpty)
      let escaped = Array(#""\n"#.utf8) + value.dropFirst()
      #expect(WayOfReading.dissenters(escaped).isEmpty)
    }
  }

  @Test func `All pairs of a lead byte and a continuation are judged as the standard library does`()
  {
    for lead in UInt8(0x80)...0xFF {
      for second in UInt8.min...UInt8.max where second != 0x22 && second != 0x5C {
        let text = text(3, [lead, second, 0x80, 0x80].prefix(length(lead)) + [], 0)
        let isValid = JSONOracle.accepts(text)
        #expect(WayOfReading.skipping.accepts(text) == isValid, "\(lead) \(second)")
      }
    }
  }

  private func length(_ lead: UInt8) -> Int {
    switch lead {
    case ..<0xE0: 2
    case ..<0xF0: 3
    default: 4
    }
  }

  @Test func `The error names the first malformed byte`() {
    let text = Array(#"{"name": "é…"#.utf8) + [0xE2, 0x82] + Array(#""}"#.utf8)
    let expected = "$.name: expected UTF-8, found malformed bytes (line 1, column 13)"
    #expect(errorText { try JSONValue.decode(from: text) } == expected)
    #expect(errorText { try PassedOver.decode(from: text) } == expected)
    #expect(errorText { try [String: String].decode(from: text) } == expected)
    let key = Array(#"{"na"#.utf8) + [0xFF] + Array(#"": 1}"#.utf8)
    #expect(
      errorText { try [String: Int].decode(from: key) }
        == "$[\"na\u{FFFD}\"]: expected UTF-8, found malformed bytes (line 1, column 5)")
  }

  @Test func `Bytes outside of strings are no text`() {
    for byte in UInt8(0x80)...0xFF {
      #expect(WayOfReading.dissenters([byte]).isEmpty)
      #expect(WayOfReading.dissenters(Array("[1]".utf8) + [byte]).isEmpty)
    }
  }
}
