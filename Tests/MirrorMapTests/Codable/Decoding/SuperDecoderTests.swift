import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Classes that inherit, and `superDecoder` in all its forms.
struct SuperDecoderTests {
  private class Animal: Decodable {
    let name: String
    let legs: Int?
  }

  private final class Dog: Animal {
    let breed: String
    enum CodingKeys: String, CodingKey { case breed, parent }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      breed = try container.decode(String.self, forKey: .breed)
      try super.init(from: container.superDecoder())
    }
  }

  private final class Cat: Animal {
    let lives: Int
    enum CodingKeys: String, CodingKey { case lives, base }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      lives = try container.decode(Int.self, forKey: .lives)
      try super.init(from: container.superDecoder(forKey: .base))
    }
  }

  private final class Bird: Animal {
    let wings: Int
    enum CodingKeys: String, CodingKey { case wings }
    required init(from decoder: any Decoder) throws {
      wings = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .wings)
      try super.init(from: decoder)
    }
  }

  private final class Fish: Animal {
    let fins: Int
    required init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      fins = try list.decode(Int.self)
      try super.init(from: list.superDecoder())
    }
  }

  @Test func theSuperclassIsDecodedFromTheSuperKey() throws {
    let documents = [
      #"{"breed": "Pug", "super": {"name": "A", "legs": 4}}"#, #"{"breed": "Pug", "super": {}}"#,
      #"{"breed": "Pug", "super": null}"#, #"{"breed": "Pug"}"#, #"{"breed": "Pug", "super": []}"#,
      #"{"super": {"name": "A"}}"#, #"{"breed": "Pug", "super": {"name": 1}}"#,
    ]
    for document in documents { CodableAgreement.expect(Dog.self, document) }
    let dog = try MappingDecoder().decode(Dog.self, from: documents[0])
    #expect(dog.name == "A" && dog.legs == 4 && dog.breed == "Pug")
  }

  @Test func theSuperclassIsDecodedFromAnyKey() {
    for document in [
      #"{"lives": 9, "base": {"name": "A"}}"#, #"{"base": {"name": "A"}, "lives": 9}"#,
      #"{"lives": 9}"#, #"{"lives": 9, "base": null}"#, #"{"lives": 9, "base": {"legs": 1}}"#,
    ] { CodableAgreement.expect(Cat.self, document) }
  }

  @Test func theSuperclassSharesTheDecoder() {
    for document in [
      #"{"wings": 2, "name": "A", "legs": 2}"#, #"{"wings": 2}"#, #"{"name": "A"}"#,
    ] { CodableAgreement.expect([Bird].self, "[\(document), \(document)]") }
  }

  @Test func theSuperclassIsAnElement() {
    for document in [#"[2, {"name": "A"}]"#, "[2]", "[2, null]", "[2, {}]", "[]"] {
      CodableAgreement.expect(Fish.self, document)
    }
  }

  @Test func aMissingSuperDecoderIsNull() {
    let lines = CodableAgreement.run(#"{"a": 1}"#) { decoder, log in
      let container = try decoder.container(keyedBy: CodableAnyKey.self)
      for missing in [try container.superDecoder(), try container.superDecoder(forKey: "b")] {
        log.attempt { try missing.singleValueContainer().decodeNil() }
        log.attempt { try missing.singleValueContainer().decode(Int?.self) as Any }
        log.attempt { try missing.singleValueContainer().decode(Int.self) }
        log.attempt { try missing.container(keyedBy: CodableAnyKey.self).allKeys }
        log.attempt { try missing.unkeyedContainer().count as Any }
        log.attempt { try Animal(from: missing) }
        log.note(path: missing.codingPath)
      }
      log.attempt {
        try container.superDecoder(forKey: "a").singleValueContainer().decode(Int.self)
      }
    }
    #expect(lines?.first == "true")
    #expect(lines?[1] == "nil")
    #expect(lines?.last == "1")
  }

  @Test func superDecodersOfAnArrayAreItsElements() {
    CodableAgreement.run("[1, null, [2], {\"a\": 3}]") { decoder, log in
      var list = try decoder.unkeyedContainer()
      while !list.isAtEnd {
        let element = try list.superDecoder()
        log.note(list.currentIndex)
        log.note(path: element.codingPath)
        log.attempt { try element.singleValueContainer().decodeNil() }
        log.attempt { try element.singleValueContainer().decode(Int.self) }
        log.attempt { try element.unkeyedContainer().count as Any }
        log.attempt { try [String: Int](from: element) }
      }
      log.attempt { try list.superDecoder() }
    }
  }

  @Test func initializersCanBeHandedTheDecoder() {
    for document in ["[1, 2]", "{\"a\": 1}", "3", "null", "\"2020-01-01T00:00:00Z\"", "1.5"] {
      CodableAgreement.run(document) { decoder, log in
        log.attempt { try [Int](from: decoder) }
        log.attempt { try [String: Int](from: decoder) }
        log.attempt { try Int(from: decoder) }
        log.attempt { try Double(from: decoder) }
        log.attempt { try String(from: decoder) }
        log.attempt { try Int?(from: decoder) as Any }
        log.attempt { try Decimal(from: decoder) }
        log.attempt { try Date(from: decoder) }
        log.attempt { try URL(from: decoder) }
        log.attempt { try Data(from: decoder) }
      }
    }
  }

  private struct TextOrNull: Decodable {
    let text: String?
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      text = container.decodeNil() ? nil : try container.decode(String.self)
    }
  }

  private struct Endless: Decodable {
    init(from decoder: any Decoder) throws {
      self = try decoder.singleValueContainer().decode(Endless.self)
    }
  }

  private struct Model: Mappable, CodableByMapping {
    @Mapped("id") var id: Int = 0
  }

  @Test func typesOfAMissingSuperDecoder() throws {
    for document in ["{}", #"{"super": null}"#] {
      let lines = CodableAgreement.run(document) { decoder, log in
        let missing = try decoder.container(keyedBy: CodableAnyKey.self).superDecoder()
        let container = try missing.singleValueContainer()
        log.attempt { try container.decode(TextOrNull.self).text as Any }
        log.attempt { try container.decode(JSONValue.self).isNull }
        log.attempt { try container.decode(TextOrNull?.self) == nil }
        log.attempt { try container.decode(JSONObject.self) }
        log.attempt { try container.decode(String.self) }
        log.attempt { try container.decode(Bool.self) }
        log.attempt { try container.decode(UInt128.self) }
        log.attempt { try container.decode(Date.self) }
        log.attempt { try container.decode(Data.self) }
        log.attempt { try container.decode(URL.self) }
        log.attempt { try container.decode(Decimal.self) }
        log.attempt { try container.decode([Int].self) }
        log.attempt { try container.decode([[Double]].self) }
        log.attempt { try container.decode([String: Int].self) }
        log.attempt { try container.decode([Int: Int].self) }
        log.attempt { try container.decode(Animal.self) }
      }
      #expect(lines?.prefix(3) == ["nil", "true", "true"])
    }
  }

  @Test func missingSuperclassesWithoutEnd() {
    #expect(throws: DecodingError.self) {
      try onAnotherThread(stackSize: 1 << 19) {
        Result { try MappingDecoder().decode(MissingSuper<Endless>.self, from: "{}") }
      }.get()
    }
  }

  private struct MissingSuper<T: Decodable & Sendable>: Decodable, Sendable {
    let value: T
    init(from decoder: any Decoder) throws {
      value = try T(from: decoder.container(keyedBy: CodableAnyKey.self).superDecoder())
    }
  }

  @Test func missingModels() {
    for document in ["{}", #"{"super": null}"#] {
      do {
        _ = try MappingDecoder().decode(MissingSuper<Model>.self, from: document)
        Issue.record("no error")
      } catch DecodingError.valueNotFound(let type, let context) {
        #expect("\(type)" == "Model")
        #expect(context.codingPath.map(\.stringValue) == ["super"])
        #expect((context.underlyingError as? MappingError)?.line == 1)
      } catch { Issue.record("\(error)") }
    }
  }
}
