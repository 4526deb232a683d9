import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private struct Tag: Mappable, Equatable {
  @Mapped var name: String
}

private struct Basket: Mappable {
  @Mapped("items.*.id") var ids: [Int]
  @Mapped("items.*.name") var names: [String]?
  @Mapped("items.*.tags.*") var tags: [Tag] = []
  @Mapped("items.*.kind") var kinds: Set<String> = ["none"]
}

private struct Scores: Mappable {
  @Mapped("scores.*") var scores: [Int]
}

private struct FixedScores: ImmutableMappable {
  let scores: [Int]

  init(from object: inout ObjectReader) throws { scores = try object.value("scores.*") }
}

private struct Dates: Mappable {
  @Mapped("log.*.at", transform: .unixSeconds) var dates: [Date] = []
  @Mapped("log.*.maybe") var maybe: [Int?] = []
  @Mapped("log.*.rows") var rows: [[Int]] = []
}

private struct Lossy: Mappable {
  @Mapped("items.*.id", onFailure: .lossy) var ids: [Int]
}

private struct Coerced: Mappable {
  @Mapped("items.*.id", coercion: .lossless) var ids: [Int]
}

private struct Star: Mappable {
  @Mapped("*", nested: false) var star: Int
  @Mapped("a/*/b", delimiter: "/") var values: [Int]
  @Mapped("c.*", delimiter: "/") var dotted: Int?
}

private struct Beside: Mappable {
  @Mapped("items") var items: [Tag]?
  @Mapped("items.*.name") var names: [String]
  @Mapped("items.0.name") var first: String?
}

private struct BesideRequired: Mappable {
  @Mapped("items.*.id") var ids: [Int]?
  @Mapped("items.*.name") var names: [String]
}

private struct Indexed: Mappable {
  @Mapped("rows.*.1") var seconds: [Int] = []
}

struct WildcardTests {
  @Test func gathersFromArraysAndObjectsInTheOrderOfTheDocument() throws {
    let array = try Basket.decode(
      from:
        #"{"items":[{"id":1,"name":"a","kind":"x"},{"id":2,"tags":[{"name":"t"},{"name":"u"}]},"#
        + #"{"id":3,"name":"c","tags":{"q":{"name":"v"}},"kind":"x"}]}"#)
    #expect(array.ids == [1, 2, 3])
    #expect(array.names == ["a", "c"])
    #expect(array.tags.map(\.name) == ["t", "u", "v"])
    #expect(array.kinds == ["x"])
    let object = try Basket.decode(from: #"{"items":{"b":{"id":2},"a":{"id":1}}}"#)
    #expect(object.ids == [2, 1])
    #expect(try Scores.decode(from: #"{"scores":{"x":3,"y":4}}"#).scores == [3, 4])
    #expect(try Indexed.decode(from: #"{"rows":[[1,2],[3],[4,5,6],7]}"#).seconds == [2, 5])
  }

  @Test func findsNothingInEmptyContainersAndElementsWithoutTheKey() throws {
    for text in [#"{"items":[]}"#, #"{"items":{}}"#, #"{"items":[1,null,{},[{"id":1}]]}"#] {
      let basket = try Basket.decode(from: text)
      #expect(basket.ids == [])
      #expect(basket.names == [])
      #expect(basket.tags == [])
      #expect(basket.kinds == [])
    }
  }

  @Test func keyAbsentBeforeTheWildcardMakesThePropertyAbsent() throws {
    #expect(
      errorText { try Basket.decode(from: "{}") }
        == "$.items: required key is missing, expected [Int] (line 1, column 1, Basket.ids)")
    #expect(
      errorText { try BesideRequired.decode(from: "{}") }
        == "$.items: required key is missing, expected [String]"
        + " (line 1, column 1, BesideRequired.names)")
    let dates = try Dates.decode(from: "{}")
    #expect(dates.dates == [])
    #expect(dates.$dates.presence == .absent)
  }

