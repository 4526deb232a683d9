import Testing

@testable import MirrorMap
@testable import TestSupport

struct DictionaryValueTests {
  enum Role: String, MappableKey, MappableValue {
    case admin
    case member = "a member"
  }
  enum Level: Int, MappableKey, MappableValue {
    case low = 1
    case high = -20
  }
  struct Tag: RawRepresentable, MappableKey, MappableValue { var rawValue: UInt8 }

  private func mapper(_ duplicates: Mapper.DuplicateKeys) -> Mapper {
    .with { $0.duplicateKeys = duplicates }
  }

  @Test func keysAreStringsIntegersAndTypesMadeOfThem() throws {
    #expect(try [String: Int].decode(from: #"{"a":1,"":2}"#) == ["a": 1, "": 2])
    #expect(try [Int: Bool].decode(from: #"{"-7":true,"0":false}"#) == [-7: true, 0: false])
    #expect(try [UInt128: Int].decode(from: "{\"\(UInt128.max)\":1}") == [.max: 1])
    #expect(try [Role: Int].decode(from: #"{"a member":1,"admin":2}"#) == [.member: 1, .admin: 2])
    #expect(try [Level: [Role]].decode(from: #"{"-20":["admin"]}"#) == [.high: [.admin]])
    #expect(try [Tag: Int].decode(from: #"{"255":1}"#) == [Tag(rawValue: 255): 1])
    #expect(try [Level.high: Role.member].encodeString() == #"{"-20":"a member"}"#)
    #expect(try [Int8.min: 1].encodeString() == #"{"-128":1}"#)
    let many = Dictionary(uniqueKeysWithValues: (0..<500).map { ($0, "\($0)") })
    #expect(try [Int: String].decode(from: many.encode()) == many)
    #expect(try [Int: Int].decode(from: "{}") == [:])
    #expect(try [Int: Int]().encodeString() == "{}")
  }

  @Test func keysWrittenAsTheSameAreAnError() throws {
    struct Name: MappableKey {
      var text: String
      init(_ text: String) { self.text = text }
      init?(jsonKey: String) { text = jsonKey }
      var jsonKey: String { text.lowercased() }
    }
    struct Phone: Mappable { @Mapped("names") var names: [Name: Int] = [:] }
    var phone = Phone()
    phone.names = [Name("Ann"): 1, Name("Bob"): 2]
    #expect(try phone.encode().count == #"{"names":{"ann":1,"bob":2}}"#.utf8.count)
    phone.names[Name("ANN")] = 3
    #expect(
      errorText { try phone.encode() }
        == #"$.names: two keys of the dictionary are both written as "ann" (Phone.names)"#)
    // Many keys are hashed instead of compared.
    for number in 0..<20 { phone.names[Name("n\(number)")] = number }
    #expect(
      errorText { try phone.encode() }
        == #"$.names: two keys of the dictionary are both written as "ann" (Phone.names)"#)
    phone.names[Name("ANN")] = nil
    #expect(try Phone.decode(from: phone.encode()).names.count == 22)
    // The texts "é" and "e" with an accent are equal, but their UTF-8 isn't.
    struct Exact: MappableKey {
      var bytes: [UInt8]
      init?(jsonKey: String) { bytes = Array(jsonKey.utf8) }
      var jsonKey: String { String(decoding: bytes, as: UTF8.self) }
    }
    let both = "{\"\u{E9}\":1,\"e\u{301}\":2}"
    #expect(try [Exact: Int].decode(from: both).encode().count == both.utf8.count)
  }

