import MirrorMap
import Testing

@testable import TestSupport

struct DepthLimitTests {
  final class Branch: Mappable {
    @Mapped("branches") var branches: [Branch] = []
    init() {}
  }

  /// `depth` nested arrays.
  private func arrays(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  /// Objects and arrays in turn, `depth` in all.
  private func branches(_ depth: Int) -> String {
    let pairs = depth / 2
    return String(repeating: #"{"branches":["#, count: pairs) + (depth % 2 == 1 ? "{}" : "")
      + String(repeating: "]}", count: pairs)
  }

  private func mapper(_ depth: Int) -> Mapper {
    .with { $0.maximumDepth = depth }
  }

  private func readTokens(_ text: String, _ depth: Int) throws {
    try JSONTokenizer.tokenize(text, maximumDepth: depth) { while try $0.next() != nil {} }
  }

  @Test(arguments: [1, 2, 3, 63, 64, 65, 128, 129, 512])
  func nestingUpToTheLimitIsReadAndOneLevelMoreIsNot(limit: Int) throws {
    let fits = arrays(limit)
    _ = try JSONValue.decode(from: fits, using: mapper(limit))
    _ = try SkippedValue.decode(from: fits, using: mapper(limit))
    try readTokens(fits, limit)

    let deeper = arrays(limit + 1)
    let steps = String(repeating: "[0]", count: min(limit, 32))
    let path =
      limit > 64 ? "\(steps)…\(steps)" : String(repeating: "[0]", count: limit)
    let expected =
      "$\(path): expected less nesting, found more than the depth limit allows"
      + " (line 1, column \(limit + 1))"
    #expect(errorText { try JSONValue.decode(from: deeper, using: mapper(limit)) } == expected)
    #expect(errorText { try SkippedValue.decode(from: deeper, using: mapper(limit)) } == expected)
    #expect(errorText { try readTokens(deeper, limit) } == expected)
  }

  @Test func modelsAreLimitedLikeEverythingElse() throws {
    for limit in [2, 3, 10, 11, 512] {
      _ = try Branch.decode(from: branches(limit), using: mapper(limit))
      let error = errorText {
        try Branch.decode(from: branches(limit + 1), using: mapper(limit))
      }
      let untyped = errorText {
        try JSONValue.decode(from: branches(limit + 1), using: mapper(limit))
      }
      let summary =
        ": expected less nesting, found more than the depth limit allows (line 1, column "
      #expect(untyped.contains(summary))
      #expect(error.contains(summary))
      #expect(error.prefix { $0 != ")" && $0 != "," } == untyped.prefix { $0 != ")" && $0 != "," })
    }
  }

  @Test func limitCountsIgnoredValuesThoseAtKeyPathsAndSiblingsAlike() throws {
    let limit = mapper(3)
    _ = try ValueIgnorer.decode(from: #"{"x":[[]],"y":[[]],"z":{"a":{}}}"#, using: limit)
    #expect(
      errorText { try ValueIgnorer.decode(from: #"{"x":[[]],"y":[[[]]]}"#, using: limit) }
        == "$.y[0][0]: expected less nesting, found more than the depth limit allows"
        + " (line 1, column 17)")
    #expect(try [Int].decode(from: #"{"a":{"b":[1]}}"#, at: "a.b", using: limit) == [1])
    #expect(
      errorText { try [[Int]].decode(from: #"{"a":{"b":[[1]]}}"#, at: "a.b", using: limit) }
        == "$.a.b[0]: expected less nesting, found more than the depth limit allows (line 1, column 12)"
    )
    #expect(
      errorText { try JSONValue.decode(from: "[[],[],[[[]]]]", using: limit) }
        == "$[2][0][0]: expected less nesting, found more than the depth limit allows (line 1, column 10)"
    )
  }

  @Test(arguments: ["[", #"{"a":"#, #"[{"a":"#])
  func millionOpenBracketsAreAnOrdinaryError(opening: String) {
    let text = String(repeating: opening, count: 1_000_000)
    let summary = ": expected less nesting, found more than the depth limit allows (line 1"
    #expect(errorText { try JSONValue.decode(from: text) }.contains(summary))
    #expect(errorText { try SkippedValue.decode(from: text) }.contains(summary))
    #expect(errorText { try readTokens(text, 512) }.contains(summary))
    #expect(errorText { try [[[Int]]].decode(from: text) }.hasPrefix("$[0]") || opening != "[")
    let ignored = #"{"x":"# + text
    #expect(errorText { try ValueIgnorer.decode(from: ignored) }.contains(summary))
  }

  @Test func tokensAndSkippedValuesMayBeNestedWithoutLimit() throws {
    let text = arrays(200_000)
    try readTokens(text, .max)
    _ = try SkippedValue.decode(from: text, using: mapper(.max))
  }

  @Test func limitOfZeroAllowsNoNesting() throws {
    #expect(try Int.decode(from: "1", using: mapper(0)) == 1)
    #expect(
      errorText { try [Int].decode(from: "[]", using: mapper(0)) }
        == "$: expected less nesting, found more than the depth limit allows (line 1, column 1)")
    #expect(
      errorText { try [Int].decode(from: "[]", using: mapper(-1)) }
        == "$: expected less nesting, found more than the depth limit allows (line 1, column 1)")
    #expect(
      errorText { try [Int].decode(from: "[]", using: mapper(.min)) }
        == "$: expected less nesting, found more than the depth limit allows (line 1, column 1)")
  }

  @Test func negativeLimitsCountAsZero() throws {
    for limit in [Int.min, -1, 0] {
      var mapper = Mapper()
      mapper.maximumDepth = limit
      let element = try JSONView("[[1]]")[0]
      let part = mappingError { try element?.decode([Int].self, using: mapper) }
      let whole = mappingError { try [Int].decode(from: "[1]", using: mapper) }
      #expect(part?.code == .depthLimit && whole?.code == .depthLimit)
    }
  }
}
