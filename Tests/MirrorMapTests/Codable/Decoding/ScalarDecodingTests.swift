import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// The types that JSON's scalars are decoded as, from values of every kind.
struct ScalarDecodingTests {
  private enum Suit: String, Decodable {
    case hearts, spades
    case long = "a much longer raw value"
  }
  private enum Level: Int, Decodable {
    case low = 1
    case high = 100
  }
  private enum Half: Double, Decodable {
    case half = 0.5
    case two = 2
  }
  private struct Wrapped: RawRepresentable, Decodable, Equatable { let rawValue: String }

  private static let kinds = [
    "null", "true", "false", "0", "1", "-1", "1.5", #""""#, #""text""#, #""1""#, "[]", "{}", "[1]",
    #"{"a":1}"#, "[[null]]", #"{"key":null}"#,
  ]

  @Test func everyKindAsBooleansAndStrings() {
    CodableAgreement.expect(Bool.self, each: Self.kinds)
    CodableAgreement.expect(String.self, each: Self.kinds)
  }

  @Test func everyKindAsIntegers() {
    CodableAgreement.expect(Int.self, each: Self.kinds)
    CodableAgreement.expect(Int8.self, each: Self.kinds)
    CodableAgreement.expect(Int16.self, each: Self.kinds)
    CodableAgreement.expect(Int32.self, each: Self.kinds)
    CodableAgreement.expect(Int64.self, each: Self.kinds)
    CodableAgreement.expect(UInt.self, each: Self.kinds)
    CodableAgreement.expect(UInt8.self, each: Self.kinds)
    CodableAgreement.expect(UInt16.self, each: Self.kinds)
    CodableAgreement.expect(UInt32.self, each: Self.kinds)
    CodableAgreement.expect(UInt64.self, each: Self.kinds)
  }

  @Test func everyKindAs128BitIntegers() {
    CodableAgreement.expect(Int128.self, each: Self.kinds)
    CodableAgreement.expect(UInt128.self, each: Self.kinds)
  }

  @Test func everyKindAsFloatingPointNumbers() {
    CodableAgreement.expect(Double.self, each: Self.kinds)
    CodableAgreement.expect(Float.self, each: Self.kinds)
    #if !os(macOS) || arch(arm64)
      CodableAgreement.expect(Float16.self, each: Self.kinds)
    #endif
    CodableAgreement.expect(CGFloat.self, each: Self.kinds)
    CodableAgreement.expect(Decimal.self, each: Self.kinds)
  }

  @Test func everyKindAsFoundationTypes() {
    CodableAgreement.expect(Date.self, each: Self.kinds)
    CodableAgreement.expect(Data.self, each: Self.kinds)
    CodableAgreement.expect(URL.self, each: Self.kinds)
    CodableAgreement.expect(UUID.self, each: Self.kinds)
    CodableAgreement.expect(Locale.self, each: Self.kinds)
    CodableAgreement.expect(DateComponents.self, each: Self.kinds)
  }

  @Test func everyKindAsContainers() {
    CodableAgreement.expect([Int].self, each: Self.kinds)
    CodableAgreement.expect([Double].self, each: Self.kinds)
    CodableAgreement.expect([String].self, each: Self.kinds)
    CodableAgreement.expect([[Bool]].self, each: Self.kinds)
    CodableAgreement.expect([String: Int].self, each: Self.kinds)
    CodableAgreement.expect([Int: Int].self, each: Self.kinds)
    CodableAgreement.expect(Set<Int>.self, each: Self.kinds)
    CodableAgreement.expect(ContiguousArray<Int>.self, each: Self.kinds)
    CodableAgreement.expect(Int??.self, each: Self.kinds)
  }

  @Test func everyKindAsRawValues() {
    CodableAgreement.expect(Suit.self, each: Self.kinds)
    CodableAgreement.expect(Level.self, each: Self.kinds)
    CodableAgreement.expect(Half.self, each: Self.kinds)
    CodableAgreement.expect(Wrapped.self, each: Self.kinds)
  }

  @Test func rawValuesOfAllCases() {
    CodableAgreement.expect(
      Suit.self, each: [#""hearts""#, #""spad\u0065s""#, #""a much longer raw value""#])
    CodableAgreement.expect(Level.self, each: ["1", "100", "1e2", "100.0", "2", "1e400"])
    CodableAgreement.expect(Half.self, each: ["0.5", "2", "2.0", "5e-1", "0.25"])
  }

  @Test(arguments: [
    #""\"\\\/\b\f\n\r\t""#, #""\u0000""#, #""\u00e9é""#, #""\uD83D\uDE00""#, #""\ud83d\ude00""#,
    #""a\u0301 \u00e1""#, #""\uFFFF\uFFFE\uFEFF""#, "\"\u{7F}\u{2028}\u{2029}\"", #""🧑‍🚀""#,
    #""a string that is longer than fifteen bytes""#, #""e\u0073caped, and longer than fifteen""#,
    #""\uD800""#, #""\uDC00""#, #""\uD800\uD800""#, #""\uD800x""#, #""\uDC00\uD800""#,
    #""\uD83D\u0041""#, #""\uD83D\n""#, #""\u12""#, #""\u12G4""#, #""\x41""#, #""\""#, #""\u""#,
    "\"\n\"", "\"\t\"", "\"\u{0}\"", "\"", "\"a", #""\uD83D\u""#, #""\uD83D\uDE0""#, #""\u 041""#,
    #""\u+041""#, #""\U0041""#, #""\'""#,
  ])
  func stringsWithEscapes(_ text: String) {
    CodableAgreement.expect(String.self, each: [text])
    CodableAgreement.expect([String: Int].self, "{\(text):1}")
  }
}
