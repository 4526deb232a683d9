import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private struct User: Mappable {
  @Mapped("id", "user_id", "meta.id") var id: Int
  @Mapped var color: Color?
}

private enum Color: String, MappableValue, CaseIterable { case red, green, blue }
private enum Size: Int, MappableValue, CaseIterable {
  case small = 1
  case large = 2
}
private enum Open: String, MappableValue { case on, off }
private enum Known: String, MappableValue, CaseIterable, UnknownCaseProviding {
  case jazz, other
  static var unknownCase: Known { .other }
}
private enum Many: Int, MappableValue, CaseIterable {
  case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z
}
private enum Foreign: String, CaseIterable { case here, there }
private struct Placed: Mappable {
  @Mapped("at", transform: .rawValue()) var place: Foreign
}

/// What a programmer sees first.
struct CommonMistakeTests {
  @Test func pageInHTMLShowsItsBracket() {
    let page = "<!DOCTYPE html><html></html>"
    #expect(
      errorText { try User.decode(from: page) }
        == "$: expected a value, found '<' (line 1, column 1)")
    #expect(
      errorText { try [User].decode(from: "  <html>") }
        == "$: expected a value, found '<' (line 1, column 3)")
    #expect(
      errorText { try JSONValue.decode(from: page) }
        == "$: expected a value, found '<' (line 1, column 1)")
  }

  @Test func keysWithoutQuotesAreToldToHaveThem() {
    #expect(
      errorText { try User.decode(from: "{id: 1}") }
        == "$: expected a key in double quotes, found a letter (line 1, column 2)")
    #expect(
      errorText { try User.decode(from: "{'id': 1}") }
        == "$: expected a key in double quotes, found a single quote (line 1, column 2)")
    #expect(
      errorText { try User.decode(from: #"{"id": 1, }"#) }
        == "$: expected a key, found '}' (line 1, column 11)")
  }

  @Test func missingKeyMentionsItsAlternatives() {
    #expect(
      errorText { try User.decode(from: "{}") }
        == #"$.id: required key is missing, as are "user_id" and "meta.id", expected Int"#
        + " (line 1, column 1, User.id)")
    let report = User.decodeReporting(from: "{}")
    #expect(report.issues.map { "\($0)" }.first?.contains(#"as are "user_id""#) == true)
  }

  @Test func unknownRawValueListsTheKnownOnes() {
    #expect(
      errorText { try User.decode(from: #"{"id":1,"color":"rot"}"#) }
        == #"$.color: expected a raw value of Color ("red", "green", or "blue"),"#
        + " found one that it does not have (line 1, column 17, User.color)")
    #expect(
      errorText { try Size.decode(from: "3") }
        == "$: expected a raw value of Size (1 or 2), found one that it does not have"
        + " (line 1, column 1)")
    #expect(
      errorText { try Open.decode(from: #""x""#) }
        == "$: expected a raw value of Open, found one that it does not have (line 1, column 1)")
    #expect(
      errorText { try Placed.decode(from: #"{"at":"x"}"#) }
        == #"$.at: expected a raw value of Foreign ("here" or "there"),"#
        + " found one that it does not have (line 1, column 7, Placed.place)")
    let report = [Known].decodeReporting(from: #"["x"]"#)
    #expect(report.value == [.other])
    #expect(
      report.issues.map { "\($0)" } == [
        #"$[0]: expected a raw value of Known ("jazz" or "other"), found one that it does not have"#
          + " (line 1, column 2)"
      ])
    let text = errorText { try Many.decode(from: "99") }
    #expect(text.utf8.count < 250, "\(text)")
  }

  @Test func fileErrorIsOneLine() throws {
    let folder = FileManager.default.temporaryDirectory
    for url in [folder, folder.appendingPathComponent("no such \(UUID().uuidString)")] {
      let text = errorText { try User.decode(contentsOf: url) }
      #expect(text.hasPrefix("the file \(url.path) cannot be read: "), "\(text)")
      #expect(!text.contains("\n") && text.utf8.count < 300, "\(text)")
    }
  }

  @Test func objectsOfAnotherParserHaveNoLines() {
    let error = mappingError { try [User].decode(fromObject: [["id": 1], ["id": "x"]]) }
    #expect(error.map { "\($0)" } == "$[1].id: expected Int, found a string (User.id)")
    #expect(error?.line == nil && error?.column == nil && error?.byteOffset == nil)
  }
}
