import Foundation
import MirrorMap
import Testing

@testable import TestSupport

// What a schema guarantees, on random documents: what decodes is valid, and what does not decode because
// something is missing or of the wrong type is not.

private enum Suit: String, MappableValue, MappableKey, CaseIterable { case clubs, hearts }
private enum Level: Int, MappableValue, CaseIterable {
  case low = 1
  case high = 9
}

private struct Leaf: Mappable {
  @Mapped var number: Int8
  @Mapped var note: String?
}

private struct Scalars: Mappable {
  @Mapped var int: Int
  @Mapped var byte: UInt8?
  @Mapped var wide: UInt64 = 5
  @Mapped var double: Double
  @Mapped var flag: Bool
  @Mapped var text: String?
  @Mapped var suit: Suit = .clubs
  @Mapped var level: Level?
  @Mapped var json: JSONValue
  @Mapped var maybe: JSONValue?
}

private struct Containers: Mappable {
  @Mapped var list: [Int]
  @Mapped var grid: [[Int?]]?
  @Mapped var set: Set<String> = ["b", "a"]
  @Mapped var counts: [Int: Bool] = [:]
  @Mapped var suits: [Suit: Leaf]?
  @Mapped var leaves: [Leaf?] = []
}

private struct Paths: Mappable {
  @Mapped("user.name") var name: String
  @Mapped("user.age") var age: Int?
  @Mapped("user") var user: JSONObject?
  @Mapped("list.0") var first: Int
  @Mapped("list.2.x") var third: Bool?
  @Mapped("deep.er.1") var deeper: String?
  @Mapped("grid.0.0") var corner: Int = 1
  @Mapped("mixed.0") var zeroth: Int?
  @Mapped("mixed.key") var keyed: Int
}

private struct Alternatives: Mappable {
  @Mapped("a", "b", "c") var required: Int
  @Mapped("d", "a") var optional: Int?
  @Mapped("e.f", "g.0") var nested: String
  @Mapped("h", "i.j") var given: Bool = true
}

private struct Groups: Mappable {
  @Mapped("image.url", "image") var image: String?
  @Mapped("image.width") var width: Int?
  @Mapped("icon", "icon.url", "c") var icon: Int
  @Mapped("icon.0") var first: Int?
  @Mapped("x") var x: JSONValue?
  @Mapped("x.y.w") var w: Int?
}

private final class Recursive: Mappable {
  @Mapped var id: Int
  @Mapped var parent: Recursive?
  @Mapped var children: [Recursive] = []
  required init() {}
}

private struct Flat: Mappable {
  @Mapped var number: Int
  @Flattened var leaf: Page<Leaf>
  @Flattened var optional: Other?
  @Flattened var given: More = More()
  @Extras var extras: JSONObject
}
private struct Page<Item: MappableValue>: Mappable {
  @Mapped("page.number") var page: Int
  @Mapped var items: [Item]
}
private struct Other: Mappable {
  @Mapped("x", "x2") var x: Int
  @Mapped("y.z") var y: String
  @Mapped var w: Bool?
}
private struct More: Mappable {
  @Mapped var p: Int
  @Mapped var q: Int?
  init() { p = 4 }
}

private struct Wild: Mappable {
  @Mapped("items.*.id") var ids: [Int]
  @Mapped("tags.*") var tags: Set<String>?
  @Mapped("deep.*.list.*.0") var deep: [Bool?] = []
}

private struct Options: Mappable {
  @Mapped("n", coercion: .lossless) var lossless: Int
  @Mapped("m", coercion: .lenient) var lenient: [UInt8]?
  @Mapped("t", coercion: .lossless) var text: String?
  @Mapped("b", coercion: .lossless) var bool: Bool = false
  @Mapped("soft", onFailure: .lenient) var soft: Int?
  @Mapped("lossy", onFailure: .lossy) var lossy: [Leaf]
  @Mapped("map", onFailure: .lossy) var map: [Int: Int] = [:]
  @Mapped("in", direction: .decodeOnly) var only: Int
  @Mapped("out", direction: .encodeOnly) var never: Int = 1
}

