import Testing

@testable import MirrorMap
@testable import TestSupport

/// Members with predicted keys and short values beside the general way of reading them, which documents with a
/// limit on texts take.
struct ScalarMemberTests {
  struct Scalars: Mappable {
    @Mapped var bool: Bool = false
    @Mapped var int: Int = 0
    @Mapped var double: Double = 0
    @Mapped var string: String = "a default of more than fifteen bytes"
    @Mapped var optionalBool: Bool?
    @Mapped var optionalInt: Int? = 7
    @Mapped var optionalDouble: Double?
    @Mapped var optionalString: String?
    @Mapped var ints: [Int] = [1]
    @Mapped var strings: [String] = ["x"]
    @Mapped("deep.int") var deepInt: Int?
  }

  private static let general = Mapper.with { $0.maximumStringLength = 1_000_000 }
  private static let reporting = Mapper.with { $0.failurePolicy = .lenient }
  private static let lastOfEqual = Mapper.with { $0.duplicateKeys = .last }

  private static let values: [String: [String]] = [
    "bool": ["true", "false"], "int": ["0", "-0", "7", "-12", "1234567", "12345678", "123456789"],
    "double": ["0", "1.5", "-65.613616999999977", "1e3", "12345678.12345678"],
    "string": [
      #""""#, #""ann""#, #""fifteen bytes..""#, #""sixteen bytes...""#, #""é""#, #""\u00e9\n""#,
      #""thirty-one bytes of plain text.""#, #""thirty-two bytes of plain text..""#,
      #""more than sixty-four bytes of plain text, which is two blocks and a rest""#,
      #""more than thirty-two bytes, and then a letter that is not ASCII: é""#,
      #""more than thirty-two bytes, and then an escape: \"""#,
    ],
    "ints": ["[]", "[1]", "[1, 2]", "[ ]"], "strings": ["[]", #"["a", "b"]"#],
    "deep": [#"{"int":5}"#, "{}", "null"], "other": ["1", #""text""#, "[]", "{}", "null", "false"],
  ]
  private static let faults = [
    "null", "01", "-", "1.", "tru", "nulL", "\"\u{1}\"", "\"\\x\"", "[", "1.5", "\"1\"",
    "99999999999999999999",
    "{}", "[1,]", "",
  ]

  private static func document(_ generator: inout SeededGenerator, faulty: Bool) -> String {
    let keys = [
      "bool", "int", "double", "string", "optionalBool", "optionalInt", "optionalDouble",
      "optionalString", "ints", "strings", "deep", "other",
    ].filter { _ in Int.random(in: 0...5, using: &generator) > 0 }
    let count = Int.random(in: 2...6, using: &generator)
    let fault = faulty ? Int.random(in: 0..<max(count * keys.count, 1), using: &generator) : -1
    let separator = [",", ", ", ",\n      "].randomElement(using: &generator) ?? ","
    let objects = (0..<count).map { object in
      let members = keys.enumerated().map { index, key in
        let kind = key.hasPrefix("optional") ? key.dropFirst(8).lowercased() : key
        var value = values[kind]?.randomElement(using: &generator) ?? "null"
        if key.hasPrefix("optional"), Bool.random(using: &generator) { value = "null" }
        if object * keys.count + index == fault {
          value = faults.randomElement(using: &generator) ?? ""
        }
        let name = Int.random(in: 0...60, using: &generator) == 0 ? "bool" : key
        return "\"\(name)\":\(value)"
      }
      return "{" + members.joined(separator: separator) + "}"
    }
    let rest = String(repeating: " ", count: Int.random(in: 0...80, using: &generator))
    return "[" + objects.joined(separator: ",") + "]" + rest
  }

  @Test(arguments: 1...6)
  func readingInRegistersAgreesWithTheGeneralWay(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<300 {
      let text = Self.document(&generator, faulty: round % 2 == 1)
      let quick = decodingOutcome([Scalars].self, text)
      #expect(quick == decodingOutcome([Scalars].self, text, Self.general), "\(text)")
      let lenient = decodingOutcome([Scalars].self, text, Self.reporting)
      let both = Mapper.with {
        $0.failurePolicy = .lenient
        $0.maximumStringLength = 1_000_000
      }
      #expect(lenient == decodingOutcome([Scalars].self, text, both), "\(text)")
    }
  }

  @Test func absentNullAndValueAreTold() throws {
    let text = #"[{"optionalInt":1},{"optionalInt":2},{"optionalInt":null},{"int":3}]"#
    let models = try [Scalars].decode(from: text + String(repeating: " ", count: 80))
    #expect(models.map(\.optionalInt) == [1, 2, nil, 7])
    #expect(models.map { $0.$optionalInt.presence } == [.value, .value, .null, .absent])
    #expect(models.allSatisfy { !$0.$optionalInt.isChanged })
  }

  @Test func emptyArraysCountAsALevel() throws {
    let text = #"[{"ints":[]},{"ints":[]},{"ints":[]}]"# + String(repeating: " ", count: 80)
    let mapper = Mapper.with { $0.maximumDepth = 2 }
    #expect(throws: MappingError.self) { try [Scalars].decode(from: text, using: mapper) }
    #expect(try [Scalars].decode(from: text, using: .with { $0.maximumDepth = 3 }).count == 3)
  }
}
