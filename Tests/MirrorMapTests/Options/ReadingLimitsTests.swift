import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Limits on sizes: none by default, never recovered from, and specific to each mapper.
struct ReadingLimitsTests {
  @Test func onlyDepthIsLimitedByDefault() throws {
    let mapper = Mapper()
    #expect(mapper.maximumStringLength == .max)
    #expect(mapper.maximumCollectionCount == .max)
    #expect(mapper.maximumDocumentSize == .max)
    #expect(mapper.maximumDepth == 512)
    let text = String(repeating: "x", count: 1_000_000)
    #expect(try [String].decode(from: "[\"\(text)\"]") == [text])
    let numbers = "[" + String(repeating: "1,", count: 99_999) + "1]"
    #expect(try [Int].decode(from: numbers).count == 100_000)
    #expect(try JSONValue.decode(from: numbers, using: .limited()).array?.count == 100_000)
  }

  @Test func limitsOfZeroAllowWhatIsEmpty() throws {
    for limit in [0, -1, .min] {
      let strings = Mapper.limited(strings: limit)
      #expect(try [String].decode(from: #"["", ""]"#, using: strings) == ["", ""])
      #expect(try [String: Int].decode(from: #"{"":1}"#, using: strings) == ["": 1])
      #expect(
        errorText { try [String].decode(from: #"["x"]"#, using: strings) } == tooLong("$[0]", 0, 2))
      let counts = Mapper.limited(counts: limit)
      #expect(try [Int].decode(from: "[]", using: counts) == [])
      #expect(try JSONValue.decode(from: "{}", using: counts) == [:])
      #expect(
        errorText { try [Int].decode(from: "[1]", using: counts) }
          == tooMany("$[0]", 0, "column 2"))
      let size = Mapper.limited(size: limit)
      #expect(
        errorText { try Int.decode(from: "1", using: size) }
          == "$: expected at most 0 bytes, found more of them (line 1, column 1)")
      #expect(
        errorText { try Int.decode(from: "", using: size) }
          == "$: expected a value, found the end of the input (line 1, column 1)")
    }
  }

  // MARK: Failure policies

  struct Tolerant: Mappable {
    @Mapped var list: [Int]?
    @Mapped var text: String?
    @Mapped var map: [String: Int] = [:]
  }

  @Test(
    arguments: [
      (#"{"list":[1,2,3]}"#, "$.list[2]", 14, "list", false),
      (#"{"map":{"a":1,"b":2,"c":3}}"#, "$.map.c", 21, "map", false),
      (#"{"text":"xxxxx"}"#, "$.text", 9, "text", true),
    ])
  func noFailurePolicyContinuesAfterALimit(
    json: String, path: String, column: Int, property: String, isText: Bool
  ) throws {
    let place = "column \(column), Tolerant.\(property)"
    let expected =
      isText
      ? "\(path): expected at most 4 bytes of text, found more of them (line 1, \(place))"
      : tooMany(path, 2, place)
    let inside = "$[0]" + expected.dropFirst().replacing("line 1", with: "line 2")
    for policy in [FailurePolicy.strict, .lenient, .lossy] {
      let mapper = Mapper.limited(strings: 4, counts: 2) { $0.failurePolicy = policy }
      #expect(errorText { try Tolerant.decode(from: json, using: mapper) } == expected)
      #expect(errorText { try [Tolerant?].decode(from: "[\n\(json)]", using: mapper) } == inside)
      let report = Tolerant.decodeReporting(from: json, using: mapper)
      #expect(report.value == nil)
      #expect(report.issues.map { "\($0)" } == [expected])
      #expect(report.issues.map(\.code) == [.sizeLimit])
    }
  }

  @Test func droppedElementsDoNotCount() throws {
    let lossy = Mapper.limited(counts: 2) { $0.failurePolicy = .lossy }
    #expect(try [Int].decode(from: #"[1,"x","y",2]"#, using: lossy) == [1, 2])
    #expect(
      errorText { try [Int].decode(from: #"[1,"x",2,"y"]"#, using: lossy) }
        == tooMany("$[3]", 2, "column 10"))
  }

  // MARK: Documents

  @Test func documentMayBeAsLargeAsTheLimit() throws {
    let json = #" {"list": [1]} "#
    let count = json.utf8.count
    let (fits, small) = (Mapper.limited(size: count), Mapper.limited(size: count - 1))
    let expected = "$: expected at most \(count - 1) bytes, found more of them (line 1, column 1)"
    #expect(try Tolerant.decode(from: json, using: fits).list == [1])
    #expect(try [Int].decode(from: json, at: "list", using: fits) == [1])
    #expect(errorText { try Tolerant.decode(from: json, using: small) } == expected)
    #expect(errorText { try Tolerant.decode(from: Data(json.utf8), using: small) } == expected)
    #expect(errorText { try [Int].decode(from: json, at: "list", using: small) } == expected)
    let report = Tolerant.decodeReporting(from: json, using: small)
    #expect(report.value == nil)
    #expect(report.issues.map { "\($0)" } == [expected])

    var tolerant = Tolerant()
    #expect(errorText { try tolerant.update(from: json, using: small) } == expected)
    #expect(errorText { try tolerant.apply(mergePatch: json, using: small) } == expected)
    try tolerant.update(from: json, using: fits)
    #expect(tolerant.list == [1])
    // A byte order mark is a part of it.
    #expect(
      errorText { try Tolerant.decode(from: "\u{FEFF}" + json, using: fits) }
        == "$: expected at most \(count) bytes, found more of them (line 1, column 1)")
  }

  // MARK: Mappers

  @Test func eachDocumentIsReadWithTheLimitsOfItsOwnMapper() throws {
    let json = #"["abc","def"]"#
    let plain = Mapper.limited()
    var strict = plain
    strict.maximumStringLength = 2
    var counting = strict
    counting.maximumStringLength = 3
    counting.maximumCollectionCount = 1
    for _ in 0..<3 {
      #expect(try [String].decode(from: json, using: plain) == ["abc", "def"])
      #expect(
        errorText { try [String].decode(from: json, using: strict) } == tooLong("$[0]", 2, 2))
      #expect(
        errorText { try [String].decode(from: json, using: counting) }
          == tooMany("$[1]", 1, "column 8"))
      #expect(try [String].decode(from: json) == ["abc", "def"])
    }
  }

  @Test func viewsDecodeWithTheLimitsOfTheMapperTheyAreGiven() throws {
    let view = try JSONView(#"{"list":[1,2,3],"text":"abc"}"#)
    #expect(try view["list"]?.decode([Int].self) == [1, 2, 3])
    #expect(
      errorText { try view["list"]?.decode([Int].self, using: .limited(counts: 2)) }
        == tooMany("$.list[2]", 2, "column 14"))
    #expect(
      errorText { try view["text"]?.decode(String.self, using: .limited(strings: 2)) }
        == tooLong("$.text", 2, 24))
  }

  @Test func writingHasNoSizeLimits() throws {
    let tight = Mapper.limited(strings: 0, counts: 0, size: 0)
    #expect(try ["abc", "def"].encodeString(using: tight) == #"["abc","def"]"#)
  }

  /// What is left of the groups of a flattened model counts as well.
  @Test func unmappedMembersBesideAFlattenedModelAreLimited() throws {
    let text = #"{"g":{"a":1,"z":1},"h":{"b":1,"z":1},"i":{"z":1},"u":1}"#
    #expect(try Unmapped.decode(from: text, using: .limited(counts: 4)).rest.count == 4)
    #expect(try ImmutableUnmapped.decode(from: text, using: .limited(counts: 4)).rest.count == 4)
    let error = mappingError { try Unmapped.decode(from: text, using: .limited(counts: 3)) }
    #expect(error?.code == .sizeLimit)
    let other = mappingError {
      try ImmutableUnmapped.decode(from: text, using: .limited(counts: 3))
    }
    #expect(other?.code == .sizeLimit && other?.path.description == "$.u")
  }

  private struct Groups: Mappable {
    @Mapped("g.a") var a: Int?
    @Mapped("h.b") var b: Int?
    @Mapped("i.c") var c: Int?
  }
  private struct Unmapped: Mappable {
    @Flattened var groups: Groups
    @Extras var rest: JSONObject
  }
  private struct ImmutableUnmapped: ImmutableMappable {
    let groups: Groups
    let rest: JSONObject
    init(from object: inout ObjectReader) throws {
      groups = try object.flattened()
      rest = try object.unmapped(as: JSONObject.self)
    }
    func encode(to object: inout ObjectWriter) throws {}
  }
}
