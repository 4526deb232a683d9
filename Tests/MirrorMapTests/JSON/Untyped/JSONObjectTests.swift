import Testing

@testable import MirrorMap
@testable import TestSupport

struct JSONObjectTests {
  @Test func orderAndFirstPositionAreKept() {
    var object: JSONObject = ["id": 1, "name": "Ann", "id": 2]
    #expect(Array(object.keys) == ["id", "name"])
    #expect(Array(object.values) == [2, "Ann"])
    #expect(object.updateValue("Bob", forKey: "name") == "Ann")
    #expect(object.updateValue(true, forKey: "new") == nil)
    #expect(object.map(\.key) == ["id", "name", "new"])
    #expect(object[1].value == "Bob")
    #expect(object.count == 3)
  }

  @Test func subscriptSetsRemovesAndAppends() {
    var object: JSONObject = ["a": 1, "b": 2]
    object["c"] = 3
    object["a"] = .some(.null)
    #expect(Array(object.keys) == ["a", "b", "c"])
    #expect(object["a"] == .some(.null))
    object["a"] = nil
    object["missing"] = nil
    #expect(Array(object.keys) == ["b", "c"])
    #expect(object["a"] == nil)
    #expect(object.removeValue(forKey: "b") == 2)
    #expect(object.removeValue(forKey: "b") == nil)
    #expect(object == ["c": 3])
  }

  struct Refused: Error {}

  @Test func valueSurvivesWhenChangingItThrows() {
    func change(_ value: inout JSONValue?) throws {
      value = 7
      throw Refused()
    }
    var object: JSONObject = ["a": 1]
    #expect(throws: Refused.self) { try change(&object["a"]) }
    #expect(object == ["a": 7])
    #expect(throws: Refused.self) { try change(&object["b"]) }
    #expect(object == ["a": 7, "b": 7])
  }

  @Test(arguments: [0, 40]) func canonicallyEquivalentKeysAreDistinct(others: Int) {
    var object = JSONObject()
    for number in 0..<others { object["key\(number)"] = 0 }
    object["caf\u{E9}"] = "NFC"
    object["cafe\u{301}"] = "NFD"
    object["\u{212B}"] = "Angstrom sign"  // as many bytes as the next one
    object["A\u{30A}"] = "A and ring"
    #expect(object.count == others + 4)
    #expect(object["caf\u{E9}"] == "NFC")
    #expect(object["cafe\u{301}"] == "NFD")
    #expect(object["\u{212B}"] == "Angstrom sign")
    #expect(object["A\u{30A}"] == "A and ring")
    #expect(object["\u{C5}"] == nil)
    #expect(JSONObject([("\u{E9}", 1)]) != JSONObject([("e\u{301}", 1)]))
  }

  @Test func unusualKeysAreKept() {
    var object: JSONObject = ["": 0, "\0": 1, "\0\0": 2, "a\0": 3]
    #expect([object[""], object["\0"], object["\0\0"], object["a\0"]] == [0, 1, 2, 3])
    object[""] = nil
    #expect(object[""] == nil)
    #expect(object.count == 3)
  }

  @Test func equalityAndHashIgnoreOrder() {
    let one: JSONObject = ["a": 1, "b": ["c": 1.0, "d": nil]]
    let two: JSONObject = ["b": ["d": nil, "c": 1], "a": 1]
    #expect(one == two)
    #expect(one.hashValue == two.hashValue)
    #expect(one != ["a": 1])
    #expect(one != ["a": 1, "x": ["c": 1, "d": nil]])
    #expect(one != ["a": 2, "b": ["c": 1, "d": nil]])
    #expect(([:] as JSONObject).hashValue == JSONObject().hashValue)

    var members = (0..<100).map { ("key\($0)", JSONValue.number(JSONNumber($0))) }
    let forward = JSONObject(members)
    members.reverse()
    let backward = JSONObject(members)
    #expect(forward == backward)
    #expect(forward.hashValue == backward.hashValue)
    members[50].1 = nil
    #expect(forward != JSONObject(members))
  }

