import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

struct HexDigitsTests {
  private func word(_ bytes: [UInt8]) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  @Test func everyCharacterInEachPlace() {
    for place in 0..<8 {
      for character in 0...255 as ClosedRange<UInt8> {
        var text = Array("00000000".utf8)
        text[place] = character
        let expected =
          Unicode.Scalar(character).properties.isASCIIHexDigit
          ? Unicode.Scalar(character).value : nil
        let digit = expected.flatMap { Character(Unicode.Scalar($0)!).hexDigitValue }
        let bytes = digit.map { UInt32($0) << UInt32(place / 2 * 8 + (place % 2 == 0 ? 4 : 0)) }
        #expect(HexDigits.bytes(of: word(text)) == bytes, "\(character) at \(place)")
      }
    }
  }

  @Test func textsOfBytes() {
    var random = SeededGenerator(seed: 0x4E8)
    for _ in 0..<2000 {
      let bytes = UInt32.random(in: 0...UInt32.max, using: &random)
      let expected = (0..<4).map { String(format: "%02X", Int(bytes >> ($0 * 8) & 0xFF)) }.joined()
      let text = HexDigits.text(of: bytes)
      #expect(text == word(Array(expected.utf8)))
      #expect(HexDigits.bytes(of: text) == bytes)
      #expect(HexDigits.bytes(of: text | 0x2020_2020_2020_2020) == bytes)
    }
  }

  @Test func identifiers() throws {
    var random = SeededGenerator(seed: 0x11D)
    for _ in 0..<500 {
      let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
      let id = bytes.withUnsafeBytes { UUID(uuid: $0.load(as: uuid_t.self)) }
      #expect(try id.encodeString() == "\"\(id.uuidString)\"")
      #expect(try UUID.decode(from: "\"\(id.uuidString)\"") == id)
      #expect(try [UUID].decode(from: "[\"\(id.uuidString.lowercased())\"]") == [id])
    }
    let text = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    #expect(
      try UUID.decode(from: #""\u0045621E1F8-C36C-495A-93FC-0C247A3E6E5F""#).uuidString == text)
    for index in text.indices {
      for other in ["g", "@", "`", "/", ":", "é", " "] {
        let broken = text.replacingCharacters(in: index...index, with: other)
        #expect(throws: MappingError.self) { try UUID.decode(from: "\"\(broken)\"") }
      }
    }
  }
}