  @Test func nullBeforeTheWildcardIsTheNullOfTheProperty() throws {
    #expect(
      errorText { try Scores.decode(from: #"{"scores":null}"#) }
        == "$.scores: expected an array, found null (line 1, column 11, Scores.scores)")
    let beside = Basket.decodeReporting(from: #"{"items":null}"#)
    #expect(beside.value == nil)
    #expect(try Dates.decode(from: #"{"log":null}"#).rows == [])
    struct Maybe: Mappable { @Mapped("a.*") var all: [Int]? }
    let maybe = try Maybe.decode(from: #"{"a":null}"#)
    #expect(maybe.all == nil)
    #expect(maybe.$all.presence == .null)
  }

  @Test func scalarBeforeTheWildcardIsAWrongType() {
    #expect(
      errorText { try Scores.decode(from: #"{"scores":5}"#) }
        == "$.scores: expected an array, found a number (line 1, column 11, Scores.scores)")
  }

  @Test func wrongTypesHaveThePathOfTheElement() {
    #expect(
      errorText { try Basket.decode(from: #"{"items":[{"id":1},{"id":"x"}]}"#) }
        == "$.items[1].id: expected Int, found a string (line 1, column 26, Basket.ids)")
    #expect(
      errorText { try Basket.decode(from: #"{"items":{"a":{"id":null}}}"#) }
        == "$.items.a.id: expected Int, found null (line 1, column 21, Basket.ids)")
    #expect(
      errorText { try Basket.decode(from: #"{"items":[{"tags":[{}]}]}"#) }
        == "$.items[0].tags[0].name: required key is missing, expected String"
        + " (line 1, column 20, Tag.name)")
  }

  @Test func malformedJSONAfterTheValueIsFound() {
    #expect(
      errorText { try Scores.decode(from: #"{"scores":[1,2}"#) }.hasPrefix("$.scores"))
    #expect(errorText { try Basket.decode(from: #"{"items":[{"id":1,"x":tru}]}"#) } != "no error")
  }

  @Test func lossyAndLenientMappers() throws {
    #expect(try Lossy.decode(from: #"{"items":[{"id":1},{"id":"x"},{"id":3}]}"#).ids == [1, 3])
    let report = Basket.decodeReporting(
      from: #"{"items":[{"id":"y","name":1},{"id":"x"},{"id":3,"kind":5}]}"#)
    #expect(
      report.issues.map { "\($0)" } == [
        "$.items[0].id: expected Int, found a string (line 1, column 17, Basket.ids)",
        "$.items[0].name: expected String, found a number (line 1, column 28, Basket.names)",
        "$.items[1].id: expected Int, found a string (line 1, column 37, Basket.ids)",
        "$.items[2].kind: expected String, found a number (line 1, column 57, Basket.kinds)",
      ])
    #expect(try Coerced.decode(from: #"{"items":[{"id":"1"}]}"#).ids == [1])
  }

  @Test func transformsOptionalsAndArraysAsElements() throws {
    let dates = try Dates.decode(
      from: #"{"log":[{"at":1,"maybe":null,"rows":[1,2]},{"at":2,"maybe":3,"rows":[]}]}"#)
    #expect(dates.dates == [1, 2].map { Date(timeIntervalSince1970: $0) })
    #expect(dates.maybe == [nil, 3])
    #expect(dates.rows == [[1, 2], []])
  }

  @Test func wildcardsAreKeysWithoutNestingAndFollowAnotherDelimiter() throws {
    let star = try Star.decode(from: #"{"*":1,"a":[{"b":2}],"c.*":3}"#)
    #expect(star.star == 1)
    #expect(star.values == [2])
    #expect(star.dotted == 3)
    #expect(try star.encodeString() == #"{"*":1,"c.*":3}"#)
  }

  @Test func wildcardsAreOnlyRead() throws {
    let basket = try Basket.decode(from: #"{"items":[{"id":1}]}"#)
    #expect(try basket.encodeString() == "{}")
    #expect(try basket.encodeString(options: .nullsIncluded) == "{}")
    #expect(try Basket().encodeString() == "{}")
  }

  @Test func besideOtherPropertiesAtTheSameKey() throws {
    let model = try Beside.decode(from: #"{"items":[{"name":"a"},{"name":"b"}]}"#)
    #expect(model.items == [Tag(name: "a"), Tag(name: "b")])
    #expect(model.names == ["a", "b"])
    #expect(model.first == "a")
    #expect(try model.encodeString() == #"{"items":[{"name":"a"},{"name":"b"}]}"#)
  }

  @Test func keysInElementsMayHaveEscapes() throws {
    let text = #"""
      {"items": [{"idé": 9, "i\u0064": 1, "name": "a"}, {"ID": 2, "n\u0061me": "b"}, {"\u0069\u0064": 3}]}
      """#
    let basket = try Basket.decode(from: text)
    #expect(basket.ids == [1, 3] && basket.names == ["a", "b"])
    var mapper = Mapper()
    mapper.keyStrategy = .caseInsensitive
    #expect(try Basket.decode(from: text, using: mapper).ids == [1, 2, 3])
    let twice = #"{"items": [{"id": 1, "i\u0064": 2}]}"#
    #expect(throws: MappingError.self) { try Basket.decode(from: twice) }
    mapper.duplicateKeys = .last
    #expect(try Basket.decode(from: twice, using: mapper).ids == [2])
  }

  @Test func duplicateKeysOnTheWay() throws {
    let text = #"{"items":[{"id":1,"id":2}]}"#
    #expect(
      errorText { try Basket.decode(from: text) }
        == "$.items[0].id: key appears a second time (line 1, column 19, Basket.ids)")
    var mapper = Mapper()
    mapper.duplicateKeys = .first
    #expect(try Basket.decode(from: text, using: mapper).ids == [1])
    mapper.duplicateKeys = .last
    #expect(try Basket.decode(from: text, using: mapper).ids == [2])
  }

  @Test func equalKeysOfGatheredMembersWereGatheredTwice() throws {
    let text = #"{"scores":{"x":3,"y":4,"\u0078":5,"z":6,"y":7}}"#
    #expect(
      errorText { try Scores.decode(from: text) }
        == "$.scores.x: key appears a second time (line 1, column 24, Scores.scores)")
    #expect(
      errorText { try FixedScores.decode(from: text) }
        == "$.scores.x: key appears a second time (line 1, column 24, FixedScores.scores.*)")
    var mapper = Mapper()
    mapper.duplicateKeys = .first
    #expect(try Scores.decode(from: text, using: mapper).scores == [3, 4, 6])
    #expect(try FixedScores.decode(from: text, using: mapper).scores == [3, 4, 6])
    mapper.duplicateKeys = .last
    #expect(try Scores.decode(from: text, using: mapper).scores == [5, 6, 7])
    #expect(try FixedScores.decode(from: text, using: mapper).scores == [5, 6, 7])
    let tags =
      #"{"items":{"a":{"tags":[{"name":"1"},{"name":"2"}]},"b":{"tags":[{"name":"3"}]},"a":{}},"#
    #expect(
      try Basket.decode(from: tags + #""items2":1}"#, using: mapper).tags.map(\.name) == ["3"])
  }

  @Test(arguments: ["5", "null", #""x""#, "true"])
  func scalarBeforeTheWildcardWasAnEmptyArrayForImmutableModels(_ scalar: String) {
    let text = #"{"scores":\#(scalar)}"#
    let expected = errorText { try Scores.decode(from: text) }
    #expect(
      errorText { try FixedScores.decode(from: text) }
        == expected.replacing("Scores.scores", with: "FixedScores.scores.*"))
  }

  @Test func gatheredValuesAreReplacedInUpdates() throws {
    var scores = try Scores.decode(from: #"{"scores":[1,2]}"#)
    try scores.update(from: #"{"scores":{"a":3}}"#)
    #expect(scores.scores == [3])
    try scores.update(from: "{}")
    #expect(scores.scores == [3])
    scores.scores = [9]
    #expect(try scores.encodeString(options: .changesOnly) == "{}")
  }

  @Test func gatheredKeysAndOtherMembersOfTheElementsAreNoUnknownKeys() throws {
    var mapper = Mapper()
    mapper.unknownKeys = .reject
    #expect(
      try Scores.decode(from: #"{"scores":[4]}"#, using: mapper).scores == [4])
    #expect(
      try Basket.decode(from: #"{"items":[{"id":4,"other":1}]}"#, using: mapper).ids == [4])
  }
}

extension Tag {
  fileprivate init(name: String) {
    self.init()
    self.name = name
  }
}