private struct Snake: Mappable, KeyStrategyProviding {
  static var keyStrategy: any KeyStrategy { .snakeCase }
  @Mapped var someNumber: Int
  @Mapped var someLeaf: Page<Leaf>?
}

private struct Given: Mappable {
  @Mapped var number: Int
  @Mapped var text: String?
  init() { number = 3 }
}

private struct Everything: Mappable {
  @Mapped var someScalars: Scalars
  @Mapped var someContainers: Containers?
  @Mapped var paths: Paths?
  @Mapped var alternatives: Alternatives = Alternatives()
  @Mapped var recursive: Recursive?
  @Mapped var flat: Flat?
  @Mapped var wild: Wild?
  @Mapped var options: Options?
  @Mapped var snake: Snake?
  @Mapped var given: Given?
}

/// Makes documents from valid ones, most of them with something wrong.
private struct Mutator {
  var generator: SeededGenerator

  private mutating func pick<T>(_ values: [T]) -> T {
    values[Int.random(in: 0..<values.count, using: &generator)]
  }

  mutating func scalar() -> JSONValue {
    pick([
      .null, true, false, 0, 1, 9, -1, 1.0, 1.5, 127, 128, 256, 300, -129, "", "1", "hearts",
      "true", "x", 18_446_744_073_709_551_616,
      [], .object([:]),
    ])
  }

  mutating func mutated(_ value: JSONValue, _ depth: Int = 0) -> JSONValue {
    if Int.random(in: 0..<(4 + depth * 2), using: &generator) == 0, depth > 0 {
      return replaced(value)
    }
    switch value {
    case .array(let items) where !items.isEmpty:
      var items = items
      let index = Int.random(in: 0..<items.count, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: items.remove(at: index)
      case 1: items.insert(scalar(), at: index)
      default: items[index] = mutated(items[index], depth + 1)
      }
      return .array(items)
    case .object(let object) where !object.isEmpty:
      var object = object
      let key = pick(object.map(\.key))
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: object[key] = nil
      case 1:
        object[pick(["a", "b", "c", "x", "x2", "y", "w", "unknown", "7", "0", "id"])] = scalar()
      default: object[key] = mutated(object[key] ?? .null, depth + 1)
      }
      return .object(object)
    default: return replaced(value)
    }
  }

  private mutating func replaced(_ value: JSONValue) -> JSONValue {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: [value]
    case 1: ["0": value, "id": 1]
    default: scalar()
    }
  }
}

struct SchemaPropertyTests {
  private static let leaf = #"{"number":1,"note":"n"}"#
  private static let mappers: [(String, Mapper)] = {
    return [
      ("default", .default), ("lossless", Mapper.with { $0.coercion = .lossless }),
      ("coercion lenient", Mapper.with { $0.coercion = .lenient }),
      ("lenient", Mapper.with { $0.failurePolicy = .lenient }),
      ("lossy", Mapper.with { $0.failurePolicy = .lossy }),
      ("reject", Mapper.with { $0.unknownKeys = .reject }),
      ("snake", Mapper.with { $0.keyStrategy = .snakeCase }),
      ("any case", Mapper.with { $0.keyStrategy = .caseInsensitive }),
    ]
  }()

