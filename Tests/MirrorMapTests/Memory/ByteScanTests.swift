import Testing

@testable import MirrorMap
@testable import TestSupport

/// Each fast path, compared with a reference implementation.
struct ByteScanTests {
  /// Calls `body` with pointers to the first byte and past the last one, at the end of readable memory.
  private func withPointers<R>(
    _ bytes: [UInt8], _ body: (BytePointer, BytePointer) throws -> R
  ) rethrows -> R {
    try GuardedBytes.withBytes(bytes) { try body(Bytes($0).start, Bytes($0).end) }
  }

  @Test(arguments: 1...4)
  func whiteSpaceIsSkippedAsByteByByte(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let alphabets: [[UInt8]] = [
      [0x20], [0x20, 0x0A], [0x20, 0x0A, 0x0D, 0x09], [0x20, 0x20, 0x20, 0x0A, 0x31],
      [0x20, 0x09, 0x00, 0x1F, 0x21], [0x0B, 0x0C, 0x20, 0x85, 0xA0],
    ]
    for _ in 0..<2000 {
      let alphabet = alphabets.randomElement(using: &generator) ?? []
      let bytes = (0..<Int.random(in: 0...70, using: &generator)).map { _ in
        alphabet.randomElement(using: &generator) ?? 0
      }
      let expected =
        bytes.firstIndex { ![0x20, 0x0A, 0x0D, 0x09].contains($0) } ?? bytes.count
      #expect(withPointers(bytes) { ByteScan.skipWhitespace($0, $1) - $0 } == expected)
    }
  }

  @Test func whiteSpaceIsSkippedUpToEveryOtherByteValue() {
    for byte in UInt8.min...UInt8.max {
      for count in [0, 1, 2, 16, 17, 18, 40] {
        let bytes = [0x0A] + [UInt8](repeating: 0x20, count: count) + [byte, 0x31]
        let isSpace = [0x20, 0x0A, 0x0D, 0x09].contains(byte)
        let found = withPointers(bytes) { ByteScan.skipWhitespace($0, $1) - $0 }
        #expect(found == count + (isSpace ? 2 : 1), "\(byte) behind \(count)")
      }
    }
  }

  @Test(arguments: 1...4)
  func utf8IsValidatedAsByTheStandardLibrary(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let pieces: [[UInt8]] = [
      Array("plain".utf8), Array("é".utf8), Array("中文".utf8), Array("😀".utf8), [0x41],
      Array("Ωж".utf8), [0xE0, 0xA0, 0x80], [0xED, 0x9F, 0xBF], [0xF4, 0x8F, 0xBF, 0xBF],
    ]
    for _ in 0..<2500 {
      var bytes = (0..<Int.random(in: 0...12, using: &generator)).flatMap { _ in
        pieces.randomElement(using: &generator) ?? []
      }
      if !bytes.isEmpty, Bool.random(using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        if Bool.random(using: &generator) {
          bytes.remove(at: place)
        } else {
          bytes[place] = UInt8.random(in: 0x80...0xFF, using: &generator)
        }
      }
      let found = withPointers(bytes) { start, end in
        UTF8Validation.firstInvalid(start, end).map { $0 - start }
      }
      #expect(found == UTF8.firstInvalid(bytes), "\(bytes)")
      #expect((found == nil) == (String(validating: bytes, as: UTF8.self) != nil))
    }
  }

  /// What ``JSONReader/scanString()`` finds, byte by byte; nil for an error.
  private func scanPlainly(_ bytes: [UInt8]) -> (end: Int, hasEscapes: Bool, isASCII: Bool)? {
    var position = 1
    var hasEscapes = false
    var isASCII = true
    while position < bytes.count {
      switch bytes[position] {
      case 0x22: return (position, hasEscapes, isASCII)
      case 0..<0x20: return nil
      case 0x5C:
        guard position + 1 < bytes.count, bytes[position + 1] == 0x6E else { return nil }
        hasEscapes = true
        position += 2
      case let byte:
        if byte >= 0x80 { isASCII = false }
        position += 1
      }
    }
    return nil
  }

