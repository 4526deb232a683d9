import MirrorMap
import Testing

@testable import TestSupport

struct TextGuaranteeEscapeTests {
  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041""#, "A"),
    (#""\u0000""#, "\0"), (#""a\u0000b""#, "a\0b"), (#""\u00e9\u00E9""#, "éé"),
    (#""\u20ac""#, "€"), (#""\uFFFF""#, "\u{FFFF}"), (#""\ud83d\ude00""#, "😀"),
    (#""\uD800\uDC00""#, "\u{10000}"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
    (#""\uD7FF\uE000""#, "\u{D7FF}\u{E000}"), (#""x\ud83d\ude00\ud83d\ude01y""#, "x😀😁y"),
    (#""\\u0041""#, "\\u0041"), (#""\\\\""#, "\\\\"), (#""é\né""#, "é\né"), (#""""#, ""),
    (#""\u2028\u2029""#, "\u{2028}\u{2029}"), (#""\u007F""#, "\u{7F}"),
    (#""\u0080\u07ff\u0800""#, "\u{80}\u{7FF}\u{800}"),
  ])
  func escapeStandsForItsCharacter(json: String, expected: String) throws {
    let bytes = Array(expected.utf8)
    let read = try GuardedBytes.withBytes(Array(json.utf8)) { try String.decode(from: $0) }
    #expect(Array(read.utf8) == bytes)
    #expect(try JSONValue.decode(from: json).string.map { Array($0.utf8) } == bytes)
    try JSONTokenizer.tokenize(json) { tokenizer in
      let token = try #require(try tokenizer.next())
      #expect(Array(tokenizer.string(of: token).utf8) == bytes)
      #expect(token.hasEscapes == json.contains("\\"))
    }
    let object = try [String: Int].decode(from: "{\(json): 1}")
    #expect(object.keys.map { Array($0.utf8) } == [bytes])
  }

  @Test func everyEscapedUnitOutsideTheSurrogatesReadsAsItsScalar() throws {
    for unit in stride(from: UInt32(0), through: 0xFFFF, by: 7) {
      let digits = String(unit, radix: 16)
      let text = "\"\\u" + String(repeating: "0", count: 4 - digits.count) + digits + "\""
      let expected = UnicodeScalar(unit).map { String(Character($0)) }
      let read = try? String.decode(from: text)
      #expect(read.map { Array($0.utf8) } == expected.map { Array($0.utf8) }, "\(text)")
    }
  }

  @Test func everySurrogatePairReadsAsItsScalar() throws {
    for scalar in stride(from: UInt32(0x10000), through: 0x10FFFF, by: 1009) {
      let high = String(0xD800 + (scalar - 0x10000) >> 10, radix: 16, uppercase: true)
      let low = String(0xDC00 + (scalar - 0x10000) & 0x3FF, radix: 16)
      let read = try String.decode(from: "\"\\u\(high)\\u\(low)\"")
      #expect(read.unicodeScalars.map(\.value) == [scalar])
    }
  }

  /// An escape at every distance from the sixteen byte blocks in which strings are scanned.
  @Test(arguments: 0...40)
  func escapeReadsAlikeAtEveryAlignment(before: Int) throws {
    let start = String(repeating: "x", count: before)
    for after in [0, 1, 7, 8, 15, 16, 33] {
      let rest = String(repeating: "é", count: after)
      for (escape, meaning) in [("\\n", "\n"), ("\\u20AC", "€"), ("\\ud83d\\ude00", "😀")] {
        let text = "\"\(start)\(escape)\(rest)\""
        let read = try GuardedBytes.withBytes(Array(text.utf8)) { try String.decode(from: $0) }
        #expect(read == start + meaning + rest)
      }
    }
  }

  @Test(arguments: [
    (#""\x41""#, "$: expected an escape sequence, found an invalid one (line 1, column 2)"),
    (#""ab\'""#, "$: expected an escape sequence, found an invalid one (line 1, column 4)"),
    (#""\u12g4""#, "$: expected an escape sequence, found an invalid one (line 1, column 2)"),
    (#""\U0041""#, "$: expected an escape sequence, found an invalid one (line 1, column 2)"),
    (
      #""\ud800""#, "$: expected an escape sequence, found half a surrogate pair (line 1, column 2)"
    ),
    (
      #""\udc00""#, "$: expected an escape sequence, found half a surrogate pair (line 1, column 2)"
    ),
    (
      #""\ud800\ud800""#,
      "$: expected an escape sequence, found half a surrogate pair (line 1, column 2)"
    ),
    (
      #""\ud83d\n""#,
      "$: expected an escape sequence, found half a surrogate pair (line 1, column 2)"
    ),
    (
      #"["\u00"#, "$[0]: expected an escape sequence, found the end of the input (line 1, column 7)"
    ),
    (#"["\"#, "$[0]: expected an escape sequence, found the end of the input (line 1, column 4)"),
    (#"["\""#, "$[0]: expected a closing quote, found the end of the input (line 1, column 5)"),
    (
      "\"a\nb\"",
      "$: expected an escape sequence, found an unescaped control character (line 1, column 3)"
    ),
    (
      "\"a\0\"",
      "$: expected an escape sequence, found an unescaped control character (line 1, column 3)"
    ),
    ("\"abc", "$: expected a closing quote, found the end of the input (line 1, column 5)"),
  ])
  func brokenStringIsReportedInTheSameWordsByAllReaders(
    text: String, expected: String
  ) {
    expectUntypedReaders(refuse: text, as: expected)
    guard text.first == "\"" else { return }
    #expect(errorText { try String.decode(from: text) } == expected)
  }

  @Test func keysAreComparedUnescaped() throws {
    struct Doc: Mappable {
      @Mapped("a/b") var slash: Int
      @Mapped("é") var accent: Int
      @Mapped("quote\"back\\") var odd: Int
      @Mapped("😀") var smile: Int
    }
    let text = #"{"\u0061\/b":1,"\u00e9":2,"quote\"back\\":3,"\uD83D\ude00":4}"#
    let doc = try Doc.decode(from: text)
    #expect([doc.slash, doc.accent, doc.odd, doc.smile] == [1, 2, 3, 4])
    #expect(
      errorText { try Doc.decode(from: #"{"a/b":1,"\u0061/b":2}"#) }
        == #"$["a/b"]: key appears a second time (line 1, column 10, Doc)"#)
  }

  /// What a string may be made of, as far as surrogates are concerned.
  private static let pieces = [
    #"\u0041"#, #"\ud83d"#, #"\ude00"#, #"\uD800"#, #"\uDBFF"#, #"\uDC00"#, #"\uDFFF"#, #"\uD7FF"#,
    #"\uE000"#, "a", #"\n"#, #"\\"#, "udc00", #"\u00"#, #"\ud8"#, "é",
  ]

  /// The UTF-8 bytes of the string that the pieces form in UTF-16; nil if it's malformed.
  private func meaning(_ pieces: [String]) -> [UInt8]? {
    var units: [UInt16] = []
    var text = pieces.joined()[...]
    while let first = text.first {
      if text.hasPrefix("\\u") {
        let digits = text.dropFirst(2).prefix(4)
        guard digits.count == 4, let unit = UInt16(digits, radix: 16) else { return nil }
        units.append(unit)
        text = text.dropFirst(6)
      } else if first == "\\" {
        units.append(text.dropFirst().first == "n" ? 10 : 0x5C)
        text = text.dropFirst(2)
      } else {
        units += Array(String(first).utf16)
        text = text.dropFirst()
      }
    }
    return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
  }

  @Test(arguments: pieces)
  func surrogateEscapesInAllCombinationsAreAPairOrRefused(first: String) {
    var number = 0
    let places = PlaceOfText.all
    for second in Self.pieces {
      for third in Self.pieces + [""] {
        number += 1
        let string = [first, second, third]
        let expected = meaning(string)
        let json = Array("\"\(string.joined())\"".utf8)
        let place = places[number % places.count]
        #expect((try? place.read(json)) == expected, "\(place.name): \(string)")
        let way = WayOfReading.allCases[number % WayOfReading.allCases.count]
        #expect(way.isRight(way.document(json), isJSON: expected != nil), "\(way): \(string)")
      }
    }
  }
}
