import MirrorMap
import Testing

@testable import TestSupport

// The same models as structs, whose trees are read in one pass, and as classes, each of which is read alone.

private struct Limits: Mappable {
  @Mapped var limit: Int
  @Mapped var names: [String] = ["n"]
}

private struct Page: Mappable {
  @Mapped var page: Int?
  @Flattened var limits: Limits
}

private struct City: Mappable {
  @Mapped var city: String
  @Mapped var zip: Int?
}

private struct Address: Mappable {
  @Mapped var street: String?
  @Flattened var city: City?
}

private struct Geometry: Mappable {
  @Mapped("box.width") var width: Int?
}

private struct Place: Mappable {
  @Mapped var id: Int?
  @Flattened var page: Page
  @Flattened var address: Address?
  @Flattened var geometry: Geometry
  @Mapped var end: Bool?
}

private struct KeptPlace: Mappable {
  @Mapped var id: Int?
  @Flattened var page: Page
  @Flattened var address: Address?
  @Flattened var geometry: Geometry
  @Mapped var end: Bool?
  @Extras var rest: JSONObject
}

private final class LimitsObject: Mappable {
  @Mapped var limit: Int
  @Mapped var names: [String] = ["n"]
  required init() {}
}

private final class PageObject: Mappable {
  @Mapped var page: Int?
  @Flattened var limits: LimitsObject
  required init() {}
}

private final class CityObject: Mappable {
  @Mapped var city: String
  @Mapped var zip: Int?
  required init() {}
}

private final class AddressObject: Mappable {
  @Mapped var street: String?
  @Flattened var city: CityObject?
  required init() {}
}

private final class GeometryObject: Mappable {
  @Mapped("box.width") var width: Int?
  required init() {}
}

private final class PlaceObject: Mappable {
  @Mapped var id: Int?
  @Flattened var page: PageObject
  @Flattened var address: AddressObject?
  @Flattened var geometry: GeometryObject
  @Mapped var end: Bool?
  required init() {}
}

private final class KeptPlaceObject: Mappable {
  @Mapped var id: Int?
  @Flattened var page: PageObject
  @Flattened var address: AddressObject?
  @Flattened var geometry: GeometryObject
  @Mapped var end: Bool?
  @Extras var rest: JSONObject
  required init() {}
}

private struct Named: Mappable, DecodeCompleting {
  @Mapped var name: String
  @Flattened var size: Sized
  func didDecode(in context: MappingContext) throws { try context.note("Named") }
}

private struct Sized: Mappable, DecodeCompleting {
  @Mapped var size: Int
  var isLarge = false
  mutating func didDecode(in context: MappingContext) throws {
    try context.note("Sized")
    guard size >= 0 else { throw MappingError(expected: "a size") }
    isLarge = size > 10
    size += 1
  }
}

private struct Noted: Mappable, DecodeCompleting {
  @Mapped var note: String?
  func didDecode(in context: MappingContext) throws { try context.note("Noted") }
}

private struct Completed: Mappable, DecodeCompleting {
  @Flattened var named: Named
  @Flattened var note: Noted?
  func didDecode(in context: MappingContext) throws { try context.note("Completed") }
}

private final class Notes: @unchecked Sendable {
  var names: [String] = []
}

extension MappingContext {
  fileprivate func note(_ name: String) throws {
    try #require(self[Notes.self]).names.append(name)
  }
}

private struct Prepared: Mappable {
  @Mapped var id: Int?
  @Flattened var inner: Defaulted
}

private struct Defaulted: Mappable {
  @Mapped var other: Int?
  @Flattened var limits: Limits
  init() {
    limits = Limits()
    limits.limit = 7
  }
}

/// Sets a flattened model only while there is a standard.
private struct Standardized: Mappable {
  @TaskLocal static var standard: Int?

  @Mapped var page: Int?
  @Flattened var limits: Limits
  init() {
    guard let standard = Self.standard else { return }
    limits = Limits()
    limits.limit = standard
  }
}

private struct StandardizedPage: Mappable {
  @Mapped var id: Int?
  @Flattened var size: Geometry
  @Flattened var page: Standardized
}

/// Decodes the model around it.
private struct InnerRing: Mappable {
  @Mapped var count: Int?
  @Flattened var size: Geometry
  init() { count = (try? OuterRing.decode(from: "{}"))?.id }
}

