import MirrorMap
import Testing

@testable import TestSupport

struct StringWritingTests {
  /// A JSON string, written in the plainest way.
  private func plainly(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{8}": result += "\\b"
      case "\u{C}": result += "\\f"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..."\u{1F}":
        result += scalar.value < 16 ? "\\u000" : "\\u00"
        result += String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private func check(_ text: String) throws {
    let written = try text.encodeString()
    #expect(Array(written.utf8) == Array(plainly(text).utf8))
    #expect(try Array(String.decode(from: written).utf8) == Array(text.utf8))
  }

  @Test func controlCharactersQuotesAndBackslashesAreEscaped() throws {
    let controls = String(String.UnicodeScalarView((0..<32).compactMap(UnicodeScalar.init)))
    #expect(
      try controls.encodeString()
        == #""\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f"#
        + #"\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d"#
        + #"\u001e\u001f""#)
    #expect(try #"a"b\c/d"#.encodeString() == #""a\"b\\c/d""#)
  }

  @Test func everythingElseIsWrittenUnchanged() throws {
    for text in [
      "\u{7F}", "\u{80}", "\u{2028}\u{2029}", "é中😀", "\u{FEFF}", "\u{10FFFF}", "e\u{301}", "'<>&",
    ] {
      #expect(try Array(text.encodeBytes()) == [0x22] + Array(text.utf8) + [0x22])
    }
    #expect(try "".encodeString() == #""""#)
  }

  @Test(arguments: 0...70)
  func stringsOfAnyLengthAreEscapedAtAnyPosition(length: Int) throws {
    for special in ["\"", "\\", "\n", "\0", "\u{1F}", " ", "!", "[", "]", "#", "é", "\u{7F}"] {
      for place in 0...length where length < 40 || place % 3 == 0 {
        var text = String(repeating: "x", count: place)
        text += special
        text += String(repeating: "y", count: length - place)
        guard try text.encodeString() != plainly(text) else { continue }
        Issue.record("\(special.unicodeScalars) at \(place) of \(length)")
      }
    }
  }

  @Test(arguments: 1...4)
  func randomStringsAreWrittenAsScalarByScalar(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let rare: [UnicodeScalar] = ["\"", "\\", "\n", "\0", "\u{1F}", "é", "中", "😀", "\u{2028}"]
    for _ in 0..<400 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...200, using: &generator) {
        let isRare = Int.random(in: 0..<20, using: &generator) == 0
        let plain = UnicodeScalar(UInt8.random(in: 0x20...0x7E, using: &generator))
        text.append(isRare ? rare.randomElement(using: &generator) ?? plain : plain)
      }
      try check(String(text))
    }
  }

  @Test func keysAreEscapedLikeStrings() throws {
    #expect(try ["a\"\n\0": 1].encodeString() == #"{"a\"\n\u0000":1}"#)
    struct Doc: Mappable {
      @Mapped("quote\"", nested: false) var quote: Int = 1
      @Mapped("tab\t\u{2028}", nested: false) var tab: Int = 2
    }
    #expect(try Doc().encodeString() == "{\"quote\\\"\":1,\"tab\\t\u{2028}\":2}")
  }

  @Test func manyEscapesOutgrowTheBufferSafely() throws {
    let strings = (0..<300).map { String(repeating: "\u{1}", count: $0) }
    let written = try strings.encodeString()
    #expect(written == "[" + strings.map(plainly).joined(separator: ",") + "]")
    #expect(try [String].decode(from: written) == strings)
  }

  @Test func substringOfABridgedOrLargeStringIsWrittenWhole() throws {
    let large = String(repeating: "中\"", count: 50_000)
    #expect(try large.encodeString() == plainly(large))
  }
}
