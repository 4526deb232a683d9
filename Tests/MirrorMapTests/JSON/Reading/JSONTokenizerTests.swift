import Foundation
import MirrorMap
import Testing

@testable import TestSupport

struct JSONTokenizerTests {
  /// Each token as its kind and its bytes.
  private func tokens(_ text: String) throws -> [String] {
    var result: [String] = []
    try JSONTokenizer.tokenize(text) { tokenizer in
      while let token = try tokenizer.next() {
        let bytes = tokenizer.withBytes(of: token) { String(decoding: $0, as: UTF8.self) }
        result.append("\(token.kind) \(token.range.lowerBound) \(bytes)")
      }
    }
    return result
  }

  @Test func documentIsItsTokensInOrderAndPosition() throws {
    #expect(
      try tokens(#" {"a": [1, -2.5e3, "x\n"], "é": {}, "": [ ]} "#) == [
        "beginObject 1 {", "key 3 a", "beginArray 7 [", "number 8 1", "number 11 -2.5e3",
        #"string 20 x\n"#, "endArray 24 ]", "key 28 é", "beginObject 33 {", "endObject 34 }",
        "key 38 ", "beginArray 41 [", "endArray 43 ]", "endObject 44 }",
      ])
    #expect(try tokens("true") == ["true 0 true"])
    #expect(
      try tokens("[false,null]") == [
        "beginArray 0 [", "false 1 false", "null 7 null", "endArray 11 ]",
      ])
    #expect(try tokens("\n\"\"") == ["string 2 "])
  }

  @Test func tokensBecomeValuesOnRequest() throws {
    try JSONTokenizer.tokenize(#"{"k\u0065y": "a\"b\ud83d\ude00", "n": 12345678901234567890.10}"#) {
      tokenizer in
      var tokens: [JSONTokenizer.Token] = []
      while let token = try tokenizer.next() { tokens.append(token) }
      #expect(tokens.map(\.hasEscapes) == [false, true, true, false, false, false])
      #expect(
        tokens.map { tokenizer.string(of: $0) } == [
          "{", "key", "a\"b😀", "n", "12345678901234567890.10", "}",
        ])
      #expect(
        tokens.map { tokenizer.number(of: $0)?.description } == [
          nil, nil, nil, nil, "12345678901234567890.10", nil,
        ])
    }
  }

  @Test func thereIsNothingAfterTheEnd() throws {
    try JSONTokenizer.tokenize("1 ") { tokenizer in
      var tokens: [JSONTokenizer.Token?] = []
      for _ in 0..<4 { tokens.append(try tokenizer.next()) }
      #expect(tokens.map(\.?.kind) == [.number, nil, nil, nil])
    }
  }

  @Test func tokensThatAreNotPulledAreNotValidated() throws {
    let first = try JSONTokenizer.tokenize("[1, broken") { tokenizer in
      _ = try tokenizer.next()
      return try tokenizer.next()
    }
    #expect(first?.range == 1..<2)
    #expect(try JSONTokenizer.tokenize("?") { _ in 7 } == 7)
  }

  @Test func failedDocumentNeverLooksFinished() throws {
    for text in [
      "", " ", "[", "[1", "[1,", #"{"a""#, #"{"a":"#, #"{"a" "b":1}"#, "tru", "\"x", "[1 2]",
      "[,1]", "1 2", "-",
    ] {
      try JSONTokenizer.tokenize(text) { tokenizer in
        var errors: [String] = []
        for _ in 0..<20 {
          do {
            let token = try tokenizer.next()
            #expect(token != nil && errors.isEmpty, "\(text)")
          } catch { errors.append("\(error)") }
        }
        #expect(errors.count >= 10)
        #expect(Set(errors).count == 1)
      }
    }
  }

  @Test func tokenOfAnotherDocumentIsHarmless() throws {
    var far: [JSONTokenizer.Token] = []
    try JSONTokenizer.tokenize(#"["a long string with an escape \n", 123456789]"#) { tokenizer in
      while let token = try tokenizer.next() { far.append(token) }
    }
    try JSONTokenizer.tokenize(#"["\"#) { tokenizer in
      for token in far {
        #expect(tokenizer.withBytes(of: token) { $0.count } <= 3)
        #expect(tokenizer.string(of: token).utf8.count <= 3)
        #expect(tokenizer.number(of: token) == nil)
      }
    }
  }

  private struct Refusal: Error, Equatable {}

  @Test func errorsOfTheClosureComeOutUnchanged() {
    #expect(throws: Refusal()) { try JSONTokenizer.tokenize("1") { _ in throw Refusal() } }
    let own = errorText {
      try JSONTokenizer.tokenize("[1]") { _ in throw MappingError(expected: "more", found: "less") }
    }
    #expect(own == "$: expected more, found less")
  }
}