private struct OuterRing: Mappable {
  @Mapped var id: Int?
  @Flattened var inner: InnerRing?
}

/// Whose names are one key in snake case.
private struct SharedKeyAccount: Mappable {
  @Mapped var userID: Int
  @Mapped(direction: .decodeOnly) var userId: Int
}

private struct AccountOwner: Mappable {
  @Mapped var id: Int?
  @Flattened var account: SharedKeyAccount?
}

struct FlattenedTreeTests {
  private static let members = [
    [#""id": 1"#, #""id": null"#, #""id": "1""#],
    [#""page": 1"#, #""page": null"#, #""page": "1""#, #""page": 2, "page": 3"#],
    [#""limit": 9"#, #""limit": null"#, #""limit": []"#],
    [#""names": ["a"]"#, #""names": null"#, #""names": [1]"#],
    [#""street": "S""#, #""street": null"#, #""street": 1"#],
    [#""city": "C""#, #""city": null"#, #""city": 1"#],
    [#""zip": 1"#, #""zip": null"#, #""zip": "z""#],
    [#""box": {"width": 2}"#, #""box": {"height": 1}"#, #""box": null"#, #""box": 5"#],
    [#""end": true"#, #""end": null"#],
    [#""other": {"page": 9}"#, #""other": null"#],
  ]

  private func document(_ random: inout SeededGenerator) -> String {
    var parts: [String] = []
    for (number, choices) in Self.members.enumerated().shuffled(using: &random)
    where Int.random(in: 0..<3, using: &random) > 0 || number == 2 {
      let isFitting = Int.random(in: 0..<6, using: &random) > 0
      parts.append(isFitting ? choices[0] : choices.randomElement(using: &random)!)
    }
    return "{\(parts.joined(separator: ", "))}"
  }

  private static let mappers = [
    Mapper(), .with { $0.unknownKeys = .reject }, .with { $0.duplicateKeys = .last },
    .with { $0.failurePolicy = .lenient }, .with { $0.keyStrategy = .caseInsensitive },
  ]

  @Test(arguments: 0..<5)
  func treesOfStructsAreReadAndWrittenAsObjectsAre(_ number: Int) throws {
    let mapper = Self.mappers[number]
    try compare(Place.self, PlaceObject.self, mapper, seed: 0x7EE + UInt64(number))
    try compare(KeptPlace.self, KeptPlaceObject.self, mapper, seed: 0x7E + UInt64(number))
  }

  private func compare<Value: Mappable, Object: Mappable>(
    _ value: Value.Type, _ object: Object.Type, _ mapper: Mapper, seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var count = 0
    for _ in 0..<500 {
      let text = document(&random)
      // From the second time on, it is known that the models are read by their plans.
      _ = try? Value.decode(from: text, using: mapper)
      let fast = Result { try Value.decode(from: text, using: mapper) }
      let general = Result { try Object.decode(from: text, using: mapper) }
      switch (fast, general) {
      case (.success(let value), .success(let object)):
        count += 1
        for options in [[], EncodingOptions.prettyPrinted, .sortedKeys] {
          #expect(
            try value.encodeString(options: options, using: mapper)
              == object.encodeString(options: options, using: mapper), "\(text)")
        }
        #expect(try value.encodeString(options: .changesOnly) == "{}", "\(text)")
      case (.failure, .failure): break
      default: Issue.record("\(text): \(fast), \(general)")
      }
    }
    #expect(count > 50)
  }

  @Test func hooksOfTreesAreCalledFromTheInsideOut() throws {
    for text in [
      #"{"name": "a", "size": 20, "note": "n"}"#, #"{"note": null, "size": 20, "name": "a"}"#,
      #"{"name": "a", "size": 20}"#,
    ] {
      for _ in 0..<2 {
        let notes = Notes()
        let model = try Completed.decode(from: text, context: MappingContext(notes))
        let hasNote = text.contains("note")
        #expect(notes.names == ["Sized", "Named"] + (hasNote ? ["Noted"] : []) + ["Completed"])
        #expect((model.note != nil) == hasNote)
        #expect(model.named.size.isLarge && model.named.size.size == 21)
        #expect(try model.encodeString(options: .changesOnly) == "{}")
      }
    }
    for _ in 0..<2 {
      #expect(
        errorText {
          try Completed.decode(
            from: #"{"name": "a", "size": -1}"#, context: MappingContext(Notes()))
        } == "$: expected a size (line 1, column 1, Sized)")
    }
  }

  @Test func aModelMadeByInitStaysInsideOfAnotherOne() throws {
    for _ in 0..<2 {
      #expect(try Prepared.decode(from: #"{"id": 1}"#).inner.limits.limit == 7)
      #expect(try Prepared.decode(from: #"{"limit": 2}"#).inner.limits.limit == 2)
    }
  }

  @Test func aModelMadeByInitLaterThanThePlanStaysAsWell() throws {
    for _ in 0..<2 {
      #expect(try StandardizedPage.decode(from: #"{"limit": 1}"#).page.limits.limit == 1)
    }
    for _ in 0..<2 {
      try Standardized.$standard.withValue(50) {
        let absent = try StandardizedPage.decode(
          from: #"{"id": 3, "box": {"width": 4}, "page": 2}"#)
        #expect(absent.page.limits.limit == 50 && absent.page.page == 2 && absent.id == 3)
        #expect(absent.size.width == 4)
        let present = try StandardizedPage.decode(from: #"{"limit": 4}"#)
        #expect(present.page.limits.limit == 4 && present.page.limits.names == ["n"])
      }
      #expect(throws: MappingError.self) { try StandardizedPage.decode(from: #"{"page": 2}"#) }
    }
  }

  @Test func aFlattenedModelMayDecodeTheModelAroundIt() throws {
    for _ in 0..<2 {
      #expect(try OuterRing.decode(from: #"{"id": 1}"#).inner == nil)
      let circle = try OuterRing.decode(from: #"{"id": 1, "count": 2}"#)
      #expect(circle.inner?.count == 2)
    }
  }

  @Test func anAbsentModelIsNilWhereTwoNamesAreOneKey() throws {
    let mapper = Mapper.with { $0.keyStrategy = .snakeCase }
    for _ in 0..<3 {
      #expect(try AccountOwner.decode(from: #"{"id": 1}"#, using: mapper).account == nil)
      let account = try AccountOwner.decode(from: #"{"user_id": 5}"#, using: mapper).account
      #expect(account?.userID == 5 && account?.userId == 5)
    }
  }

  @Test func errorsNameTheInnermostModel() throws {
    for _ in 0..<2 {
      #expect(
        errorText { try Place.decode(from: #"{"page": 1}"#) }
          == "$.limit: required key is missing, expected Int (line 1, column 1, Limits.limit)")
      #expect(
        errorText { try Place.decode(from: #"{"limit": 1, "zip": 1}"#) }
          == "$.city: required key is missing, expected String (line 1, column 1, City.city)")
    }
    var place = Place()
    place.id = 1
    place.page = Page()
    #expect(
      errorText { try place.encode() }
        == "$: a required property was neither decoded nor assigned (Page.limits)")
    place.page.limits = Limits()
    #expect(
      errorText { try place.encode() }
        == "$.limit: a required property was neither decoded nor assigned (Limits.limit)")
    place.page.limits.limit = 1
    place.geometry = Geometry()
    #expect(try place.encodeString() == #"{"id":1,"limit":1,"names":["n"]}"#)
  }

  @Test func aTreeWithoutMembersIsAnEmptyObject() throws {
    struct Inner: Mappable {
      @Mapped var a: Int?
    }
    struct Middle: Mappable {
      @Flattened var inner: Inner
      @Flattened var other: Geometry?
    }
    struct Outer: Mappable {
      @Flattened var middle: Middle
      @Mapped("z") var last: Int?
    }
    for options in [[], EncodingOptions.sortedKeys] {
      #expect(try Outer.decode(from: "{}").encodeString(options: options) == "{}")
      #expect(
        try Outer.decode(from: #"{"z": 1, "a": 2, "box": {"width": 3}}"#)
          .encodeString(options: options)
          == (options.isEmpty
            ? #"{"z":1,"a":2,"box":{"width":3}}"# : #"{"a":2,"box":{"width":3},"z":1}"#))
    }
  }
}
