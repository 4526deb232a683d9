import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

/// Errors, containers and hostile text; what becomes of what is in `CoercionTableTests`.
struct CoercionTests {
  // MARK: Texts of errors

  @Test(
    arguments: [
      (Coercion.none, #"["5"]"#, "expected Int8, found a string"),
      (.lossless, #"["five"]"#, "expected Int8, found a string"),
      (.lossless, #"["6abc"]"#, "expected Int8, found a string"),
      (.lossless, #"["300abc"]"#, "expected Int8, found a string"),
      (.lossless, #"["300"]"#, "expected Int8, found a number out of its range in a string"),
      (.lossless, #"["3.9"]"#, "expected Int8, found a number with a fraction in a string"),
      (.lossless, "[3.9]", "expected Int8, found a number with a fraction"),
      (.lossless, "[true]", "expected Int8, found a boolean"),
      (.lossless, "[null]", "expected Int8, found null"),
      (.lenient, "[null]", "expected Int8, found null"),
      (.lenient, "[[]]", "expected Int8, found an array"),
      (.lenient, #"[{"a":1}]"#, "expected Int8, found an object"),
      (.lenient, #"["null"]"#, "expected Int8, found a string"),
      (.lenient, #"["128.5"]"#, "expected Int8, found a number out of its range in a string"),
      (.lenient, "[128.5]", "expected Int8, found a number out of its range"),
      (.lenient, "[-129.5]", "expected Int8, found a number out of its range"),
      (.lenient, "[1e999999999999]", "expected Int8, found a number out of its range"),
    ])
  func errorsOfIntegers(coercion: Coercion, json: String, text: String) {
    #expect(
      errorText { try readCoercing(json, as: [Int8].self, coercion) }
        == "$[0]: \(text) (line 1, column 2)")
  }

  @Test func errorsOfOtherTypes() {
    func text<Value: MappableValue>(_ json: String, _ type: Value.Type) -> String {
      errorText { try readCoercing(json, as: type, .lenient) }
    }
    let place = "(line 1, column 1)"
    #expect(
      text(#""1e400""#, Double.self)
        == "$: expected Double, found a number out of its range in a string \(place)")
    #expect(
      text(#""-1e39""#, Float.self)
        == "$: expected Float, found a number out of its range in a string \(place)")
    #expect(
      text(#""1e200""#, Decimal.self)
        == "$: expected Decimal, found a number with more digits or a larger exponent than it has"
        + " in a string \(place)")
    #expect(text(#""x""#, Decimal.self) == "$: expected Decimal, found a string \(place)")
    #expect(text(#""x""#, JSONNumber.self) == "$: expected a number, found a string \(place)")
    #expect(text(#""""#, Float.self) == "$: expected Float, found a string \(place)")
    #expect(text("2", Bool.self) == "$: expected Bool, found a number \(place)")
    #expect(text("-1", Bool.self) == "$: expected Bool, found a number \(place)")
    #expect(text("1e999999999", Bool.self) == "$: expected Bool, found a number \(place)")
    #expect(text(#""maybe""#, Bool.self) == "$: expected Bool, found a string \(place)")
    #expect(text("null", Bool.self) == "$: expected Bool, found null \(place)")
    #expect(text("[1]", String.self) == "$: expected String, found an array \(place)")
    #expect(text("null", String.self) == "$: expected String, found null \(place)")
  }

  @Test func codesAreThoseOfNumbersWithoutCoercion() {
    func code<Value: MappableValue>(_ json: String, _ type: Value.Type) -> MappingError.Code? {
      mappingError { try readCoercing(json, as: type, .lossless) }?.code
    }
    #expect(code(#""300""#, Int8.self) == .numberOutOfRange)
    #expect(code(#""1e400""#, Double.self) == .numberOutOfRange)
    #expect(code(#""3.9""#, Int.self) == .inexactNumber)
    #expect(code(#""x""#, Int.self) == .typeMismatch)
    #expect(code("null", Int.self) == .unexpectedNull)
  }

  @Test(arguments: [Coercion.none, .lossless, .lenient])
  func malformedTextIsNeverCoerced(coercion: Coercion) {
    for json in [
      #""42"#, #""4\x2""#, "\"4\u{1}2\"", #""\ud800""#, "tru", "fals", "t", "01", "1.", "-", "+1",
      ".5", "1e", "nul", "", " ", "'1'", "NaN", "0x1", "yes", "6abc", #""1"2"#, #""1""2""#,
    ] {
      #expect(errorText { try readCoercing(json, as: Int.self, coercion) } != "no error", "\(json)")
      #expect(
        errorText { try readCoercing(json, as: Float.self, coercion) } != "no error", "\(json)")
      #expect(
        errorText { try readCoercing(json, as: Double.self, coercion) } != "no error", "\(json)")
      #expect(
        errorText { try readCoercing(json, as: Decimal.self, coercion) } != "no error", "\(json)")
      #expect(
        errorText { try readCoercing(json, as: Bool.self, coercion) } != "no error", "\(json)")
      if json != #""4\x2""# || coercion != .none {
        #expect(
          errorText { try readCoercing(json, as: String.self, coercion) } != "no error", "\(json)")
      }
    }
  }

  @Test func brokenTextIsReportedAsWhatItIs() {
    #expect(
      errorText { try readCoercing("[01]", as: [String].self, .lossless) }
        == "$[0]: expected a number without leading zeros, found a leading zero"
        + " (line 1, column 2)")
    #expect(
      errorText { try readCoercing(#"["4\x"]"#, as: [Int].self, .lossless) }
        == "$[0]: expected an escape sequence, found an invalid one (line 1, column 4)")
    #expect(
      errorText { try readCoercing("[1.]", as: [Bool].self, .lenient) }
        == "$[0]: expected a digit, found ']' (line 1, column 4)")
    #expect(
      errorText { try readCoercing("[trux]", as: [Int].self, .lenient) }
        == "$[0]: expected true, found a letter (line 1, column 5)")
  }