  private static let scalars =
    #"{"int":1,"byte":2,"wide":3,"double":0.5,"flag":true,"text":"t","suit":"hearts","level":9,"#
    + #""json":[1],"maybe":{}}"#
  private static let containers =
    #"{"list":[1],"grid":[[1,null],[]],"set":["a"],"counts":{"7":true,"-1":false},"#
    + #""suits":{"clubs":\#(leaf)},"leaves":[null,\#(leaf)]}"#
  private static let paths =
    #"{"user":{"name":"n","age":7},"list":[1,null,{"x":true}],"deep":{"er":["a","b"]},"#
    + #""grid":[[5]],"mixed":{"0":1,"key":2}}"#
  private static let alternatives =
    #"{"a":1,"b":2,"d":3,"e":{"f":"f"},"g":["g"],"h":false,"i":{"j":true}}"#
  private static let groups = #"{"image":{"url":"u","width":1},"icon":{"url":1,"0":2},"c":3}"#
  private static let recursive =
    #"{"id":1,"parent":{"id":2,"parent":null},"children":[{"id":3},{"id":4,"children":[]}]}"#
  private static let flat =
    #"{"number":1,"page":{"number":2},"items":[\#(leaf)],"x":1,"y":{"z":"z"},"w":true,"p":1,"q":2,"#
    + #""extra":[{}]}"#
  private static let wild =
    #"{"items":[{"id":1},{"id":2}],"tags":["a"],"deep":{"k":{"list":[[true],[null]]}}}"#
  private static let options =
    #"{"n":"1","m":[1,2.5,true],"t":5,"b":"true","soft":1,"lossy":[\#(leaf),\#(leaf)],"#
    + #""map":{"1":2},"in":1,"out":"x"}"#
  private static let snake =
    #"{"some_number":1,"some_leaf":{"page":{"number":1},"items":[\#(leaf)]}}"#

  private static let starts: [(any Mappable.Type, [String])] = [
    (Scalars.self, [scalars]), (Containers.self, [containers]), (Paths.self, [paths]),
    (Alternatives.self, [alternatives, #"{"b":1,"g":["g"]}"#]), (Recursive.self, [recursive]),
    (Groups.self, [groups, #"{"image":"u","icon":1,"x":{"y":{"w":1}}}"#]),
    (Flat.self, [flat, #"{"number":1,"page":{"number":2},"items":[]}"#]), (Wild.self, [wild]),
    (Options.self, [options]), (Snake.self, [snake]), (Given.self, [#"{"number":1,"text":"t"}"#]),
    (
      Everything.self,
      [
        #"{"someScalars":\#(scalars),"someContainers":\#(containers),"paths":\#(paths),"#
          + #""alternatives":\#(alternatives),"recursive":\#(recursive),"flat":\#(flat),"#
          + #""wild":\#(wild),"options":\#(options),"snake":\#(snake),"given":{}}"#,
        #"{"some_scalars":\#(scalars),"some_containers":\#(containers)}"#,
      ]
    ),
  ]

  private static let wrongShape: Set<MappingError.Code> = [
    .typeMismatch, .missingKey, .unexpectedNull, .numberOutOfRange, .inexactNumber, .unknownKey,
  ]

  @Test(arguments: SchemaPropertyTests.starts.indices)
  func agreement(_ index: Int) throws {
    let (type, texts) = Self.starts[index]
    for (name, mapper) in Self.mappers { try check(type, texts, name, mapper) }
  }

  private func check<Model: Mappable>(
    _ type: Model.Type, _ texts: [String], _ name: String, _ mapper: Mapper
  ) throws {
    let validator = JSONSchemaValidator(type.jsonSchema(using: mapper))
    var mutator = Mutator(generator: SeededGenerator(seed: UInt64(texts[0].utf8.count)))
    var counts = (decoded: 0, refused: 0)
    for text in texts {
      let start = try JSONValue.decode(from: text)
      for round in 0..<120 {
        var document = start
        for _ in 0..<(round % 3 + (round == 0 ? 0 : 1)) { document = mutator.mutated(document) }
        let isValid = try validator.accepts(document)
        do {
          _ = try type.decode(from: document.encode(), using: mapper)
          counts.decoded += 1
          #expect(isValid, "\(type), \(name): \(document) decodes")
        } catch let error as MappingError {
          guard Self.wrongShape.contains(error.code) else { continue }
          // What a schema doesn't say: bounds of numbers that are text, and types of values whose keys
          // are in another case.
          let isOfNumber = error.code == .numberOutOfRange || error.code == .inexactNumber
          let mayCoerce = mapper.coercion != .none || error.model == "Options"
          guard !(isOfNumber && mayCoerce), name != "any case" else { continue }
          counts.refused += 1
          #expect(!isValid, "\(type), \(name): \(document): \(error)")
        }
      }
    }
    #expect(counts.decoded > 5, "\(type), \(name)")
    if mapper.failurePolicy == .strict, name != "any case" {
      #expect(counts.refused > 5, "\(type), \(name)")
    }
  }
}
