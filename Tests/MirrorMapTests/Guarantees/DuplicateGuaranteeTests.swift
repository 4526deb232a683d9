import MirrorMap
import Testing

@testable import TestSupport

/// Keys that occur twice: an error, or the first or last value counts, depending on the mapper. One
/// table, decoded into every kind of model, by the fast path and by all general ones.
struct DuplicateGuaranteeTests {
  // MARK: Models

  struct Plain: Mappable, Summary {
    @Mapped("a") var a: Int?
    @Mapped("u.a") var x: Int?
    @Mapped("u.b") var y: Int?
    @Mapped("p", "q", "r.s") var z: Int?
    var summary: [Int?] { [a, x, y, z] }
  }

  final class Object: Mappable, Summary {
    @Mapped("a") var a: Int?
    @Mapped("u.a") var x: Int?
    @Mapped("u.b") var y: Int?
    @Mapped("p", "q", "r.s") var z: Int?
    var summary: [Int?] { [a, x, y, z] }
    init() {}
  }

  class Base: Mappable {
    @Mapped("u.b") var y: Int?
    @Mapped("p", "q", "r.s") var z: Int?
    required init() {}
  }

  final class Derived: Base, Summary {
    @Mapped("a") var a: Int?
    @Mapped("u.a") var x: Int?
    var summary: [Int?] { [a, x, y, z] }
  }

  struct Generic<Number: MappableValue & BinaryInteger>: Mappable, Summary {
    @Mapped("a") var a: Number?
    @Mapped("u.a") var x: Number?
    @Mapped("u.b") var y: Number?
    @Mapped("p", "q", "r.s") var z: Number?
    var summary: [Int?] { [a, x, y, z].map { $0.map { Int($0) } } }
  }

  struct Hooked: Mappable, DecodeValidating, DecodeCompleting, Summary {
    @Mapped("a") var a: Int?
    @Mapped("u.a") var x: Int?
    @Mapped("u.b") var y: Int?
    @Mapped("p", "q", "r.s") var z: Int?
    var summary: [Int?] { [a, x, y, z] }
    static func willDecode(_ json: JSONView, in context: MappingContext) throws { _ = json.keys }
    mutating func didDecode(in context: MappingContext) throws {}
  }

  struct Inner: Mappable {
    @Mapped("u.a") var x: Int?
    @Mapped("u.b") var y: Int?
    @Mapped("p", "q", "r.s") var z: Int?
  }

  struct Outer: Mappable, Summary {
    @Mapped("a") var a: Int?
    @Flattened var inner: Inner?
    var summary: [Int?] { [a, inner?.x, inner?.y, inner?.z] }
  }

  struct Constants: ImmutableMappable, Summary {
    let a, x, y, z: Int?
    var summary: [Int?] { [a, x, y, z] }

    init(from object: inout ObjectReader) throws {
      a = try object.value("a")
      x = try object.value("u.a")
      y = try object.value("u.b")
      z = try object.value("p", "q", "r.s")
    }
  }

  struct Backwards: ImmutableMappable, Summary {
    let a, x, y, z: Int?
    var summary: [Int?] { [a, x, y, z] }

    init(from object: inout ObjectReader) throws {
      z = try object.value("p", "q", "r.s")
      y = try object.value("u.b")
      x = try object.value("u.a")
      a = try object.value("a")
    }
  }

  protocol Summary { var summary: [Int?] { get } }

  private typealias Reading = @Sendable (_ json: String, _ mapper: Mapper) throws -> [Int?]

  private static func reading<Model: MappableValue & Summary>(_ type: Model.Type) -> Reading {
    { json, mapper in try Model.decode(from: json, using: mapper).summary }
  }

  private static let readings: [(name: String, read: Reading)] = [
    ("struct", reading(Plain.self)), ("class", reading(Object.self)),
    ("subclass", reading(Derived.self)), ("generic", reading(Generic<Int16>.self)),
    ("with hooks", reading(Hooked.self)), ("flattened", reading(Outer.self)),
    ("immutable", reading(Constants.self)), ("asked for backwards", reading(Backwards.self)),
  ]

