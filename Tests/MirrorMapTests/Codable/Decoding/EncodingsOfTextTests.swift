import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Documents in UTF-8, UTF-16 and UTF-32, with and without a byte order mark, and invalid ones.
struct EncodingsOfTextTests {
  private static let encodings: [(String.Encoding, mark: [UInt8])] = [
    (.utf8, [0xEF, 0xBB, 0xBF]), (.utf16LittleEndian, [0xFF, 0xFE]),
    (.utf16BigEndian, [0xFE, 0xFF]), (.utf32LittleEndian, [0xFF, 0xFE, 0, 0]),
    (.utf32BigEndian, [0, 0, 0xFE, 0xFF]),
  ]

  private static let documents = [
    "{}", "[]", "1", "12", "123", "\"a\"", "\"é\"", "\"日本\"", "\"🚀\"", "[\"é\", \"🚀\", 1.5]",
    #"{"é": "\u00e9\ud83d\ude00"}"#, " [1]", "[1, 2", "", " ", "null", "\"\u{FEFF}\"", "{\"a\":1}",
    "\"a string of more than fifteen bytes\"", "tru", "[\"\u{0}\"]",
  ]

  @Test func everyEncodingWithAndWithoutAMark() {
    for document in Self.documents {
      for (encoding, mark) in Self.encodings {
        let text = document.data(using: encoding) ?? Data()
        for bytes in [text, Data(mark) + text, Data(mark) + mark + text] {
          guard !Self.isRefusedByFoundation(bytes) else { continue }
          CodableAgreement.expect(String.self, bytes)
          CodableAgreement.expect(Int.self, bytes)
          CodableAgreement.expect([String].self, bytes)
          CodableAgreement.expect([String: Int].self, bytes)
        }
      }
    }
  }

  @Test func everyEncodingOfJSON5() {
    for document in ["{a:'é'}", "'🚀'", "// é\n['a',]", "{é:1}", "\u{2028}[]"] {
      for (encoding, mark) in Self.encodings {
        let text = document.data(using: encoding) ?? Data()
        for bytes in [text, Data(mark) + text] {
          guard !Self.isRefusedByFoundation(bytes) else { continue }
          CodableAgreement.expect(String.self, bytes, .json5)
          CodableAgreement.expect([String].self, bytes, .json5)
          CodableAgreement.expect([String: String].self, bytes, .json5)
        }
      }
    }
  }

  /// Foundation takes UTF-32 in little endian, with a byte order mark, for UTF-16.
  private static func isRefusedByFoundation(_ bytes: Data) -> Bool {
    bytes.starts(with: [0xFF, 0xFE, 0, 0])
  }

  @Test(.enabled(if: CodableAgreement.isOwnDecoder))
  func littleEndianUTF32MayHaveAMark() throws {
    let text = try #require("[1, 2]".data(using: .utf32LittleEndian))
    let decoder = MappingDecoder()
    #expect(try decoder.decode([Int].self, from: [0xFF, 0xFE, 0, 0] + text) == [1, 2])
  }

  @Test func valuesAreTheSameInEveryEncoding() throws {
    let names = ["é": ["🚀", "plain text, longer than fifteen bytes"]]
    let document = #"{"é": ["🚀", "plain text, longer than fifteen bytes"]}"#
    for (encoding, mark) in Self.encodings {
      let text = try #require(document.data(using: encoding))
      for bytes in [text, mark + text] where !Self.isRefusedByFoundation(bytes) {
        let outcome = CodableAgreement.expect([String: [String]].self, bytes)
        // Foundation takes the mark of UTF-32, least significant byte first, for that of UTF-16.
        let isMistaken = bytes.starts(with: [0xFF, 0xFE, 0, 0])
        #expect(outcome.value == (isMistaken ? nil : names), "\(encoding), \(bytes.count)")
      }
    }
  }