  @Test func invalidUTF8IsNoNumberAndNoWord() {
    for bytes: [UInt8] in [
      [0x22, 0x34, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0x79, 0x80, 0x22],
    ] {
      bytes.withJSONBytes { bytes in
        var reader = JSONReader(Bytes(bytes), maximumDepth: 1, session: nil)
        reader.coercion = .lenient
        let number = reader.attempt { try $0.decode(Int.self) }
        let truth = reader.attempt { try $0.decode(Bool.self) }
        let text = reader.attempt { try $0.decode(String.self) }
        #expect(number == nil && truth == nil && text == nil)
      }
    }
  }

  // MARK: Inside of other types

  private enum Size: Int, MappableValue {
    case small = 1
    case large
  }
  private enum Name: String, MappableValue {
    case one = "1"
    case yes = "true"
  }

  @Test func containersOptionalsAndRawValuesAreCoercedThroughTheirScalars() throws {
    let json = #"["1", 2, "3" , true,"-4.0"]"#
    #expect(try readCoercing(json, as: [Int].self, .lenient) == [1, 2, 3, 1, -4])
    #expect(try readCoercing(json, as: [Double?].self, .lenient) == [1, 2, 3, 1, -4])
    #expect(
      try readCoercing(json, as: [String].self, .lossless) == ["1", "2", "3", "true", "-4.0"])
    #expect(try readCoercing(#"["1", null]"#, as: [Int?].self, .lossless) == [1, nil])
    #expect(
      try readCoercing(#"{"a": ["1"], "2": [3]}"#, as: [String: [Int]].self, .lossless)
        == ["a": [1], "2": [3]])
    #expect(try readCoercing(#"["1", 1]"#, as: Set<Int>.self, .lossless) == [1])
    #expect(try readCoercing(#"["1", 2]"#, as: [Size].self, .lossless) == [.small, .large])
    #expect(try readCoercing("[1, true]", as: [Name].self, .lossless) == [.one, .yes])
    #expect(
      errorText { try readCoercing(#"["1", "3"]"#, as: [Size].self, .lossless) }
        == "$[1]: expected a raw value of Size, found one that it does not have"
        + " (line 1, column 7)")
  }

