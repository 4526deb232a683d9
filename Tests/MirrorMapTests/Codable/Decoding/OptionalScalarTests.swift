import Foundation
import MirrorMap
import Testing

/// Optional scalars, each type by the method of its own that a container has for it.
struct OptionalScalarTests {
  private enum Key: CodingKey { case a, null, missing }

  private static let texts = [
    "0", "-0", "1", "-1", "127", "128", "-129", "255", "256", "40000", "70000", "5000000000",
    "9223372036854775808", "18446744073709551616", "1.5", "1e2", "1e40", "1e400", "\"x\"", "true",
    "[]", "{}", "null",
  ]

  @Test(arguments: texts) func byKey(text: String) {
    let lines = CodableAgreement.run(#"{"a": \#(text), "null": null}"#) { decoder, log in
      let container = try decoder.container(keyedBy: Key.self)
      for key in [Key.a, .null, .missing] {
        log.attempt { try container.decodeIfPresent(Bool.self, forKey: key) as Any }
        log.attempt { try container.decodeIfPresent(String.self, forKey: key) as Any }
        log.attempt { try container.decodeIfPresent(Double.self, forKey: key) as Any }
        log.attempt { try container.decodeIfPresent(Float.self, forKey: key) as Any }
        log.attempt { try container.decodeIfPresent(Int.self, forKey: key) as Any }
        log.attempt { try container.decodeIfPresent(Int8.self, forKey: key) as Any }
        log.attempt { try container.decodeIfPresent(Int16.self, forKey: key) as Any }
        log.attempt { try container.decodeIfPresent(Int32.self, forKey: key) as Any }
        log.attempt { try container.decodeIfPresent(Int64.self, forKey: key) as Any }
        log.attempt { try container.decodeIfPresent(UInt.self, forKey: key) as Any }
        log.attempt { try container.decodeIfPresent(UInt8.self, forKey: key) as Any }
        log.attempt { try container.decodeIfPresent(UInt16.self, forKey: key) as Any }
        log.attempt { try container.decodeIfPresent(UInt32.self, forKey: key) as Any }
        log.attempt { try container.decodeIfPresent(UInt64.self, forKey: key) as Any }
      }
    }
    #expect(lines?.count == 42)
    #expect(lines?.suffix(28).allSatisfy { $0 == "nil" } == true)
  }

  @Test(arguments: texts) func byPosition(text: String) {
    let lines = CodableAgreement.run("[\(text)]") { decoder, log in
      func attempt(_ read: (inout any UnkeyedDecodingContainer) throws -> Any) throws {
        var list = try decoder.unkeyedContainer()
        log.attempt { try read(&list) }
        log.note(list.currentIndex)
        log.attempt { try read(&list) }
      }
      try attempt { try $0.decodeIfPresent(Bool.self) as Any }
      try attempt { try $0.decodeIfPresent(String.self) as Any }
      try attempt { try $0.decodeIfPresent(Double.self) as Any }
      try attempt { try $0.decodeIfPresent(Float.self) as Any }
      try attempt { try $0.decodeIfPresent(Int.self) as Any }
      try attempt { try $0.decodeIfPresent(Int8.self) as Any }
      try attempt { try $0.decodeIfPresent(Int16.self) as Any }
      try attempt { try $0.decodeIfPresent(Int32.self) as Any }
      try attempt { try $0.decodeIfPresent(Int64.self) as Any }
      try attempt { try $0.decodeIfPresent(UInt.self) as Any }
      try attempt { try $0.decodeIfPresent(UInt8.self) as Any }
      try attempt { try $0.decodeIfPresent(UInt16.self) as Any }
      try attempt { try $0.decodeIfPresent(UInt32.self) as Any }
      try attempt { try $0.decodeIfPresent(UInt64.self) as Any }
    }
    #expect(lines?.count == 42)
  }

  /// Foundation's decoder finds no value of these types with `decodeIfPresent`.
  private struct Wide: Decodable, Equatable {
    var a, null, missing: Int128?
    var b: UInt128?
    var first, second, third: Int128?
    var last: UInt128?

    enum CodingKeys: CodingKey { case a, b, null, missing, list }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      a = try container.decodeIfPresent(Int128.self, forKey: .a)
      b = try container.decodeIfPresent(UInt128.self, forKey: .b)
      null = try container.decodeIfPresent(Int128.self, forKey: .null)
      missing = try container.decodeIfPresent(Int128.self, forKey: .missing)
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      first = try list.decodeIfPresent(Int128.self)
      last = try list.decodeIfPresent(UInt128.self)
      second = try list.decodeIfPresent(Int128.self)
      third = try list.decodeIfPresent(Int128.self)
    }
  }

  @Test func integersOf128Bits() throws {
    let (low, high) = (Int128.min, UInt128.max)
    let wide = try MappingDecoder().decode(
      Wide.self,
      from: #"{"a": \#(low), "b": \#(high), "null": null, "list": [\#(low), \#(high), null]}"#)
    #expect(wide.a == low && wide.b == high && wide.null == nil && wide.missing == nil)
    #expect(wide.first == low && wide.last == high && wide.second == nil && wide.third == nil)
    #expect(throws: DecodingError.self) {
      try MappingDecoder().decode(Wide.self, from: #"{"a": "1", "list": []}"#)
    }
  }
}
