import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private struct Address: Mappable {
  @Mapped var city: String
  @Mapped var zip: String?
}

private struct Person: Mappable {
  @Mapped var name: String
  @Mapped var address: Address
}

private final class Account: Mappable {
  @Mapped var id: Int
  @Mapped var owner: Person
  required init() {}
}

/// ObjectMapper's `map(JSON:toObject:)`.
struct FoundationObjectUpdateTests {
  private static let text = #"{"name":"Ada","address":{"city":"London","zip":"N1"}}"#

  @Test func absentKeysKeepTheirValues() throws {
    var person = try Person.decode(from: Self.text)
    try person.update(fromObject: ["address": ["city": "Oxford"]])
    let moved = Self.text.replacingOccurrences(of: "London", with: "Oxford")
    #expect(try person.encodeString() == moved)
    try person.update(fromObject: ["data": ["people": [["name": "Grace"]]]], at: "data.people.0")
    #expect(person.name == "Grace")
    #expect(person.address.zip == "N1")
    try person.update(fromObject: ["address": ["zip": NSNull()]])
    #expect(person.address.zip == nil)
  }

  @Test func objectKeepsItsIdentity() throws {
    let account = try Account.decode(from: #"{"id":1,"owner":\#(Self.text)}"#)
    try account.update(fromObject: ["owner": ["name": "Grace"]])
    #expect(account.id == 1)
    #expect(account.owner.name == "Grace")
    #expect(account.owner.address.city == "London")
  }

  @Test func failureHasThePathButNoPlaceAndLeavesAStructUnchanged() throws {
    var person = try Person.decode(from: Self.text)
    #expect(
      errorText { try person.update(fromObject: ["name": "Grace", "address": ["city": 5]]) }
        == "$.address.city: expected String, found a number (Address.city)")
    #expect(try person.encodeString() == Self.text)
    let account = try Account.decode(from: #"{"id":1,"owner":\#(Self.text)}"#)
    let error = mappingError { try account.update(fromObject: ["id": 2.5]) }
    #expect(error?.line == nil && error?.column == nil && error?.byteOffset == nil)
    #expect(error?.path.description == "$.id")
    #expect(
      errorText { try person.update(fromObject: ["name": Date()]) }.contains("Date"))
    #expect(try person.encodeString() == Self.text)
  }
}
