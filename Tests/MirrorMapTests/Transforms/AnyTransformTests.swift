import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private struct Bag: Mappable {
  @Mapped("any", transform: .any) var any: Any?
  @Mapped("list", transform: .any) var list: [Any]?
  @Mapped("map", transform: .any) var map: [String: Any] = [:]
  @Mapped("maps", transform: .any) var maps: [[String: Any]]?
}

private struct Required: Mappable {
  @Mapped(transform: .any) var value: Any
}

struct AnyTransformTests {
  @Test func foundationObjectsWithExactNumbers() throws {
    let bag = try Bag.decode(
      from: """
        {"any":[true,null,"x"],"list":[1,1.5,18446744073709551615,12345678901234567890.125,-0.0],\
        "map":{"a":{"b":[]},"n":null},"maps":[{"k":1},{}]}
        """)
    let any = try #require(bag.any as? [Any])
    #expect(any[0] as? Bool == true)
    #expect(any[1] is NSNull)
    #expect(any[2] as? String == "x")
    let list = try #require(bag.list)
    #expect(list[0] as? Int == 1)
    #expect(list[1] as? Double == 1.5)
    #expect(list[2] as? UInt64 == .max)
    #expect(list[3] as? Decimal == Decimal(string: "12345678901234567890.125"))
    #expect((list[4] as? Double)?.sign == .minus)
    #expect(bag.map["n"] is NSNull)
    #expect((bag.map["a"] as? [String: Any])?["b"] is [Any])
    #expect(bag.maps?.count == 2)
    let text = try bag.encodeString(options: .sortedKeys)
    #expect(
      text == """
        {"any":[true,null,"x"],"list":[1,1.5,18446744073709551615,12345678901234567890.125,-0.0],\
        "map":{"a":{"b":[]},"n":null},"maps":[{"k":1},{}]}
        """)
  }

  @Test func nullAbsenceAndNil() throws {
    var bag = try Bag.decode(from: #"{"any":null,"list":[null],"map":null}"#)
    #expect(bag.any == nil)
    #expect(bag.$any.presence == .null)
    #expect(bag.list?.first is NSNull)
    #expect(bag.$maps.presence == .absent)
    #expect(try bag.encodeString() == #"{"any":null,"list":[null],"map":{}}"#)
    bag.list = nil
    bag.any = 7
    #expect(try bag.encodeString() == #"{"any":7,"list":null,"map":{}}"#)
    #expect(try Required.decode(from: #"{"value":null}"#).value is NSNull)
    #expect(
      errorText { try Required.decode(from: "{}") }
        == "$.value: required key is missing, expected Any (line 1, column 1, Required.value)")
  }

  @Test func wrongKindsOfContainersAreErrors() {
    #expect(
      errorText { try Bag.decode(from: #"{"map":[1]}"#) }
        == "$.map: expected an object, found an array (line 1, column 8, Bag.map)")
    #expect(
      errorText { try Bag.decode(from: #"{"list":{}}"#) }
        == "$.list: expected an array, found an object (line 1, column 9, Bag.list)")
    #expect(mappingError { try Bag.decode(from: #"{"map":{"a":[1,]}}"#) }?.code.isSyntax == true)
  }

  @Test func valueWithoutAFormInJSONIsAnErrorWithItsPath() {
    var bag = Bag()
    bag.map = ["a": ["b": [1, Date()] as [Any]]]
    #expect(
      errorText { try bag.encode() }
        == "$.map.a.b[1]: a value of type Date is not a JSON value (Bag.map)")
    bag = Bag()
    bag.list = [1, Double.nan]
    #expect(
      errorText { try bag.encode() }
        == """
        $.list[1]: a value of type Double is not a number that JSON can express (Bag.list)
        """)
    bag = Bag()
    var deep: Any = 1
    for _ in 0..<600 { deep = [deep] }
    bag.any = deep
    #expect(mappingError { try bag.encode() }?.underlying is MappingError)
  }

  @Test func numbersOutOfRangeAreErrors() throws {
    #expect(
      errorText { try Bag.decode(from: #"{"map":{"k":[1,1e400]}}"#) }
        == "$.map.k[1]: expected Any, found a number out of the range of Double (line 1, column 16, Bag.map)"
    )
    #expect(mappingError { try Bag.decode(from: #"{"any":-1e999}"#) }?.code == .numberOutOfRange)
    #expect(try Bag.decode(from: #"{"any":1e-400}"#).any as? Double == 0)
  }
}
