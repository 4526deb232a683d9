import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Each kind of error: its case, type, key, path and place.
struct DecodingErrorTests {
  private struct Page: Decodable { var items: [Item] }
  private struct Item: Decodable { var id: Int8, name: String, url: URL?, at: Date?, blob: Data? }

  private static func page(_ item: String) -> String { "{\n  \"items\": [\n    \(item)\n  ]\n}" }

  /// The error that decoding a page with one item leads to, of both decoders.
  private static func error(
    _ item: String, _ options: CodableOptions = CodableOptions(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> DecodingError? {
    CodableAgreement.expect(Page.self, page(item), options, sourceLocation: sourceLocation)
    do {
      _ = try options.mappingDecoder().decode(Page.self, from: page(item))
      return nil
    } catch { return error as? DecodingError }
  }

  private static func context(_ error: DecodingError?) -> DecodingError.Context? {
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    default: nil
    }
  }

  @Test func typeMismatch() throws {
    let error = Self.error(#"{"id": "1", "name": "a"}"#)
    guard case .typeMismatch(let type, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect("\(type)" == "Int8")
    #expect(context.codingPath.map(\.stringValue) == ["items", "Index 0", "id"])
    #expect(context.codingPath.map(\.intValue) == [nil, 0, nil])
    #expect("\(Swift.type(of: context.codingPath[2]))" == "CodingKeys")
  }

  @Test func valueNotFound() {
    let error = Self.error(#"{"id": 1, "name": null}"#)
    guard case .valueNotFound(let type, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect("\(type)" == "String")
    #expect(context.codingPath.map(\.stringValue) == ["items", "Index 0", "name"])
  }

  @Test func keyNotFound() {
    let error = Self.error(#"{"id": 1}"#)
    guard case .keyNotFound(let key, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(key.stringValue == "name" && key.intValue == nil)
    #expect("\(type(of: key))" == "CodingKeys")
    #expect(context.codingPath.map(\.stringValue) == ["items", "Index 0"])
  }

  @Test func dataCorruptedOfAllSorts() {
    for item in [
      #"{"id": 1, "name": "a", "url": ""}"#, #"{"id": 1, "name": "a", "blob": "="}"#,
      #"{"id": 1, "name": "a", "at": "yesterday"}"#, #"{"id": 300, "name": "a"}"#,
      #"{"id": 1.5, "name": "a"}"#, #"{"id": 1e400, "name": "a"}"#, #"{"id": 1, "name": "\x"}"#,
      #"{"id": 01, "name": "a"}"#, #"{"id": 1, "name": "a" "url": 1}"#,
    ] {
      let error = Self.error(item, CodableOptions { $0.dateDecodingStrategy = .iso8601 })
      guard case .dataCorrupted = error else {
        Issue.record("\(item): \(String(describing: error))")
        continue
      }
    }
  }

  @Test func pathsOfDataErrors() {
    for (item, path) in [
      (#"{"id": 1, "name": "a", "url": ""}"#, ["items", "Index 0", "url"]),
      (#"{"id": 1, "name": "a", "blob": "="}"#, ["items", "Index 0", "blob"]),
      // Foundation's errors about ISO 8601 have the path of the object.
      (#"{"id": 1, "name": "a", "at": "yesterday"}"#, ["items", "Index 0"]),
      // A number's range is checked without a path.
      (#"{"id": 300, "name": "a"}"#, []),
      (#"{"id": 1e400, "name": "a"}"#, []),
    ] {
      let error = Self.error(item, CodableOptions { $0.dateDecodingStrategy = .iso8601 })
      #expect(Self.context(error)?.codingPath.map(\.stringValue) == path, "\(item)")
    }
  }

  @Test(.enabled(if: CodableAgreement.isOwnDecoder))
  func underlyingErrorsSayLineAndColumn() throws {
    for (item, line, columns) in [
      (#"{"id": "1", "name": "a"}"#, 3, 12...12), (#"{"id": 1, "name": null}"#, 3, 23...23),
      (#"{"id": 1}"#, 3, 5...5), (#"{"id": 300, "name": "a"}"#, 3, 12...12),
      (#"{"id": 1, "name": "a", "url": ""}"#, 3, 35...35),
      (#"{"id": 1, "name" "a"}"#, 3, 22...22), (#"{"id": 1, "name": tru}"#, 3, 22...26),
    ] {
      let error = try #require(Self.context(Self.error(item))?.underlyingError as? MappingError)
      #expect(error.line == line, "\(item)")
      #expect(error.column.map(columns.contains) == true, "\(item): \(error)")
    }
  }

  @Test(.enabled(if: CodableAgreement.isOwnDecoder))
  func placesAreThoseOfTheDocumentsBytes() throws {
    let text = "[\n\"é🚀\",\n  \"x\"]"
    let error = #expect(throws: DecodingError.self) {
      try MappingDecoder().decode([Int].self, from: text.replacing("\"é🚀\"", with: "1"))
    }
    let place = try #require(Self.context(error)?.underlyingError as? MappingError)
    #expect(place.line == 3 && place.column == 3)
  }

  @Test func descriptionsAreTexts() {
    for item in [#"{"id": "1"}"#, #"{"id": null}"#, "{}", #"{"id": 300}"#, "[", "{\"id\":}"] {
      #expect(Self.context(Self.error(item))?.debugDescription.isEmpty == false)
    }
  }

  @Test func errorsOfScalarsInLongArrays() {
    for bad in ["\"x\"", "null", "true", "[]", "{}", "1.5", "1e99", "-1"] {
      let list = "[" + (0..<50).map { $0 == 33 ? bad : "\($0)" }.joined(separator: ",") + "]"
      CodableAgreement.expect([Int].self, list)
      CodableAgreement.expect([UInt8].self, list)
      CodableAgreement.expect([Double].self, list)
      CodableAgreement.expect([Float].self, list)
      CodableAgreement.expect([String].self, list)
      CodableAgreement.expect([String: [Int]].self, "{\"a\": \(list)}")
    }
  }

  @Test func aDecoderCanBeUsedAfterAFailure() throws {
    let decoder = MappingDecoder()
    for _ in 0..<3 {
      #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: "[1, \"x\"]") }
      #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: "[1, ") }
      #expect(try decoder.decode([Int].self, from: "[1, 2]") == [1, 2])
    }
  }
}
