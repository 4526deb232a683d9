import Testing

@testable import MirrorMap
@testable import TestSupport

/// Strings written in overlapping blocks, compared with strings written byte by byte.
struct StringBlockTests {
  private func quickly(_ bytes: [UInt8], _ side: GuardedBytes.Side) -> [UInt8] {
    var writer = JSONWriter(session: nil)
    GuardedBytes.withBytes(bytes, at: side) { writer.writeString(Bytes($0)) }
    return Array(writer.written)
  }

  private func carefully(_ bytes: [UInt8]) -> [UInt8] {
    let letters: [UInt8: String] = [
      0x22: "\\\"", 0x5C: "\\\\", 0x0A: "\\n", 0x09: "\\t", 0x0D: "\\r", 0x08: "\\b", 0x0C: "\\f",
    ]
    let content = bytes.flatMap { byte -> [UInt8] in
      if let escape = letters[byte] { return Array(escape.utf8) }
      guard byte < 0x20 else { return [byte] }
      let hex = String(byte, radix: 16)
      return Array(("\\u" + String(repeating: "0", count: 4 - hex.count) + hex).utf8)
    }
    return [0x22] + content + [0x22]
  }

  @Test(arguments: 0...50)
  func everyByteAtEveryPositionIsWrittenAlikeAndNothingOutsideIsRead(length: Int) {
    for place in 0..<max(length, 1) {
      for byte in UInt8.min...UInt8.max {
        var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: length)
        if length > 0 { bytes[place] = byte }
        guard quickly(bytes, byte % 2 == 0 ? .start : .end) != carefully(bytes) else { continue }
        Issue.record("\(byte) at \(place) of \(length)")
      }
    }
  }

  @Test func randomBytesAreWrittenAlike() {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<20_000 {
      let rarity = Int.random(in: 1...40, using: &random)
      let bytes = (0..<Int.random(in: 0...90, using: &random)).map { _ -> UInt8 in
        Int.random(in: 0..<rarity, using: &random) == 0
          ? UInt8.random(in: 0...255, using: &random)
          : UInt8.random(in: 0x23...0x5B, using: &random)
      }
      #expect(quickly(bytes, .end) == carefully(bytes))
    }
  }
}
