import MirrorMap
import Testing

@testable import TestSupport

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
  var sampler: Sampler

  mutating func document() -> JSONValue {
    .object(object(depth: 0, required: ["a", "b", "f", "j", "k", "m"]))
  }

  private mutating func object(depth: Int, required: [String]) -> JSONObject {
    var object = JSONObject()
    var keys = required.filter { _ in sampler.bool() }
    let names = ["a", "c", "d", "e", "g", "h", "i", "l", "n", "o", "x", "yé", "z\"", "", "0"]
    for name in names where sampler.bool(8) { keys.append(name) }
    for key in sampler.shuffled(keys) {
      object[key] = value(key, depth: depth + 1)
    }
    return object
  }

  private mutating func value(_ key: String, depth: Int) -> JSONValue {
    switch key {
    case "c", "l", "o": return .number(JSONNumber(sampler.int(-9...9)))
    case "e": return "text"
    case "i": return [1, 2]
    case "j": return true
    case "b", "d", "f", "g", "h", "k", "m", "n":
      let next =
        [
          "b": ["c", "d"], "d": ["e"], "f": ["g"], "g": ["h"], "h": ["i"], "k": ["l"],
          "m": ["n"], "n": ["o"],
        ][key] ?? []
      switch sampler.int(0...5) {
      case 0: return 7
      case 1: return nil
      default:
        return depth > min(3, sampler.size) ? [:] : .object(object(depth: depth, required: next))
      }
    default:
      switch sampler.int(0...4) {
      case 0: return nil
      case 1: return 1.25
      case 2: return ["s", nil, ["x": 1]]
      default:
        return depth > min(3, sampler.size) ? false : .object(object(depth: depth, required: []))
      }
    }
  }
}

struct ExtrasRoundTripTests {
  @Test(arguments: UInt64(0)..<8)
  func everythingAroundTheMappedKeysIsWrittenAgain(_ seed: UInt64) {
    Property(seed: seed, rounds: 250) { sampler in
      var maker = DocumentMaker(sampler: sampler)
      return maker.document()
    } fault: { (document: JSONValue) in
      let text = try document.encodeString()
      let written = try Mixed.decode(from: text).encodeString()
      return try JSONValue.decode(from: written) == document ? nil : "\(text)\n\(written)"
    }.check()
  }
}
