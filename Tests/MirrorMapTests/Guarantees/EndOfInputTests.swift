import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Typed values whose last byte is the last one that can be read at all.
struct EndOfInputTests {
  struct Wide: Mappable {
    @Mapped("i") var int: Int?
    @Mapped("a key of more than sixteen bytes") var long: String?
    @Mapped("eight888") var eight: Double?
    @Mapped("nested.name") var name: String?
    @Mapped("list.1") var second: Int?
    @Mapped("other", "alternative") var other: Bool?
    @Mapped("") var empty: Int?
  }

  private static let documents = [
    #"{"i":12345678,"a key of more than sixteen bytes":"text of some length, more than sixteen"}"#,
    #"{"eight888":1234567890.12345678901234567890e-10,"nested":{"name":"é"},"list":[1,2,3]}"#,
    #"{"alternative":true,"other":false,"":1,"unknown":[1,{"x":null}],"a key of more":"x"}"#,
    #"{"i": null , "eight888" : null, "\u0069\u0069": "a\nb", "a key of more than sixteen bytez":1}"#,
  ]

  @Test(arguments: documents)
  func truncatedModelIsAnErrorAndNeverAReadPastTheEnd(text: String) {
    let bytes = Array(text.utf8)
    for count in 0..<bytes.count {
      let error = GuardedBytes.withBytes(Array(bytes.prefix(count))) { bytes in
        #expect(throws: MappingError.self) { try Wide.decode(from: bytes) }
      }
      #expect(error?.code == .unexpectedEnd, "the first \(count) bytes of \(text)")
      #expect(error?.byteOffset == count)
    }
    #expect(throws: Never.self) {
      try GuardedBytes.withBytes(bytes) { _ = try Wide.decode(from: $0) }
    }
  }

  /// The error code for every proper beginning of `text`.
  private func codes<T: MappableValue>(_ type: T.Type, _ text: String) -> Set<MappingError.Code?> {
    let bytes = Array(text.utf8)
    return Set(
      (0..<bytes.count).map { count in
        GuardedBytes.withBytes(Array(bytes.prefix(count))) { bytes in
          do {
            _ = try T.decode(from: bytes)
            return nil
          } catch { return (error as? MappingError)?.code ?? .custom }
        }
      })
  }

  @Test(arguments: 0...70)
  func stringsAndKeysOfEveryLengthMayEndWhereMemoryEnds(length: Int) throws {
    for letter in ["x", "é", "中"] {
      let text = String(repeating: letter, count: length)
      let json = "\"\(text)\""
      #expect(try GuardedBytes.withBytes(Array(json.utf8)) { try String.decode(from: $0) } == text)
      #expect(codes(String.self, json) == [.unexpectedEnd])
      let object = "{\(json):1}"
      let read = try GuardedBytes.withBytes(Array(object.utf8)) {
        try [String: Int].decode(from: $0)
      }
      #expect(read == [text: 1])
      #expect(codes([String: Int].self, object) == [.unexpectedEnd])
      #expect(WayOfReading.tokens.accepts(Array(json.utf8)))
    }
  }

  @Test(arguments: 1...40)
  func numbersOfEveryLengthMayEndWhereMemoryEnds(length: Int) throws {
    let digits = String(repeating: "7", count: length)
    for text in [digits, "-" + digits, "0." + digits, digits + "." + digits, digits + "e-" + "9"] {
      let expected = try #require(Double(text))
      try GuardedBytes.withBytes(Array(text.utf8)) { bytes in
        #expect(try Double.decode(from: bytes) == expected)
        let float = Float(text).flatMap { $0.isFinite ? $0 : nil }
        #expect((try? Float.decode(from: bytes)) == float)
        #expect(try JSONNumber.decode(from: bytes) == JSONNumber(text: text))
        #expect(try JSONValue.decode(from: bytes).number == JSONNumber(text: text))
        _ = try SkippedValue.decode(from: bytes)
      }
    }
    GuardedBytes.withBytes(Array(digits.utf8)) { bytes in
      #expect((try? Int.decode(from: bytes)) == Int(digits))
      #expect((try? UInt8.decode(from: bytes)) == UInt8(digits))
      #expect((try? Int128.decode(from: bytes)) == Int128(digits))
      #expect((try? UInt128.decode(from: bytes)) == UInt128(digits))
      #expect((try? Decimal.decode(from: bytes)) == (length <= 38 ? Decimal(string: digits) : nil))
    }
  }

  @Test(arguments: 0...70)
  func whiteSpaceOfEveryLengthMayEndWhereMemoryEnds(length: Int) {
    for character in [" ", "\n", "\t", "\r"] {
      let run = String(repeating: character, count: length)
      for text in [run, "1" + run, "[" + run, "[1" + run, "{\"a\"" + run, "[1,\n" + run, run + "]"]
      {
        let ways = WayOfReading.share(length)
        #expect(WayOfReading.dissenters(Array(text.utf8), ways).isEmpty)
      }
    }
  }

  @Test func datesIdentifiersAndOtherTextsMayEndWhereMemoryEnds() {
    #expect(codes(Date.self, #""2024-02-29T12:34:56.789Z""#) == [.unexpectedEnd])
    #expect(codes(UUID.self, #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#) == [.unexpectedEnd])
    #expect(codes(URL.self, #""https://example.org/a?b=c#d""#) == [.unexpectedEnd])
    #expect(codes(Data.self, #""AAECAwQFBgcICQ==""#) == [.unexpectedEnd])
    #expect(codes(Bool.self, "false") == [.unexpectedEnd])
    #expect(codes([Int?].self, "[1,null,22,null]") == [.unexpectedEnd])
  }

  @Test func surrogatePairsMayBeCutOff() {
    #expect(codes(JSONValue.self, #"["\ud83d\ude00 \u00e9"]"#) == [.unexpectedEnd])
    #expect(codes([String: Int].self, #"{"\ud83d\ude00":1}"#) == [.unexpectedEnd])
    for text in [#""\ud83d\n"#, #""\ud83dx"#, #""\ud83d\u0041"#, #""\ud83d\ud8"#, #""\uzz"#] {
      #expect(mappingError { try String.decode(from: text) }?.code == .invalidEscape, "\(text)")
    }
  }
}
