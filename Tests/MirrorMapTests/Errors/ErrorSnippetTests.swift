import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Errors quote the document if, and as far as, the mapper says.
struct ErrorSnippetTests {
  struct Track: Mappable {
    @Mapped var title: String
    @Mapped var seconds: Int = 0
  }

  private func mapper(_ length: Int) -> Mapper {
    .with { $0.errorSnippetLength = length }
  }

  private static let failing = [
    #"[{"title":"a","seconds":"x"}]"#, #"[{"title":null}]"#, #"[{}]"#, "[", "", "[x]", "[{}",
    #"[{"title":"a","title":"b"}]"#, #"{"title":"a"}"#, "[\"\u{1}\"]", #"[{"title":"a"}] 1"#,
  ]

  @Test(arguments: failing)
  func thereIsNoSnippetByDefault(json: String) throws {
    #expect(Mapper().errorSnippetLength == 0)
    let asked = try #require(mappingError { try [Track].decode(from: json, using: mapper(4)) })
    #expect(asked.snippet != nil)
    for length in [0, -1, .min] {
      let error = try #require(
        mappingError { try [Track].decode(from: json, using: mapper(length)) })
      #expect(error.snippet == nil)
      #expect("\(asked)" == "\(error) near \"\(asked.snippet ?? "")\"")
      for issue in [Track].decodeReporting(from: json, using: mapper(length)).issues {
        #expect(issue.snippet == nil)
        #expect(!"\(issue)".contains(" near "))
      }
    }
    let error = try #require(mappingError { try [Track].decode(from: json) })
    #expect(error.snippet == nil)
    #expect(!"\(error)".contains(" near "))
  }

  @Test func malformedTextIsQuotedOnBothSidesOfTheByte() {
    #expect(
      errorText { try [Int].decode(from: "[1, 2, x]", using: mapper(3)) }
        == #"$[2]: expected a value, found a letter (line 1, column 8) near "2, x]""#)
    #expect(
      errorText { try [Int].decode(from: "[1, 2, x, 3, 4]", using: mapper(1)) }
        == #"$[2]: expected a value, found a letter (line 1, column 8) near " x""#)
  }

  @Test func wrongDataIsQuotedAroundTheFirstByteOfTheValue() throws {
    let json = #"[{"title": "So What", "seconds": "545"}]"#
    let error = try #require(mappingError { try [Track].decode(from: json, using: mapper(10)) })
    #expect(error.snippet == #"seconds": "545"}]"#)
    #expect(
      "\(error)"
        == #"$[0].seconds: expected Int, found a string (line 1, column 34, Track.seconds)"#
        + #" near "seconds": "545"}]""#)
    #expect(
      errorText { try [Track].decode(from: #"[{"seconds": 1}]"#, using: mapper(5)) }
        == "$[0].title: required key is missing, expected String (line 1, column 2, Track.title)"
        + #" near "[{"sec""#)
  }

  @Test func snippetsAreShorterAtTheEndsOfADocument() {
    #expect(
      errorText { try Int.decode(from: "x", using: mapper(9)) }
        == #"$: expected a value, found a letter (line 1, column 1) near "x""#)
    #expect(
      errorText { try [Int].decode(from: "[1,", using: mapper(2)) }
        == #"$[1]: expected a value, found the end of the input (line 1, column 4) near "1,""#)
    #expect(
      errorText { try Int.decode(from: "", using: mapper(9)) }
        == #"$: expected a value, found the end of the input (line 1, column 1) near """#)
    #expect(
      errorText { try Int.decode(from: "1 2", using: mapper(.max)) }
        == #"$: unexpected content after the end of the value (line 1, column 3) near "1 2""#)
  }

  @Test func charactersCutInTwoAreMarked() {
    #expect(
      errorText { try [String].decode(from: #"["é", 1]"#, using: mapper(4)) }
        == "$[1]: expected String, found a number (line 1, column 7) near \"\u{FFFD}\", 1]\"")
    #expect(
      errorText { try [String].decode(from: #"["é", 1]"#, using: mapper(5)) }
        == #"$[1]: expected String, found a number (line 1, column 7) near "é", 1]""#)
    #expect(
      errorText { try [String].decode(from: #"[1, "日"]"#, using: mapper(5)) }
        == "$[0]: expected String, found a number (line 1, column 2) near \"[1, \"\u{FFFD}\"")
    #expect(
      errorText { try [String].decode(from: [0x22, 0xFF, 0x22], using: mapper(1)) }
        == "$: expected an array, found a string (line 1, column 1) near \"\"\"")
    #expect(
      errorText { try String.decode(from: [0x22, 0xFF, 0x22], using: mapper(2)) }
        == "$: expected UTF-8, found malformed bytes (line 1, column 2) near \"\"\u{FFFD}\"\"")
  }

  @Test func snippetIsOneLine() {
    #expect(
      errorText { try [Int].decode(from: "[1,\n\t2,\r\nx]", using: mapper(6)) }
        == #"$[2]: expected a value, found a letter (line 3, column 1) near "  2,  x]""#)
    #expect(
      errorText { try Int.decode(from: "\"a\u{7F}\u{85}\u{2028}\u{2029}b\"", using: mapper(99)) }
        == "$: expected Int, found a string (line 1, column 1) near \"\"a    b\"\"")
    #expect(
      errorText { try [Int].decode(from: "[1,x\u{0}]", using: mapper(99)) }
        == #"$[1]: expected a value, found a letter (line 1, column 4) near "[1,x ]""#)
  }

  @Test func reportsAndLoggersQuoteTheTextAroundEachIssue() {
    let json = #"[{"title":1},{"title":"b","seconds":true}]"#
    let expected = [
      #"$[0].title: expected String, found a number (line 1, column 11, Track.title)"#
        + #" near "le":1},{""#,
      #"$[1].seconds: expected Int, found a boolean (line 1, column 37, Track.seconds)"#
        + #" near "ds":true""#,
    ]
    let report = [Track].decodeReporting(from: json, using: mapper(4))
    #expect(report.issues.map { "\($0)" } == expected)
    #expect(report.issues.map(\.snippet) == [#"le":1},{"#, #"ds":true"#])

    let console = Console()
    var lossy = mapper(4)
    lossy.failurePolicy = .lossy
    lossy.logger = { console.print($0) }
    #expect(throws: Never.self) { try [Track].decode(from: json, using: lossy) }
    #expect(console.lines == expected)
  }

  @Test func updatesKeyPathsFoundationObjectsAndViewsHaveSnippetsToo() throws {
    var track = Track()
    #expect(
      errorText { try track.update(from: #"{"seconds":"x"}"#, using: mapper(3)) }
        == #"$.seconds: expected Int, found a string (line 1, column 12, Track.seconds)"#
        + #" near "s":"x"""#)
    #expect(
      errorText { try Int.decode(from: #"{"a":{"b":"x"}}"#, at: "a.b", using: mapper(3)) }
        == #"$.a.b: expected Int, found a string (line 1, column 11) near "b":"x"""#)
    #expect(
      errorText { try [Int].decode(fromObject: ["x"], using: mapper(3)) }
        == "$[0]: expected Int, found a string")
    let view = try JSONView(#"{"a":"x"}"#)
    #expect(
      errorText { try view["a"]?.decode(Int.self, using: mapper(3)) }
        == #"$.a: expected Int, found a string (line 1, column 6) near "a":"x"""#)
    #expect(
      errorText { try view["a"]?.decode(Int.self) }
        == "$.a: expected Int, found a string (line 1, column 6)")
  }

  @Test func encodedTextIsNotQuoted() throws {
    let error = try #require(mappingError { try Track().encode(using: mapper(9)) })
    #expect(error.snippet == nil)
    #expect(!"\(error)".contains(" near "))
  }
}