  // MARK: Documents

  private struct Row: CustomTestStringConvertible, Sendable {
    let json: String
    /// The path and column of the duplicate key; nil if there is none.
    let refusal: (path: String, column: Int)?
    let first: [Int?]
    let last: [Int?]
    var testDescription: String { json }

    init(_ json: String, _ refusal: (String, Int)?, first: [Int?], last: [Int?]) {
      (self.json, self.refusal, self.first, self.last) = (json, refusal, first, last)
    }

    init(_ json: String, nothing value: [Int?]) { self.init(json, nil, first: value, last: value) }
  }

  private static let rows: [Row] = [
    Row(#"{"a":1,"a":2}"#, ("$.a", 8), first: [1, nil, nil, nil], last: [2, nil, nil, nil]),
    Row(#"{"a":1,"\u0061":2}"#, ("$.a", 8), first: [1, nil, nil, nil], last: [2, nil, nil, nil]),
    Row(#"{"\u0061":1,"a":2}"#, ("$.a", 13), first: [1, nil, nil, nil], last: [2, nil, nil, nil]),
    Row(
      #"{"\u0061":1,"\u0061":2,"a":3}"#, ("$.a", 13), first: [1, nil, nil, nil],
      last: [3, nil, nil, nil]),
    Row(#"{"a":null,"a":2}"#, ("$.a", 11), first: [nil, nil, nil, nil], last: [2, nil, nil, nil]),
    Row(#"{"a":1,"a":null}"#, ("$.a", 8), first: [1, nil, nil, nil], last: [nil, nil, nil, nil]),
    // An object that paths lead through.
    Row(
      #"{"u":{"a":1},"u":{"b":2}}"#, ("$.u", 14), first: [nil, 1, nil, nil],
      last: [nil, nil, 2, nil]),
    Row(
      #"{"u":{"a":1},"\u0075":{"a":2,"b":3}}"#, ("$.u", 14), first: [nil, 1, nil, nil],
      last: [nil, 2, 3, nil]),
    Row(
      #"{"u":{"a":1},"u":5}"#, ("$.u", 14), first: [nil, 1, nil, nil], last: [nil, nil, nil, nil]),
    Row(
      #"{"u":5,"u":{"a":1}}"#, ("$.u", 8), first: [nil, nil, nil, nil], last: [nil, 1, nil, nil]),
    Row(
      #"{"u":{"a":1,"b":2,"a":3}}"#, ("$.u.a", 19), first: [nil, 1, 2, nil], last: [nil, 3, 2, nil]),
    Row(
      #"{"u":{"a":1,"\u0061":3}}"#, ("$.u.a", 13), first: [nil, 1, nil, nil],
      last: [nil, 3, nil, nil]),
    // Alternatives are different keys, each of which may occur once.
    Row(#"{"p":1,"q":2,"r":{"s":3}}"#, nothing: [nil, nil, nil, 1]),
    Row(#"{"r":{"s":3},"q":2}"#, nothing: [nil, nil, nil, 2]),
    Row(#"{"q":1,"q":2}"#, ("$.q", 8), first: [nil, nil, nil, 1], last: [nil, nil, nil, 2]),
    Row(
      #"{"p":1,"q":2,"q":3}"#, ("$.q", 14), first: [nil, nil, nil, 1], last: [nil, nil, nil, 1]),
    Row(#"{"q":2,"q":3,"p":1}"#, ("$.q", 8), first: [nil, nil, nil, 1], last: [nil, nil, nil, 1]),
    Row(
      #"{"p":1,"r":{"s":2,"\u0073":3}}"#, ("$.r.s", 19), first: [nil, nil, nil, 1],
      last: [nil, nil, nil, 1]),
    Row(
      #"{"r":{"s":2},"r":{"s":3}}"#, ("$.r", 14), first: [nil, nil, nil, 2],
      last: [nil, nil, nil, 3]),
    // An unmapped key may occur any number of times, with any value.
    Row(#"{"k":1,"k":2,"a":5}"#, nothing: [5, nil, nil, nil]),
    Row(#"{"a":5,"k":{"a":1,"a":2,"u":{},"u":{}}}"#, nothing: [5, nil, nil, nil]),
    Row(#"{"u":{"k":1,"a":5,"k":{"a":1,"a":2}}}"#, nothing: [nil, 5, nil, nil]),
    Row(#"{"A":1,"a":2,"\u0041":3}"#, nothing: [2, nil, nil, nil]),
    Row(#"{"a":1,"a\u0000":2,"":3,"":4}"#, nothing: [1, nil, nil, nil]),
  ]

  /// The text of an error without the model that it names.
  private func text(_ body: () throws -> [Int?]) -> String {
    let text = errorText(body)
    guard text.hasSuffix(")"), let comma = text.lastIndex(of: ",") else { return text }
    return text[..<comma] + ")"
  }

  /// Mappers under which models are read with care, and that change nothing here.
  private static let careful: [(name: String, mapper: Mapper)] = [
    ("fast", .default), ("reporting unknown keys", .with { $0.unknownKeys = .report }),
    ("logging", .with { $0.logger = { _ in } }),
    ("whatever the case", .with { $0.keyStrategy = .snakeCase }),
    ("coercing", .with { $0.coercion = .lossless }),
  ]

  @Test(arguments: rows)
  private func everyKindOfModelJudgesAlikeOnEveryPath(row: Row) throws {
    for (name, read) in Self.readings {
      for (path, mapper) in Self.careful {
        let comment = Comment(rawValue: "\(name), \(path)")
        if let refusal = row.refusal {
          #expect(
            text { try read(row.json, mapper) }
              == "\(refusal.path): key appears a second time (line 1, column \(refusal.column))",
            comment)
        } else {
          #expect(try read(row.json, mapper) == row.first, comment)
        }
        var choosing = mapper
        choosing.duplicateKeys = .first
        #expect(try read(row.json, choosing) == row.first, comment)
        choosing.duplicateKeys = .last
        #expect(try read(row.json, choosing) == row.last, comment)
      }
    }
  }

  @Test(arguments: rows)
  private func eachIsReportedAndTheFirstCountsWhereFailuresAreStopped(row: Row) throws {
    func check<Model: MappableValue & Summary>(_ type: Model.Type) {
      let report = Model.decodeReporting(from: row.json)
      #expect(report.value?.summary == row.first, "\(type)")
      let places = report.issues.map { "\($0.path) \($0.column ?? 0) \($0.code)" }
      if let refusal = row.refusal {
        #expect(places.first == "\(refusal.path) \(refusal.column) duplicateKey", "\(type)")
      } else {
        #expect(places == [], "\(type)")
      }
    }
    check(Plain.self)
    check(Object.self)
    check(Derived.self)
    check(Hooked.self)
    check(Outer.self)
    check(Constants.self)
    check(Backwards.self)
    for (name, read) in Self.readings {
      #expect(try read(row.json, .lenient) == row.first, "\(name)")
    }
  }

  @Test func losingValuesAreValidatedButMayBeOfAnyType() throws {
    for (name, read) in Self.readings {
      #expect(try read(#"{"a":1,"a":"x"}"#, .firstCounts) == [1, nil, nil, nil], "\(name)")
      #expect(try read(#"{"a":"x","a":1}"#, .lastCounts) == [1, nil, nil, nil], "\(name)")
      #expect(
        text { try read(#"{"a":1,"a":"x"}"#, .lastCounts) }
          == "$.a: expected \(name == "generic" ? "Int16" : "Int"), found a string"
          + " (line 1, column 12)", "\(name)")
      #expect(
        errorText { try read(#"{"a":1,"a":[01]}"#, .firstCounts) }
          == "$.a[0]: expected a number without leading zeros, found a leading zero"
          + " (line 1, column 13)", "\(name)")
      #expect(
        errorText { try read(#"{"a":[01],"a":1}"#, .lastCounts) }
          == "$.a[0]: expected a number without leading zeros, found a leading zero"
          + " (line 1, column 7)", "\(name)")
    }
  }
}
