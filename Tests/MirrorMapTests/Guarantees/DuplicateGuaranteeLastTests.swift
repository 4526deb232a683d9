import MirrorMap
import Testing

@testable import TestSupport

private struct LastCounts: Mappable {
  @Mapped var a: Int = 3
  @Mapped("u.n") var n: Int?
  @Mapped("x", "y") var x: String?
}

private struct Place: Mappable, Equatable {
  @Mapped var x: Int = 0
  @Mapped var y: Int = 0
}

/// Where the last of equal keys counts, those before it leave no traces.
struct DuplicateGuaranteeLastTests {
  private let last: Mapper = {
    var mapper = Mapper()
    mapper.duplicateKeys = .last
    return mapper
  }()

  @Test func earlierValueUsedToSurviveNull() throws {
    #expect(try LastCounts.decode(from: #"{"a":1,"a":null}"#, using: last).a == 3)
    #expect(try LastCounts.decode(from: #"{"a":1,"a":2}"#, using: last).a == 2)
  }

  @Test func earlierParentUsedToShineThrough() throws {
    #expect(try LastCounts.decode(from: #"{"u":{"n":1},"u":{}}"#, using: last).n == nil)
    #expect(try LastCounts.decode(from: #"{"u":{"n":1},"u":5}"#, using: last).n == nil)
    #expect(try LastCounts.decode(from: #"{"u":5,"u":{"n":1,"n":4}}"#, using: last).n == 4)
  }

  @Test func valueThatDoesNotCountMayHaveAnyType() throws {
    #expect(try LastCounts.decode(from: #"{"a":"x","a":1}"#, using: last).a == 1)
    #expect(
      try [String: Int].decode(from: #"{"a":"x","a":1,"b":2}"#, using: last) == ["a": 1, "b": 2])
    #expect(
      errorText { try LastCounts.decode(from: #"{"a":1,"a":"x"}"#, using: last) }
        == "$.a: expected Int, found a string (line 1, column 12, LastCounts.a)")
    #expect(
      errorText { try [String: Int].decode(from: #"{"b":"x","a":1,"b":true}"#, using: last) }
        == "$.b: expected Int, found a boolean (line 1, column 20)")
  }

  @Test func alternativesFollowTheirLastKeys() throws {
    let text = #"{"y":"1","x":"2","y":"3"}"#
    #expect(try LastCounts.decode(from: text, using: last).x == "2")
    #expect(try LastCounts.decode(from: #"{"y":"1","y":"3"}"#, using: last).x == "3")
  }

  @Test func depthLimitHolds() throws {
    var shallow = last
    shallow.maximumDepth = 2
    #expect(try LastCounts.decode(from: #"{"u":{"n":1}}"#, using: shallow).n == 1)
    #expect(try [String: [Int]].decode(from: #"{"a":[1]}"#, using: shallow) == ["a": [1]])
    let text = "less nesting, found more than the depth limit allows (line 1, column 7)"
    #expect(
      errorText { try [String: [[Int]]].decode(from: #"{"a":[[1]]}"#, using: shallow) }
        == "$.a[0]: expected " + text)
  }

  @Test func earlierMembersUsedToUpdateDictionaries() throws {
    var first = last
    first.duplicateKeys = .first
    func updated(_ text: String, _ mapper: Mapper) throws -> [String: [Int]] {
      var places = try [String: Place].decode(from: #"{"m":{"x":7,"y":7}}"#)
      try places.update(from: text, using: mapper)
      return places.mapValues { [$0.x, $0.y] }
    }
    let text = #"{"m":{"x":1},"m":{"y":2},"n":{"x":3}}"#
    #expect(try updated(text, last) == ["m": [7, 2], "n": [3, 0]])
    #expect(try updated(text, first) == ["m": [1, 7], "n": [3, 0]])
    #expect(mappingError { try updated(text, .default) }?.code == .duplicateKey)
    var numbers = ["a": 1]
    try numbers.update(from: #"{"a":"x","a":5}"#, using: last)
    #expect(numbers == ["a": 5])
    try numbers.apply(mergePatch: #"{"a":null,"a":6}"#, using: last)
    #expect(numbers == ["a": 6])
    try numbers.apply(mergePatch: #"{"a":7,"a":null}"#, using: last)
    #expect(numbers.isEmpty)
  }
}
