import Testing

@testable import MirrorMap
@testable import TestSupport

/// Offsets are compared with those of key paths, which the compiler works out.
struct StructLayoutTests {
  @Test func neighborsInTailPaddingKeepTheirValues() throws {
    let model = try TailPadding.decode(
      from: #"{"count":-1,"isOpen":true,"level":7,"port":-2,"last":false}"#)
    #expect(model.count == -1)
    #expect(model.isOpen)
    #expect(model.level == 7)
    #expect(model.port == -2)
    #expect(model.last == false)
    #expect(model.flag && model.mark == 0xA5 && model.word == 0xBEEF && model.end == 0x5A)
    #expect(try offsets(TailPadding.self) == TailPadding.expectedOffsets)
  }

  @Test func neighborsInTailPaddingSurviveAbsenceAndNull() throws {
    let model = try TailPadding.decode(from: #"{"count":0,"isOpen":false,"level":0,"last":null}"#)
    #expect(model.port == nil && model.last == nil)
    #expect(model.flag && model.mark == 0xA5 && model.word == 0xBEEF && model.end == 0x5A)
  }

  @Test func unannotatedPropertiesOfEveryKindStayAsTheyWere() throws {
    let model = try Mixture.decode(
      from: #"{"a":"first","b":2,"c":[3.5],"d":false,"e":{"k":"v"},"f":"last text of some length"}"#
    )
    #expect(model.a == "first" && model.b == 2 && model.c == [3.5] && !model.d)
    #expect(model.e == ["k": "v"] && model.f == "last text of some length")
    #expect(model.anything as? Int == 41)
    #expect(model.largeExistential.description == "4 words")
    #expect(model.optionalExistential as? String == "inside")
    #expect(model.reference === Mixture.sharedObject && model.parent === Mixture.sharedObject)
    #expect(model.closure(20) == 21)
    #expect(model.pair.0 == 0x1122 && model.pair.1 == "two" && model.pair.2 == true)
    #expect(model.shape == .circle(radius: 2.5))
    #expect(model.wide == SIMD4<Double>(1, 2, 3, 4))
    #expect(model.small == SIMD2<UInt8>(9, 8))
    #expect(ObjectIdentifier(model.metatype) == ObjectIdentifier(Int.self))
    #expect(try offsets(Mixture.self) == Mixture.expectedOffsets)
  }

  @Test func lazyPropertiesAreNeitherRunNorLost() throws {
    var model = try Lazy.decode(from: #"{"x":1,"y":2}"#)
    #expect(model.x == 1 && model.y == 2)
    #expect(model.computedOnce == 42)
    #expect(model.x == 1 && model.y == 2)
    #expect(try offsets(Lazy.self) == Lazy.expectedOffsets)
  }

  @Test func mappedValuesOfEverySizeAndAlignmentFindTheirPlace() throws {
    let model = try Alignments.decode(
      from: #"{"lanes":[1,2,3,4,5,6,7,8],"byte":1,"empty":{},"pair":[4,5]}"#)
    #expect(model.lanes.value == SIMD8<Double>(1, 2, 3, 4, 5, 6, 7, 8))
    #expect(model.byte == 1)
    #expect(model.pair.value == SIMD2<Float>(4, 5))
    #expect(model.before == 0x11 && model.between == 0x22 && model.after == 0x33)
    #expect(try offsets(Alignments.self) == Alignments.expectedOffsets)
    #expect(
      try model.encodeString()
        == #"{"lanes":[1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0],"byte":1,"empty":{},"pair":[4.0,5.0]}"#)
  }

  @Test func thirtyTwoKilobytesBetweenTwoPropertiesAreNotTouched() throws {
    let model = try Enormous.decode(from: #"{"front":1,"back":"z"}"#)
    #expect(model.front == 1 && model.back == "z")
    #expect(withUnsafeBytes(of: model.block) { $0.count } == 32_768)
    #expect(withUnsafeBytes(of: model.block) { $0.allSatisfy { $0 == 0x77 } })
    #expect(try offsets(Enormous.self) == Enormous.expectedOffsets)
  }

  @Test func nestedDefaultModelsKeepTheirOwnProperties() throws {
    #expect(
      try Envelope.decode(from: #"{"number":5}"#).encodeString()
        == #"{"user":{"name":"nobody","age":0},"number":5,"other":{"name":"nobody","age":0}}"#)
    let full = try Envelope.decode(from: #"{"other":{"name":"b","age":2},"user":{"name":"a"}}"#)
    #expect(full.user.name == "a" && full.user.age == 0)
    #expect(full.other.name == "b" && full.other.age == 2)
    #expect(full.number == 9 && full.plain.name == "nobody")
    #expect(try offsets(Envelope.self) == Envelope.expectedOffsets)
  }

  @Test func genericModelsAreLaidOutForEachArgument() throws {
    func trip<Value: MappableValue>(_ type: Value.Type, _ json: String) throws {
      let text = #"{"first":1,"value":\#(json),"last":2}"#
      let model = try Wrapped<Value>.decode(from: text)
      #expect(try model.encodeString() == text)
      #expect(model.neighbor == 1)
    }
    try trip(Int.self, "1")
    try trip(String.self, #""text""#)
    try trip(String?.self, "null")
    try trip([UInt8?].self, "[1,null,3]")
    try trip(Guest.self, #"{"name":"g","age":3}"#)
    try trip(
      Wrapped<Wrapped<Bool>>.self,
      #"{"first":3,"value":{"first":4,"value":true,"last":5},"last":6}"#)
    #expect(try offsets(Wrapped<Int>.self) == Wrapped<Int>.expectedOffsets)
    #expect(try offsets(Wrapped<Bool>.self) == Wrapped<Bool>.expectedOffsets)
    #expect(try offsets(Wrapped<[UInt8?]>.self) == Wrapped<[UInt8?]>.expectedOffsets)
  }

  @Test func privatePropertiesAreMapped() throws {
    let model = try Discreet.decode(from: #"{"secret":"s","readable":3}"#)
    #expect(model.revealed == "s" && model.readable == 3)
    #expect(try model.encodeString() == #"{"secret":"s","readable":3}"#)
  }

  @Test func propertyNamedWithSpacesIsReadByThatName() throws {
    let model = try RawNames.decode(
      from: #"{"first name":"Ada","default":4,"_hidden":true}"#)
    #expect(model.`first name` == "Ada" && model.default == 4 && model._hidden)
  }
}

/// The proven offsets of a model's properties.
func offsets(_ type: any Mappable.Type) throws -> [Int?] {
  try ModelPlan(type).details.properties.map(\.field.offset)
}
