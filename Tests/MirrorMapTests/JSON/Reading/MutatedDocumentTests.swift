import MirrorMap
import Testing

/// A document with everything, cut short and garbled.
@Suite struct MutatedDocumentTests {
  static let everything = Array(
    """
    \u{FEFF} {"id": -12.5e+3 ,"náme":"a\\u00e9\\ud83d\\ude00\\n\\"x","list":[true,false,null,[],{},0,
    \t1.0E-2, 9007199254740993, 123456789012345678901234567890],"☃ and a long key of many bytes":
    {"deep":[[[{"x":[1]}]]], "text":"plain text that is longer than sixteen bytes 中文字 👩‍👩‍👧","e":""},
    "zero":-0,"tiny":1e-400}

    """.utf8)

  @Test func `The whole document is read in all ways`() {
    #expect(JSONOracle.accepts(Self.everything))
    for way in [WayOfReading.tokens, .tree, .skipping] { #expect(way.accepts(Self.everything)) }
    let withoutMark = Array(Self.everything.dropFirst(3))
    #expect(WayOfReading.allCases.allSatisfy { $0.accepts($0.document(withoutMark)) })
  }

  @Test func `Cut off anywhere, it is refused in all ways`() {
    let end = Self.everything.lastIndex(of: UInt8(ascii: "}")) ?? 0
    for count in 0...end {
      let text = Array(Self.everything.prefix(count))
      for way in [WayOfReading.tokens, .tree, .skipping] {
        #expect(!way.accepts(text), "\(way) of the first \(count) bytes")
      }
      #expect(WayOfReading.dissenters(text, [.element, .mapped, .ignored]).isEmpty, "\(count)")
    }
  }

  @Test func `Cut off anywhere behind its value, it is whole`() {
    let end = Self.everything.lastIndex(of: UInt8(ascii: "}")) ?? 0
    for count in (end + 1)...Self.everything.count {
      let text = Array(Self.everything.prefix(count))
      for way in [WayOfReading.tokens, .tree, .skipping] { #expect(way.accepts(text)) }
    }
  }

  private static let interesting =
    Array(#"{}[]",:\u0019.-+eEtfn /*'"#.utf8) + [0, 0x1F, 0x80, 0xFF]

  private func mutant(using generator: inout SeededGenerator) -> [UInt8] {
    var text = Array(Self.everything.dropFirst(3))
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
  func `Garbled, it is judged alike in all ways`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<500 {
      let text = mutant(using: &generator)
      let dissenters = WayOfReading.dissenters(text)
      #expect(dissenters.isEmpty, "\(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test func `Tokens, tree and skipping notice a mistake at the same byte in the same words`() {
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<600 {
      let text = mutant(using: &generator)
      let texts = [WayOfReading.tokens, .tree, .skipping].map { way in
        errorText { try way.read(text) }
      }
      #expect(Set(texts).count == 1, "\(String(decoding: text, as: UTF8.self)): \(texts)")
    }
  }
}
