import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// The same model twice, so that names in errors are the same.
private enum Annotated {
  struct Part: Mappable, Equatable {
    @Mapped("x") var x: Int
    @Mapped("y") var y: String?
  }

  struct Sample: Mappable {
    @Mapped("id") var id: Int
    @Mapped("flag") var flag: Bool
    @Mapped("user.name", "name") var name: String?
    @Mapped("user.age") var age: Int8 = 3
    @Mapped("tags", onFailure: .lossy) var tags: [String] = []
    @Mapped("items.1.n") var item: Int?
    @Mapped("items.0", "first") var first: JSONValue?
    @Mapped("when", transform: .unixSeconds) var when: Date?
    @Mapped("part") var part: Part
    @Mapped("parts") var parts: [Part] = []
    @Mapped("map") var map: [String: Int]?
    @Mapped("any") var any: JSONValue
    @Mapped("hex", transform: HexNumber()) var hex: [Int] = [1]
    @Mapped("count", coercion: .lossless) var count: Int = 0
    @Mapped("a.b", nested: false) var dotted: Double?
    @Mapped("deep.er.2", "x/y", delimiter: ".") var deeper: [[Int?]]?
    @Mapped("strict", onFailure: .strict) var strict: [Int]?
  }
}

private enum Immutable {
  struct Part: ImmutableMappable, Equatable {
    let x: Int
    let y: String?

    init(from object: inout ObjectReader) throws {
      x = try object.value("x")
      y = try object.value("y")
    }
  }

  struct Sample: ImmutableMappable {
    let id: Int
    let flag: Bool
    let name: String?
    let age: Int8
    let tags: [String]
    let item: Int?
    let first: JSONValue?
    let when: Date?
    let part: Part
    let parts: [Part]
    let map: [String: Int]?
    let any: JSONValue
    let hex: [Int]
    let count: Int
    let dotted: Double?
    let deeper: [[Int?]]?
    let strict: [Int]?

    init(from object: inout ObjectReader) throws {
      id = try object.value("id")
      flag = try object.value("flag")
      name = try object.value("user.name", "name")
      age = try object.value("user.age", default: 3)
      tags = try object.value("tags", default: [], onFailure: .lossy)
      item = try object.value("items.1.n")
      first = try object.value("items.0", "first")
      when = try object.value("when", transform: .unixSeconds)
      part = try object.value("part")
      parts = try object.value("parts", default: [])
      map = try object.value("map")
      any = try object.value("any")
      hex = try object.value("hex", transform: HexNumber(), default: [1])
      count = try object.value("count", default: 0, coercion: .lossless)
      dotted = try object.value("a.b", nested: false)
      deeper = try object.value("deep.er.2", "x/y", delimiter: ".")
      strict = try object.value("strict", onFailure: .strict)
    }
  }
}

/// How the annotated model's properties are called in errors of the immutable one.
private let names = [
  "name": "user.name", "age": "user.age", "item": "items.1.n", "first": "items.0", "dotted": "a.b",
  "deeper": "deep.er.2",
]

extension Annotated.Sample {
  fileprivate var values: String {
    """
    \(id) \(flag) \(name ?? "nil") \(age) \(tags) \(item ?? -1) \(first ?? "nil") \
    \(when?.timeIntervalSince1970 ?? -1) \(part.x) \(part.y ?? "nil") \
    \(parts.map { "\($0.x) \($0.y ?? "nil")" }) \(map?.sorted { $0.key < $1.key } ?? []) \(any) \
    \(hex) \(count) \(dotted ?? -1) \(deeper ?? []) \(strict ?? [])
    """
  }
}

extension Immutable.Sample {
  fileprivate var values: String {
    """
    \(id) \(flag) \(name ?? "nil") \(age) \(tags) \(item ?? -1) \(first ?? "nil") \
    \(when?.timeIntervalSince1970 ?? -1) \(part.x) \(part.y ?? "nil") \
    \(parts.map { "\($0.x) \($0.y ?? "nil")" }) \(map?.sorted { $0.key < $1.key } ?? []) \(any) \
    \(hex) \(count) \(dotted ?? -1) \(deeper ?? []) \(strict ?? [])
    """
  }
}

