import Testing

@testable import MirrorMap
@testable import TestSupport

/// Validation of UTF-8 by vectors, compared with the reference implementation.
struct UTF8VectorTests {
  /// Expects the same of both for a string after other bytes. The memory after its closing quote, or
  /// before the other bytes, is unreadable.
  private func expectAgreement(_ content: [UInt8], after before: [UInt8] = []) {
    let document = before + [0x22] + content + [0x22]
    for side in [GuardedBytes.Side.start, .end] {
      GuardedBytes.withBytes(document, at: side) {
        let bytes = Bytes($0)
        let (start, end) = (bytes.start + before.count + 1, bytes.end - 1)
        let plain = UTF8Validation.firstInvalid(start, end).map { $0 - start }
        let quick = UTF8Validation.firstInvalid(start, closingQuote: end, document: bytes.start)
        #expect(quick.map { $0 - start } == plain, "\(content) after \(before.count)")
        #expect((plain == nil) == (String(validating: content, as: UTF8.self) != nil))
      }
    }
  }

  /// As many bytes as are needed for each vector to begin inside the document.
  private static let room = [UInt8](repeating: 0x20, count: 40)

  private func isWellFormed(_ content: [UInt8]) -> Bool {
    GuardedBytes.withBytes(Self.room + content + [0x22]) {
      let bytes = Bytes($0)
      return UTF8Validation.firstInvalid(
        bytes.start + Self.room.count, closingQuote: bytes.end - 1, document: bytes.start) == nil
    }
  }

  @Test func everyPairOfBytesAndWhatMayFollow() {
    for first in UInt8(0x7F)...0xFF {
      for second in UInt8(0x7F)...0xFF {
        for rest: [UInt8] in [
          [], [0x80], [0xBF, 0x80], [0x41], [0x80, 0x41], [0x80, 0x80, 0x80],
        ] {
          let content = [first, second] + rest
          #expect(
            isWellFormed(content) == (String(validating: content, as: UTF8.self) != nil),
            "\(content)")
        }
      }
    }
  }

  @Test func sequencesOfAllLengthsAtEveryPositionOfStringsOfAnyLength() {
    let sequences: [[UInt8]] = [
      [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xED, 0x9F, 0xBF], [0xEF, 0xBF, 0xBF],
      [0xF0, 0x90, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF],
      // Malformed.
      [0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE6, 0x97], [0xF0, 0x9F, 0x98], [0xFF],
    ]
    for length in 0...70 {
      for sequence in sequences {
        for place in [0, 1, 2, 3, length / 2, length - 3, length - 2, length - 1, length] {
          guard place >= 0, place <= length else { continue }
          var content = [UInt8](repeating: 0x61, count: length)
          content.insert(contentsOf: sequence, at: place)
          expectAgreement(content, after: Self.room)
        }
      }
    }
  }

  @Test func stringsAtTheStartOfADocument() {
    for count in 0...40 {
      for content in ["日本語", "é", "a", "", "😀 and more than thirty bytes of text"] {
        expectAgreement(Array(content.utf8), after: [UInt8](repeating: 0x20, count: count))
        expectAgreement(
          Array(content.utf8) + [0xE6], after: [UInt8](repeating: 0x20, count: count))
      }
    }
  }

  @Test func bytesBeforeAStringDoNotMatter() {
    let content = Array("日本語".utf8)
    for before: [UInt8] in [
      [0xFF], [0xE6], [0xE6, 0x97], [0xF0, 0x9F, 0x98], [0x80], [0xC0, 0x80],
    ] {
      for count in 0...40 {
        expectAgreement(
          content, after: Self.room + before + [UInt8](repeating: 0x20, count: count))
      }
    }
  }

  @Test(arguments: 1...4)
  func randomTextWithAndWithoutAFault(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = ["plain", "é", "Ωж", "中文", "日本語", "😀", "ก", "가", "a", "\u{10FFFF}", "\u{800}"]
    for _ in 0..<3000 {
      var content = (0..<Int.random(in: 0...20, using: &generator)).flatMap { _ in
        Array((pieces.randomElement(using: &generator) ?? "").utf8)
      }
      if !content.isEmpty, Bool.random(using: &generator) {
        let place = Int.random(in: content.indices, using: &generator)
        switch Int.random(in: 0...2, using: &generator) {
        case 0: content.remove(at: place)
        case 1: content[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
        default: content.insert(UInt8.random(in: 0x80...0xFF, using: &generator), at: place)
        }
      }
      let before = [UInt8](repeating: 0x20, count: Int.random(in: 0...40, using: &generator))
      expectAgreement(content, after: before)
    }
  }
}
