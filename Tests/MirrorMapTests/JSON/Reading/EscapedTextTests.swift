import Testing

@testable import MirrorMap
@testable import TestSupport

/// Texts whose escapes are checked while they are resolved, beside those that are scanned byte by byte first.
struct EscapedTextTests {
  private static let pieces: [[UInt8]] = [
    "a", "plain text", "sixteen bytes...", "thirty-two bytes of plain text..", "\\n", "\\\"",
    "\\\\", "\\/",
    "\\u00e9", "\\u0041", "\\uFFFD", "\\ud83d\\ude00", "é", "日本語",
  ].map { Array($0.utf8) }
  private static let faults: [[UInt8]] = [
    [0x0A], [0x5C, 0x78], [0x5C, 0x75, 0x31], [0x5C, 0x75, 0x30, 0x30, 0x67, 0x30], [0x5C],
    Array("\\ud800".utf8), Array("\\ude00".utf8), Array("\\ud800\\u0041".utf8),
    Array("\\ud83d\\uD83d".utf8), [0xC3], [0xFF], [0x22], Array("\\u00".utf8),
    Array("\\u:000".utf8),
    Array("\\u@000".utf8), Array("\\u000`".utf8),
  ]

  @Test(arguments: 1...4)
  func resolvingAgreesWithScanningFirst(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2500 {
      var parts = (0..<Int.random(in: 0...14, using: &generator)).map { _ in
        Self.pieces.randomElement(using: &generator) ?? []
      }
      if Int.random(in: 0...2, using: &generator) == 0 {
        parts.insert(
          Self.faults.randomElement(using: &generator) ?? [],
          at: Int.random(in: 0...parts.count, using: &generator))
      }
      let rest = [UInt8](repeating: 0x20, count: Int.random(in: 0...40, using: &generator))
      let bytes = [0x22] + parts.joined() + [0x22] + rest
      let outcomes = [false, true].map { scansFirst in
        GuardedBytes.withBytes(bytes) { buffer in
          var reader = JSONReader(Bytes(buffer), maximumDepth: 1, session: nil)
          do throws(MappingError) {
            let text =
              try scansFirst ? reader.makeString(reader.scanStringByBytes()) : reader.readString()
            return "\(text) \(reader.cursor - reader.start)"
          } catch {
            return "\(error) at \(error.byteOffset ?? -1)"
          }
        }
      }
      #expect(outcomes[0] == outcomes[1], "\(bytes)")
    }
  }

  @Test func everyFourCharactersAreHexadecimalDigitsOrNot() throws {
    let characters: [UInt8] = [
      0x2F, 0x30, 0x39, 0x3A, 0x40, 0x41, 0x46, 0x47, 0x60, 0x61, 0x66, 0x67, 0x10, 0xB1,
    ]
    for first in characters {
      for second in characters {
        for third in characters {
          for fourth in characters {
            let digits = [first, second, third, fourth]
            let expected = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
            let bytes = [0x5C, 0x75] + digits
            let scalar = GuardedBytes.withBytes(bytes) { buffer in
              StringEscapes.read(Bytes(buffer).start, Bytes(buffer).end)?.scalar
            }
            let isSurrogate = expected.map { (0xD800...0xDFFF).contains($0) } ?? false
            #expect(scalar == (isSurrogate ? nil : expected), "\(digits)")
          }
        }
      }
    }
  }
}
