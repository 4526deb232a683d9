import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Numbers and other scalars, as whole documents and inside of containers.
struct ScalarEncodingTests {
  @Test func booleans() { EncodingAgreement.expect(each: [true, false]) }

  @Test func integers() {
    func expect<T: FixedWidthInteger & Codable>(_ type: T.Type) {
      EncodingAgreement.expect(each: [T.min, T.min + 1, 0, 1, 7, 10, 99, 100, T.max - 1, T.max])
      EncodingAgreement.expectRoundTrip([T.min, T.max])
    }
    expect(Int.self)
    expect(Int8.self)
    expect(Int16.self)
    expect(Int32.self)
    expect(Int64.self)
    expect(UInt.self)
    expect(UInt8.self)
    expect(UInt16.self)
    expect(UInt32.self)
    expect(UInt64.self)
    expect(Int128.self)
    expect(UInt128.self)
  }

  @Test func powersOfTen() {
    var power = 1
    while power < Int.max / 10 {
      EncodingAgreement.expect([power - 1, power, power + 1, -power, 1 - power])
      power *= 10
    }
  }

  private static let doubles: [Double] = [
    0, -0.0, 1, -1, 0.1, 0.5, -0.25, 1.5, 1e15, 1e16, 1e17, 1.5e16, 1e20, 1e21, 1e22, 1e23, 1e100,
    123_456_789.125, 9_007_199_254_740_991, 9_007_199_254_740_992, 9_007_199_254_740_994,
    9_999_999_999_999_998, 12_345_678_901_234_568, 0.001, 0.0001, 0.00001, 1e-5, 1.5e-5, 1e-7,
    .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude,
    -.greatestFiniteMagnitude, .pi,
    0.30000000000000004, 1.0e-10, 4.35, 100, 1000, 10.0, 20.5, 1e2,
  ]

  @Test func doubles() {
    EncodingAgreement.expect(each: Self.doubles)
    EncodingAgreement.expectRoundTrip(Self.doubles)
    EncodingAgreement.expectRoundTrip([Self.doubles, [], Self.doubles])
    EncodingAgreement.expectRoundTrip([[Self.doubles], [], [[]]])
    #expect(EncodingAgreement.ours(1e16) == "1e+16")
    #expect(EncodingAgreement.ours(-0.0) == "-0")
  }

  @Test func floats() {
    let floats: [Float] = [
      0, -0.0, 1, -1, 0.1, 0.2, 1.5, 16_777_216, 16_777_218, 1e7, 1e8, 1e10, 3.4e38, 1e-5, 1e-4,
      .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, .pi, 12_345_679,
    ]
    EncodingAgreement.expect(each: floats)
    EncodingAgreement.expectRoundTrip(floats)
  }

  @Test func otherFloatingPoints() {
    EncodingAgreement.expect(each: [CGFloat](Self.doubles.map { CGFloat($0) }))
    #if !os(macOS) || arch(arm64)
      EncodingAgreement.expect(each: [Float16](arrayLiteral: 0, -0.0, 0.1, 65504, 1e-7, 1, 1.5))
    #endif
  }

  @Test func randomDoubles() {
    var random = SeededGenerator(seed: 15)
    for _ in 0..<40 {
      let bits = (0..<50).map { _ in Double(bitPattern: random.next()) }.filter(\.isFinite)
      EncodingAgreement.expect(bits)
      let short = (0..<50).map { _ in Double(Int.random(in: -99999...99999, using: &random)) / 100 }
      EncodingAgreement.expect(short)
      let floats = (0..<50).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
      }
      EncodingAgreement.expect(floats.filter(\.isFinite))
    }
  }

  @Test func decimals() throws {
    let texts = [
      "0", "-0", "1", "-1", "0.1", "1.50", "100", "1e2", "1e10", "1e30", "1e100", "1e127", "1e-10",
      "1e-127", "12345678901234567890.123456789", "-340282366920938463463374607431768211455",
      "0.000000000000000000000000000000000001", "3.14", "99999999999999999999999999999999999999",
    ]
    let decimals = try texts.map { try #require(Decimal(string: $0)) }
    EncodingAgreement.expect(each: decimals)
    EncodingAgreement.expectRoundTrip(decimals.filter { $0.exponent > -100 && $0.exponent < 90 })
    EncodingAgreement.expect(Decimal.greatestFiniteMagnitude)
    EncodingAgreement.expect(Decimal.leastNonzeroMagnitude)
  }

  /// `JSONEncoder` writes `NaN`, which isn't JSON.
  @Test func decimalsThatAreNoNumbers() {
    #expect(EncodingAgreement.ours(Decimal.nan) == "error invalidValue Decimal at ")
    #expect(EncodingAgreement.ours([1, Decimal.nan]) == "error invalidValue Decimal at Index 1[1]")
    #expect(
      EncodingAgreement.ours(["a": Decimal.nan], .texts) == "error invalidValue Decimal at a")
  }

  @Test func arraysOfScalars() {
    EncodingAgreement.expectRoundTrip([Int]())
    EncodingAgreement.expectRoundTrip([[Int]]([[], [1], [1, 2, 3]]))
    EncodingAgreement.expectRoundTrip([Int8]([-1, 0, 1]))
    EncodingAgreement.expectRoundTrip([Bool]([true, false]))
    EncodingAgreement.expectRoundTrip([Int?]([1, nil, 3]))
    EncodingAgreement.expectRoundTrip([Double?]([1, nil, 3.5]))
    EncodingAgreement.expectRoundTrip([String?](["1", nil, "/"]))
    EncodingAgreement.expectRoundTrip(Set([1]))
    EncodingAgreement.expectRoundTrip(ContiguousArray([1, 2]))
  }
}
