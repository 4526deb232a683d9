import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

/// Keys converted from snake case and by closures, and the dictionaries that are exempt.
struct KeyStrategyDecodingTests {
  private struct Names: Decodable, Equatable {
    var firstName: String?
    var leading: String?
    var trailing: String?
    var twoLeading: String?
    var url: String?
    var imageURL: String?
    var imageUrl: String?
    var a1B2: String?
    var underscore: String?
    var oneTwoThree: String?
    var lowercase: String?
    var uppercase: String?
    enum CodingKeys: String, CodingKey {
      case firstName, url, imageURL, imageUrl, a1B2, oneTwoThree
      case leading = "_firstName"
      case trailing = "firstName_"
      case twoLeading = "__first"
      case underscore = "_"
      case lowercase = "allcaps"
      case uppercase = "ALLCAPS"
    }
  }

  private struct Outer: Decodable, Equatable {
    var innerValue: Inner
    var freeKeys: [String: Inner]?
    var freeLists: [String: [Inner]]?
    var numbersByKey: [Int: Inner]?
    var optionals: [String: [String: Inner?]?]?
    var listOfMaps: [[String: Int]]?
  }
  private struct Inner: Decodable, Equatable { var someValue: Int? }
  private struct Required: Decodable { var snakeKey: Int }

  private static let keys = [
    "first_name", "_first_name", "first_name_", "__first", "first__name", "firstName",
    "First_Name", "FIRST_NAME", "_", "__", "", "url", "image_url", "image_u_r_l", "imageURL",
    "a1_b2", "a_1_b_2", "one_two_three", "One_two_three", "ONE_TWO_THREE", "one__two___three",
    "ALLCAPS", "all_caps", "ALL_CAPS", "_one_two_three_", "__one_two__", "ä_ö", "straße_ß",
    "ǆ_ǆ", "i_ı_İ", "e\u{301}_e\u{301}", "_é", "a_\u{301}b", "日_本", "1_2", "a-b_c-d", "a b_c d",
    "a_b.c", "o'neil_o'neil", "x_y2z", "_a", "a_", "_A_B", "some_URL_here", "ﬁ_ﬁ",
  ]

  @Test func allKeysFromSnakeCase() {
    for key in Self.keys {
      let lines = CodableAgreement.run("{\"\(key)\": 1}", .snakeCase) { decoder, log in
        let container = try decoder.container(keyedBy: CodableAnyKey.self)
        log.note(container.allKeys.map { "\($0.stringValue.unicodeScalars.map(\.value))" })
        for found in container.allKeys { log.note(container.contains(found)) }
        log.note(container.contains(CodableAnyKey(stringValue: key)))
      }
      #expect(lines?.dropFirst().first == "true", "\(key)")
    }
  }

  @Test func propertiesFromSnakeCase() {
    for key in Self.keys {
      CodableAgreement.expect(Names.self, "{\"\(key)\": \"x\"}", .snakeCase)
      CodableAgreement.expect([Names].self, "[{\"other\": {}, \"\(key)\": \"x\"}]", .snakeCase)
    }
    let names = CodableAgreement.expect(
      Names.self, #"{"first_name": "a", "_first_name": "b", "first_name_": "c", "a1_b2": "d"}"#,
      .snakeCase
    ).value
    #expect(names == Names(firstName: "a", leading: "b", trailing: "c", a1B2: "d"))
  }

