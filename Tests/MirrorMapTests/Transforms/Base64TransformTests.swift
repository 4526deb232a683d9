import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private struct Blob: Mappable {
  @Mapped("standard", transform: .base64) var standard: Data?
  @Mapped("url", transform: .base64URL) var url: Data?
  @Mapped("parts", transform: .base64) var parts: [String: [Data]] = [:]
}

struct Base64TransformTests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func testVectorsOfRFC4648(_ plain: String, _ text: String) throws {
    let document = #"{"standard":"\#(text)","url":"\#(text)"}"#
    let blob = try Blob.decode(from: document)
    #expect(blob.standard == Data(plain.utf8))
    // Strings that aren't near the end of the document are read in another way.
    let longer = try Blob.decode(from: document + String(repeating: " ", count: 64))
    #expect(longer.standard == blob.standard && longer.url == blob.url)
    #expect(blob.url == Data(plain.utf8))
    let bare = text.replacingOccurrences(of: "=", with: "")
    #expect(
      try blob.encodeString() == #"{"standard":"\#(text)","url":"\#(bare)","parts":{}}"#)
    #expect(try Blob.decode(from: #"{"url":"\#(bare)"}"#).url == Data(plain.utf8))
  }

  @Test func eachAlphabetHasItsOwnTwoLastCharacters() throws {
    let bytes = Data([0xFB, 0xEF, 0xFF, 0xFE])
    var blob = Blob()
    blob.standard = bytes
    blob.url = bytes
    #expect(
      try blob.encodeString() == #"{"standard":"++///g==","url":"--___g","parts":{}}"#)
    #expect(try Blob.decode(from: #"{"standard":"++///g==","url":"--___g"}"#).standard == bytes)
    #expect(try Blob.decode(from: #"{"standard":"++\/\/\/g=="}"#).standard == bytes)
    #expect(try Blob.decode(from: #"{"url":"--___g=="}"#).url == bytes)
  }

  @Test(arguments: ["Zg", "Z", "Zg=", "Z===", "Zm9v!", "Zm 9v", "Zm9v\\n", "--___g==", "é"])
  func invalidStandardBase64IsAnError(_ text: String) {
    #expect(
      errorText { try Blob.decode(from: #"{"standard":"\#(text)"}"#) }
        == "$.standard: expected Base64 text, found another string (line 1, column 13, Blob.standard)"
    )
  }

  @Test(arguments: [
    "Z", "++///g", "++///g==", "Zm9v!", "Z m9v", "Zm9v\\n", "Zm9v=", "Zm9vZ===", "é",
  ])
  func invalidURLSafeBase64IsAnError(_ text: String) {
    #expect(
      errorText { try Blob.decode(from: #"{"url":"\#(text)"}"#) }
        == "$.url: expected Base64 text, found another string (line 1, column 8, Blob.url)")
  }

  @Test(arguments: ["====", "=", "==", "Zg==Zg==", "Z=g=", "=Zg=", "==Zg", "Zg======", "Zm9v===="])
  func misplacedPaddingWasReadAsBytes(_ text: String) {
    #expect(
      errorText { try Blob.decode(from: #"{"standard":"\#(text)"}"#) }
        == "$.standard: expected Base64 text, found another string (line 1, column 13, Blob.standard)"
    )
    #expect(
      errorText { try Data.decode(from: #""\#(text)""#) }
        == "$: expected Base64 text, found a string that isn't one (line 1, column 1)")
  }

  @Test func base64InContainers() throws {
    let json = #"{"parts":{"a":["Zg==",""]}}"#
    let blob = try Blob.decode(from: json)
    #expect(blob.parts == ["a": [Data("f".utf8), Data()]])
    #expect(try blob.encodeString() == json)
    #expect(
      errorText { try Blob.decode(from: #"{"parts":{"a":["Zg==","Zg"]}}"#) }
        == "$.parts.a[1]: expected Base64 text, found another string (line 1, column 23, Blob.parts)"
    )
  }

  @Test func randomBytesOfEveryLengthComeBackInBothAlphabets() throws {
    var generator = SeededGenerator(seed: 64)
    for length in 0..<200 {
      let bytes = Data((0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) })
      var blob = Blob()
      blob.standard = bytes
      blob.url = bytes
      let text = try blob.encodeString()
      let copy = try Blob.decode(from: text)
      #expect(copy.standard == bytes)
      #expect(copy.url == bytes)
    }
  }
}
