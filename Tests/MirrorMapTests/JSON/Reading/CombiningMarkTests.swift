import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Texts that take quadratic time to compare and to hash.
struct CombiningMarkTests {
  private enum Word: String, MappableValue { case one }
  private struct Spelling: RawRepresentable, Hashable, MappableKey, MappableValue {
    var rawValue: String
  }
  private struct Pair: Mappable, Hashable { @Mapped("text") var text: String }
  private struct Texts: Mappable {
    @Mapped("table") var table: [String: Int]?
    @Mapped("spellings") var spellings: [Spelling: Int]?
    @Mapped("set") var set: Set<String>?
    @Mapped("pairs") var pairs: Set<Pair>?
    @Mapped("raw") var raw: Word?
    @Mapped("transformed", transform: .rawValue()) var transformed: Word?
    @Mapped("character") var character: Character?
    @Mapped("gathered.*") var gathered: Set<String>?
    @Mapped("list.*") var list: [String]?
    @Mapped("locale") var locale: Locale?
    @Mapped("range") var range: ClosedRange<String>?
    @Mapped("zone") var zone: TimeZone?
    @Mapped("ratio", transform: .nonFinite) var ratio: Double?
    @Mapped("plain") var plain: String?
    @Extras var rest: [String: JSONValue] = [:]
  }

  private static func marks(_ count: Int, _ mark: String = "\u{301}\u{316}") -> String {
    "a" + String(repeating: mark, count: count / mark.unicodeScalars.count)
  }

  @Test(arguments: [
    (#"{"table":{"@":1}}"#, 11), (#"{"spellings":{"@":1}}"#, 15), (#"{"set":["@"]}"#, 8),
    (#"{"pairs":[{"text":"@"}]}"#, 10), (#"{"raw":"@"}"#, 8), (#"{"transformed":"@"}"#, 16),
    (#"{"character":"@"}"#, 14), (#"{"gathered":["@"]}"#, 14), (#"{"locale":"@"}"#, 11),
    (#"{"range":["a","@"]}"#, 10),
    (#"{"@":1}"#, 2),
  ])
  func textsThatAreComparedHaveAtMost256MarksInARow(json: String, column: Int) throws {
    for mark in ["\u{301}\u{316}", "\u{F73}\u{F75}", "\\u0301\\u0316"] {
      let text = json.replacing("@", with: Self.marks(50_000, mark))
      let error = try #require(mappingError { try Texts.decode(from: text) })
      #expect(error.code == .sizeLimit)
      #expect(error.expected == "at most 256 combining marks in a row")
      #expect(error.found == "more")
      #expect((error.line, error.column ?? 0) == (1, column), "\(json)")
    }
  }

  @Test func textsThatAreOnlyReadAndWrittenMayHaveMore() throws {
    let text = Self.marks(50_000)
    #expect(try Texts.decode(from: ["plain": text].encode()).plain?.utf8.count == text.utf8.count)
    #expect(
      try Texts.decode(from: ["list": [text]].encode()).list?.first?.utf8.count == text.utf8.count)
  }

  @Test func longTextIsNoTimeZone() throws {
    let error = mappingError { try Texts.decode(from: ["zone": Self.marks(1_000_000)].encode()) }
    #expect(error?.code == .invalidValue)
    #expect(try Texts.decode(from: #"{"zone":"Europe/Paris"}"#).zone?.identifier == "Europe/Paris")
  }

  @Test func textInPlaceOfANumberIsComparedByBytes() throws {
    let text = "I" + String(repeating: "\u{301}\u{316}", count: 1_000_000)
    let error = mappingError { try Texts.decode(from: ["ratio": text].encode()) }
    #expect(error?.code == .invalidValue)
    #expect(try Texts.decode(from: #"{"ratio":"Infinity"}"#).ratio == .infinity)
  }

  @Test func longTextsOfAllLanguagesAreCompared() throws {
    let words = [
      Self.marks(256), String(repeating: "e\u{301}", count: 5000),
      String(repeating: "한국어 ", count: 500), String(repeating: "ภาษาไทยที่ ", count: 500),
      String(repeating: "नमस्ते ", count: 500), String(repeating: "לְשׁוֹן ", count: 500),
    ]
    for word in words {
      let texts = try Texts.decode(from: ["set": [word]].encode())
      #expect(texts.set == [word])
      #expect(try [String: Int].decode(from: [word: 1].encode()) == [word: 1])
    }
  }
}
