import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private struct Paging: Mappable, Hashable {
  @Mapped var page: Int
  @Mapped var total: Int?
}

private struct Results: Mappable, Hashable {
  @Mapped var items: [Int] = []
  @Flattened var paging: Paging
}

private struct MaybeResults: Mappable, Hashable {
  @Mapped var items: [Int] = []
  @Flattened var paging: Paging?
}

private struct DefaultResults: Mappable, Hashable {
  @Flattened var paging = Paging(page: 1, total: 9)
  @Mapped var items: [Int] = []
}

extension Paging {
  fileprivate init(page: Int, total: Int? = nil) {
    self.init()
    self.page = page
    self.total = total
  }
}

private struct InitResults: Mappable {
  @Flattened var paging: Paging
  init() { paging = Paging(page: 5) }
}

private struct FlatEnvelope<Body: Mappable>: Mappable {
  @Mapped var status: Int
  @Flattened var body: Body
}

private final class Stamp: Mappable {
  @Mapped("meta.created", transform: .unixSeconds) var created: Date
  @Mapped("name", "title") var name: String?
  required init() {}
}

private class Base: Mappable {
  @Mapped var id: Int
  @Flattened var stamp: Stamp
  required init() {}
}

private final class Document: Base {
  @Flattened var paging: Paging?
  @Mapped var text: String?
}

private struct Checked: Mappable, DecodeValidating, DecodeCompleting, EncodePreparing {
  @Mapped var width: Int
  @Mapped var height: Int
  var area = 0
  static func willDecode(_ json: JSONView, in context: MappingContext) throws {
    guard json["unit"]?.string != "mile" else { throw MappingError(expected: "meters") }
  }
  mutating func didDecode(in context: MappingContext) throws {
    guard width >= 0 else { throw MappingError(expected: "a positive width") }
    area = width * height
  }
  func willEncode(in context: MappingContext) throws {
    guard height >= 0 else { throw MappingError(expected: "a positive height") }
  }
}

private struct Board: Mappable {
  @Mapped var unit: String = "m"
  @Flattened var size: Checked
}

private struct Owner: Mappable, Equatable {
  @Mapped var id: Int
  @Mapped("group.name") var name: String?
  @Mapped("group.deep.age", "age") var age: Int?
}

private struct Owned: Mappable {
  @Mapped var number: Int
  @Flattened var owner: Owner?
  @Extras var others: JSONObject
}

private struct PlainlyOwned: Mappable {
  @Mapped var number: Int
  @Flattened var owner: Owner?
}

private struct Address: Mappable, Equatable {
  @Mapped("address.street") var street: String
  @Mapped("address.city") var city: String?
  @Mapped("address.1") var second: String?
  @Mapped var zip: Int?
}

private struct Fallback: Mappable, Equatable {
  @Mapped("fallback.street") var street: String = "?"
}

private struct Addressed: Mappable, Equatable {
  @Mapped var number: Int = 1
  @Flattened var address: Address?
  @Flattened var fallback: Fallback = Fallback()
}

private struct AddressedWithExtras: Mappable {
  @Mapped var number: Int
  @Flattened var address: Address?
  @Extras var others: JSONObject
}

private final class AddressedObject: Mappable {
  @Mapped var number: Int
  @Flattened var address: Address?
  init() {}
}

private struct AlwaysAddressed: Mappable {
  @Flattened var address: Address
}

private struct AlwaysOwned: Mappable {
  @Flattened var owner = Owner(id: 7)
}

extension Owner {
  fileprivate init(id: Int) {
    self.init()
    (self.id, name) = (id, "default")
  }
}

