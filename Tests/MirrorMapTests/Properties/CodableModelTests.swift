import Foundation
import MirrorMap
import Testing

private struct Address: Mappable, Codable, Equatable {
  @Mapped("s") var street: String
  @Mapped var number: Int?
}

private enum Role: String, MappableValue, Codable { case admin, member }

private struct User: Mappable, Codable, Equatable {
  @Mapped("user_id") var id: Int
  @Mapped("profile.name") var name: String
  @Mapped var email: String?
  @Mapped var tags: [String] = []
  @Mapped var role: Role?
  @Mapped var address: Address?
  @Mapped var past: [Address?] = []
  @Mapped("joined", transform: .unixSeconds) var joined: Date
  @Mapped var forced: Int!
  var plain = 3
}

private struct Page<Item: MappableValue & Codable>: Mappable, Codable {
  @Mapped var item: Item
  @Mapped var items: [Item]
}

private struct Whole: Mappable, Codable, Equatable {
  @Flattened var address: Address
  @Flattened var other: Geo?
  @Extras var extras: [String: JSONValue]
  @Mapped var json: JSONValue = .null
}

private struct Geo: Mappable, Codable, Equatable {
  @Mapped var lat: Double
}

private class CodedAnimal: Mappable, Codable {
  @Mapped var legs: Int
  @Mapped var sound: String?
  required init() {}
}

private struct Renamed: Mappable, Codable {
  @Mapped var id: Int
  @Mapped var note: String?
  private enum CodingKeys: String, CodingKey {
    case id = "ID"
    case note
  }
}

struct CodableModelTests {
  private static let text =
    #"{"address":{"street":"a"},"email":"e","forced":1,"id":7,"joined":0,"name":"Ada","#
    + #""past":[{"number":2,"street":"b"},null],"plain":4,"role":"admin","tags":["x"]}"#

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.dateEncodingStrategy = .secondsSince1970
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func decode<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    return try decoder.decode(type, from: Data(text.utf8))
  }

  @Test func keysAreNamesAndStrategiesOfTheCoderCount() throws {
    let user = try decode(User.self, Self.text)
    #expect(user.id == 7 && user.name == "Ada" && user.email == "e" && user.plain == 4)
    #expect(user.joined == Date(timeIntervalSince1970: 0) && user.forced == 1)
    #expect(user.past.count == 2 && user.past[0]?.number == 2 && user.past[1] == nil)
    #expect(try json(user) == Self.text)
  }

  @Test func optionalsMayBeMissing() throws {
    let text = #"{"id":1,"joined":0,"name":"","past":[],"plain":0,"tags":[]}"#
    let user = try decode(User.self, text)
    #expect(user.email == nil && user.$email.presence == .absent)
    #expect(user.role == nil && user.address == nil && user.forced == nil)
    #expect(try json(user) == text)
    let null = try decode(Address.self, #"{"street":"s","number":null}"#)
    #expect(null.number == nil && null.$number.presence == .null)
    #expect(try json(null) == #"{"street":"s"}"#)
  }

  @Test func whatWasDecodedIsUnchanged() throws {
    var address = try decode(Address.self, #"{"street":"s","number":1}"#)
    #expect(address.$street.presence == .value && !address.$street.isChanged)
    address.number = 2
    #expect(try address.encodeString(options: .changesOnly) == #"{"number":2}"#)
    #expect(try address.encodeString() == #"{"s":"s","number":2}"#)
  }

  @Test func whatIsRequiredHasToBeThere() throws {
    #expect {
      try decode(User.self, #"{"joined":0,"name":"","past":[],"plain":0,"tags":[]}"#)
    } throws: { error in
      guard case DecodingError.keyNotFound(let key, _) = error else { return false }
      return key.stringValue == "id"
    }
    #expect {
      try decode(Address.self, #"{"street":null}"#)
    } throws: { error in
      guard case DecodingError.valueNotFound(_, let context) = error else { return false }
      return context.codingPath.map(\.stringValue) == ["street"]
    }
    #expect {
      try decode(Page<Address>.self, #"{"item":{"street":1},"items":[]}"#)
    } throws: { error in
      guard case DecodingError.typeMismatch(_, let context) = error else { return false }
      return context.codingPath.map(\.stringValue) == ["item", "street"]
    }
  }

  @Test func unsetRequiredPropertyThrows() throws {
    var page = Page<Address>()
    page.item = Address()
    #expect {
      try json(page)
    } throws: { error in
      guard case EncodingError.invalidValue(_, let context) = error else { return false }
      return context.codingPath.map(\.stringValue) == ["item", "street"]
        && context.debugDescription == "a required property was neither decoded nor assigned"
    }
    #expect(throws: EncodingError.self) { try json(Mapped<Int>()) }
    #expect(throws: EncodingError.self) { try json(Whole()) }
  }

  @Test func genericParameterThatIsAnOptional() throws {
    let page = try decode(Page<Int?>.self, #"{"items":[1,null]}"#)
    #expect(page.item == nil && page.items == [1, nil])
    #expect(try json(page) == #"{"items":[1,null]}"#)
  }

  @Test func flattenedAndExtras() throws {
    let text =
      #"{"address":{"street":"s"},"extras":{"x":[1,null]},"json":{"big":18446744073709551615}}"#
    let whole = try decode(Whole.self, text)
    #expect(whole.address.street == "s" && whole.other == nil)
    #expect(whole.extras == ["x": [1, nil]])
    #expect(whole.json["big"]?.number?.exactly(UInt64.self) == .max)
    #expect(try json(whole) == text)
    let less = try decode(
      Whole.self, #"{"address":{"street":"s"},"other":{"lat":1.5},"json":null}"#)
    #expect(less.extras.isEmpty && less.other?.lat == 1.5 && less.json == .null)
    #expect(
      try json(less) == #"{"address":{"street":"s"},"json":null,"other":{"lat":1.5}}"#)
  }

  @Test func classesAndOwnKeys() throws {
    let animal = try decode(CodedAnimal.self, #"{"legs":4}"#)
    #expect(animal.legs == 4 && animal.sound == nil)
    #expect(try json(animal) == #"{"legs":4}"#)
    #expect(try json(decode(Renamed.self, #"{"ID":1,"note":"n"}"#)) == #"{"ID":1,"note":"n"}"#)
  }

  @Test func otherCodersThanThoseOfJSON() throws {
    var user = try decode(User.self, Self.text)
    user.past = []
    let list = try PropertyListEncoder().encode(user)
    #expect(try PropertyListDecoder().decode(User.self, from: list) == user)
  }

  @Test func mirrorMapWritesWhatCodableReadsAndTheOtherWayRound() throws {
    var user = try decode(User.self, Self.text)
    user.email = nil
    user.plain = 3
    let mapped = try User.decode(from: user.encode())
    #expect(mapped == user)
    #expect(try json(mapped) == json(user))
  }
}
