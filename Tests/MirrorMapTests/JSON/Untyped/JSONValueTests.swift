import Testing

@testable import MirrorMap

struct JSONValueTests {
  let json: JSONValue = [
    "id": 7, "ratio": 0.5, "name": "Ann", "ok": true, "parent": nil, "tags": ["a", 2, [nil]],
  ]

  @Test func accessorsGiveTheirTypeOnly() {
    #expect(json["id"]?.int == 7)
    #expect(json["id"]?.double == 7)
    #expect(json["id"]?.number == 7)
    #expect(json["ratio"]?.double == 0.5)
    #expect(json["ratio"]?.int == nil)
    #expect(json["name"]?.string == "Ann")
    #expect(json["ok"]?.bool == true)
    #expect(json["parent"]?.isNull == true)
    #expect(json["tags"]?.array?.count == 3)
    #expect(json.object?.count == 6)

    let null = JSONValue.null
    #expect(null.bool == nil && null.number == nil && null.int == nil && null.double == nil)
    #expect(null.string == nil && null.array == nil && null.object == nil && null.isNull)
    #expect((1 as JSONValue).bool == nil)
    #expect((true as JSONValue).int == nil)
    #expect(("1" as JSONValue).int == nil)
    #expect(JSONValue.number(1).isNull == false)
  }

  @Test func subscriptsNeverTrap() {
    #expect(json["tags"]?[0] == "a")
    #expect(json["tags"]?[2]?[0] == .some(.null))
    #expect(json["tags"]?[3] == nil)
    #expect(json["tags"]?[-1] == nil)
    #expect(json["tags"]?[Int.max] == nil)
    #expect(json["tags"]?[Int.min] == nil)
    #expect(json["tags"]?["a"] == nil)
    #expect(json[0] == nil)
    #expect(json["missing"] == nil)
    #expect(JSONValue.null["a"] == nil)
  }

  @Test func literalsMakeTrees() {
    let large: JSONValue = 18_446_744_073_709_551_616
    #expect(large.number?.description == "18446744073709551616")
    #expect((-1.5 as JSONValue) == .number(-1.5))
    #expect((nil as JSONValue) == .null)
    #expect(([] as JSONValue) == .array([]))
    #expect(([:] as JSONValue) == .object([:]))
    #expect((["a": 1, "a": 2] as JSONValue) == ["a": 2])
  }

  @Test func equalityIsByMeaning() {
    #expect((["a": 1.0, "b": [1]] as JSONValue) == ["b": [1.00], "a": 1])
    #expect(([1, 2] as JSONValue) != [2, 1])
    #expect((0 as JSONValue) != false)
    #expect(("\u{E9}" as JSONValue) == "e\u{301}")
    #expect(Set([json, json, nil, 1, 1.0, true]).count == 4)
  }

  @Test func valuesThatDifferHaveDifferentHashes() {
    var values: [JSONValue] = [nil, false, true, 0, 1, "", [], .object(JSONObject())]
    values += [[nil], [[]], [false], ["a": nil], ["a": []], ["b": nil], ["a": ["a": nil]]]
    // All arrays of twelve elements that are null or empty, and values that differ on a deep level.
    for bits in 0..<4096 {
      values.append(.array((0..<12).map { bits >> $0 & 1 == 0 ? nil : [] }))
    }
    for depth in [16, 17, 600] {
      for number in 2..<1000 {
        values.append((0..<depth).reduce(.number(JSONNumber(number))) { inner, _ in [inner] })
      }
    }
    #expect(Set(values.map(\.hashValue)).count > values.count * 99 / 100)
    #expect(JSONValue.null.hashValue != JSONValue.array([]).hashValue)
    let composed: JSONValue = ["a": 1, "b": ["é"]]
    let decomposed: JSONValue = ["b": ["e\u{301}"], "a": 1.0]
    #expect(composed == decomposed && composed.hashValue == decomposed.hashValue)
  }
}
