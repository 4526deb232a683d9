import MirrorMapStore

@testable import TestSupport

/// Random documents of things that refer to each other: nested, by id, mixed, repeated, cyclic, with absent keys and
/// nulls.
struct RandomDocument {
  var generator: SeededGenerator
  /// How many more objects the document may have.
  var budget = 30

  let hasMerged: Bool

  init(seed: UInt64, hasMerged: Bool) {
    generator = SeededGenerator(seed: seed)
    self.hasMerged = hasMerged
  }

  mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &generator) < percent
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  mutating func document() -> [JSONValue] { (0..<number(1...5)).map { _ in thing(depth: 0) } }

  /// An object. Its name is mostly there, because new ones need it.
  mutating func thing(depth: Int) -> JSONValue {
    budget -= 1
    var members: [(String, JSONValue)] = [("id", .number(JSONNumber(number(1...12))))]
    if chance(97) { members.append(("name", .string("n\(number(0...3))"))) }
    if chance(50) { members.append(("note", chance(30) ? .null : .string("t\(number(0...3))"))) }
    if chance(40) {
      members.append(("level", chance(20) ? .null : .number(JSONNumber(number(0...3)))))
    }
    if chance(50) {
      let deep: JSONValue =
        chance(30)
        ? .null
        : chance(30) ? [:] : ["deep": chance(30) ? JSONValue.null : .string("d\(number(0...3))")]
      members.append(("path", deep))
    }
    if chance(50) { members.append(("one", chance(20) ? .null : target(depth))) }
    if chance(40) { members.append(("many", targets(depth))) }
    if hasMerged, chance(40) { members.append(("merged", targets(depth))) }
    if chance(30) { members.append(("unmapped", [1, "x"])) }
    members.shuffle(using: &generator)
    var object = JSONObject()
    for (key, value) in members { object[key] = value }
    return .object(object)
  }

  /// An id, an object with nothing but an id, or a whole one.
  private mutating func target(_ depth: Int) -> JSONValue {
    let id = JSONValue.number(JSONNumber(number(1...12)))
    if depth > 3 || budget <= 0 || chance(40) { return chance(30) ? ["id": id] : id }
    return thing(depth: depth + 1)
  }

  private mutating func targets(_ depth: Int) -> JSONValue {
    if chance(10) { return .null }
    if chance(10) { return target(depth) }
    return .array((0..<number(0...3)).map { _ in target(depth) })
  }
}
