import Testing

@testable import MirrorMap

/// Each fast path against its plain twin.
@Suite struct ByteScanTests {
  /// Runs `body` on pointers to the first byte and behind the last one, at the end of memory.
  private func withPointers<R>(
    _ bytes: [UInt8], _ body: (BytePointer, BytePointer) throws -> R
  ) rethrows -> R {
    try GuardedBytes.lend(bytes) { try body(Bytes($0).start, Bytes($0).end) }
  }

  @Test(arguments: 1...4)
  func `White space is skipped like byte by byte`(seed: Int) {
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

  @Test func `White space in front of every byte value is skipped up to it`() {
    for byte in UInt8.min...UInt8.max {
      for count in [0, 1, 2, 16, 17, 18, 40] {
        let bytes = [0x0A] + [UInt8](repeating: 0x20, count: count) + [byte, 0x31]
        let isSpace = [0x20, 0x0A, 0x0D, 0x09].contains(byte)
        let found = withPointers(bytes) { ByteScan.skipWhitespace($0, $1) - $0 }
        #expect(found == count + (isSpace ? 2 : 1), "\(byte) behind \(count)")
      }
    }
  }

  @Test func `Eight digits are read like digit by digit`() {
    var generator = SeededGenerator(seed: 8)
    for round in 0..<20_000 {
      var bytes = (0..<8).map { _ in UInt8.random(in: 0x30...0x39, using: &generator) }
      if round % 2 == 0 {
        bytes[Int.random(in: 0..<8, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      let expected =
        bytes.allSatisfy { (0x30...0x39).contains($0) }
        ? UInt64(String(decoding: bytes, as: UTF8.self)) : nil
      #expect(
        withPointers(bytes) { start, _ in ByteScan.eightDigits(ByteScan.load8(start)) } == expected)
    }
  }

  @Test func `Every byte value is a digit or not at each of eight places`() {
    for place in 0..<8 {
      for byte in UInt8.min...UInt8.max {
        for neighbour: UInt8 in [0x30, 0x39] {
          var bytes = [UInt8](repeating: neighbour, count: 8)
          bytes[place] = byte
          let found = withPointers(bytes) { start, _ in
            ByteScan.eightDigits(ByteScan.load8(start))
          }
          let isDigit = (0x30...0x39).contains(byte)
          #expect(found == (isDigit ? UInt64(String(decoding: bytes, as: UTF8.self)) : nil))
        }
      }
    }
  }

  /// Where the first malformed sequence begins, by the standard library's decoder.
  private func firstInvalid(_ bytes: [UInt8]) -> Int? {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var position = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): position += UTF8.width(scalar)
      case .emptyInput: return nil
      case .error: return position
      }
    }
  }

  @Test(arguments: 1...4)
  func `UTF-8 is validated like by the standard library`(seed: Int) {
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
      #expect(found == firstInvalid(bytes), "\(bytes)")
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
  func `Strings are scanned like byte by byte`(seed: Int) {
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
      GuardedBytes.lend(bytes) { buffer in
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
}
