import Foundation
import MirrorMap
import Testing

/// Classes and their superclasses: the encoders of superclasses, and containers that are shared.
struct InheritanceEncodingTests {
  private class Animal: Encodable {
    var name = "A"
    var legs: Int? = 4
    enum CodingKeys: CodingKey { case name, legs }
  }

  private final class Dog: Animal {
    var breed = "Pug"
    enum CodingKeys: CodingKey { case breed }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(breed, forKey: .breed)
      try super.encode(to: container.superEncoder())
    }
  }

  private final class Cat: Animal {
    var lives = 9
    enum CodingKeys: CodingKey { case lives, base }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try super.encode(to: container.superEncoder(forKey: .base))
      try container.encode(lives, forKey: .lives)
    }
  }

  private final class Bird: Animal {
    var wings = 2
    enum CodingKeys: CodingKey { case wings }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(wings, forKey: .wings)
    }
  }

  private final class Fish: Animal {
    override func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      try list.encode(2)
      try super.encode(to: list.superEncoder())
      try list.encode(3)
    }
  }

  /// Adds nothing.
  private final class Puppet: Animal {}

  @Test func superclasses() {
    EncodingAgreement.expect(each: [Dog()])
    EncodingAgreement.expect(each: [Cat()])
    EncodingAgreement.expect(each: [Bird()])
    EncodingAgreement.expect(each: [Fish()])
    EncodingAgreement.expect(each: [Puppet()])
    EncodingAgreement.expect([Dog(), Cat(), Bird(), Fish(), Puppet(), Animal()])
    EncodingAgreement.expect([Dog(), Cat(), Bird(), Fish()], .snakeCase)
  }

  @Test func superclassesKeepTheirPlace() {
    EncodingAgreement.expect(Dog(), writes: #"{"breed":"Pug","super":{"name":"A","legs":4}}"#)
    EncodingAgreement.expect(Cat(), writes: #"{"base":{"name":"A","legs":4},"lives":9}"#)
    EncodingAgreement.expect(Bird(), writes: #"{"name":"A","legs":4,"wings":2}"#)
    EncodingAgreement.expect(Fish(), writes: #"[2,{"name":"A","legs":4},3]"#)
  }

  @Test func superEncodersTakeEveryKindOfValue() {
    EncodingAgreement.run(
      writes: #"{"a":1,"b":null,"c":[1],"d":{"x":{}},"e":{},"f":{"z":1},"g":[],"super":{}}"#
    ) { encoder, _ in
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      try 1.encode(to: container.superEncoder(forKey: "a"))
      var single = container.superEncoder(forKey: "b").singleValueContainer()
      try single.encodeNil()
      try [1].encode(to: container.superEncoder(forKey: "c"))
      var d = container.superEncoder(forKey: "d").container(keyedBy: CodableAnyKey.self)
      _ = d.superEncoder(forKey: "x")
      _ = container.superEncoder(forKey: "e")
      try ["z": 1].encode(to: container.superEncoder(forKey: "f"))
      _ = container.superEncoder(forKey: "g").unkeyedContainer()
      _ = container.superEncoder()
    }
  }

  @Test func superEncodersThatAreFilledLater() {
    EncodingAgreement.run(writes: #"{"a":{"x":1},"b":[2],"c":3,"d":4}"#) { encoder, _ in
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      let a = container.superEncoder(forKey: "a")
      let b = container.superEncoder(forKey: "b")
      try container.encode(3, forKey: "c")
      try [2].encode(to: b)
      try container.encode(4, forKey: "d")
      var keyed = a.container(keyedBy: CodableAnyKey.self)
      try keyed.encode(1, forKey: "x")
    }
  }

  @Test func superEncodersOfArrays() {
    EncodingAgreement.run(writes: #"[1,{"x":1},2,{},[],{"super":3}]"#) { encoder, log in
      var list = encoder.unkeyedContainer()
      try list.encode(1)
      do {
        let element = list.superEncoder()
        log.note(path: element.codingPath)
        try ["x": 1].encode(to: element)
      }
      try list.encode(2)
      _ = list.superEncoder()
      _ = list.superEncoder().unkeyedContainer()
      do {
        var element = list.superEncoder().container(keyedBy: CodableAnyKey.self)
        try 3.encode(to: element.superEncoder())
      }
      log.note(list.count)
    }
  }

  /// With Foundation, an element that is filled later isn't counted until then.
  @Test func superEncodersOfArraysThatAreFilledLater() {
    let text = EncodingAgreement.ours { encoder, _ in
      var list = encoder.unkeyedContainer()
      let first = list.superEncoder()
      let second = list.superEncoder()
      try list.encode(3)
      try 2.encode(to: second)
      try 1.encode(to: first)
      #expect(list.count == 3)
    }
    #expect(text == "[1,2,3]")
  }

  @Test func superEncodersConvertTheirKeys() {
    EncodingAgreement.run(.snakeCase, writes: #"{"a_key":1,"super":2}"#) { encoder, log in
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      try 1.encode(to: container.superEncoder(forKey: "aKey"))
      try 2.encode(to: container.superEncoder())
    }
    let custom = EncoderSettings {
      $0.keyEncodingStrategy = .custom { path in
        CodableAnyKey(stringValue: path.map(\.stringValue).joined(separator: ">"))
      }
    }
    EncodingAgreement.run(custom) { encoder, log in
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      let element = container.superEncoder(forKey: "aKey")
      log.note(path: element.codingPath)
      var inner = element.container(keyedBy: CodableAnyKey.self)
      log.note(path: inner.codingPath)
      try inner.encode(1, forKey: "inner")
      try inner.encode(EncodedMember(member: 1), forKey: "struct")
    }
  }

  @Test func aSuperclassThatFails() {
    EncodingAgreement.run { encoder, log in
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      log.attempt { try Double.nan.encode(to: container.superEncoder(forKey: "a")) }
      log.attempt { try [1, .nan].encode(to: container.superEncoder(forKey: "b")) }
      log.attempt {
        try EncodedMember(member: Double.infinity).encode(to: container.superEncoder())
      }
    }
  }
}