  @Test func typesWithAFormatOfTheirOwnAreNotCoerced() {
    for json in ["5", "true"] {
      #expect(errorText { try readCoercing(json, as: URL.self, .lenient) } != "no error")
      #expect(errorText { try readCoercing(json, as: Date.self, .lenient) } != "no error")
      #expect(errorText { try readCoercing(json, as: UUID.self, .lenient) } != "no error")
      #expect(errorText { try readCoercing(json, as: Data.self, .lenient) } != "no error")
    }
    #expect(
      (try? readCoercing(#"["1", 1, true]"#, as: JSONValue.self, .lenient)) == ["1", 1, true])
    #expect(
      errorText { try readCoercing(#"{"a":1}"#, as: [Int: Int].self, .lenient) } != "no error")
  }

  @Test func failedAttemptAndLookaheadKeepCoercionAndPosition() throws {
    try #"["x", "1"]"#.withJSONBytes { bytes in
      var reader = JSONReader(Bytes(bytes), maximumDepth: 4, session: nil)
      reader.coercion = .lossless
      var ahead = JSONReader(reader.bytes, maximumDepth: 4, session: nil)
      ahead.coercion = .lossless
      let texts = try ahead.decode([String].self)
      #expect(texts == ["x", "1"])
      let coercion = ahead.coercion
      #expect(coercion == .lossless)
      _ = try reader.beginArray()
      let int = reader.attempt { try $0.decode(Int.self) }
      let double = reader.attempt { try $0.decode(Double.self) }
      let bool = reader.attempt { try $0.decode(Bool.self) }
      #expect(int == nil && double == nil && bool == nil)
      let text = try reader.decode(String.self)
      #expect(text == "x")
      _ = try reader.nextElement()
      let second = try reader.decode(Int.self)
      #expect(second == 1)
      let hasMore = try reader.nextElement()
      #expect(!hasMore)
    }
  }

  @Test func failuresLeaveTheReaderAtTheValue() throws {
    try #""3.9""#.withJSONBytes { bytes in
      var reader = JSONReader(Bytes(bytes), maximumDepth: 4, session: nil)
      reader.coercion = .lossless
      let int = try? reader.readInt()
      let bool = try? reader.readBool()
      let byte = try? reader.readInteger() as UInt8
      let decimal = try? Decimal.decode(from: &reader)
      #expect(int == nil && bool == nil && byte == nil && decimal == Decimal(string: "3.9"))
      reader.cursor = reader.start
      let double = try reader.readDouble()
      #expect(double == 3.9)
    }
  }

  // MARK: Text as numbers

  /// Text is read as the number itself would be, to the last bit.
  @Test(arguments: 0..<8)
  func numbersInStringsEqualThoseOutside(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let text = Self.number(using: &random)
      let escaped = text.replacing(".", with: #"\u002e"#).replacing("1", with: #"\u0031"#)
      for quoted in ["\"\(text)\"", "\"\(escaped)\""] {
        #expect(
          (try? readCoercing(quoted, as: Double.self, .lossless))
            == (try? readCoercing(text, as: Double.self, .none)))
        #expect(
          (try? readCoercing(quoted, as: Float.self, .lossless))
            == (try? readCoercing(text, as: Float.self, .none)))
        #expect(
          (try? readCoercing(quoted, as: Int.self, .lossless))
            == (try? readCoercing(text, as: Int.self, .none)))
        #expect(
          (try? readCoercing(quoted, as: Int.self, .lenient))
            == (try? readCoercing(text, as: Int.self, .lenient)))
        #expect(
          (try? readCoercing(quoted, as: Decimal.self, .lossless))
            == (try? readCoercing(text, as: Decimal.self, .none)))
        #expect(try readCoercing(text, as: String.self, .lossless) == text)
      }
    }
  }

  /// Truncating agrees with `Double` wherever that is exact.
  @Test func fractionsAreTruncatedTowardZero() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let number = Double(Int.random(in: -1_000_000...1_000_000, using: &random)) / 1024
      #expect(try readCoercing("\(number)", as: Int.self, .lenient) == Int(number))
      #expect(try readCoercing("\"\(number)\"", as: Int32.self, .lenient) == Int32(number))
      #expect(
        (try? readCoercing("\(number)", as: UInt8.self, .lenient))
          == UInt8(exactly: number.rounded(.towardZero)))
    }
  }

  private static func number(using random: inout SeededGenerator) -> String {
    func digits(_ range: ClosedRange<Int>) -> String {
      let count = Int.random(in: range, using: &random)
      return (0..<count).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
    }
    var text = Bool.random(using: &random) ? "-" : ""
    text +=
      ["0", "\(Int.random(in: 1...9, using: &random))" + digits(0...25)]
      .randomElement(using: &random) ?? "0"
    if Bool.random(using: &random) { text += "." + digits(1...22) }
    if Int.random(in: 0..<3, using: &random) == 0 {
      text += ["e", "E", "e+", "e-"].randomElement(using: &random) ?? "e"
      text += digits(1...3)
    }
    return text
  }
}
