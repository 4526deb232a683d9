import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private struct Pet: Mappable {
  @Mapped var name: String
  @Mapped("owner.id") var owner: Int?
  @Mapped var weights: [Double] = []
  @Mapped var isTame: Bool = false
}

struct FoundationObjectDecodingTests {
  @Test func dictionariesOfSwiftAndOfFoundationAreDecoded() throws {
    let swift: [String: Any] = [
      "name": "Rex", "owner": ["id": 7], "weights": [1, 2.5], "isTame": true,
    ]
    let bridged = NSDictionary(dictionary: [
      "name": "Rex" as NSString, "owner": NSDictionary(dictionary: ["id": NSNumber(value: 7)]),
      "weights": NSArray(array: [NSNumber(value: 1), NSNumber(value: 2.5)]),
      "isTame": NSNumber(value: true),
    ])
    for object in [swift as Any, bridged as Any] {
      let pet = try Pet.decode(fromObject: object)
      #expect(pet.name == "Rex")
      #expect(pet.owner == 7)
      #expect(pet.weights == [1, 2.5])
      #expect(pet.isTame)
    }
  }

  @Test func nsNullIsNullArraysAndScalarsAreDocumentsAndPathsWork() throws {
    let pet = try Pet.decode(fromObject: ["name": "Rex", "owner": NSNull()] as [String: Any])
    #expect(pet.$owner.presence == .absent)
    #expect(try [Int].decode(fromObject: [1, 2, 3]) == [1, 2, 3])
    #expect(try Int?.decode(fromObject: NSNull()) == nil)
    #expect(try String.decode(fromObject: "x") == "x")
    let pets = try [Pet].decode(fromObject: ["a": ["b": [["name": "Rex"]]]], at: "a.b")
    #expect(pets.map(\.name) == ["Rex"])
  }

  @Test func outputOfJSONSerializationIsDecodedLikeItsText() throws {
    let json = #"{"name":"Ré\"x","owner":{"id":12},"weights":[0.1,1e3],"isTame":true}"#
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
    let pet = try Pet.decode(fromObject: object)
    #expect(try pet.encodeString() == Pet.decode(from: json).encodeString())
  }

  @Test func errorsHaveThePath() {
    #expect(
      errorText { try [Pet].decode(fromObject: [["name": "Rex"], ["name": 7]]) }
        == "$[1].name: expected String, found a number (Pet.name)")
    #expect(
      errorText { try [Pet].decode(fromObject: [["name": "Rex"], [:]]) }
        == "$[1].name: required key is missing, expected String (Pet.name)")
    #expect(
      errorText { try Pet.decode(fromObject: ["name": Date()]) }
        == "$.name: expected a JSON value, found a value of type Date")
    #expect(
      errorText { try Pet.decode(fromObject: ["weights": [1, Double.nan]]) }
        == "$.weights[1]: expected a number that JSON can express, found a value of type Double")
  }

  @Test func modelsBecomeFoundationObjects() throws {
    let pet = try Pet.decode(from: #"{"name":"Rex","owner":{"id":7},"weights":[1.5]}"#)
    let object = try pet.encodeObject()
    #expect(object.keys.sorted() == ["isTame", "name", "owner", "weights"])
    #expect(object["name"] as? String == "Rex")
    #expect((object["owner"] as? [String: Any])?["id"] as? Int == 7)
    #expect(object["weights"] as? [Double] == [1.5])
    #expect(object["isTame"] as? Bool == false)
    #expect(try [1, nil].encodeObject() as? [AnyHashable] == [1, NSNull()])
    #expect(try Pet.decode(fromObject: object).owner == 7)
  }

  @Test func nullOptionsApplyLayoutOptionsDoNot() throws {
    var pet = Pet()
    pet.name = "Rex"
    let plain = try pet.encodeObject(options: [.prettyPrinted, .sortedKeys])
    #expect(plain["owner"] == nil)
    let full: [String: Any] = try pet.encodeObject(options: .nullsIncluded)
    #expect((full["owner"] as? [String: Any])?["id"] is NSNull)
  }

  private struct Scalar: Mappable {
    @Mapped var value: Int = 1
    func encode(to writer: inout JSONWriter) throws { try writer.encode(value) }
  }

  @Test func modelThatWritesNoObjectHasNoDictionary() throws {
    #expect(
      errorText { () -> [String: Any] in try Scalar().encodeObject() }
        == "$: the model wrote something other than an object")
    let object: Any = try Scalar().encodeObject()
    #expect(object as? Int == 1)
    #expect(try [Scalar()].encodeObject() as? [Int] == [1])
  }

  @Test func unencodableValuesCannotBecomeAnObjectEither() {
    #expect(
      errorText { try [Pet()].encodeObject() }
        == "$[0].name: a required property was neither decoded nor assigned (Pet.name)")
  }
}
