import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

struct ClassLayoutTests {
  @Test func propertiesOfSuperclassesComeFirst() throws {
    let plan = try ModelPlan(Terrier.self)
    #expect(plan.details.properties.map(\.name) == ["id", "isWild", "name", "legs", "owner"])
    #expect(plan.details.name == "Terrier")
  }

  @Test func neighborsInSuperclassesKeepTheirValues() throws {
    let terrier = try Terrier.decode(
      from: #"{"owner":"Eve","legs":3,"name":"Rex","isWild":true,"id":12}"#)
    #expect(terrier.id == 12 && terrier.isWild && terrier.name == "Rex")
    #expect(terrier.legs == 3 && terrier.owner == "Eve")
    #expect(terrier.animalMark == 0xA1 && terrier.tag as? String == "untouched")
    #expect(terrier.dogMark == 0xD0 && terrier.terrierMark == 0x7E)
    #expect(terrier.bark() == "Rex!" && terrier.weakSelf == nil)
    #expect(terrier.lazyCount == 3)
    #expect(
      try terrier.encodeString()
        == #"{"id":12,"isWild":true,"name":"Rex","legs":3,"owner":"Eve"}"#)
  }

  @Test func eachClassOfAHierarchyIsReadAsItself() throws {
    #expect(
      try Animal.decode(from: #"{"id":1,"name":"x"}"#).encodeString() == #"{"id":1,"isWild":false}"#
    )
    let dogs = try [Dog].decode(from: #"[{"id":1,"name":"x"},{"id":2,"name":"y","legs":5}]"#)
    #expect(dogs.map { type(of: $0) == Dog.self } == [true, true])
    #expect(dogs.map(\.legs) == [4, 5])
    #expect(
      errorText { try Dog.decode(from: #"{"name":"x"}"#) }
        == "$.id: required key is missing, expected Int (line 1, column 1, Dog.id)")
  }

  @Test func objectsAreWrittenAsWhatTheyAre() throws {
    let animals: [Animal] = [Animal(), Dog(), Terrier()]
    for (index, animal) in animals.enumerated() { animal.id = index }
    (animals[1] as? Dog)?.name = "d"
    (animals[2] as? Dog)?.name = "t"
    (animals[2] as? Terrier)?.owner = nil
    #expect(
      try animals.encodeString()
        == #"[{"id":0,"isWild":false},{"id":1,"isWild":false,"name":"d","legs":4},"#
        + #"{"id":2,"isWild":false,"name":"t","legs":4,"owner":null}]"#)
  }

  @Test func subclassWithoutPropertiesOfItsOwnHasThoseOfItsSuperclass() throws {
    let stray = try Stray.decode(from: #"{"id":4,"name":"s"}"#)
    #expect(type(of: stray) == Stray.self && stray.id == 4 && stray.name == "s")
  }

  @Test func superclassWithoutMappedPropertiesIsNoHindrance() throws {
    let note = try Note.decode(from: #"{"text":"hi"}"#)
    #expect(note.text == "hi" && note.unmapped == [1, 2, 3])
    #expect(try FoundationNote.decode(from: #"{"text":"ho"}"#).text == "ho")
  }

  @Test func genericClassesInheritFromGenericClasses() throws {
    let text = #"{"key":7,"value":"v","pair":{"first":1,"second":"s"}}"#
    let entry = try PairEntry<Int, String>.decode(from: text)
    #expect(entry.key == 7 && entry.value == "v" && entry.between == "b")
    #expect(try entry.encodeString() == text)
    let other = #"{"key":true,"value":[1.5],"pair":{"first":false,"second":[]}}"#
    #expect(try PairEntry<Bool, [Double]>.decode(from: other).encodeString() == other)
  }

  @Test func overAlignedNeighborsStayAligned() throws {
    let vector = try VectorObject.decode(from: #"{"a":1,"lanes":[1,2,3,4],"b":true}"#)
    #expect(vector.a == 1 && vector.b && vector.lanes.value == SIMD4(1, 2, 3, 4))
    #expect(vector.neighbor == SIMD16<Float>(repeating: 2))
  }

  @Test func seventyPropertiesNeedTwoWords() throws {
    let members = (0..<70).map { #""p\#($0)":\#($0 * $0)"# }
    let text = "{" + members.joined(separator: ",") + "}"
    #expect(try ModelPlan(TwoWordModel.self).tables.pointee.keys.pointee.soleEntries.count == 2)
    #expect(try TwoWordModel.decode(from: text).encodeString() == text)
    let backwards = "{" + members.reversed().joined(separator: ",") + "}"
    #expect(try TwoWordModel.decode(from: backwards).encodeString() == text)
    for missing in [0, 63, 64, 69] {
      let rest = members.enumerated().filter { $0.offset != missing }.map(\.element)
      #expect(
        errorText { try TwoWordModel.decode(from: "{" + rest.joined(separator: ",") + "}") }
          == "$.p\(missing): required key is missing, expected Int "
          + "(line 1, column 1, TwoWordModel.p\(missing))")
    }
    for twice in [0, 63, 64, 69] {
      let all = (members + [members[twice]]).joined(separator: ",")
      #expect(
        errorText { try TwoWordModel.decode(from: "{" + all + "}") }
          == "$.p\(twice): key appears a second time "
          + "(line 1, column \(text.utf8.count + 1), TwoWordModel)")
    }
  }

  @Test func threeHundredPropertiesNeedFiveWords() throws {
    func member(_ index: Int) -> String {
      let isNumber = index < 70 || index % 5 == 0 || index % 7 == 0
      return #""p\#(index)":"# + (isNumber ? "\(index)" : index % 3 == 0 ? #""text""# : "true")
    }
    let text = "{" + (0..<300).map(member).joined(separator: ",") + "}"
    #expect(try ModelPlan(FiveWordModel.self).tables.pointee.keys.pointee.soleEntries.count == 5)
    #expect(try FiveWordModel.decode(from: text).encodeString() == text)
    let required = (0..<300).filter { $0 < 70 || ($0 % 5 != 0 && $0 % 7 != 0) }
    let sparse = try FiveWordModel.decode(
      from: "{" + required.map(member).joined(separator: ",") + "}")
    #expect(sparse.p295 == 5 && sparse.p294 == nil && sparse.p299 && sparse.p297 == "text")
    #expect(
      errorText {
        try FiveWordModel.decode(
          from: "{" + required.dropLast().map(member).joined(separator: ",") + "}")
      }
        == "$.p299: required key is missing, expected Bool (line 1, column 1, FiveWordModel.p299)")
  }
}

// MARK: - Models

class Animal: Mappable {
  @Mapped var id: Int
  @Mapped var isWild: Bool = false
  var animalMark: UInt8 = 0xA1
  var tag: Any = "untouched"
  required init() {}
}

class Dog: Animal {
  var dogMark: UInt8 = 0xD0
  @Mapped var name: String
  @Mapped final var legs: Int16 = 4
  lazy var lazyCount = Int(legs)
  weak var weakSelf: Dog?
  func bark() -> String { name + "!" }
}

final class Terrier: Dog {
  var terrierMark: UInt8 = 0x7E
  @Mapped var owner: String?
}

final class Stray: Dog {}

class Unmapped {
  var unmapped = [1, 2, 3]
}

final class Note: Unmapped, Mappable {
  @Mapped var text: String
}

final class FoundationNote: NSObject, Mappable {
  @Mapped var text: String
}

class Entry<Key: MappableValue>: Mappable {
  @Mapped var key: Key
  var between = "b"
  required init() {}
}

final class PairEntry<Key: MappableValue, Value: MappableValue>: Entry<Key> {
  @Mapped var value: Value
  @Mapped var pair: Pair

  struct Pair: Mappable {
    @Mapped var first: Key
    @Mapped var second: Value
  }
}

final class VectorObject: Mappable {
  @Mapped var a: UInt8
  var neighbor = SIMD16<Float>(repeating: 2)
  @Mapped var lanes: Lanes<SIMD4<Double>>
  @Mapped var b: Bool
  init() {}
}
