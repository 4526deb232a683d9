import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Documents that aren't JSON: the error has no coding path, whatever type is decoded.
struct SyntaxErrorTests {
  private static let documents = [
    "", " ", "\n", "[", "]", "{", "}", "[1", "[1 2]", "[,1]", "[1,,2]", "[,]", "{,}", "{\"a\"}",
    "{\"a\":}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{a:1}", "{'a':1}", "{1:1}", "{\"a\":1",
    "{\"a\":",
    "{\"a\"", "{\"a", "[1}", "{\"a\":1]", "[1]]", "{}}", "1 2", "[] []", "{} x", "[1],", "tru",
    "truee", "True", "TRUE", "nul", "nulll", "fals", "falsey", "t", "n", "f", "undefined", "NaN",
    "Infinity", "-", "+1", "01", "-01", "1.", ".1", "1e", "1e+", "0x1", "1_000", "--1", "1.2.3",
    "\"", "\"a", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u12G4\"", "\"\\uD800\"", "\"a\nb\"",
    "\"\t\"", "'a'", "// x\n1", "/* x */1", "[1] // x", "#", "\u{0}", "[1]\u{0}", "\u{A0}1",
    "\u{2028}1", "\u{B}1", "\u{C}1", "{\"a\":1,,\"b\":2}", "{,\"a\":1}", "[\"a\":1]", "{\"a\",1}",
    "{null:1}", "{[]:1}", "{\"a\":{\"b\":[1,{\"c\":tru}]}}", "[[[[", "]]]]", "[1,2", "[\"a\", \"b",
    "{\"a\": \"b}", "[-]", "[+1]", "[1.]", "[01]", "[1e]", "[tru]", "[\"\\x\"]", "[\"a\nb\"]", "\\",
    "[1\\n]", "[1;2]", "(1)", "<a>", "{\"a\"::1}", "{\"a\":1:2}", "[*]", "[\"a\"\"b\"]", "[{}[]]",
    "[nullnull]", "[1true]", "[\"a\"1]", "-Infinity", "[-NaN]", "{\"a\":01}", "{\"a\":-}",
    "\u{85}[]",
  ]

  @Test(arguments: documents)
  func malformedDocuments(_ document: String) {
    CodableAgreement.expect([Int].self, document)
    CodableAgreement.expect([String: Int].self, document)
    CodableAgreement.expect(Int.self, document)
    CodableAgreement.expect(Double.self, document)
    CodableAgreement.expect(String.self, document)
    CodableAgreement.expect(Bool?.self, document)
    CodableAgreement.expect([String].self, document)
    // JSONDecoder validates strings and numbers only when they are decoded.
    guard !JSONReference.accepts(Array(document.utf8)) else { return }
    let failure = CodableOutcome { try MappingDecoder().decode([Int].self, from: document) }.failure
    if CodableAgreement.isOwnDecoder {
      #expect(failure?.description == "dataCorrupted at ")
    }
  }

  @Test(
    .enabled(if: CodableAgreement.isOwnDecoder),
    arguments: [
      "01", "1.", "1e", "\"\\x\"", "\"\\uD800\"", "\"\u{1}\"", "[1,]", "-", "--1", "1.e1",
    ])
  func ignoredValuesAreValidated(_ value: String) {
    // Foundation accepts most of these.
    let document = "{\"member\": 1, \"other\": \(value)}"
    let outcome = CodableOutcome {
      try MappingDecoder().decode(CodableMember<Int>.self, from: document)
    }
    #expect(outcome.failure?.description == "dataCorrupted at ")
    #expect(outcome.failure?.hasPlace == true)
  }

  @Test func fragmentsAreDocuments() throws {
    for document in ["1", " 1 ", "\"a\"", "true", "null", "-1.5e3", "\n\t[]\r "] {
      CodableAgreement.expect(Int.self, document)
      CodableAgreement.expect(String.self, document)
      CodableAgreement.expect(Bool.self, document)
      CodableAgreement.expect([Int]?.self, document)
    }
    #expect(try MappingDecoder().decode(Int.self, from: " 1 ") == 1)
    #expect(try MappingDecoder().decode(Int?.self, from: "null") == nil)
  }