  @Test(arguments: 1...6)
  func stringsAreScannedAsByteByByte(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<1500 {
      let length = Int.random(in: 0...60, using: &generator)
      var content = [UInt8](repeating: 0x61, count: length)
      for _ in 0..<Int.random(in: 0...2, using: &generator) where length > 0 {
        content[Int.random(in: 0..<length, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      if length > 1, Bool.random(using: &generator) {
        let place = Int.random(in: 0..<(length - 1), using: &generator)
        content.replaceSubrange(place...(place + 1), with: [0x5C, 0x6E])
      }
      let behind = [UInt8](repeating: 0x80, count: Int.random(in: 0...20, using: &generator))
      let bytes = [0x22] + content + [0x22] + behind
      let expected = scanPlainly(bytes)
      GuardedBytes.withBytes(bytes) { buffer in
        var reader = JSONReader(Bytes(buffer), maximumDepth: 1, session: nil)
        let raw = try? reader.scanString()
        #expect(raw.map { $0.end - reader.start } == expected?.end, "\(bytes)")
        #expect(raw?.hasEscapes == expected?.hasEscapes, "\(bytes)")
        #expect(raw?.isASCII == expected?.isASCII, "\(bytes)")
        #expect(raw.map { $0.start - reader.start } == expected.map { _ in 1 })
        #expect(reader.cursor - reader.start == expected.map { $0.end + 1 } ?? 0)
      }
    }
  }

  /// Contents with escapes, valid and not, and text of all lengths.
  private static let pieces: [[UInt8]] = [
    "a", "plain text", "sixteen bytes...", "\\n", "\\\"", "\\\\", "\\/", "\\r", "\\u00e9",
    "\\ud83d\\ude00", "é", "日本語", "😀", "{[,:]}",
  ].map { Array($0.utf8) }
  private static let faults: [[UInt8]] = [
    [0x00], [0x1F], [0x0A], [0x5C, 0x78], [0x5C, 0x75, 0x31], [0x5C], Array("\\ud800".utf8), [0x22],
  ]

  @Test(arguments: 1...4)
  func scanningBy32BytesAgreesWithTheScalarFallback(seed: UInt64) {
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
      let before = [UInt8](repeating: 0x20, count: Int.random(in: 0...40, using: &generator))
      let behind = [UInt8](repeating: 0x80, count: Int.random(in: 0...40, using: &generator))
      let quote: [UInt8] = Int.random(in: 0...9, using: &generator) == 0 ? [] : [0x22]
      let bytes = before + [0x22] + parts.joined() + quote + behind
      GuardedBytes.withBytes(bytes) { buffer in
        var outcomes: [String] = []
        for scan in 0..<3 {
          var reader = JSONReader(Bytes(buffer), maximumDepth: 1, session: nil)
          reader.cursor += before.count
          do throws(MappingError) {
            let raw =
              switch scan {
              case 0: try reader.scanString()
              case 1: try reader.scanLongString()
              default: try reader.scanStringByBytes()
              }
            outcomes.append(
              "\(raw.start - reader.start)…\(raw.end - reader.start) \(raw.hasEscapes) \(raw.isASCII)"
                + " \(reader.cursor - reader.start)")
          } catch {
            outcomes.append("\(error) at \(error.byteOffset ?? -1)")
          }
        }
        #expect(outcomes[0] == outcomes[2], "\(bytes)")
        #expect(outcomes[1] == outcomes[2], "\(bytes)")
      }
    }
  }

  @Test(arguments: 1...2)
  func escapesAreResolvedAtAnyPosition(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      ("a", "a"), ("plain text", "plain text"), ("\\n", "\n"), ("\\\"", "\""), ("\\\\", "\\"),
      ("\\/", "/"), ("\\r", "\r"), ("\\t", "\t"), ("\\b", "\u{8}"), ("\\f", "\u{C}"),
      ("\\u00e9", "é"), ("\\u0041", "A"), ("\\uFFFD", "\u{FFFD}"), ("\\ud83d\\ude00", "😀"),
      ("日本", "日本"),
    ]
    for _ in 0..<3000 {
      var (raw, expected) = ("", "")
      for _ in 0..<Int.random(in: 0...16, using: &generator) {
        let piece = pieces.randomElement(using: &generator) ?? ("", "")
        raw += piece.0
        expected += piece.1
      }
      let resolved = GuardedBytes.withBytes(Array(raw.utf8)) { bytes in
        // As much room as the source has, and not a byte more.
        GuardedBytes.withBytes([UInt8](repeating: 0, count: max(bytes.count, 1))) { room in
          let buffer = UnsafeMutableRawBufferPointer(mutating: room).bindMemory(to: UInt8.self)
          return Array(StringEscapes.resolve(Bytes(bytes), into: buffer).text)
        }
      }
      #expect(String(decoding: resolved, as: UTF8.self) == expected, "\(raw)")
    }
  }
}