  @Test func theFirstOfKeysThatBecomeEqualCounts() {
    for document in [
      #"{"first_name": "a", "firstName": "b"}"#, #"{"firstName": "b", "first_name": "a"}"#,
      #"{"first_name": "a", "first__name": "b", "firstName": "c"}"#,
      #"{"first_name": 1, "firstName": "b"}"#, #"{"first_name": "a", "firstName": 2}"#,
    ] {
      CodableAgreement.expect(Names.self, document, .snakeCase)
      CodableAgreement.run(document, .snakeCase) { decoder, log in
        let container = try decoder.container(keyedBy: CodableAnyKey.self)
        log.note(container.allKeys.map(\.stringValue))
        log.attempt { try container.decode(String.self, forKey: "firstName") }
      }
    }
    #expect(
      CodableAgreement.expect(
        Names.self, #"{"first_name": "a", "firstName": "b"}"#, .snakeCase
      ).value?.firstName == "a")
  }

  @Test func stringDictionariesAreExempt() {
    for document in [
      #"{"inner_value": {"some_value": 1}, "free_keys": {"snake_key": {"some_value": 2}}}"#,
      #"{"inner_value": {}, "free_lists": {"snake_key": [{"some_value": 2}], "a_b": []}}"#,
      #"{"inner_value": {}, "numbers_by_key": {"1": {"some_value": 2}}}"#,
      #"{"inner_value": {}, "optionals": {"a_b": null, "c_d": {"e_f": {"some_value": 1}}}}"#,
      #"{"inner_value": {}, "list_of_maps": [{"a_b": 1}, {"c_d": 2}]}"#,
      #"{"inner_value": {}, "list_of_maps": [{"a_b": "x"}]}"#,
      #"{"inner_value": {"some_value": "x"}}"#, #"{"innerValue": {"someValue": 1}}"#, "{}",
    ] {
      CodableAgreement.expect(Outer.self, document, .snakeCase)
      CodableAgreement.expect([String: Outer].self, "{\"k_k\": \(document)}", .snakeCase)
      CodableAgreement.expect([String: Outer?]?.self, "{\"k_k\": \(document)}", .snakeCase)
    }
    let document = #"{"a_b": {"c_d": 1}}"#
    CodableAgreement.expect([String: [String: Int]?]?.self, document, .snakeCase)
    let map = CodableAgreement.expect([String: [String: Int]].self, document, .snakeCase)
    #expect(map.value == ["a_b": ["c_d": 1]])
  }

  @Test func keysOfDictionariesInCodingPaths() {
    for options in [CodableOptions.snakeCase, CodableOptions()] {
      CodableAgreement.expect([String: Int].self, #"{"1": "x"}"#, options)
      CodableAgreement.expect([String: [String: Int]].self, #"{"1": {"2": "x"}}"#, options)
    }
  }

  /// Converted keys are kept for the next document, but not long ones.
  @Test func longKeysAreNotKept() throws {
    let decoder = MappingDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let key = "a_" + String(repeating: "y", count: 10_000)
    _ = try decoder.decode(Required?.self, from: "{\"snake_key\": 1, \"\(key)\": 1}")
    let kept = try #require(decoder.setup.spare.take()).document.convertedKeys
    #expect(kept.values.sorted() == ["snakeKey"])
  }

  @Test func missingKeysAreReportedAsTheTypeNamesThem() {
    for document in ["{}", #"{"snakeKey": 1}"#, #"{"snake_key": "x"}"#, #"{"snake__key": null}"#] {
      CodableAgreement.expect(Required.self, document, .snakeCase)
      CodableAgreement.expect([String: [Required]].self, "{\"x_y\": [\(document)]}", .snakeCase)
    }
  }

  @Test func closuresReceiveThePathAndMakeTheKey() {
    let options = CodableOptions {
      $0.keyDecodingStrategy = .custom { path in
        let names = path.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
        return CodableAnyKey(stringValue: names.joined(separator: "."))
      }
    }
    let document = #"{"a": {"b": [{"c": 1}, {"c": 2, "d": {"e": 3}}]}, "f": 4}"#
    let lines = CodableAgreement.run(document, options) { decoder, log in
      let container = try decoder.container(keyedBy: CodableAnyKey.self)
      log.note(container.allKeys.map(\.stringValue).sorted())
      let object = try container.nestedContainer(keyedBy: CodableAnyKey.self, forKey: "a")
      log.note(object.allKeys.map(\.stringValue))
      guard let key = object.allKeys.first else { return }
      var list = try object.nestedUnkeyedContainer(forKey: key)
      while !list.isAtEnd {
        let element = try list.nestedContainer(keyedBy: CodableAnyKey.self)
        log.note(element.allKeys.map(\.stringValue).sorted())
        log.note(path: element.codingPath)
      }
    }
    #expect(lines?.first == #"["a", "f"]"#)
  }

  @Test func closuresSeeTheKeysOfTheDocument() {
    let upper = CodableOptions {
      $0.keyDecodingStrategy = .custom { path in
        CodableAnyKey(stringValue: path.last?.stringValue.lowercased() ?? "")
      }
    }
    CodableAgreement.expect(Names.self, #"{"URL": "a"}"#, upper)
    CodableAgreement.expect(Names.self, #"{"URL": "a", "url": "b"}"#, upper)
    CodableAgreement.expect(Names.self, #"{"url": "b", "URL": "a"}"#, upper)
    CodableAgreement.expect([String: Int].self, #"{"URL": 1}"#, upper)
    CodableAgreement.expect([String: Names].self, #"{"URL": {"URL": "x"}}"#, upper)
    CodableAgreement.expect([Names].self, #"[{"URL": 1}]"#, upper)
    CodableAgreement.expect([[String: Required]].self, #"[{"URL": {"SNAKEKEY": 1}}]"#, upper)
  }

  @Test func aClosureMayMakeAllKeysEqual() {
    let options = CodableOptions {
      $0.keyDecodingStrategy = .custom { _ in CodableAnyKey(intValue: 7) }
    }
    CodableAgreement.run(#"{"a": 1, "b": 2, "c": 3}"#, options) { decoder, log in
      let container = try decoder.container(keyedBy: CodableAnyKey.self)
      log.note(container.allKeys.map(CodableFailure.text))
      log.attempt { try container.decode(Int.self, forKey: "7") }
      log.attempt { try container.decode(Int.self, forKey: "a") }
    }
  }
}
