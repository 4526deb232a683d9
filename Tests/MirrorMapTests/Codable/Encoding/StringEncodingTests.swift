import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Strings and their escapes.
struct StringEncodingTests {
  private static let texts = [
    "", "a", "text", "exactly15bytes!", "exactly 16 byte!", "a text of more than thirty-two bytes",
    "/", "//", "a/b", "/a", "a/", "http://example.org/a/b?c=d#e", "\\", "\\/", "\"", "\"/\"",
    "</a>",
    "é", "e\u{301}", "ß", "日本語", "\u{7F}", "\u{80}", "\u{9F}", "\u{A0}", "\u{AD}", "\u{200B}",
    "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}", "\u{FFFD}", "\u{10FFFF}", "🚀",
    "👨‍👩‍👧‍👦", "🇩🇪", "\0", "a\0b", "\r\n", "\n", "\t", "\u{8}", "\u{C}", "\u{B}", "\u{1B}[0m",
    "'", "&<>", "{}", "[1]", "null", "\u{301}", "\u{E000}", "\u{D7FF}",
  ]

  @Test func texts() {
    EncodingAgreement.expect(each: Self.texts)
    for text in Self.texts { EncodingAgreement.expectRoundTrip([text]) }
  }

  @Test func controlCharacters() {
    for code in 0..<UInt8(0xA0) {
      let text = String(Unicode.Scalar(code))
      EncodingAgreement.expect(text)
      EncodingAgreement.expectRoundTrip([text: text])
      EncodingAgreement.expectRoundTrip(["before \(text) and after/\(text)"])
    }
  }

  @Test func escapesAtEveryPlace() {
    for escape in ["/", "\"", "\\", "\n", "\u{1}", "é", "🚀", "\u{7F}"] {
      for length in 0..<40 {
        let padding = String(repeating: "x", count: length)
        EncodingAgreement.expect([padding + escape, escape + padding, padding + escape + padding])
      }
    }
  }

  @Test func longTexts() {
    for length in [100, 1000, 20000] {
      EncodingAgreement.expect(String(repeating: "a", count: length))
      EncodingAgreement.expect(String(repeating: "/", count: length))
      EncodingAgreement.expect(String(repeating: "\u{1}é", count: length))
    }
  }

  @Test func randomTexts() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<100 {
      var text = ""
      for _ in 0..<Int.random(in: 0..<60, using: &random) {
        let limit: UInt32 = [0x30, 0x80, 0x800, 0x11_0000].randomElement(using: &random) ?? 1
        if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) {
          text.unicodeScalars.append(scalar)
        }
      }
      EncodingAgreement.expectRoundTrip([text])
    }
  }

  /// Strings that aren't stored as native UTF-8.
  @Test func bridgedTexts() {
    let text = NSString(string: "a/é\n\u{2028}") as String
    EncodingAgreement.expect([text, String(text.dropFirst())])
    EncodingAgreement.expect(["a/b/c".split(separator: "/").joined()])
  }

  @Test func characterLikeTypes() {
    enum Kind: String, Codable {
      case first
      case second = "a/b"
    }
    enum Level: Int, Codable { case low, high }
    EncodingAgreement.expect(each: [Kind.first, .second])
    EncodingAgreement.expect(each: [Level.low, .high])
    EncodingAgreement.expectRoundTrip([Kind.second: Level.low].mapValues { [$0] })
  }
}