  @Test(arguments: ["007", "+7", "-0", "7.0", "1e2", " 7", "", "seven", "9223372036854775808", "٧"])
  func keyThatIsNoIntegerIsAnError(key: String) {
    #expect(
      errorText { try [Int: Int].decode(from: ["ok": [key: 1]].encode(), at: "ok") }
        == "\(JSONPath([.key("ok"), .key(key)])): expected a key of type Int, found another one"
        + " (line 1, column 8)")
  }

  @Test func keyThatIsNoCaseIsAnError() {
    #expect(
      errorText { try [Role: Int].decode(from: #"{"admin":1,"member":2}"#) }
        == "$.member: expected a key of type Role, found another one (line 1, column 12)")
    #expect(
      errorText { try [Level: Int].decode(from: #"{"2":1}"#) }
        == #"$["2"]: expected a key of type Level, found another one (line 1, column 2)"#)
    #expect(
      errorText { try [Tag: Int].decode(from: #"{"256":1}"#) }
        == #"$["256"]: expected a key of type Tag, found another one (line 1, column 2)"#)
  }

  @Test func valueThatIsNoCaseIsAnError() {
    #expect(
      errorText { try [Role].decode(from: #"["admin","Admin"]"#) }
        == "$[1]: expected a raw value of Role, found one that it does not have (line 1, column 10)"
    )
    #expect(
      errorText { try [Level].decode(from: "[1.0,2]") }
        == "$[1]: expected a raw value of Level, found one that it does not have (line 1, column 6)"
    )
    #expect(
      errorText { try Level.decode(from: #""1""#) }
        == "$: expected Int, found a string (line 1, column 1)")
    #expect(
      errorText { try Role.decode(from: "null") }
        == "$: expected Role, found null (line 1, column 1)")
    #expect(
      errorText { try Tag.decode(from: "256") }
        == "$: expected UInt8, found a number out of its range (line 1, column 1)")
  }

  @Test func duplicateKeyIsAnErrorByDefault() throws {
    let text = #"{"a":1,"b":2,"\u0061":3}"#
    #expect(
      errorText { try [String: Int].decode(from: text) }
        == "$.a: key appears a second time (line 1, column 14)")
    #expect(try [String: Int].decode(from: text, using: mapper(.first)) == ["a": 1, "b": 2])
    #expect(try [String: Int].decode(from: text, using: mapper(.last)) == ["a": 3, "b": 2])
    #expect(
      errorText { try [Int: [Role: Int]].decode(from: #"{"1":{"admin":1,"admin":1}}"#) }
        == #"$["1"].admin: key appears a second time (line 1, column 17)"#)
  }

  @Test func duplicatesThatDoNotCountAreOnlyValidated() throws {
    let text = #"{"a":1,"a":"x","a":null}"#
    #expect(try [String: Int].decode(from: text, using: mapper(.first)) == ["a": 1])
    #expect(
      errorText { try [String: Int].decode(from: #"{"a":1,"a":[01]}"#, using: mapper(.first)) }
        == "$.a[0]: expected a number without leading zeros, found a leading zero"
        + " (line 1, column 13)")
    #expect(try [String: Int].decode(from: #"{"a":"x","a":1}"#, using: mapper(.last)) == ["a": 1])
  }

  @Test func treeKeepsTheLastDuplicateAndTokensShowAll() throws {
    let tree = try JSONValue.decode(from: #"{"a":1,"b":2,"a":3}"#)
    #expect(try tree.encodeString() == #"{"a":3,"b":2}"#)
    #expect(try ValueIgnorer.decode(from: #"{"x":1,"x":2,"other":7}"#).other == 7)
  }

  @Test func errorsInsideHaveTheKeyInTheirPath() {
    #expect(
      errorText { try [String: [Int: Bool]].decode(from: #"{"a b":{"1":0}}"#) }
        == #"$["a b"]["1"]: expected Bool, found a number (line 1, column 13)"#)
    #expect(
      errorText { try [String: Int].decode(from: "[]") }
        == "$: expected an object, found an array (line 1, column 1)")
  }

  /// How many members a dictionary would make room for.
  private struct ExpectedCount: MappableValue, Equatable {
    var count: Int
    static func decode(from reader: inout JSONReader) throws -> ExpectedCount {
      let count = reader.lastMemberCount
      try reader.skipValue()
      return ExpectedCount(count: count)
    }
    func encode(to writer: inout JSONWriter) throws { try writer.encode(count) }
  }

  @Test func nestedDictionariesDoNotEachReserveTheSizeOfALargeOne() throws {
    let large = (0..<100).map { #""k\#($0)":0"# }.joined(separator: ",")
    let tables = try [[String: ExpectedCount]].decode(from: #"[{\#(large)},{"a":1}]"#)
    #expect(tables[1] == ["a": ExpectedCount(count: 0)])
  }

  /// A key whose text isn't in its own order.
  private struct Reversed: MappableKey {
    var number: Int
    init(_ number: Int) { self.number = number }
    init?(jsonKey: String) { return nil }
    var jsonKey: String { String(String(number).reversed()) }
  }

  /// The members that are written in order, against a sort of their keys' UTF-8.
  private func checkOrder<Key: MappableKey>(_ keys: Set<Key>) throws {
    let expected = keys.sorted { $0.jsonKey.utf8.lexicographicallyPrecedes($1.jsonKey.utf8) }
    let values = Dictionary(uniqueKeysWithValues: expected.enumerated().map { ($1, $0) })
    let text = try values.encodeString(options: .sortedKeys)
    let written = try JSONObject.decode(from: text)
    #expect(written.map { Array($0.key.utf8) } == expected.map { Array($0.jsonKey.utf8) })
    #expect(written.map(\.value.int) == Array(expected.indices))
    #expect(try text == written.encodeString(options: .sortedKeys))
  }

  @Test func sortedKeysAreInTheOrderOfTheirBytes() throws {
    try checkOrder(["only"])
    try checkOrder(["a", "", "b", "\0", "a\0", "a\0b", "B", "\u{FF61}", "\u{10000}", "é", "\n"])
    try checkOrder(Set((-150..<150).map { $0 * 7 }))
    try checkOrder(Set((0..<300).map { Reversed($0 + 1_000) }))
    var generator = SeededGenerator(seed: 1)
    let starts = ["", "k", "1234567", "12345678", "123456789012345", "1234567890123456", "é€😀"]
    for count in [2, 20, 500] {
      let keys = (0..<count).map { _ in
        starts.randomElement(using: &generator)! + starts.randomElement(using: &generator)!
          + String(Int.random(in: 0..<count, using: &generator))
      }
      try checkOrder(Set(keys))
    }
  }
}
