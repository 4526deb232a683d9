import MirrorMap
import Testing

@testable import TestSupport

/// A document with everything, cut short and garbled.
struct GrammarGuaranteeMutantTests {
  private static let withoutMark = Array(JSONReference.document.dropFirst(3))
  private static let end = JSONReference.document.lastIndex(of: UInt8(ascii: "}")) ?? 0

  @Test func wholeDocumentIsReadInAllWays() {
    #expect(JSONReference.accepts(JSONReference.document))
    for way in [WayOfReading.tokens, .tree, .skipping, .viewed] {
      #expect(way.accepts(JSONReference.document))
    }
    let wrong = WayOfReading.allCases.filter {
      !$0.isRight($0.document(Self.withoutMark), isJSON: true)
    }
    #expect(wrong.map(\.name) == [])
  }

  @Test func truncatedValueIsRefusedInAllWays() {
    for count in 0...Self.end {
      let text = Array(JSONReference.document.prefix(count))
      for way in [WayOfReading.tokens, .tree, .skipping, .viewed] {
        #expect(way.verdict(text) == .malformed, "\(way) of the first \(count) bytes")
      }
      let cut = Array(Self.withoutMark.prefix(count))
      let dissenters = WayOfReading.dissenters(cut, WayOfReading.share(count))
      #expect(dissenters.isEmpty, "\(dissenters) of the first \(count) bytes")
    }
  }

  @Test func truncatedFrameIsRefusedInAllWays() {
    for (number, way) in WayOfReading.allCases.enumerated() {
      let document = way.document(Self.withoutMark)
      for count in stride(from: number % 7, to: document.count - 2, by: 31) {
        let cut = Array(document.prefix(count))
        #expect(way.isRight(cut, isJSON: false), "\(way) of the first \(count) bytes")
      }
    }
  }

  @Test func documentWithoutItsBeginningIsRefusedInAllWays() {
    for count in 1..<Self.end {
      let text = Array(Self.withoutMark.dropFirst(count))
      let dissenters = WayOfReading.dissenters(text, WayOfReading.share(count))
      #expect(dissenters.isEmpty, "\(dissenters) without the first \(count) bytes")
    }
  }

  @Test func documentTruncatedAfterItsValueIsComplete() {
    for count in (Self.end + 1)...JSONReference.document.count {
      let text = Array(JSONReference.document.prefix(count))
      for way in [WayOfReading.tokens, .tree, .skipping, .viewed] { #expect(way.accepts(text)) }
    }
  }

  private static let interesting =
    Array(#"{}[]",:\u0019.-+eEtfn /*'"#.utf8) + [0, 0x1F, 0x80, 0xFF]

  private func mutant(using generator: inout SeededGenerator) -> [UInt8] {
    var text = Self.withoutMark
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let place = Int.random(in: 0..<text.count, using: &generator)
      let byte = Self.interesting.randomElement(using: &generator) ?? 0
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: text.remove(at: place)
      case 1: text.insert(byte, at: place)
      case 2: text[place] = byte
      case 3: text[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 4: text.insert(text[place], at: place)
      default: text.swapAt(place, Int.random(in: 0..<text.count, using: &generator))
      }
    }
    return text
  }

  @Test(arguments: 1...4)
  func garbledDocumentIsJudgedAlikeInAllWays(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    for number in 0..<400 {
      let text = mutant(using: &generator)
      let dissenters = WayOfReading.dissenters(text, WayOfReading.share(number))
      #expect(dissenters.isEmpty, "\(dissenters): \(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test func tokensTreeAndSkippingReportAMistakeAtTheSameByteInTheSameWords() {
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<500 {
      let text = mutant(using: &generator)
      let texts = [WayOfReading.tokens, .tree, .skipping, .viewed].map { way in
        errorText { try way.read(text) }
      }
      #expect(Set(texts).count == 1, "\(String(decoding: text, as: UTF8.self)): \(texts)")
    }
  }
}
