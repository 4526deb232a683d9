import Testing

@testable import MirrorMap
@testable import TestSupport

/// The positions of many errors, found by reading the document once.
struct ManyErrorPlacesTests {
  /// Everything of an error that locating may touch.
  private struct Place: Equatable, CustomStringConvertible {
    let error: MappingError

    static func == (left: Place, right: Place) -> Bool {
      left.error.path == right.error.path && left.error.line == right.error.line
        && left.error.column == right.error.column
        && left.error.byteOffset == right.error.byteOffset
        && left.error.details.isLocated == right.error.details.isLocated
        && left.error.expected == right.error.expected
    }

    var description: String { "\(error) at \(error.byteOffset ?? -1)" }
  }

  private static func error(
    at offset: Int?, _ expected: String = "x", subpath: [JSONPath.Component] = []
  ) -> MappingError {
    MappingError(
      MappingError.Details(
        code: .typeMismatch, byteOffset: offset, subpath: subpath, expected: expected))
  }

  /// What locating each error alone gives, and what locating all of them together gives.
  private static func placed(
    _ errors: [MappingError], in text: String
  ) -> (alone: [Place], together: [Place]) {
    text.withBytes { bytes in
      (
        errors.map { Place(error: $0.located(in: bytes)) },
        errors.located(in: bytes).map { Place(error: $0) }
      )
    }
  }

  @Test func errorsKeepTheirOrderAndGetThePositionsOfTheirOwnOffsets() {
    let text = #"{"a": [1, x], "b\n\u0063": {"é": y,"# + "\n  \"d\": z}}"
    let offsets = [44, 10, nil, 34, 10, 14]
    let errors = offsets.enumerated().map { Self.error(at: $1, "e\($0)") }
    let (alone, together) = Self.placed(errors, in: text)
    #expect(
      together.map(\.error.description) == [
        #"$["b\u000ac"].d: expected e0 (line 2, column 8)"#,
        "$.a[1]: expected e1 (line 1, column 11)",
        "$: expected e2",
        #"$["b\u000ac"].é: expected e3 (line 1, column 34)"#,
        "$.a[1]: expected e4 (line 1, column 11)",
        #"$["b\u000ac"]: expected e5 (line 1, column 15)"#,
      ])
    #expect(alone == together)
  }

  @Test func severalPropertiesMissingInOneObjectAndInTheNext() {
    let errors = [
      Self.error(at: 1, subpath: [.key("a")]), Self.error(at: 1, subpath: [.key("b")]),
      Self.error(at: 4, subpath: [.key("a")]),
    ]
    let (alone, together) = Self.placed(errors, in: "[{},{}]")
    #expect(together.map(\.error.path.description) == ["$[0].a", "$[0].b", "$[1].a"])
    #expect(alone == together)
  }

  @Test func errorsThatWereLocatedBeforeStayUnchanged() {
    let old = "[true]".withBytes { Self.error(at: 1).located(in: $0) }
    let (_, together) = Self.placed([old, Self.error(at: 3)], in: "[1,2]")
    #expect(together.map(\.error.path.description) == ["$[0]", "$[1]"])
    #expect(together[0].error.column == 2)
  }

  @Test func offsetsOutsideTheDocumentAreItsEnds() {
    let errors = [100, -5, .max, .min].map { Self.error(at: $0) }
    for text in ["", "[", "{\"a\":1,\n\"b", "\u{FEFF}[1,2]"] {
      let (alone, together) = Self.placed(errors, in: text)
      #expect(alone == together)
      #expect(together[1].error.column == 1)
      #expect(together[0].error.path == together[2].error.path)
    }
  }

  @Test func noErrorsHaveNoPositions() {
    let located = "[1]".withBytes { [MappingError]().located(in: $0) }
    #expect(located.isEmpty)
  }

  @Test(arguments: 0..<40)
  func errorsLocatedTogetherAgreeWithEachAloneOnRandomDocuments(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let text = Self.document(using: &random)
    let size = text.utf8.count
    var offsets = (0..<60).map { _ in Int.random(in: 0...(size + 2), using: &random) }
    // At quotes, where keys and strings begin and end.
    offsets += text.utf8.enumerated().filter { $0.element == .quote }.map(\.offset)
    offsets += offsets.prefix(10)
    offsets.shuffle(using: &random)
    let errors = offsets.map { offset in
      Self.error(
        at: Int.random(in: 0..<20, using: &random) == 0 ? nil : offset,
        subpath: Bool.random(using: &random) ? [.key("m"), .index(2)] : [])
    }
    let (alone, together) = Self.placed(errors, in: text)
    #expect(alone == together)
  }

  /// A document, sometimes cut off or with a byte order mark, sometimes no JSON at all.
  private static func document(using random: inout SeededGenerator) -> String {
    var text = Bool.random(using: &random) ? "\u{FEFF}" : ""
    append(depth: 6, to: &text, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: text = String(text.unicodeScalars.prefix(text.unicodeScalars.count * 2 / 3))
    case 1: text = String(String.UnicodeScalarView(text.unicodeScalars.shuffled(using: &random)))
    default: break
    }
    return text
  }

  private static func append(
    depth: Int, to text: inout String, using random: inout SeededGenerator
  ) {
    let space = ["", " ", "\n", "\r\n\t"]
    func pick(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }
    func string() -> String {
      let pieces = [
        "a", "é", "日本", "🧑‍🚀", #"\""#, #"\\"#, #"\u00e9"#, #"\ud83d\ude80"#, "{", "]", ",",
      ]
      let count = Int.random(in: 0..<5, using: &random)
      return "\"" + (0..<count).map { _ in pick(pieces) }.joined() + "\""
    }
    let count = Int.random(in: 0..<5, using: &random)
    switch Int.random(in: 0..<(depth > 0 ? 8 : 3), using: &random) {
    case 0: text += string()
    case 1: text += pick(["1", "-2.5e3", "true", "null"])
    case 2: text += pick(["[]", "{}", "[ ]"])
    case 3, 4:
      text += "["
      for index in 0..<count {
        if index > 0 { text += "," + pick(space) }
        append(depth: depth - 1, to: &text, using: &random)
      }
      text += "]"
    default:
      text += "{" + pick(space)
      for index in 0..<count {
        if index > 0 { text += "," + pick(space) }
        text += string() + ":" + pick(space)
        append(depth: depth - 1, to: &text, using: &random)
      }
      text += "}"
    }
  }
}
