import MirrorMap
import Testing

@testable import TestSupport

/// Short scalars that aren't near the end of a document are read by a loop of their own. White space at the end of a
/// document decides which of its members are, and may change nothing else.
struct UpdateScalarsTests {
  @Test(arguments: 0..<300)
  func whiteSpaceAtTheEndChangesNothing(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var mapper = Mapper()
    mapper.nullsOnUpdate = random.next() % 3 == 0 ? .keep : .clear
    mapper.failurePolicy = [.strict, .strict, .lenient, .lossy].randomElement(using: &random)!
    mapper.duplicateKeys = [.reject, .reject, .first, .last].randomElement(using: &random)!
    mapper.coercion = [.none, .lossless, .lenient].randomElement(using: &random)!
    let isPatch = random.next() % 4 == 0
    let (short, long) = (Scalars(), Scalars())
    for _ in 0..<6 {
      let text = Scalars.document(&random)
      let padding = String(repeating: " ", count: 200)
      let errors = [(short, text), (long, text + padding)].map { (model, text) in
        mappingError {
          try isPatch
            ? model.apply(mergePatch: text, using: mapper)
            : model.update(from: text, using: mapper)
        }
      }
      #expect(errors[0].map { "\($0)" } == errors[1].map { "\($0)" }, "\(text)")
      #expect(errors[0]?.updatedProperties == errors[1]?.updatedProperties, "\(text)")
      #expect(short.values == long.values, "\(text)")
    }
  }
}

private final class Scalars: Mappable {
  @Mapped var a: Int = 1
  @Mapped var b: String = "b"
  @Mapped var c: Double = 0.5
  @Mapped var d: Bool = true
  @Mapped var maybeA: Int?
  @Mapped var maybeB: String?
  @Mapped var maybeC: Double?
  @Mapped var maybeD: Bool? = true
  @Mapped("in.x") var x: Int = 2
  @Mapped("in.y") var y: String?
  @Mapped("in.z", "z") var z: Int?
  @Mapped var ints: [Int] = [1]
  @Mapped var strings: [String] = ["a"]
  @Mapped("own", onFailure: .lenient) var own: Int = 3

  init() {}

  /// The properties' values and states.
  var values: [String] {
    let states = [
      $a.presence, $b.presence, $c.presence, $d.presence, $maybeA.presence, $maybeB.presence,
      $maybeC.presence, $maybeD.presence, $x.presence, $y.presence, $z.presence, $ints.presence,
      $strings.presence, $own.presence,
    ]
    let values: [Any?] = [
      a, b, c, d, maybeA, maybeB, maybeC, maybeD, x, y, z, ints, strings, own,
    ]
    return zip(values, states).map { "\($0 ?? "nil") \($1)" }
  }

  /// A document with some of the members in any order, some of them twice, unmapped, or of another type.
  static func document(_ random: inout SeededGenerator) -> String {
    let good = [
      "a": "7", "b": #""text""#, "c": "2.25", "d": "false", "maybeA": "8", "maybeB": #""more""#,
      "maybeC": "1", "maybeD": "true", "in": #"{"x": 4, "y": "yes", "z": 5}"#, "z": "6",
      "ints": "[]", "strings": "[]", "own": "9", "other": "[1, {}]",
    ]
    var keys = good.keys.sorted().shuffled(using: &random)
    keys.removeLast(Int(random.next() % 8))
    if random.next() % 8 == 0 { keys.append(keys[0]) }
    let bad = ["null", #""x""#, "[1]", #"{"x": null, "y": null, "z": 1}"#, "1e400", "0.5", "\"1\""]
    let isHarmless = random.next() % 3 == 0
    let members = keys.map { key in
      let value =
        random.next() % (isHarmless ? 1000 : 10) == 0
        ? bad.randomElement(using: &random)! : good[key]!
      return "\"\(key)\": \(random.next() % 5 == 0 ? "null" : value)"
    }
    return "{\(members.joined(separator: ", "))}"
  }
}
