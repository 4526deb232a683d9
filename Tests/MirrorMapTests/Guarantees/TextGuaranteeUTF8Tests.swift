import MirrorMap
import Testing

@testable import TestSupport

/// Well-formed and malformed byte sequences at any position of a string.
struct TextGuaranteeUTF8Tests {
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

  /// Distances from a string's beginning: all within the blocks of sixteen bytes in which strings are
  /// scanned, and those around further blocks.
  private static let distances =
    Array(0...40) + [46, 47, 48, 49, 61, 62, 63, 64, 65, 79, 80, 126, 127, 128, 129]

  @Test(arguments: distances)
  func sequenceIsWellFormedOrNotAtEveryAlignment(before: Int) {
    for (number, sequence) in Self.sequences.enumerated() {
      for after in [0, 1, 17] {
        let text = text(before, sequence, after)
        let expected = String(validating: text.dropFirst().dropLast(), as: UTF8.self)
        let comment = Comment(rawValue: "\(sequence) behind \(before) letters")
        let ways = [WayOfReading.tokens, .ignored, .viewed, .firstLoses]
        #expect(ways[number % 4].isRight(ways[number % 4].document(text), isJSON: expected != nil))
        let places = PlaceOfText.all
        let place = places[(number + before + after) % places.count]
        let read = try? place.read(text)
        #expect(read == expected.map { Array($0.utf8) }, comment)
      }
    }
  }

  @Test(arguments: sequences)
  func sequenceIsWellFormedOrNotAsValueAndAsKeyInAllWays(sequence: [UInt8]) {
    for before in [0, 1, 15, 16, 31] {
      let value = text(before, sequence, 2)
      let ways = WayOfReading.share(before + Int(sequence[0]))
      #expect(WayOfReading.dissenters(value, ways).isEmpty)
      let key = Array("{".utf8) + value + Array(":1}".utf8)
      #expect(WayOfReading.dissenters(key, ways).isEmpty)
      let escaped = Array(#""\n"#.utf8) + value.dropFirst()
      #expect(WayOfReading.dissenters(escaped, ways).isEmpty)
    }
  }

  /// Every byte that can begin a sequence of several, with bytes around the borders of what may
  /// follow. The standard library is the judge.
  @Test(arguments: UInt8(0x80)...0xFF)
  func everyLeadByteIsJudgedAsByTheStandardLibrary(
    lead: UInt8
  ) {
    let seconds: [UInt8] = [0x20, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xFF]
    let others: [UInt8] = [0x7F, 0x80, 0xBF, 0xC0]
    var sequences: [[UInt8]] = [[lead]]
    for second in seconds {
      sequences.append([lead, second])
      // Other bytes begin nothing, whatever follows.
      guard (0xC0...0xF7).contains(lead) else { continue }
      for third in others {
        sequences.append([lead, second, third])
        for fourth in others { sequences.append([lead, second, third, fourth]) }
      }
    }
    let ways = [WayOfReading.skipping, .tokens, .tree]
    for (number, sequence) in sequences.enumerated() {
      let isText = String(validating: sequence, as: UTF8.self) != nil
      let text = text(number % 19, sequence, number % 5)
      let isRight = ways[number % 3].isRight(text, isJSON: isText)
      #expect(isRight, "\(ways[number % 3]): \(sequence)")
    }
  }

  @Test func errorNamesTheFirstMalformedByte() {
    let text = Array(#"{"name": "é…"#.utf8) + [0xE2, 0x82] + Array(#""}"#.utf8)
    let expected = "$.name: expected UTF-8, found malformed bytes (line 1, column 13)"
    #expect(errorText { try JSONValue.decode(from: text) } == expected)
    #expect(errorText { try SkippedValue.decode(from: text) } == expected)
    #expect(errorText { try [String: String].decode(from: text) } == expected)
    let key = Array(#"{"na"#.utf8) + [0xFF] + Array(#"": 1}"#.utf8)
    #expect(
      errorText { try [String: Int].decode(from: key) }
        == "$[\"na\u{FFFD}\"]: expected UTF-8, found malformed bytes (line 1, column 5)")
  }

  @Test func bytesOutsideStringsAreNoText() {
    for byte in UInt8(0x80)...0xFF {
      let ways = WayOfReading.share(Int(byte))
      #expect(WayOfReading.dissenters([byte], ways).isEmpty)
      #expect(WayOfReading.dissenters(Array("[1]".utf8) + [byte], ways).isEmpty)
    }
  }
}
