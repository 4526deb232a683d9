import MirrorMap
import Testing

@testable import TestSupport

/// Keys that occur twice in dictionaries, in untyped values, and in objects of a key path.
struct DuplicateGuaranteeContainerTests {
  enum Role: String, MappableKey, MappableValue {
    case admin
    case member
  }

  enum Level: Int, MappableKey, MappableValue {
    case low = 1
    case high = -20
  }

  private func check<Key: MappableKey>(
    _ json: String, column: Int, _ path: String, first: [Key: Int], last: [Key: Int]
  ) throws {
    typealias Values = [Key: Int]
    for mapper in [
      Mapper.default, .with { $0.logger = { _ in } }, .with { $0.unknownKeys = .report },
    ] {
      let error = "\(path): key appears a second time (line 1, column \(column))"
      #expect(errorText { try Values.decode(from: json, using: mapper) } == error)
      var choosing = mapper
      choosing.duplicateKeys = .first
      #expect(try Values.decode(from: json, using: choosing) == first)
      choosing.duplicateKeys = .last
      #expect(try Values.decode(from: json, using: choosing) == last)
    }
    let held = "{\"held\":\(json)}"
    let error = mappingError { try WayOfReading.Requiring<Values>.decode(from: held) }
    #expect(error?.code == .duplicateKey && error?.column == column + 8)
    #expect("\(error?.path ?? JSONPath([]))" == "$.held" + path.dropFirst())
    #expect(error?.model == "Requiring<[\(Key.self): Int]>" && error?.property == "held")
    // If failures are tolerated, the first value counts, and the second is reported.
    #expect(try Values.decode(from: json, using: .lossy) == first)
    let report = WayOfReading.Tolerating<Values>.decodeReporting(from: held)
    #expect(report.issues.map(\.code) == [.duplicateKey])
  }

  @Test func dictionariesWithKeysOfAllTypesFollowTheMapper() throws {
    try check(#"{"a":1,"a":2}"#, column: 8, "$.a", first: ["a": 1], last: ["a": 2])
    try check(#"{"a":1,"\u0061":2}"#, column: 8, "$.a", first: ["a": 1], last: ["a": 2])
    try check(
      "{\"\u{E9}\":1,\"e\u{301}\":2}", column: 8, "$[\"e\u{301}\"]", first: ["\u{E9}": 1],
      last: ["\u{E9}": 2])
    try check(#"{"7":1,"\u0037":2}"#, column: 8, #"$["7"]"#, first: [7: 1], last: [7: 2])
    try check(
      #"{"admin":1,"member":3,"adm\u0069n":2}"#, column: 23, "$.admin",
      first: [Role.admin: 1, .member: 3], last: [.admin: 2, .member: 3])
    try check(
      #"{"-20":1,"1":3,"-20":2}"#, column: 16, "$.-20", first: [Level.high: 1, .low: 3],
      last: [.high: 2, .low: 3])
    try check(#"{"":1,"":2}"#, column: 7, #"$[""]"#, first: ["": 1], last: ["": 2])
    try check(
      #"{"a\u0000":1,"a":3,"a\u0000":2}"#, column: 20, #"$["a\u0000"]"#,
      first: ["a\0": 1, "a": 3], last: ["a\0": 2, "a": 3])
  }

  @Test func treeKeepsTheLastAtThePositionOfTheFirstAndAViewAgrees() throws {
    let json = #"{"a":1,"b":{"c":1,"c":[]},"\u0061":{"d":2},"b":3}"#
    let tree = try JSONValue.decode(from: json)
    #expect(try tree.encodeString() == #"{"a":{"d":2},"b":3}"#)
    let view = try JSONView(json)
    #expect(view.keys == ["a", "b"] && view.count == 2)
    #expect(view["a"]?["d"]?.int == 2 && view["b"]?.int == 3)
    #expect(view.members.map(\.value.description) == [#"{"d":2}"#, "3"])
    #expect(view.value == tree)
    #expect(try view.decode(JSONValue.self) == tree)
    #expect(try JSONObject.decode(from: json).count == 2)
    for mapper in [Mapper.firstCounts, .lastCounts, .lenient] {
      #expect(try JSONValue.decode(from: json, using: mapper) == tree)
    }
  }

  @Test func tokensAndIgnoredValuesAreNotChecked() throws {
    let json = #"{"a":1,"a":{"b":1,"b":2},"\u0061":3}"#
    var keys = 0
    try JSONTokenizer.tokenize(json) { tokenizer in
      while let token = try tokenizer.next() { keys += token.kind == .key ? 1 : 0 }
    }
    #expect(keys == 5)
    #expect(try ValueIgnorer.decode(from: "{\"x\":\(json),\"x\":\(json),\"other\":7}").other == 7)
    #expect(try [SkippedValue].decode(from: "[\(json)]").count == 1)
  }

  @Test func extrasAreChecked() throws {
    let json = #"{"known":1,"x":1,"\u0078":2}"#
    let error = "$.x: key appears a second time (line 1, column 18, Keeping)"
    #expect(errorText { try WayOfReading.Keeping.decode(from: json) } == error)
    #expect(try WayOfReading.Keeping.decode(from: json, using: .firstCounts).rest == ["x": 1])
    #expect(try WayOfReading.Keeping.decode(from: json, using: .lastCounts).rest == ["x": 2])
    // Inside of one, all is untyped.
    let inside = #"{"x":{"a":1,"a":2}}"#
    #expect(try WayOfReading.Keeping.decode(from: inside).rest == ["x": ["a": 2]])
    let path = #"{"user":{"name":1,"x":1,"x":2}}"#
    #expect(
      errorText { try WayOfReading.KeepingInOrder.decode(from: path) }
        == "$.user.x: key appears a second time (line 1, column 25, KeepingInOrder)")
    #expect(
      try WayOfReading.KeepingInOrder.decode(from: path, using: .firstCounts).rest
        == ["user": ["x": 1]])
    let unmapped = #"{"last":1,"x":1,"x":2}"#
    #expect(
      errorText { try WayOfReading.AskingBackwards.decode(from: unmapped) }
        == "$.x: key appears a second time (line 1, column 17, AskingBackwards)")
    #expect(
      try WayOfReading.AskingBackwards.decode(from: unmapped, using: .lastCounts).rest == ["x": 2])
  }

  @Test func duplicatesOnTheWayToAValueAreTreatedAlike() throws {
    let json = #"{"a":{"b":1},"\u0061":{"b":2},"k":1,"k":2}"#
    #expect(
      errorText { try Int.decode(from: json, at: "a.b") }
        == "$.a: key appears a second time (line 1, column 14)")
    #expect(try Int.decode(from: json, at: "a.b", using: .firstCounts) == 1)
    #expect(try Int.decode(from: json, at: "a.b", using: .lastCounts) == 2)
    let inside = #"{"a":{"b":1,"\u0062":2}}"#
    #expect(
      errorText { try Int.decode(from: inside, at: "a.b") }
        == "$.a.b: key appears a second time (line 1, column 13)")
    #expect(try Int.decode(from: inside, at: "a.b", using: .firstCounts) == 1)
    #expect(try Int.decode(from: inside, at: "a.b", using: .lastCounts) == 2)
  }
}