  @Test func initializersAndMergeNeverTrapOnDuplicates() {
    let pairs = JSONObject(zip(["a", "b", "a"], [1, 2, 3] as [JSONValue]))
    #expect(Array(pairs.keys) == ["a", "b"])
    #expect(pairs["a"] == 3)
    #expect(JSONObject(pairs.filter { $0.key == "a" }) == ["a": 3])
    #expect(JSONObject(pairs) == pairs)

    var merged: JSONObject = ["x": 0, "b": 9]
    merged.merge(pairs)
    #expect(Array(merged.keys) == ["x", "b", "a"])
    #expect(merged == ["x": 0, "b": 2, "a": 3])
    merged.merge(["x": 5, "y": 6]) { current, _ in current }
    #expect(merged["x"] == 0)
    #expect(merged["y"] == 6)
    #expect(throws: Refused.self) {
      try merged.merge(["x": 1]) { _, _ in throw Refused() }
    }
  }

  @Test func copiesAreIndependent() {
    let original = JSONObject((0..<50).map { ("\($0)", JSONValue.bool(true)) })
    var copy = original
    copy["7"] = nil
    copy["new"] = 1
    copy["8"] = 8
    #expect(original.count == 50)
    #expect(original["7"] == true)
    #expect(original["8"] == true)
    #expect(original["new"] == nil)
    #expect(copy["49"] == true)
  }

  /// Random operations against an array searched from the front, across the index's limit.
  @Test(arguments: [8, 30, 400]) func objectAgreesWithAPlainList(keyCount: Int) {
    var generator = SeededGenerator(seed: UInt64(keyCount))
    var object = JSONObject()
    var plain: [(key: String, value: JSONValue)] = []
    for step in 0..<4_000 {
      let key = "key\(Int.random(in: 0..<keyCount, using: &generator))"
      let value = JSONValue.number(JSONNumber(step))
      let known = plain.firstIndex { $0.key == key }
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<4:
        #expect(object.updateValue(value, forKey: key) == known.map { plain[$0].value })
        if let known { plain[known].value = value } else { plain.append((key, value)) }
      case 4..<6:
        object[key] = value
        if let known { plain[known].value = value } else { plain.append((key, value)) }
      case 6..<9:
        if step % 2 == 0 {
          #expect(object.removeValue(forKey: key) == known.map { plain[$0].value })
        } else {
          object[key] = nil
        }
        if let known { plain.remove(at: known) }
      default:
        #expect(object[key] == known.map { plain[$0].value })
        #expect(object.position(forKey: key) == known)
      }
      if step % 50 == 0 {
        #expect(object.map(\.key) == plain.map(\.key))
        #expect(object.map(\.value) == plain.map(\.value))
        #expect(plain.indices.allSatisfy { object.position(forKey: plain[$0].key) == $0 })
      }
    }
  }

  @Test func manyMembersAreAllFound() {
    var object = JSONObject()
    for number in 0..<100_000 { object.updateValue(.bool(true), forKey: "key\(number)") }
    for number in 0..<100_000 {
      guard object["key\(number)"] == true else {
        Issue.record("key\(number) is lost")
        break
      }
    }
    #expect(object["key100000"] == nil)
    #expect(object.count == 100_000)
  }

  /// A key whose neighbors in the table wrap around its end must be found.
  @Test func keysWhoseSlotsWrapAroundTheTablesEndAreFound() {
    var index = JSONKeyIndex()
    #expect(index.isEmpty)
    let hashes: [UInt32] = [31, 31, 31, 63, 0, 1, 30, 30]
    for (position, hash) in hashes.enumerated() { index.insert(hash, position: position) }
    for (position, hash) in hashes.enumerated() {
      #expect(index.position(of: hash) { $0 == position } == position)
    }
    #expect(!index.isEmpty)
    #expect(index.position(of: 29) { _ in true } == nil)
  }

  /// Keys of which many share a home, against an array of their hashes.
  @Test func removalsKeepTheOthersPositionsAndOrder() {
    var generator = SeededGenerator(seed: 5)
    var index = JSONKeyIndex()
    var plain: [UInt32] = []
    for step in 0..<3_000 {
      // The table grows, shrinks, and gets empty.
      if plain.isEmpty || Int.random(in: 0..<600, using: &generator) > step % 600 {
        let hash: UInt32 = [20, 30, 31, 63].randomElement(using: &generator)!
        index.insert(hash, position: plain.count)
        plain.append(hash)
      } else {
        let isLast = Bool.random(using: &generator)
        let position =
          isLast ? plain.count - 1 : Int.random(in: plain.indices, using: &generator)
        index.remove(plain.remove(at: position), position: position)
      }
      #expect(index.isEmpty == plain.isEmpty)
      guard step % 10 == 0 else { continue }
      for (position, hash) in plain.enumerated() {
        #expect(index.position(of: hash) { $0 == position } == position)
      }
      #expect(index.position(of: 20) { $0 >= plain.count } == nil)
    }
  }

  @Test func removalsChangeNoCopy() {
    let keys = (0..<40).map { "key\($0)" }
    let original = JSONObject(keys.map { ($0, JSONValue.string($0)) })
    for position in keys.indices {
      var copy = original
      copy[keys[position]] = nil
      #expect(copy.map(\.key) == keys.filter { $0 != keys[position] })
      #expect(keys.filter { copy[$0]?.string == $0 }.count == 39)
      #expect(keys.allSatisfy { original[$0]?.string == $0 })
    }
  }

  /// The index of a large object has to follow each removal.
  @Test func removedKeysLeaveTheOthersWhereTheyAreFound() {
    let keys = (0..<60).map { "key\($0 * 7 % 60)" }
    var object = JSONObject()
    for (position, key) in keys.enumerated() { object[key] = .number(JSONNumber(position)) }
    for (position, key) in keys.enumerated() {
      object[key] = nil
      #expect(object[key] == nil)
      for (later, other) in keys.enumerated().dropFirst(position + 1) {
        #expect(object[other]?.int == later)
      }
    }
    #expect(object.isEmpty)
  }
}