/// The error's text, with the immutable model's name for the property.
private func text(_ error: any Error) -> String {
  var text = "\(error)"
  if let error = error as? MappingError, error.model == "Sample", let property = error.property,
    let name = names[property]
  {
    text = text.replacingOccurrences(of: "Sample.\(property))", with: "Sample.\(name))")
  }
  return text
}

/// Makes documents that fit the models, and spoils them.
private struct Documents {
  var generator: SeededGenerator

  private mutating func pick<T>(_ values: [T]) -> T {
    values[Int.random(in: 0..<values.count, using: &generator)]
  }

  static let members: [(key: String, values: [String])] = [
    ("id", ["1", "-7", "9007199254740993"]),
    ("flag", ["true", "false"]),
    (
      "user", [#"{"name":"Ann","age":4}"#, #"{"age":5}"#, #"{"n\u0061me":"Zoë"}"#, "{}", "7", "[]"]
    ),
    ("name", [#""Bob""#]),
    ("tags", [#"["a","b"]"#, "[]"]),
    ("items", [#"[{"n":0},{"n":1}]"#, "[3]", "[]", #"{"0":"zero","1":{"n":2}}"#]),
    ("first", ["[1]"]),
    ("when", ["0", "1500000000.5"]),
    ("part", [#"{"x":1}"#, #"{"y":"b","x":2}"#, #"{"x":3,"z":[{}],"y":null}"#]),
    ("parts", [#"[{"x":1},{"x":2,"y":"c"}]"#, "[]"]),
    ("map", [#"{"a":1,"b":2}"#, "{}"]),
    ("any", ["null", "1.50", #"{"k":[1,{"l":null}]}"#]),
    ("hex", [#"["ff"]"#, "[]"]),
    ("count", ["3", #""4""#]),
    ("a.b", ["1.5", "2"]),
    ("deep", [#"{"er":[0,1,[[1,null],[]]]}"#, #"{"er":[]}"#, #"{"er":{"2":[[3]]}}"#]),
    ("x/y", ["[[5]]"]),
    ("strict", ["[1]"]),
    ("unknown", ["1", #"{"deep":["er"]}"#]),
    ("", ["0"]),
  ]

  static let spoils = [
    "null", "true", #""text""#, "3.5", "300", "[null]", "[[]]", #"{"x":"w"}"#, "[1,\"x\"]",
    #"[{"x":1},{"x":null},{"y":"a"}]"#, #"{"name":7,"age":300}"#, #"[[],{"n":"q"}]"#,
    #"{"a":1,"a":2}"#, #"{"x":1,"x":2}"#, #"{"name":"A","name":"B"}"#, #"{"er":[0,1,[[true]]]}"#,
    #"["g"]"#, "1e400",
  ]

  /// - Parameter faults: how many members are spoilt, doubled, dropped or made malformed.
  mutating func next(faults: Int) -> String {
    var members: [(String, String)] = []
    for (key, values) in Self.members {
      // Required ones are always there.
      let isRequired = ["id", "flag", "part", "any"].contains(key)
      if isRequired || Int.random(in: 0..<3, using: &generator) > 0 {
        members.append((key, pick(values)))
      }
    }
    if Bool.random(using: &generator) { members.shuffle(using: &generator) }
    for _ in 0..<faults {
      let index = Int.random(in: 0..<members.count, using: &generator)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: members.remove(at: index)
      case 1:
        let place = Int.random(in: 0...members.count, using: &generator)
        // A spoilt second one would be two faults.
        let value = faults > 1 ? pick(Self.spoils) : members[index].1
        members.insert((members[index].0, value), at: place)
      case 2 where Int.random(in: 0..<4, using: &generator) == 0:
        members[index].1 = pick(["tru", "01", "[1,]", "\"\\x\"", "{\"a\" 1}", "nul"])
      default: members[index].1 = pick(Self.spoils)
      }
    }
    let space = pick(["", " ", "\n  "])
    let body = members.map { key, value in
      let key = Int.random(in: 0..<6, using: &generator) == 0 ? escaped(key) : key
      return "\(space)\"\(key)\":\(space)\(value)"
    }
    return "{\(body.joined(separator: "\(space),"))\(space)}"
  }

  private func escaped(_ key: String) -> String {
    key.unicodeScalars.map {
      "\\u" + String(repeating: "0", count: 4 - String($0.value, radix: 16).count)
        + String($0.value, radix: 16)
    }.joined()
  }
}

struct ImmutableEquivalenceTests {
  private static let mappers: [Mapper] = {
    var mappers: [Mapper] = []
    for duplicates in [Mapper.DuplicateKeys.reject, .first, .last] {
      for coercion in [Coercion.none, .lenient] {
        for strategy in [nil, StandardKeys.caseInsensitive] {
          var mapper = Mapper()
          mapper.duplicateKeys = duplicates
          mapper.coercion = coercion
          mapper.keyStrategy = strategy
          mappers.append(mapper)
        }
      }
    }
    return mappers
  }()

  @Test(arguments: 0..<12)
  func sameValuesOrTheSameError(_ seed: Int) {
    var documents = Documents(generator: SeededGenerator(seed: UInt64(seed)))
    for round in 0..<60 {
      // With one fault there is one error, whatever the order in which keys are requested.
      let json = documents.next(faults: round % 2)
      for var mapper in Self.mappers {
        if round % 3 == 0 { mapper.unknownKeys = .reject }
        let annotated = Result { try Annotated.Sample.decode(from: json, using: mapper).values }
        let immutable = Result { try Immutable.Sample.decode(from: json, using: mapper).values }
        switch (annotated, immutable) {
        case (.success(let one), .success(let other)):
          #expect(one == other, "\(json)")
        case (.failure(let one), .failure(let other)):
          // One reports an unknown key at its member, the other at the end; and a malformed value
          // may be reported as one of the wrong type.
          let codes = [one, other].compactMap { ($0 as? MappingError)?.code }
          if !codes.contains(where: { $0 == .unknownKey || $0.isSyntax }) {
            #expect(text(one) == text(other), "\(json)")
          }
        default:
          Issue.record("\(annotated) \(immutable) \(json)")
        }
      }
    }
  }

  @Test(arguments: 0..<6)
  func withManyFaultsBothFailOrNeither(_ seed: Int) {
    var documents = Documents(generator: SeededGenerator(seed: UInt64(1000 + seed)))
    for round in 0..<60 {
      let json = documents.next(faults: 2 + round % 4)
      for mapper in Self.mappers {
        let annotated = try? Annotated.Sample.decode(from: json, using: mapper).values
        let immutable = try? Immutable.Sample.decode(from: json, using: mapper).values
        #expect(annotated == immutable, "\(json)")
      }
    }
  }

  @Test(arguments: 0..<12)
  func stoppedFailuresGiveTheSameValuesAndIssues(_ seed: Int) {
    var documents = Documents(generator: SeededGenerator(seed: UInt64(2000 + seed)))
    for round in 0..<60 {
      let json = documents.next(faults: round % 5)
      for var mapper in Self.mappers {
        mapper.failurePolicy = round % 2 == 0 ? .lossy : .strict
        mapper.unknownKeys = round % 3 == 0 ? .report : .ignore
        let annotated = Annotated.Sample.decodeReporting(from: json, using: mapper)
        let immutable = Immutable.Sample.decodeReporting(from: json, using: mapper)
        #expect(annotated.value?.values == immutable.value?.values, "\(json)")
        // An initializer ends at its first error; annotated models report the others as well.
        guard annotated.value != nil else { continue }
        let (first, second) = (comparable(annotated.issues), comparable(immutable.issues))
        #expect(Set(first.map(text)) == Set(second.map(text)), "\(json)")
        #expect(first.count == second.count, "\(json)")
      }
    }
  }

  /// The issues without those that an initializer no longer comes to, because the part failed.
  private func comparable(_ issues: [MappingError]) -> [MappingError] {
    guard issues.contains(where: { $0.model == "Part" && $0.code == .missingKey }) else {
      return issues
    }
    return issues.filter { $0.model != "Part" || $0.code != .unknownKey }
  }

  @Test func documentsThatEndInTheMiddle() {
    var documents = Documents(generator: SeededGenerator(seed: 7))
    for _ in 0..<10 {
      let json = Array(documents.next(faults: 0).utf8)
      for count in 0..<json.count {
        let prefix = Array(json[..<count])
        let annotated = mappingError { try Annotated.Sample.decode(from: prefix) }
        let immutable = GuardedBytes.withBytes(prefix) { bytes in
          mappingError { try Immutable.Sample.decode(from: bytes) }
        }
        #expect(annotated?.code == .unexpectedEnd && immutable?.code == .unexpectedEnd)
        #expect(annotated?.description == immutable?.description)
      }
    }
  }
}
