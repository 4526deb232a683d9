import MirrorMap
import Testing

private struct Mixed: Mappable {
  @Mapped("a") var a: JSONValue?
  @Mapped("b.c") var c: Int?
  @Mapped("b.d.e") var e: String?
  @Mapped("f.g.h.i") var i: [Int]?
  @Flattened var flat: Flat?
  @Extras var others: JSONObject
}

private struct Flat: Mappable {
  @Mapped("j") var j: Bool?
  @Mapped("k.l") var l: Int?
  @Flattened var inner: Inner?
}

private struct Inner: Mappable {
  @Mapped("m.n.o") var o: Int?
}

/// Makes documents around the keys of `Mixed`.
private struct DocumentMaker {
  var generator: SeededGenerator

  mutating func document() -> JSONValue {
    .object(object(depth: 0, required: ["a", "b", "f", "j", "k", "m"]))
  }

  private mutating func object(depth: Int, required: [String]) -> JSONObject {
    var object = JSONObject()
    var keys = required.filter { _ in Bool.random(using: &generator) }
    let names = ["a", "c", "d", "e", "g", "h", "i", "l", "n", "o", "x", "yé", "z\"", "", "0"]
    for name in names where Int.random(in: 0..<8, using: &generator) == 0 { keys.append(name) }
    for key in keys.shuffled(using: &generator) {
      object[key] = value(key, depth: depth + 1)
    }
    return object
  }

  private mutating func value(_ key: String, depth: Int) -> JSONValue {
    switch key {
    case "c", "l", "o": return .number(JSONNumber(Int.random(in: -9...9, using: &generator)))
    case "e": return "text"
    case "i": return [1, 2]
    case "j": return true
    case "b", "d", "f", "g", "h", "k", "m", "n":
      let next =
        [
          "b": ["c", "d"], "d": ["e"], "f": ["g"], "g": ["h"], "h": ["i"], "k": ["l"],
          "m": ["n"], "n": ["o"],
        ][key] ?? []
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: return 7
      case 1: return nil
      default: return depth > 3 ? [:] : .object(object(depth: depth, required: next))
      }
    default:
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: return nil
      case 1: return 1.25
      case 2: return ["s", nil, ["x": 1]]
      default: return depth > 3 ? false : .object(object(depth: depth, required: []))
      }
    }
  }
}

@Suite("Round trips with extras")
struct ExtrasRoundTripTests {
  @Test("whatever stands around the mapped keys is written again", arguments: 0..<40)
  func roundTrip(_ seed: UInt64) throws {
    var maker = DocumentMaker(generator: SeededGenerator(seed: seed))
    for _ in 0..<50 {
      let document = maker.document()
      let text = try document.encodeString()
      let model = try Mixed.decode(from: text)
      let written = try model.encodeString()
      #expect(try JSONValue.decode(from: written) == document, "\(text)\n\(written)")
    }
  }
}
