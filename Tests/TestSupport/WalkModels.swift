import Foundation
import MirrorMap

/// Models whose documents are written in many ways.
enum WalkModels {
  /// No property is ever read.
  struct Nothing: Mappable {
    @Mapped("v", direction: .encodeOnly) var version: Int = 3
  }

  struct Single: Mappable {
    @Mapped var one: Int
  }

  struct Part: Mappable {
    @Mapped var id: Int
    @Mapped var name: String?
    @Mapped var more: Bool?
  }

  struct Whole: Mappable {
    @Mapped var id: Int
    @Mapped var name: String = ""
    @Mapped var part: Part?
    @Mapped var parts: [Whole] = []
    @Mapped var tags: [String] = []
    @Mapped var ratio: Double?
    @Mapped("é\"\\☃") var odd: Int?
    @Mapped("deep.er") var deeper: Int?
    @Mapped("deep.est") var deepest: String?
    @Mapped("new", "old") var either: Int?
    @Mapped("") var empty: Bool?
  }

  struct LongKeys: Mappable {
    @Mapped("a key of many bytes") var first: Int
    @Mapped("another key of many bytes") var second: Int
  }

  static let longKey = String(repeating: "a very long key, ", count: 20)

  struct VeryLongKeys: Mappable {
    @Mapped(WalkModels.longKey) var first: Int
    @Mapped(WalkModels.longKey + "2") var second: Int?
  }

  final class Tagged<Tag: FreshTag>: Mappable {
    @Mapped var id: Int
    @Mapped var name: String?
    @Mapped var inner: Tagged<Tag>?
  }

  /// A model in the middle of which others are decoded.
  struct Calling: Mappable {
    @Mapped var id: Int
    @Mapped var call: Call?
    @Mapped var name: String
  }

  static let inner = [
    #"{"id":1,"call":null,"name":"a"}          "#,
    #"{ "name" : "b" , "call" : null, "id" : 2 }  "#,
    #"{"x":[1],"id":3,"y":2,"call":null,"z":3,"name":"c","q":4}        "#,
    #"{"id":1,"call":null,"id":2}           "#,
  ]

  /// `"3:1"` has the document with number 1 decoded three times.
  struct Call: MappableValue {
    let outcomes: [String]

    static func decode(from reader: inout JSONReader) throws -> Call {
      let numbers = try reader.decode(String.self).split(separator: ":").compactMap { Int($0) }
      let text = WalkModels.inner[numbers[1]]
      return Call(
        outcomes: Set(
          (0..<numbers[0]).map { _ in
            errorText { try Calling.decode(from: text).name }
          }
        ).sorted())
    }

    func encode(to writer: inout JSONWriter) throws { try writer.encode(outcomes) }
  }
}

// MARK: - Documents

extension WalkModels {
  private static let spellings = [
    ["id", "id", "\\u0069d"], ["name", "name", "n\\u0061me"], ["part"], ["parts"], ["tags"],
    ["ratio"], ["é\\\"\\\\☃", "\\u00e9\\u0022\\\\\\u2603"], ["deep"], ["new"], ["old"], [""],
  ]

  /// A document of a ``Whole``, mostly a good one, in a usual or another order.
  static func document(_ sampler: inout Sampler, depth: Int) -> MutableDocument {
    var members: [(key: String, value: MutableDocument)] = []
    for keys in spellings where keys[0] == "id" || !sampler.bool(3) {
      let value: MutableDocument =
        switch keys[0] {
        case "name": .scalar("\"\(sampler.pick(["", "n", "a name of some length", "é", "\\n"]))\"")
        case "part": sampler.bool(4) ? .scalar("null") : part(&sampler)
        case "parts":
          .array(
            depth == 0
              ? [] : (0..<sampler.int(0...3)).map { _ in document(&sampler, depth: depth - 1) })
        case "tags": .array((0..<sampler.int(0...3)).map { .scalar("\"\($0)\"") })
        case "ratio": .scalar(sampler.pick(["0.5", "null", "-12.25", "1e3"]))
        case "deep":
          .object([("er", .scalar("1")), ("x", .array([])), ("est", .scalar("\"e\""))])
        case "": .scalar(sampler.pick(["true", "null"]))
        default: .scalar("\(sampler.int(-9...99))")
        }
      members.append((sampler.pick(keys), value))
    }
    for number in 0..<sampler.pick([0, 0, 1, 3]) {
      let unknown: MutableDocument = .array([.scalar("\"{,:\""), .object([])])
      members.insert(("x\(number)", unknown), at: sampler.int(0...members.count))
    }
    return .object(sampler.bool(4) ? sampler.shuffled(members) : members)
  }

  private static func part(_ sampler: inout Sampler) -> MutableDocument {
    var members: [(key: String, value: MutableDocument)] = [("id", .scalar("3"))]
    if sampler.bool() { members.append(("name", .scalar("\"p\""))) }
    if sampler.bool() { members.append(("more", .scalar("false"))) }
    return .object(members)
  }

  /// A document with the members `p0`, `p1` …, of the types that ``FiveWordModel`` has there; some are
  /// missing.
  static func manyMembers(_ count: Int, _ sampler: inout Sampler) -> String {
    let gap = sampler.pick(["", " ", "\n  "])
    let isComplete = sampler.bool()
    var members: [String] = []
    for number in 0..<count where isComplete || !sampler.bool(50) {
      let isInteger = number < 70 || number % 5 == 0 || number % 7 == 0
      let value = isInteger ? "\(number)" : number % 3 == 0 ? "\"text\"" : "true"
      members.append("\(gap)\"p\(number)\":\(value)")
    }
    return "{" + members.joined(separator: ",") + "}"
  }
}
