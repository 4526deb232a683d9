import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private struct User: Mappable {
  @Mapped var id: Int
  @Mapped("profile.name", "name") var name: String
  @Mapped("created_at", transform: .iso8601) var createdAt: Date
  @Mapped("seen", transform: .unixSeconds) var seen: [Date]?
  @Mapped(coercion: .lossless, onFailure: .lossy) var tagList: [String] = []
  @Mapped("a.b", nested: false, direction: .decodeOnly) var dotted: [String: Int?]?
  @Mapped("items.*.id", direction: .both) var ids: [Int]
  @Mapped("password", direction: .encodeOnly) var password: String?
  @Mapped("kind", transform: .rawValue()) var kind: Kind = .plain
  @Flattened var address: Address?
  @Extras var others: [String: JSONValue]
  var unmapped = 1
}

private enum Kind: String { case plain }

private struct Address: Mappable {
  @Mapped var streetName: String
}

private class Base: Mappable {
  @Mapped var id: Int
  required init() {}
}
private final class Derived: Base, KeyStrategyProviding {
  static var keyStrategy: any KeyStrategy { .kebabCase }
  @Mapped var fullName: String
  @Mapped var next: Derived?
}

private struct Twice: Mappable {
  @Mapped("k") var first: Int
  @Mapped("k") var second: Int
}
private struct Holder: Mappable {
  @Mapped var many: [String: [Twice?]]?
}

/// Only a strategy that knows no capitals makes these the same.
private struct Clashing: Mappable {
  @Mapped var userID: Int
  @Mapped("user_id") var userId: Int
}

private struct Pair<First: MappableValue, Second: MappableValue>: Mappable {
  @Mapped var first: First
  @Mapped var second: Second
}

private struct Box<Value: MappableValue>: Mappable {
  @Mapped var value: Value
}

struct ModelMappingTests {
  @Test func everyPropertyIsListed() throws {
    let mapping = User.mapping
    #expect(mapping.error == nil && mapping.model == User.self)
    #expect(
      mapping.properties.map(\.name) == [
        "id", "name", "createdAt", "seen", "tagList", "dotted", "ids", "password", "kind",
        "address", "others",
      ])
    let id = try #require(mapping["id"])
    #expect(id.keyPaths == [["id"]] && id.type == Int.self && id.isRequired && id.coding == nil)
    #expect(id.role == .member && id.direction == .both && id.coercion == nil)
    #expect(mapping["name"]?.keyPaths == [["profile", "name"], ["name"]])
    #expect(mapping["createdAt"]?.coding == ISO8601Transform.self)
    #expect(mapping["seen"]?.coding == UnixTimeTransform.self)
    #expect(mapping["seen"]?.isOptional == true && mapping["seen"]?.type == [Date]?.self)
    #expect(mapping["tagList"]?.hasDefault == true && mapping["tagList"]?.isRequired == false)
    #expect(mapping["tagList"]?.coercion == .lossless)
    #expect(mapping["tagList"]?.failurePolicy == .lossy)
    #expect(mapping["dotted"]?.keyPaths == [["a.b"]])
    #expect(mapping["dotted"]?.direction == .decodeOnly)
    #expect(mapping["ids"]?.keyPaths == [["items", "*", "id"]])
    #expect(mapping["ids"]?.hasWildcard == true)
    #expect(mapping["address"]?.role == .flattened && mapping["address"]?.keyPaths == [])
    #expect(mapping["others"]?.role == .extras && mapping["others"]?.coding == nil)
    #expect(mapping["unmapped"] == nil)
  }

  @Test func descriptionIsATable() {
    #expect(
      "\(User.mapping)" == """
        User
          id         id                  Int                  required
          name       profile.name, name  String               required
          createdAt  created_at          Date                 required, ISO8601Transform
          seen       seen                [Date]?              optional, UnixTimeTransform
          tagList    tagList             [String]             default, coercion lossless, lossy on failure
          dotted     "a.b"               [String: Int?]?      optional, decode only
          ids        items.*.id          [Int]                required
          password   password            String?              optional, encode only
          kind       kind                Kind                 default, RawValueTransform<Kind>
          address    -                   Address?             flattened, optional
          others     -                   [String: JSONValue]  extras
        """)
  }

  @Test func keysFollowTheStrategy() {
    var mapper = Mapper()
    mapper.keyStrategy = .snakeCase
    #expect(User.mapping(using: mapper)["tagList"]?.keyPaths == [["tag_list"]])
    #expect(User.mapping(using: mapper)["createdAt"]?.keyPaths == [["created_at"]])
    #expect(
      "\(Derived.mapping(using: mapper))" == """
        Derived
          id        id         Int       required
          fullName  full-name  String    required
          next      next       Derived?  optional
        """)
  }

  @Test func whyAModelCannotBeMapped() {
    let text = #"Twice.second cannot be mapped: it writes the same key "k" as Twice.first"#
    #expect(Twice.mapping.properties.isEmpty)
    #expect(Twice.mapping.error?.code == .declaration)
    #expect("\(Twice.mapping)" == "Twice\n  \(text)")
    #expect("\(Holder.mapping)" == "Holder\n  \(text)")
    var mapper = Mapper()
    mapper.keyStrategy = .snakeCase
    #expect(Clashing.mapping.error == nil)
    #expect(Clashing.mapping(using: mapper).error?.code == .declaration)
  }

  @Test func validationFindsDeclarationErrors() throws {
    try User.validateMapping()
    try [String: [Derived?]].validateMapping()
    try Int.validateMapping()
    let text = #"Twice.second cannot be mapped: it writes the same key "k" as Twice.first"#
    #expect(errorText { try Twice.validateMapping() } == text)
    #expect(errorText { try [Holder].validateMapping() } == text)
    var mapper = Mapper()
    mapper.keyStrategy = .snakeCase
    try Clashing.validateMapping()
    #expect(
      errorText { try Box<Clashing>.validateMapping(using: mapper) }
        == #"Clashing.userId cannot be mapped: it writes the same key "user_id" as Clashing.userID"#
    )
  }

  @Test(arguments: [
    (Box<Int>.mapping, "Int"), (Box<[Int?]>.mapping, "[Int?]"),
    (Box<[String: [Int]]?>.mapping, "[String: [Int]]?"), (Box<Set<Int>>.mapping, "Set<Int>"),
    (Box<Box<Int?>>.mapping, "Box<Int?>"), (Box<Int??>.mapping, "Int??"),
    (Box<Pair<Int, String>?>.mapping, "Pair<Int, String>?"),
  ])
  func typeNamesAreShort(_ mapping: ModelMapping, _ name: String) {
    #expect("\(mapping)".contains("  value  value  \(name)  "))
    #expect("\(mapping)".hasPrefix("Box<\(name)>\n"))
  }
}
