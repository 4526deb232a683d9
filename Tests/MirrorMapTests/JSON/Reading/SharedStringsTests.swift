import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

/// Strings of one document that share their storage: the same strings as those that have their own.
struct SharedStringsTests {
  struct Name: Mappable, Equatable {
    @Mapped var text: String
    @Mapped var other: String?
  }

  /// JSON texts of strings: long and short, with escapes and without, some very alike.
  private static func spellings(_ random: inout SeededGenerator) -> [String] {
    let pieces = ["a", "bc", "é", "語", "🎉", #"\n"#, #"\u00e9"#, #"\ud83c\udf89"#, #"\""#, " "]
    return (0..<400).map { number in
      let length = [3, 15, 16, 17, 31, 33, 64, 300, 1023, 1024, 1025, 1100].randomElement(
        using: &random)!
      if number % 4 == 0 {
        // Of equal length, different in one byte that neither end shows.
        let start = String(repeating: "x", count: 16 + number % 3)
        return "\"\(start)\(number % 10)\(String(repeating: "y", count: 16))\""
      }
      var text = ""
      while text.utf8.count < length { text += pieces.randomElement(using: &random)! }
      return "\"\(text)\""
    }
  }

  private static func array(_ elements: [String]) -> [UInt8] {
    let text = "[" + elements.joined(separator: ", ") + "]"
    // Large enough for the table in any case.
    let rest = max(0, SharedStrings.minimumSize - text.utf8.count)
    return Array(text.utf8) + [UInt8](repeating: 0x20, count: rest)
  }

  @Test func stringsEqualThoseOfSmallDocuments() throws {
    for seed in 0..<20 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let spellings = Self.spellings(&random)
      let few = Int.random(in: 2...400, using: &random)
      let chosen = (0..<2000).map { _ in spellings[Int.random(in: 0..<few, using: &random)] }
      let plain = try spellings.map { try String.decode(from: $0) }
      let expected = try chosen.map { plain[try #require(spellings.firstIndex(of: $0))] }
      #expect(try [String].decode(from: Self.array(chosen)) == expected)
      let values = try [JSONValue].decode(from: Self.array(chosen))
      #expect(values == expected.map(JSONValue.string))
      let models = chosen.map { #"{"text":\#($0),"other":\#($0)}"# }
      let names = try [Name].decode(from: Self.array(models))
      #expect(names.map(\.text) == expected && names.map { $0.other ?? "" } == expected)
      let members = chosen.enumerated().map { #"{"member of any length \#($0 % 9)":\#($1)}"# }
      let dictionaries = try [[String: String]].decode(from: Self.array(members))
      #expect(dictionaries.flatMap(\.values) == expected)
    }
  }

  private static func storage(of text: String) -> UInt {
    var text = text
    return text.withUTF8 { UInt(bitPattern: $0.baseAddress) }
  }

  @Test func equalStringsShareStorage() throws {
    let text = #""Twitter for iPhone, \u00e9 and 語""#
    let names = try [String].decode(from: Self.array([text, text, text, text]))
    #expect(Set(names.map(Self.storage)).count == 1)
    #expect(Set(names).count == 1)
  }

  @Test func changingOneStringLeavesTheOthersUnchanged() throws {
    let text = "\"Twitter for Android\""
    var names = try [String].decode(from: Self.array([text, text, text, text]))
    names[2] += "!"
    #expect(names.map { $0.hasSuffix("!") } == [false, false, true, false])
  }

  @Test func smallDocumentsHaveNoTable() throws {
    let text = "\"Twitter for iPhone and more\""
    let names = try [String].decode(from: "[\(text),\(text),\(text)]")
    #expect(Set(names.map(Self.storage)).count == 3)
  }

  private var memory: UnownedReference<ReadingMemory> {
    ReadingMemory.ofThread.value(in: .current)
  }

  private func begin(_ count: Int = SharedStrings.minimumSize) -> Bool {
    memory.pointee.strings.begin(count)
  }

  @Test func tableIsEmptyAfterDecoding() throws {
    let text = "\"Twitter for iPhone and more\""
    func isEmpty() throws -> Bool {
      try #require(begin())
      defer { memory.pointee.strings.end() }
      let bytes = Array("Twitter for iPhone and more".utf8)
      return unsafe bytes.withUnsafeBufferPointer { buffer in
        let slot = unsafe SharedStrings.slot(of: Bytes(buffer))
        return unsafe memory.pointee.strings.string(in: slot, for: Bytes(buffer)) == nil
      }
    }
    _ = try [String].decode(from: Self.array([text, text, text]))
    #expect(try isEmpty())
    // After a failure as well.
    #expect(throws: MappingError.self) {
      try [String].decode(from: Self.array([text, text, text, "1"]))
    }
    #expect(try isEmpty())
  }

  @Test func documentInsideAnotherHasNoTable() throws {
    try #require(begin())
    #expect(!begin())
    memory.pointee.strings.end()
    #expect(begin())
    memory.pointee.strings.end()
  }

  @Test func lookupStopsWhereItNeverSucceeds() throws {
    try #require(begin(1_000_000))
    defer { memory.pointee.strings.end() }
    func miss() -> Bool { memory.pointee.strings.miss() }
    #expect((0..<100).allSatisfy { _ in miss() })
    memory.pointee.strings.hit()
    #expect((0..<10_000).contains { _ in !miss() })
  }

  /// A string is compared with the bytes of the input only after they have been validated.
  @Test func malformedTextFailsAtItsOwnPosition() throws {
    for broken in [
      #""half \ud83c of a pair, long""#, #""unknown \q escape, long""#, "\"a long\u{1}control\"",
    ] {
      let good = "\"a long and valid string\""
      let document = Self.array([good, good, broken, broken])
      let small = "[\(good), \(good), \(broken), \(broken)]"
      let error = mappingError { try [String].decode(from: document) }
      let expected = mappingError { try [String].decode(from: small) }
      #expect(error?.code == expected?.code && error?.byteOffset == expected?.byteOffset)
    }
    var bytes = Self.array(["\"a long string with $ in it\"", "\"a long string with $ in it\""])
    for index in bytes.indices where bytes[index] == UInt8(ascii: "$") { bytes[index] = 0xFF }
    let error = mappingError { try [String].decode(from: bytes) }
    #expect(error?.code == .invalidUTF8 && error?.path.description == "$[0]")
  }

  @Test func lengthLimitsApplyToRepeatedStrings() throws {
    var mapper = Mapper()
    mapper.maximumStringLength = 20
    let text = "\"a string of 22 bytes..\""
    let error = mappingError {
      try [String].decode(from: Self.array([text, text, text]), using: mapper)
    }
    #expect(error?.code == .sizeLimit && error?.path.description == "$[0]")
  }
}
