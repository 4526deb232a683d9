import Foundation
import MirrorMap
import Testing

/// What an unkeyed container answers.
struct UnkeyedContainerTests {
  private enum Key: CodingKey { case a }

  @Test func countAndIndexAndEnd() {
    let lines = CodableAgreement.run("[1, [2, 3], null]") { decoder, log in
      var list = try decoder.unkeyedContainer()
      log.note("\(list.count ?? -1) \(list.currentIndex) \(list.isAtEnd)")
      log.attempt { try list.decode(Int.self) }
      log.note("\(list.count ?? -1) \(list.currentIndex) \(list.isAtEnd)")
      log.attempt { try list.decode([Int].self) }
      log.attempt { try list.decodeNil() }
      log.note("\(list.count ?? -1) \(list.currentIndex) \(list.isAtEnd)")
    }
    #expect(lines == ["3 0 false", "1", "3 1 false", "[2, 3]", "true", "3 3 true"])
    CodableAgreement.run("[]") { decoder, log in
      let list = try decoder.unkeyedContainer()
      log.note("\(list.count ?? -1) \(list.currentIndex) \(list.isAtEnd)")
    }
  }

  @Test func decodeNilMovesOnAtNullsOnly() {
    let lines = CodableAgreement.run("[null, 1, null]") { decoder, log in
      var list = try decoder.unkeyedContainer()
      log.attempt { try list.decodeNil() }
      log.attempt { try list.decodeNil() }
      log.note(list.currentIndex)
      log.attempt { try list.decodeNil() }
      log.attempt { try list.decode(Int.self) }
      log.attempt { try list.decodeNil() }
      log.note(list.isAtEnd)
      log.attempt { try list.decodeNil() }
    }
    #expect(lines?.prefix(7) == ["true", "false", "1", "false", "1", "true", "true"])
    #expect(lines?.last?.hasPrefix("valueNotFound") == true)
  }

  @Test func aFailureDoesNotMoveOn() {
    let lines = CodableAgreement.run("[1, [2, \"x\"], {\"a\": 3}]") { decoder, log in
      var list = try decoder.unkeyedContainer()
      log.attempt { try list.decode(String.self) }
      log.attempt { try list.decode([Int].self) }
      log.attempt { try list.nestedUnkeyedContainer().count as Any }
      log.attempt { try list.nestedContainer(keyedBy: Key.self).allKeys }
      log.note(list.currentIndex)
      log.attempt { try list.decode(Int.self) }
      log.attempt { try list.decode([Int].self) }
      log.attempt { try list.decode([String].self) }
      log.note(list.currentIndex)
      log.attempt { try list.nestedUnkeyedContainer().count as Any }
      log.attempt { try list.decode([String: Int].self) }
      log.attempt { try list.decode([String: Int].self) }
      log.note(list.currentIndex)
    }
    #expect(lines?[4] == "0")
    #expect(lines?[5] == "1")
    #expect(lines?[8] == "1")
  }

  @Test func everythingBeyondTheEndIsAMissingValue() {
    let lines = CodableAgreement.run("[1]") { decoder, log in
      var list = try decoder.unkeyedContainer()
      log.attempt { try list.decode(Int.self) }
      for _ in 0..<2 {
        log.attempt { try list.decode(Int.self) }
        log.attempt { try list.decode(Bool.self) }
        log.attempt { try list.decode(String.self) }
        log.attempt { try list.decode(Double.self) }
        log.attempt { try list.decode([Int].self) }
        log.attempt { try list.decode(Int?.self) as Any }
        log.attempt { try list.decode(Date.self) }
        log.attempt { try list.decodeNil() }
        log.attempt { try list.nestedUnkeyedContainer() }
        log.attempt { try list.nestedContainer(keyedBy: Key.self) }
        log.attempt { try list.superDecoder() }
        log.note(list.currentIndex)
      }
    }
    #expect(lines?[1].hasPrefix("valueNotFound Int at ") == true)
    #expect(lines?.last == "1")
  }

  @Test func decodeIfPresentBeyondTheEndIsNilAndCounts() {
    let lines = CodableAgreement.run("[1]") { decoder, log in
      var list = try decoder.unkeyedContainer()
      log.attempt { try list.decode(Int.self) }
      log.attempt { try list.decodeIfPresent(Int.self) as Any }
      log.note(list.isAtEnd)
      log.attempt { try list.decodeIfPresent([Int].self) as Any }
      log.note("\(list.isAtEnd) \(list.currentIndex)")
    }
    #expect(lines == ["1", "nil", "true", "nil", "true 3"])
  }

