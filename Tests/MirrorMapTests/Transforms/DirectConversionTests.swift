import Foundation
import MirrorMap
import Testing

/// A value that is read and written by a transform in the context.
private struct Probe<Base: Transform>: MappableValue {
  let value: Base.Object

  static func decode(from reader: inout JSONReader) throws -> Probe {
    Probe(value: try Self.transform(in: reader.context).decode(from: &reader))
  }

  func encode(to writer: inout JSONWriter) throws {
    try Self.transform(in: writer.context).encode(value, to: &writer)
  }

  private static func transform(in context: MappingContext) throws -> Base {
    guard let transform = context[Base.self] else { throw MappingError(expected: "a transform") }
    return transform
  }
}

/// A transform converts values in the same way with a reader and a writer, and without them, as another transform
/// may call it.
struct DirectConversionTests {
  /// Expects the same values or failures of texts, and returns how many of them were values.
  @discardableResult
  private func expectAgreement<Base: Transform>(
    _ transform: Base, _ texts: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) -> Int where Base.Object: Equatable {
    var context = MappingContext()
    context[Base.self] = transform
    var count = 0
    for text in texts {
      let read = Result { try Probe<Base>.decode(from: text, context: context).value }
      let direct = Result { try transform.decode(try Base.JSON.decode(from: text)) }
      switch (read, direct) {
      case (.success(let value), .success(let other)):
        count += 1
        #expect(value == other, "\(text)", sourceLocation: sourceLocation)
        let written = Result { try Probe<Base>(value: value).encodeString(context: context) }
        let converted = Result { try transform.encode(value).encodeString() }
        #expect(
          (try? written.get()) == (try? converted.get()), "\(text)", sourceLocation: sourceLocation)
      case (.failure, .failure): break
      default:
        Issue.record("\(text): \(read) and \(direct)", sourceLocation: sourceLocation)
      }
    }
    return count
  }

  private static let numbers = [
    "0", "-0", "1", "-1", "1.5", "-2.25e3", "1e2", "1700000000", "1700000000123", "0.1",
    "1700000000.123456789", "123456789012345678901234567890", "-62135596800", "253402300799",
    "1e30", "-1e30", "1e400", "9e-400", "1.000000000000000000000000000000000000000001",
    "\"x\"", "true", "null", "[]", "{}",
  ]

  private static let texts =
    [
      "", "x", "0", "1.5", "-7", "2024-02-29", "2024-02-29T12:34:56Z", "2024-02-29T12:34:56.789Z",
      "2024-02-29T12:34:56+02:00", "2023-02-29T12:34:56Z", "0001-01-01T00:00:00Z",
      "9999-12-31T23:59:59Z", "2024-02-29T24:00:00Z", "/Date(1700000000000)/",
      "/Date(-1700000000000+0200)/", "/Date()/", "aGVsbG8=", "aGVsbG8", "_-8", "+/8=", "a", "====",
      "https://example.com/a b?c=é#d", "a/b", "#ff8000", "ff8000", "#f80", "#ff800080", "#ff80",
      "29.02.2024", "{\\\"a\\\":1}", "[1,2]", "\\\"x\\\"", "null", "é", "\\u00e9",
    ].map { "\"\($0)\"" } + ["1", "null", "true", "[]"]

  @Test func numbers() {
    #expect(expectAgreement(.unixSeconds, Self.numbers) > 10)
    #expect(expectAgreement(.unixMilliseconds, Self.numbers) > 10)
    #expect(expectAgreement(.decimal, Self.numbers) > 10)
    #if Foundation
      #expect(expectAgreement(.decimalNumber, Self.numbers) > 10)
    #endif
  }

  @Test func texts() {
    #expect(expectAgreement(.iso8601, Self.texts) > 3)
    #expect(expectAgreement(.dotNetDate, Self.texts) > 1)
    #expect(expectAgreement(.base64, Self.texts) > 1)
    #expect(expectAgreement(.base64URL, Self.texts) > 1)
    #expect(expectAgreement(.url, Self.texts) > 3)
    #expect(expectAgreement(.hexColor, Self.texts) > 2)
    #expect(expectAgreement(.date(format: "dd.MM.yyyy"), Self.texts) == 1)
    #if Foundation
      let formatter = DateFormatter()
      formatter.dateFormat = "dd.MM.yyyy"
      #expect(expectAgreement(.date(formatter), Self.texts) == 1)
    #endif
  }

  /// This one needs the context.
  @Test func jsonInStrings() throws {
    let transform = JSONStringTransform<[String: Int]>.stringifiedJSON([String: Int].self)
    #expect(try transform.decode(#"{"a": 1}"#, in: .none) == ["a": 1])
    #expect(try transform.encode(["a": 1], in: .none) == #"{"a":1}"#)
    let error = #expect(throws: MappingError.self) {
      try transform.decode(#"{"a": "x"}"#, in: .none)
    }
    #expect(
      error.map { "\($0)" }
        == "$: expected [String: Int] as JSON in a string: $.a: expected Int, found a string"
        + " (line 1, column 7)")
    #expect(throws: MappingError.self) { try transform.decode("", in: .none) }
  }
}