  @Test func textsCutShort() {
    for document in ["[1, 2]", "\"é🚀\"", "{\"a\": [\"b\"]}"] {
      for (encoding, mark) in Self.encodings {
        let bytes = Data(mark) + (document.data(using: encoding) ?? Data())
        for count in 0..<bytes.count where !Self.isRefusedByFoundation(bytes) {
          CodableAgreement.expect([Int].self, bytes.prefix(count))
          CodableAgreement.expect(String.self, bytes.prefix(count))
          CodableAgreement.expect([Int].self, bytes.dropFirst(mark.count).prefix(count))
        }
      }
    }
  }

  @Test func loneSurrogatesInUTF16() {
    for units in [[0xD800], [0xDC00], [0xD800, 0xD800], [0xDC00, 0xD800], [0xD83D, 0xDE00]] {
      for isBig in [false, true] {
        let text = [0x22] + units + [0x22] as [Int]
        let bytes = Data(
          text.flatMap { isBig ? [$0 >> 8, $0 & 0xFF] : [$0 & 0xFF, $0 >> 8] }.map(UInt8.init))
        CodableAgreement.expect(String.self, bytes)
        CodableAgreement.expect(String.self, Data(isBig ? [0xFE, 0xFF] : [0xFF, 0xFE]) + bytes)
        CodableAgreement.expect(Int.self, bytes)
      }
    }
  }

  @Test func invalidUTF8InTexts() {
    for bytes in [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE2, 0x82],
      [0xE0, 0x80, 0x80],
      [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
      [0xF8, 0x88, 0x80, 0x80, 0x80],
      [0xC3, 0xA9], [0xF0, 0x9F, 0x98, 0x80], [0xEF, 0xBF, 0xBD],
    ] as [[UInt8]] {
      for filler in ["", "some more text before it"] {
        let quoted = Data("\"\(filler)".utf8) + bytes + Data("\"".utf8)
        CodableAgreement.expect(String.self, quoted)
        CodableAgreement.expect([String].self, Data("[".utf8) + quoted + Data("]".utf8))
        CodableAgreement.expect([String: Int].self, Data("{".utf8) + quoted + Data(":1}".utf8))
        CodableAgreement.expect(
          CodableMember<String>.self, Data("{\"member\":".utf8) + quoted + Data("}".utf8))
      }
    }
  }

  @Test(arguments: [[0xC3], [0xFF], [0xED, 0xA0, 0x80], [0xC0, 0x80]] as [[UInt8]])
  func invalidUTF8BesidesTexts(_ bytes: [UInt8]) {
    for text in ["", "[", "[1,", "{\"a\":", "{", "[1"] {
      CodableAgreement.expect([Int].self, Data(text.utf8) + bytes)
      CodableAgreement.expect([Int].self, Data(text.utf8) + bytes + Data("]".utf8))
    }
    CodableAgreement.expect([Int].self, Data("[1]".utf8) + bytes)
  }

  /// What is ignored is validated as well, which Foundation doesn't do.
  @Test(
    .enabled(if: CodableAgreement.isOwnDecoder), arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80]])
  func invalidUTF8InIgnoredValues(_ bytes: [UInt8]) {
    let document = Data("{\"a\": \"".utf8) + bytes + Data("\", \"member\": 1}".utf8)
    #expect(throws: DecodingError.self) {
      try MappingDecoder().decode(CodableMember<Int>.self, from: document)
    }
  }

  @Test func slicesOfData() throws {
    let data = Data("xx[1, 2]yy".utf8)[2..<8]
    CodableAgreement.expect([Int].self, data)
    #expect(try MappingDecoder().decode([Int].self, from: data) == [1, 2])
  }

  @Test func everySource() throws {
    let decoder = MappingDecoder()
    let text = #"{"a": ["é"]}"#
    let expected = ["a": ["é"]]
    #expect(try decoder.decode([String: [String]].self, from: Data(text.utf8)) == expected)
    #expect(try decoder.decode([String: [String]].self, from: Array(text.utf8)) == expected)
    #expect(try decoder.decode([String: [String]].self, from: text) == expected)
  }
}