struct FlattenedTests {
  @Test func keysAreOnTheLevelOfTheModelThatHoldsThem() throws {
    let results = try Results.decode(from: #"{"page":2,"items":[1],"total":30}"#)
    #expect(results.items == [1])
    #expect(results.paging == Paging(page: 2, total: 30))
    #expect(try results.encodeString() == #"{"items":[1],"page":2,"total":30}"#)
  }

  @Test func requiredWithoutOptionalOrDefault() {
    #expect(
      errorText { try Results.decode(from: #"{"items":[]}"#) }
        == "$.page: required key is missing, expected Int (line 1, column 1, Paging.page)")
    #expect(
      errorText { try [Results].decode(from: #"[{"page":"x"}]"#) }
        == "$[0].page: expected Int, found a string (line 1, column 10, Paging.page)")
  }

  @Test func nilOrDefaultOnlyWhenNoneOfTheirKeysIsThere() throws {
    #expect(try MaybeResults.decode(from: #"{"items":[1]}"#).paging == nil)
    #expect(try MaybeResults.decode(from: #"{"page":1}"#).paging == Paging(page: 1))
    #expect(
      errorText { try MaybeResults.decode(from: #"{"total":1}"#) }
        == "$.page: required key is missing, expected Int (line 1, column 1, Paging.page)")
    #expect(
      errorText { try MaybeResults.decode(from: #"{"page":null}"#) }
        == "$.page: expected Int, found null (line 1, column 9, Paging.page)")
    #expect(try DefaultResults.decode(from: "{}").paging == Paging(page: 1, total: 9))
    #expect(try DefaultResults.decode(from: #"{"page":3}"#).paging == Paging(page: 3))
    #expect(try InitResults.decode(from: "{}").paging.page == 5)
    #expect(try InitResults.decode(from: #"{"page":6}"#).paging.page == 6)
  }

  @Test(arguments: [
    #"{"number":1,"group":{"other":6}}"#, #"{"number":1,"group":{"deep":{"er":1},"x":{}}}"#,
    #"{"number":1,"group":{}}"#,
  ])
  func groupWithoutKeysOfAnOptionalModelMadeItRequired(_ text: String) throws {
    let owned = try Owned.decode(from: text)
    #expect(owned.owner == nil)
    #expect(try owned.encodeString() == text)
    #expect(try PlainlyOwned.decode(from: text).owner == nil)
    #expect(try AlwaysOwned.decode(from: text).owner == Owner(id: 7))
    var updated = try Owned.decode(from: #"{"number":2,"group":{}}"#)
    try updated.update(from: text)
    #expect(updated.owner == nil && updated.others == owned.others)
    let document = try JSONValue.decode(from: text)
    #expect(try JSONSchemaValidator(PlainlyOwned.jsonSchema).accepts(document))
  }

  @Test(arguments: [
    #"{"number":1,"group":{"name":null}}"#, #"{"number":1,"group":{"deep":{"age":1}}}"#,
    #"{"number":1,"age":null}"#,
  ])
  func keyOfAnOptionalModelMakesItRequiredEvenIfNull(_ text: String) throws {
    #expect(mappingError { try Owned.decode(from: text) }?.code == .missingKey)
    #expect(mappingError { try PlainlyOwned.decode(from: text) }?.code == .missingKey)
    let document = try JSONValue.decode(from: text)
    #expect(try !JSONSchemaValidator(PlainlyOwned.jsonSchema).accepts(document))
  }

  @Test(arguments: ["null", "[]", "[1]", "7", "\"x\"", "true"])
  func whatIsNoObjectInThePlaceOfAGroupIsNoneOfItsKeys(_ value: String) throws {
    let text = #"{"number":1,"address":\#(value)}"#
    let owned = try Addressed.decode(from: text)
    #expect(owned.number == 1 && owned.address == nil && owned.fallback.street == "?")
    #expect(Addressed.decodeReporting(from: text).issues.isEmpty)
    #expect(try JSONSchemaValidator(Addressed.jsonSchema).accepts(JSONValue.decode(from: text)))
    let kept = try AddressedWithExtras.decode(from: text)
    #expect(kept.address == nil)
    #expect(try kept.encodeString() == text)
    let object = try AddressedObject.decode(from: text)
    #expect(object.number == 1 && object.address == nil)
    var updated = Addressed()
    try updated.update(from: text)
    #expect(updated == owned)
    #expect(throws: MappingError.self) { try AlwaysAddressed.decode(from: text) }
    // With another key of the model, it is there, and lacks its required one.
    let error = mappingError {
      try Addressed.decode(from: #"{"number":1,"zip":2,"address":\#(value)}"#)
    }
    #expect(error?.code == .missingKey)
    // The same with an element that a key path leads to.
    let indexed = #"{"number":1,"address":["a","b"]}"#
    #expect(mappingError { try Addressed.decode(from: indexed) }?.code == .missingKey)
    #expect(
      try !JSONSchemaValidator(Addressed.jsonSchema).accepts(JSONValue.decode(from: indexed)))
  }

  @Test func optionalModelThatIsMadeNilLeavesTheOthersInItsGroup() throws {
    for text in [
      #"{"number":1,"id":2,"group":{"name":"n","other":6}}"#,
      #"{"number":1,"ID":2,"Group":{"NAME":"n","other":6}}"#,
    ] {
      let mapper = Mapper.with { $0.keyStrategy = .caseInsensitive }
      var owned = try Owned.decode(from: text, using: mapper)
      #expect(owned.owner?.name == "n")
      owned.owner = nil
      let written = try owned.encodeString(options: .nullsOmitted)
      #expect(try Owned.decode(from: written, using: mapper).owner == nil)
      #expect(try Owned.decode(from: written).others == owned.others)
    }
  }

  @Test func genericModels() throws {
    let text = #"{"status":200,"page":1}"#
    let envelope = try FlatEnvelope<Paging>.decode(from: text)
    #expect(envelope.body.page == 1)
    #expect(try envelope.encodeString() == text)
    #expect(
      try FlatEnvelope<Results>.decode(from: #"{"status":1,"items":[4],"page":1}"#).body.items == [
        4
      ])
  }

  @Test func classesWithKeyPathsAlternativesAndTransformsInSubclasses() throws {
    let text = #"{"id":1,"text":"t","meta":{"created":60},"name":"n","page":4}"#
    let document = try Document.decode(
      from: #"{"page":4,"title":"n","id":1,"meta":{"created":60},"text":"t"}"#)
    #expect(document.stamp.created == Date(timeIntervalSince1970: 60))
    #expect(document.stamp.name == "n")
    #expect(document.paging?.page == 4)
    #expect(try document.encodeString() == text)
    #expect(try (document as Base).encodeString() == text)
  }

  @Test func hooksSeeTheWholeObject() throws {
    #expect(try Board.decode(from: #"{"width":2,"height":3}"#).size.area == 6)
    #expect(
      errorText { try Board.decode(from: #"{"width":2,"height":3,"unit":"mile"}"#) }
        == "$: expected meters (line 1, column 1, Checked)")
    #expect(
      errorText { try [Board].decode(from: #"[{"width":-2,"height":3}]"#) }
        == "$[0]: expected a positive width (line 1, column 2, Checked)")
    var shape = try Board.decode(from: #"{"width":2,"height":3}"#)
    shape.size.height = -1
    #expect(errorText { try shape.encode() } == "$: expected a positive height (Checked)")
  }

  @Test func writtenAfterTheMembersOfTheModelItselfWithTheRightCommas() throws {
    #expect(
      try MaybeResults.decode(from: #"{"page":1}"#).encodeString() == #"{"items":[],"page":1}"#)
    struct OnlyOptionals: Mappable {
      @Mapped var a: Int?
      @Mapped var b: Int?
    }
    struct Many: Mappable {
      @Flattened var first: OnlyOptionals
      @Flattened var paging: Paging?
      @Mapped var c: Int?
    }
    for text in [
      "{}", #"{"a":1}"#, #"{"b":1}"#, #"{"c":1}"#, #"{"page":1}"#, #"{"a":1,"page":1}"#,
      #"{"c":2,"page":1}"#, #"{"c":2,"a":1,"b":2,"page":1,"total":3}"#, #"{"c":2,"b":2}"#,
    ] {
      let many = try Many.decode(from: text)
      #expect(try many.encodeString() == text)
      #expect(try [many, many].encodeString() == "[\(text),\(text)]")
    }
  }

  @Test func nilLeavesNothingWhateverTheNullOptions() throws {
    var results = try MaybeResults.decode(from: #"{"items":[1],"page":3}"#)
    results.paging = nil
    #expect(try results.encodeString() == #"{"items":[1]}"#)
    #expect(try results.encodeString(options: .nullsIncluded) == #"{"items":[1]}"#)
    #expect(try results.encodeString(options: .nullsOmitted) == #"{"items":[1]}"#)
    #expect(try MaybeResults().encodeString(options: .nullsIncluded) == #"{"items":[]}"#)
    results.paging = Paging(page: 1)
    #expect(
      try results.encodeString(options: .nullsIncluded) == #"{"items":[1],"page":1,"total":null}"#)
  }

  @Test func prettyAndSortedOutput() throws {
    let results = try Results.decode(from: #"{"page":2,"items":[]}"#)
    #expect(
      try results.encodeString(options: [.prettyPrinted, .sortedKeys])
        == "{\n  \"items\": [],\n  \"page\": 2\n}")
    #expect(
      try DefaultResults().encodeString(options: .sortedKeys)
        == #"{"items":[],"page":1,"total":9}"#)
  }

  @Test func neverSetModelsCannotBeWritten() {
    #expect(
      errorText { try Results().encode() }
        == "$: a required property was neither decoded nor assigned (Results.paging)")
  }

  @Test func duplicatesOfTheirKeysFollowTheMapper() throws {
    let text = #"{"page":1,"page":2}"#
    #expect(
      errorText { try Results.decode(from: text) }
        == "$.page: key appears a second time (line 1, column 11, Paging)")
    var mapper = Mapper()
    mapper.duplicateKeys = .first
    #expect(try MaybeResults.decode(from: text, using: mapper).paging?.page == 1)
    mapper.duplicateKeys = .last
    #expect(try MaybeResults.decode(from: text, using: mapper).paging?.page == 2)
    #expect(try Results.decode(from: text, using: mapper).paging.page == 2)
  }

  @Test func flattenedModelsAreValues() throws {
    let first = try Results.decode(from: #"{"page":1}"#)
    var second = first
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    second.paging.page = 2
    #expect(first.paging.page == 1)
    #expect(first != second)
    #expect(second.paging.$page.isChanged)
    #expect("\(Flattened(wrappedValue: Optional<Paging>.none))" == "nil")
  }

  private class Vehicle: Mappable, ModelProviding {
    @Mapped var name: String
    required init() {}

    class func modelType(
      for json: JSONView, in context: MappingContext
    ) throws -> any Mappable.Type {
      json["type"]?.string == "car" ? Car.self : self
    }
  }

  private final class Car: Vehicle {
    @Mapped var doors: Int?
    @Mapped var id: Int?
  }

  private struct Garage: Mappable {
    @Flattened var vehicle: Vehicle
    @Extras var extras: JSONObject
  }

  private struct Ticket: Mappable {
    @Mapped var id: Int?
    @Flattened var vehicle: Vehicle
  }

  private struct Parking: Mappable {
    @Flattened var vehicle: Vehicle?
    @Extras var extras: JSONObject
  }

  /// The plan of the outer model doesn't know its keys.
  @Test func anObjectOfASubclassWritesNoKeyTwice() throws {
    let garage = try Garage.decode(from: #"{"type": "car", "name": "a", "doors": 2}"#)
    (garage.vehicle as? Car)?.doors = 3
    #expect(try garage.encodeString() == #"{"name":"a","doors":3,"type":"car"}"#)
    let ticket = try Ticket.decode(from: #"{"type": "car", "name": "a", "id": 1}"#)
    #expect(
      errorText { try ticket.encodeString() }.contains(
        #"a flattened object writes the key "id", which another property has written"#))
    // What it doesn't write stays in the extras.
    var other = try Garage.decode(from: #"{"name": "a", "doors": 2, "z": 1}"#)
    other.vehicle = Car()
    other.vehicle.name = "c"
    #expect(
      try other.encodeString(options: .nullsOmitted) == #"{"name":"c","doors":2,"z":1}"#)
    let bike = try Ticket.decode(from: #"{"name": "a", "id": 1}"#)
    #expect(try bike.encodeString() == #"{"id":1,"name":"a"}"#)
    bike.vehicle.name = "b"
    #expect(try bike.encodeString(options: .changesOnly) == #"{"name":"b"}"#)
    var parking = try Parking.decode(from: #"{"type": "car", "name": "a", "doors": 2}"#)
    (parking.vehicle as? Car)?.doors = 3
    #expect(try parking.encodeString() == #"{"name":"a","doors":3,"type":"car"}"#)
    parking.vehicle = nil
    #expect(
      try parking.encodeString(options: .nullsOmitted) == #"{"type":"car","doors":2}"#)
  }
}
