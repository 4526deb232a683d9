import MirrorMap
import Testing

@testable import TestSupport

/// Errors stay short, however long the document's keys are.
struct LongPathTests {
  private let long = String(repeating: "é", count: 100) + String(repeating: "x", count: 1_000_000)
  private let shortened =
    #"$[""# + String(repeating: "é", count: 64) + "…" + String(repeating: "x", count: 63) + #""]"#

  @Test func longKeysAreShortenedInTheMiddle() throws {
    let error = try #require(
      mappingError { try [String: Int].decode(from: [long: true].encode()) })
    #expect(
      "\(error)"
        == "\(shortened): expected Int, found a boolean (line 1, column \(long.count + 5))")
    #expect(error.path.components == [.key(long)])
    let key = String(repeating: "k", count: 128)
    #expect("\(JSONPath([.key(key)]))" == "$.\(key)")
    #expect(
      "\(JSONPath([.key(key + "k")]))"
        == #"$["\#(key.prefix(64))…\#(key.prefix(63))"]"#)
  }

  @Test func longPathsAreShortenedInTheMiddle() {
    let steps = (0..<64).map { JSONPath.Component.index($0) }
    let text = (0..<64).map { "[\($0)]" }.joined()
    #expect("\(JSONPath(steps))" == "$\(text)")
    let first = (0..<32).map { "[\($0)]" }.joined()
    let last = (33..<64).map { "[\($0)]" }.joined()
    #expect("\(JSONPath(steps + [.key("a")]))" == "$\(first)…\(last).a")
  }

  @Test func unknownAndDuplicateKeysAreShortenedToo() throws {
    struct Empty: Mappable { @Mapped("id") var id: Int? }
    let json = try [long: 1].encodeString()
    let text = errorText {
      try Empty.decode(from: json, using: .with { $0.unknownKeys = .reject })
    }
    #expect(text.utf8.count < 1000 && text.hasPrefix(shortened))
    let twice = #"{"\#(long)":1,"\#(long)":1}"#
    let duplicate = errorText {
      try [String: Int].decode(from: twice, using: .with { $0.duplicateKeys = .reject })
    }
    #expect(duplicate.utf8.count < 1000 && duplicate.hasPrefix(shortened), "\(duplicate)")
  }

  @Test func keyWithoutEndIsNotPartOfThePath() {
    let json = #"{"a": {""# + long
    #expect(
      errorText { try JSONValue.decode(from: json) }
        == "$.a: expected a closing quote, found the end of the input"
        + " (line 1, column \(json.unicodeScalars.count + 1))")
  }

  @Test func pathsOfAnyLengthAreComparedCopiedAndFreed() {
    var path = JSONPath((0..<1_000_000).map { .index($0 % 7) })
    let copy = path
    path.components.removeLast()
    #expect(path != copy && copy.components.count == 1_000_000)
    #expect(Set([copy, copy, path]).count == 2)
  }
}
