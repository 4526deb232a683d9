import Testing

@testable import MirrorMap
@testable import TestSupport

struct SourcePlaceTests {
  /// Lines and columns of whole blocks, compared with those that are counted byte by byte.
  @Test(arguments: 1...4)
  func placesAreThoseOfEachByte(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = ["a", "\n", "é", "漢", "🙂", "\r\n", String(repeating: "x", count: 40), "日本語日本語"]
    for _ in 0..<200 {
      let count = Int.random(in: 0...60, using: &random)
      var bytes = (0..<count).flatMap { _ in
        pieces.randomElement(using: &random)?.utf8.map(\.self) ?? []
      }
      // Bytes that begin nothing, as in malformed documents.
      if Bool.random(using: &random) { bytes += [0x80, 0xBF, 0xFF, 0xC0, 0x0A, 0x80] + bytes }
      var place = SourcePlace()
      var position = 0
      while position < bytes.count {
        let end = Int.random(in: position...bytes.count, using: &random)
        place.advance(over: position..<end, of: bytes)
        position = end
        let before = bytes[..<end]
        let line = before.split(separator: 0x0A, omittingEmptySubsequences: false).last ?? []
        let columns = line.filter { $0 & 0xC0 != 0x80 }.count
        #expect(
          place.offset == end && place.line == before.filter { $0 == 0x0A }.count + 1
            && place.column == columns + 1, "\(before)")
      }
    }
  }
}