  @Test func documentsCutAnywhere() {
    let document = #"{"a": [1, -2.5e3, "x\u00e9\n", true, null], "b": {"c": {}, "d": []}}"#
    for length in 0..<document.utf8.count {
      let outcome = CodableAgreement.expect(
        [String: Int].self, Data(document.utf8.prefix(length)))
      #expect(outcome.failure?.description == "dataCorrupted at ")
    }
  }

  private enum Nested: Decodable {
    case end
    indirect case level(Nested)
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      self = list.isAtEnd ? .end : .level(try list.decode(Nested.self))
    }
    var depth: Int {
      var (count, rest) = (1, self)
      while case .level(let next) = rest { (count, rest) = (count + 1, next) }
      return count
    }
  }

  private struct Ignoring: Decodable {
    init(from decoder: any Decoder) throws {}
  }

  @Test func documentsOf512LevelsAreAccepted() throws {
    for depth in [1, 100, 511, 512] {
      let document = nested(depth)
      #expect(
        CodableOutcome { try JSONDecoder().decode(Nested.self, from: document) }.value?.depth
          == depth)
      #expect(
        CodableOutcome { try MappingDecoder().decode(Nested.self, from: document) }.value?.depth
          == depth)
      CodableAgreement.expect(Ignoring.self, document)
      CodableAgreement.expect(Ignoring.self, String(repeating: "[", count: depth) + "1, 2")
    }
  }

  @Test(arguments: [513, 514, 600, 1000, 100_000])
  func deeperDocumentsAreRejected(_ depth: Int) {
    // Of brackets alone, 513 trap in Foundation.
    let unclosed = Data((String(repeating: "[", count: depth) + "1, 2").utf8)
    for document in [nested(depth), unclosed] {
      #expect(
        CodableAgreement.expect(Ignoring.self, document).failure?.description
          == "dataCorrupted at ")
    }
    let objects =
      String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
    CodableAgreement.expect(Ignoring.self, objects)
    CodableAgreement.expect(Ignoring.self, objects, .json5)
  }

  private func nested(_ depth: Int) -> Data {
    Data((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
  }

  /// Errors at the end of a document without outer braces are at its end, not at that of the braces.
  @Test(arguments: [
    (#""q":{"#, 1, 6), ("\"q\":{\n", 2, 1), ("\"q\":[1", 1, 7), ("\"q\"", 1, 4),
    ("\"q\":\n [", 2, 3),
    ("\"é\":", 1, 5), ("\"q", 1, 3),
  ])
  func theEndWithoutOuterBraces(_ text: String, _ line: Int, _ column: Int) {
    for allowsJSON5 in [false, true] {
      let decoder = MappingDecoder()
      decoder.assumesTopLevelDictionary = true
      decoder.allowsJSON5 = allowsJSON5
      do {
        _ = try decoder.decode([String: JSONValue].self, from: text)
        Issue.record("no error")
      } catch DecodingError.dataCorrupted(let context) {
        let cause = context.underlyingError as? MappingError
        #expect(cause?.byteOffset == text.utf8.count, "\(text) \(context)")
        #expect(cause?.line == line && cause?.column == column, "\(text) \(context)")
        #expect(cause?.found == "the end of the input", "\(text) \(context)")
      } catch { Issue.record("\(error)") }
    }
  }

  @Test(arguments: [
    ("\"q\":x", 4), ("\"q\":1}", 5), ("\"q\":1} 2", 7), ("\n \"q\":01", 6), ("\u{FEFF}\"q\":x", 7),
  ])
  func placesWithoutOuterBraces(_ text: String, _ offset: Int) {
    let decoder = MappingDecoder()
    decoder.assumesTopLevelDictionary = true
    do {
      _ = try decoder.decode([String: JSONValue].self, from: text)
      Issue.record("no error")
    } catch DecodingError.dataCorrupted(let context) {
      let cause = context.underlyingError as? MappingError
      #expect(cause?.byteOffset == offset, "\(text) \(context)")
      #expect(cause?.found != "the end of the input", "\(text) \(context)")
    } catch { Issue.record("\(error)") }
  }
}
