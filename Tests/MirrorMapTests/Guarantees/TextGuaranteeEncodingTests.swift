import Foundation
import MirrorMap
import Testing

@testable import TestSupport

struct TextGuaranteeEncodingTests {
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  @Test func byteOrderMarkIsSkipped() throws {
    let text = Self.mark + Array(" [1, 2]".utf8)
    #expect(try [Int].decode(from: text) == [1, 2])
    #expect(try Int.decode(from: Self.mark + Array(#"{"a":1}"#.utf8), at: "a") == 1)
    #expect([WayOfReading.tokens, .tree, .skipping].allSatisfy { $0.accepts(text) })
    try JSONTokenizer.tokenize(text) { tokenizer in
      let token = try tokenizer.next()
      #expect(token?.range == 4..<5)
    }
  }

  @Test func secondByteOrderMarkIsNotSkipped() {
    let error = "$: expected a value, found a character beyond ASCII (line 1, column 1)"
    #expect(errorText { try JSONValue.decode(from: Self.mark + Self.mark + [0x31]) } == error)
    let late = "$: expected a value, found a character beyond ASCII (line 1, column 2)"
    #expect(errorText { try Int.decode(from: [0x20] + Self.mark + [0x31]) } == late)
    #expect(
      errorText { try Int.decode(from: [0x31] + Self.mark) }
        == "$: unexpected content after the end of the value (line 1, column 2)")
    #expect(WayOfReading.dissenters(Self.mark).isEmpty)
    #expect(WayOfReading.dissenters([0xEF, 0xBB]).isEmpty)
    #expect(WayOfReading.dissenters([0xEF]).isEmpty)
  }

  private static let encodings: [(String.Encoding, String)] = [
    (.utf16LittleEndian, "UTF-16"), (.utf16BigEndian, "UTF-16"), (.utf32LittleEndian, "UTF-32"),
    (.utf32BigEndian, "UTF-32"),
  ]

  @Test(arguments: ["1", "[1]", #"{"é":"中"}"#, "\"x\"", " true"])
  func utf16AndUTF32AreRefusedByName(text: String) throws {
    for (encoding, name) in Self.encodings {
      let bytes = [UInt8](try #require(text.data(using: encoding)))
      let expected = "$: expected UTF-8, found \(name) (line 1, column 1)"
      #expect(errorText { try JSONValue.decode(from: bytes) } == expected)
      #expect(errorText { try ValueIgnorer.decode(from: bytes) } == expected)
      #expect(
        errorText { try JSONTokenizer.tokenize(bytes) { try $0.next() } } == expected)
    }
  }

  /// A text in another encoding; Foundation's have no mark unless the text begins with one.
  private func encoded(_ text: String, _ encoding: String.Encoding, isMarked: Bool) -> [UInt8] {
    [UInt8]((isMarked ? "\u{FEFF}" + text : text).data(using: encoding) ?? Data())
  }

  @Test func allMappersRefuseUTF16AndUTF32InTheSameWords() throws {
    for way in WayOfReading.mappers {
      let document = String(decoding: way.document(Array("1".utf8)), as: UTF8.self)
      for (encoding, name) in Self.encodings {
        for isMarked in [false, true] {
          let bytes = encoded(document, encoding, isMarked: isMarked)
          #expect(
            errorText { try way.read(bytes) }
              == "$: expected UTF-8, found \(name) (line 1, column 1)", "\(way)")
        }
      }
    }
  }

  @Test func allWaysAcceptOneByteOrderMarkAndNoSecond() throws {
    for way in WayOfReading.allCases {
      let document = way.document(Array(" 1".utf8))
      #expect(way.isRight(Self.mark + document, isJSON: true), "\(way)")
      #expect(way.verdict(Self.mark + Self.mark + document) == .malformed, "\(way)")
      #expect(way.verdict([0x20] + Self.mark + document) == .malformed, "\(way)")
      #expect(way.verdict(document + Self.mark) != .accepted, "\(way)")
      #expect(way.verdict(Self.mark) == .malformed, "\(way)")
    }
  }

  @Test func utf16AndUTF32WithAByteOrderMarkAreRefusedByName() {
    let marked: [(bytes: [UInt8], name: String)] = [
      ([0xFF, 0xFE, 0x31, 0x00], "UTF-16"), ([0xFE, 0xFF, 0x00, 0x31], "UTF-16"),
      ([0xFF, 0xFE], "UTF-16"), ([0xFF, 0xFE, 0x00, 0x00, 0x31, 0, 0, 0], "UTF-32"),
    ]
    for (bytes, name) in marked {
      let expected = "$: expected UTF-8, found \(name) (line 1, column 1)"
      #expect(errorText { try Int.decode(from: bytes) } == expected)
    }
    #expect(
      errorText { try Int.decode(from: [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x31] as [UInt8]) }
        == "$: expected UTF-8, found UTF-32 (line 1, column 1)")
  }

  @Test func loneZeroByteIsNoEncoding() {
    #expect(
      errorText { try Int.decode(from: [0] as [UInt8]) }
        == "$: expected a value, found a control character (line 1, column 1)")
  }
}