  @Test func decodeIfPresentMovesOnAtNulls() {
    let lines = CodableAgreement.run("[null, 1, null, \"x\"]") { decoder, log in
      var list = try decoder.unkeyedContainer()
      for _ in 0..<4 {
        log.attempt { try list.decodeIfPresent(Int.self) as Any }
        log.note(list.currentIndex)
      }
      log.attempt { try list.decodeIfPresent(String.self) as Any }
      log.attempt { try list.decodeIfPresent(String.self) as Any }
    }
    #expect(lines?.prefix(6) == ["nil", "1", "Optional(1)", "2", "nil", "3"])
    #expect(lines?.suffix(2).first == "Optional(\"x\")")
  }

  @Test(arguments: ["1", "true", "\"s\"", "null", "[]", "{}", "1.5", "300", "-1"])
  func everyScalarCanBeAskedFor(_ element: String) {
    CodableAgreement.run("[\(element)]") { decoder, log in
      log.attempt { try Self.first(of: decoder) { try $0.decode(Bool.self) } }
      log.attempt { try Self.first(of: decoder) { try $0.decode(String.self) } }
      log.attempt { try Self.first(of: decoder) { try $0.decode(Double.self) } }
      log.attempt { try Self.first(of: decoder) { try $0.decode(Float.self) } }
      log.attempt { try Self.first(of: decoder) { try $0.decode(Int.self) } }
      log.attempt { try Self.first(of: decoder) { try $0.decode(Int8.self) } }
      log.attempt { try Self.first(of: decoder) { try $0.decode(Int16.self) } }
      log.attempt { try Self.first(of: decoder) { try $0.decode(Int32.self) } }
      log.attempt { try Self.first(of: decoder) { try $0.decode(Int64.self) } }
      log.attempt { try Self.first(of: decoder) { try $0.decode(Int128.self) } }
      log.attempt { try Self.first(of: decoder) { try $0.decode(UInt.self) } }
      log.attempt { try Self.first(of: decoder) { try $0.decode(UInt8.self) } }
      log.attempt { try Self.first(of: decoder) { try $0.decode(UInt16.self) } }
      log.attempt { try Self.first(of: decoder) { try $0.decode(UInt32.self) } }
      log.attempt { try Self.first(of: decoder) { try $0.decode(UInt64.self) } }
      log.attempt { try Self.first(of: decoder) { try $0.decode(UInt128.self) } }
      log.attempt { try Self.first(of: decoder) { try $0.decode(Decimal.self) } }
      log.attempt { try Self.first(of: decoder) { try $0.decode([String: Int].self) } }
    }
  }

  private static func first(
    of decoder: any Decoder, _ decode: (inout any UnkeyedDecodingContainer) throws -> Any
  ) throws -> Any {
    var list = try decoder.unkeyedContainer()
    return try decode(&list)
  }

  @Test func nestedContainersMoveOn() {
    let lines = CodableAgreement.run(#"[[1, 2], {"a": 3}, 4]"#) { decoder, log in
      var list = try decoder.unkeyedContainer()
      var nested = try list.nestedUnkeyedContainer()
      let object = try list.nestedContainer(keyedBy: Key.self)
      log.attempt { try list.decode(Int.self) }
      log.attempt { try object.decode(Int.self, forKey: .a) }
      log.attempt { try nested.decode(Int.self) }
      log.attempt { try nested.decode(Int.self) }
      log.note("\(list.isAtEnd) \(nested.isAtEnd)")
    }
    #expect(lines == ["4", "3", "1", "2", "true true"])
  }

  @Test func nestedContainersOfNullsAreMissingValues() {
    let lines = CodableAgreement.run("[null]") { decoder, log in
      var list = try decoder.unkeyedContainer()
      log.attempt { try list.nestedUnkeyedContainer() }
      log.attempt { try list.nestedContainer(keyedBy: Key.self) }
      log.attempt { try list.decode([Int].self) }
      log.attempt { try list.decode([String: Int].self) }
      log.note(list.currentIndex)
    }
    #expect(lines?.last == "0")
  }

  @Test func aCopyGoesItsOwnWay() {
    let lines = CodableAgreement.run("[1, 2, 3]") { decoder, log in
      var list = try decoder.unkeyedContainer()
      _ = try list.decode(Int.self)
      var copy = list
      log.attempt { try copy.decode(Int.self) }
      log.attempt { try copy.decode(Int.self) }
      log.attempt { try list.decode(Int.self) }
    }
    #expect(lines == ["2", "3", "2"])
  }
}
