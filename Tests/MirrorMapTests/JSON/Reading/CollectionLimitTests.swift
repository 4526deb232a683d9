import MirrorMap
import Testing

@testable import TestSupport

/// How many elements or members collections may have.
struct CollectionLimitTests {
  struct Keeper: Mappable {
    @Mapped("an_id") var id: Int?
    @Mapped("meta.version") var version: Int?
    @Extras var rest: JSONObject
  }

  private func ones(_ count: Int, _ one: String) -> String {
    "[" + Array(repeating: one, count: count).joined(separator: ",") + "]"
  }

  private func checkArrays<Value: MappableValue>(
    _ type: Value.Type, _ one: String, _ limit: Int, _ count: (Value) -> Int?
  ) throws {
    let mapper = Mapper.limited(counts: limit)
    #expect(try count(Value.decode(from: ones(limit, one), using: mapper)) == limit, "\(type)")
    for more in [1, 2, 10] {
      #expect(
        errorText { try Value.decode(from: ones(limit + more, one), using: mapper) }
          == tooMany("$[\(limit)]", limit, "column \(2 + limit * (one.utf8.count + 1))"), "\(type)")
    }
  }

  @Test(arguments: [0, 1, 2, 7, 8, 9, 20])
  func arrayMayHaveAsManyElementsAsTheLimit(limit: Int) throws {
    try checkArrays([Int].self, "1", limit) { $0.count }
    try checkArrays([Double].self, "1.5", limit) { $0.count }
    try checkArrays([Bool].self, "true", limit) { $0.count }
    try checkArrays([UInt8].self, "1", limit) { $0.count }
    try checkArrays([Int128].self, "1", limit) { $0.count }
    try checkArrays([Int?].self, "null", limit) { $0.count }
    try checkArrays([String].self, "\"x\"", limit) { $0.count }
    try checkArrays([[Int]].self, "[]", limit) { $0.count }
    try checkArrays([Keeper].self, "{}", limit) { $0.count }
    try checkArrays([JSONValue].self, "1", limit) { $0.count }
    try checkArrays(JSONValue.self, "1", limit) { $0.array?.count }
  }

  @Test(arguments: [0, 1, 7, 8, 9])
  func objectMayHaveAsManyMembersAsTheLimit(limit: Int) throws {
    let mapper = Mapper.limited(counts: limit)
    func object(_ count: Int) -> String {
      "{" + (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
    }
    let (fits, large) = (object(limit), object(limit + 1))
    #expect(try [String: Int].decode(from: fits, using: mapper).count == limit)
    #expect(try JSONValue.decode(from: fits, using: mapper).object?.count == limit)
    #expect(try JSONObject.decode(from: fits, using: mapper).count == limit)
    #expect(try Keeper.decode(from: fits, using: mapper).rest.count == limit)
    let expected = tooMany("$.k\(limit)", limit, "column \(2 + 7 * limit)")
    #expect(errorText { try [String: Int].decode(from: large, using: mapper) } == expected)
    #expect(errorText { try JSONValue.decode(from: large, using: mapper) } == expected)
    #expect(errorText { try JSONObject.decode(from: large, using: mapper) } == expected)
    #expect(
      errorText { try Keeper.decode(from: large, using: mapper) }
        == tooMany("$.k\(limit)", limit, "column \(7 + 7 * limit)"))
    for duplicates in [Mapper.DuplicateKeys.first, .last] {
      var selecting = mapper
      selecting.duplicateKeys = duplicates
      #expect(try [String: Int].decode(from: fits, using: selecting).count == limit)
      #expect(errorText { try [String: Int].decode(from: large, using: selecting) } == expected)
    }
  }

  @Test func setsCountTheElementsOfTheDocument() throws {
    let json = "[1,2,2,2]"
    #expect(try Set<Int>.decode(from: json, using: .limited(counts: 4)) == [1, 2])
    #expect(
      errorText { try Set<Int>.decode(from: json, using: .limited(counts: 3)) }
        == tooMany("$[3]", 3, "column 8"))
  }

  @Test func eachCollectionCountsAlone() throws {
    let two = Mapper.limited(counts: 2)
    #expect(try [[Int]].decode(from: "[[1,2],[3,4]]", using: two) == [[1, 2], [3, 4]])
    #expect(
      errorText { try [[Int]].decode(from: "[[1,2],[3,4,5]]", using: two) }
        == tooMany("$[1][2]", 2, "column 13"))
    #expect(
      errorText { try JSONValue.decode(from: #"{"a":[1,2],"b":[1,2,3]}"#, using: two) }
        == tooMany("$.b[2]", 2, "column 21"))
  }

  @Test func ignoredCollectionsAreNotCounted() throws {
    let two = Mapper.limited(counts: 2)
    let json = #"{"a":1,"b":[1,2,3],"other":7,"c":{"d":1,"e":2,"f":3}}"#
    #expect(try ValueIgnorer.decode(from: json, using: two).other == 7)
    _ = try SkippedValue.decode(from: json, using: two)
    #expect(try Int.decode(from: json, at: "b.2", using: two) == 3)
  }

  @Test func extrasCountAtEachLevelOfAKeyPath() throws {
    let two = Mapper.limited(counts: 2)
    let fits = #"{"meta":{"version":1,"a":1,"b":2},"c":3,"an_id":4}"#
    let keeper = try Keeper.decode(from: fits, using: two)
    #expect(keeper.rest == ["meta": ["a": 1, "b": 2], "c": 3])
    #expect(
      errorText { try Keeper.decode(from: #"{"meta":{"a":1,"b":2,"c":3}}"#, using: two) }
        == tooMany("$.meta.c", 2, "column 26"))
    #expect(
      errorText { try Keeper.decode(from: #"{"a":1,"b":[1,2,3]}"#, using: two) }
        == tooMany("$.b[2]", 2, "column 17"))
  }

  struct Gatherer: Mappable {
    @Mapped("items.*.id") var ids: [Int]
  }

  @Test func gatheredValuesAreCounted() throws {
    let json = #"{"items":[{"id":1},{"id":2},{"id":3}]}"#
    #expect(try Gatherer.decode(from: json, using: .limited(counts: 3)).ids == [1, 2, 3])
    #expect(
      errorText { try Gatherer.decode(from: json, using: .limited(counts: 2)) }
        == tooMany("$.items[2].id", 2, "column 35, Gatherer.ids"))
  }
}
