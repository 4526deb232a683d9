import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// All strategies for data and for floating-point numbers that JSON doesn't have.
struct DataAndFloatStrategyTests {
  private struct Blob: Decodable { var data: Data, more: [Data]?, named: [String: Data?]? }

  private static let base64 = [
    "", "AA==", "AAA=", "AAAA", "AQIDBA==", "AQIDBA", "AQIDBA=", "AQID BA==", "AQID\\nBA==", "A",
    "AA", "A===", "====", "AA==AA==", "/+8=", "\\/+8=", "_-8=", "AQ\\u0049D", "é", "AB==", "AAB=",
    " AAAA", "AAAA ", "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSYnKCkqKywtLi8=",
  ]

  @Test func base64IsTheDefault() throws {
    // Strings that aren't near the end of the document are read in another way.
    for spaces in ["", String(repeating: " ", count: 64)] {
      CodableAgreement.expect(Data.self, each: Self.base64.map { "\"\($0)\"\(spaces)" })
    }
    CodableAgreement.expect(Data.self, each: ["[1, 2]", "[256]", "1", "null", "{}"])
    CodableAgreement.expect(
      Blob.self, #"{"data": "AQ==", "more": ["Ag=="], "named": {"a": null, "b": "Aw=="}}"#)
    CodableAgreement.expect(Blob.self, #"{"data": "AQ==", "more": ["Ag"]}"#)
    #expect(try MappingDecoder().decode(Data.self, from: "\"AQIDBA==\"") == Data([1, 2, 3, 4]))
  }

  @Test func deferredDataIsAnArrayOfBytes() {
    let options = CodableOptions { $0.dataDecodingStrategy = .deferredToData }
    CodableAgreement.expect(
      Data.self,
      each: [
        "[]", "[1, 2, 255]", "[256]", "[-1]", "[1.0]", "[1.5]", "[null]", "\"AQ==\"", "null", "1",
        "{}", "[\"1\"]", "[[1]]",
      ], options)
    CodableAgreement.expect(Blob.self, #"{"data": [1], "more": [[2], []]}"#, options)
  }

  @Test func closures() {
    let options = CodableOptions {
      $0.dataDecodingStrategy = .custom { decoder in
        Data(try decoder.singleValueContainer().decode(String.self).utf8)
      }
    }
    CodableAgreement.expect(Data.self, each: ["\"text\"", "\"\"", "1", "null", "[1]"], options)
    CodableAgreement.expect(Blob.self, #"{"data": "a", "named": {"b": "c"}}"#, options)
    CodableAgreement.expect(Blob.self, #"{"data": "a", "named": {"b": 1}}"#, options)
  }

  private static let floats = [
    #""inf""#, #""-inf""#, #""nan""#, #""NaN""#, #""Infinity""#, #""i\u006ef""#, #""""#, #""1.5""#,
    "1.5", "null", "true", "[]", "1e400", "1e40", "-1e-400", "0",
  ]

  @Test func nonConformingFloatsThrowByDefault() {
    CodableAgreement.expect(Double.self, each: Self.floats)
    CodableAgreement.expect(Float.self, each: Self.floats)
  }

  @Test func nonConformingFloatsFromTexts() throws {
    let options = CodableOptions {
      $0.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }
    CodableAgreement.expect(Double.self, each: Self.floats, options)
    CodableAgreement.expect(Float.self, each: Self.floats, options)
    CodableAgreement.expect(CGFloat.self, each: Self.floats, options)
    CodableAgreement.expect(Decimal.self, each: Self.floats, options)
    CodableAgreement.expect(Int.self, each: Self.floats, options)
    CodableAgreement.expect(Date.self, each: Self.floats, options)
    #if !os(macOS) || arch(arm64)
      CodableAgreement.expect(Float16.self, each: Self.floats, options)
    #endif
    let long = "[1, \"inf\", 2, \"-inf\", 3, \"nan\", 4]"
    CodableAgreement.expect([Double].self, long, options)
    CodableAgreement.expect([Float].self, long, options)
    let decoded = try options.mappingDecoder().decode([Double].self, from: long)
    #expect(decoded.filter(\.isFinite) == [1, 2, 3, 4])
    #expect(decoded[1] == .infinity && decoded[3] == -.infinity && decoded[5].isNaN)
  }

  @Test func theTextsCanBeAnything() {
    let options = CodableOptions {
      $0.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "", negativeInfinity: "é", nan: "")
    }
    CodableAgreement.expect(
      Double.self, each: [#""""#, #""é""#, #""e\u0301""#, #""x""#, "1"], options)
    CodableAgreement.expect(Float.self, each: [#""""#, #""é""#, #""x""#], options)
  }
}
