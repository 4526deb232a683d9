import Testing

@testable import MirrorMap
@testable import TestSupport

extension JSONReader {
  /// Reads a number by the fast path.
  fileprivate mutating func shortDouble() -> Double? {
    var place = cursor
    defer { cursor = place }
    return shortDouble(at: &place)
  }
}

/// The fast paths for numbers of up to 19 digits, compared with the general ones and with the standard
/// library.
struct ShortNumberTests {
  private static func withReader<R>(_ bytes: [UInt8], _ body: (inout JSONReader) -> R) -> R {
    GuardedBytes.withBytes(bytes) {
      var reader = JSONReader(Bytes($0), maximumDepth: 512, session: nil)
      return body(&reader)
    }
  }

  /// The value that a function reads, and the number of bytes that it has consumed.
  private static func read<R>(
    _ bytes: [UInt8], _ way: (inout JSONReader) throws -> R
  ) -> (value: R?, length: Int) {
    withReader(bytes) { reader in
      let start = reader.cursor
      let value = try? way(&reader)
      return (value, reader.cursor - start)
    }
  }

  private static func optional<R>(
    _ bytes: [UInt8], _ way: (inout JSONReader) -> R?
  ) -> (value: R?, length: Int) {
    withReader(bytes) { reader in
      let start = reader.cursor
      let value = way(&reader)
      return (value, reader.cursor - start)
    }
  }

  /// What may follow a number.
  private static let tails: [String] = [
    "", ",", "]", " ", "}x", ",123456", ", 1234567890", "]}]}]}]}]}]}",
  ]

  /// Expects all ways to agree about a number that a tail follows.
  private static func check(_ text: String, tail: String) {
    let bytes = Array((text + tail).utf8)
    let length = text.utf8.count

    let expected = Double(text) ?? .nan
    let double = read(bytes) { try $0.readDouble() }
    #expect(double.value?.bitPattern == expected.bitPattern && double.length == length, "\(text)")
    let short = optional(bytes) { $0.shortDouble() }
    #expect(short.value == nil ? short.length == 0 : short.length == length, "\(text)")
    #expect(short.value == nil || short.value?.bitPattern == expected.bitPattern, "\(text)")

    let general = optional(bytes) { $0.scanAnyNumber() }
    let quick = optional(bytes) { $0.scanShortNumber() }
    #expect(general.length == length)
    guard let general = general.value else { return }
    if let number = quick.value {
      #expect(quick.length == length)
      #expect(number.significand == general.significand && number.exponent == general.exponent)
      #expect(number.isNegative == general.isNegative)
      #expect(!general.isTruncated && !general.isShortened, "\(text)")
    } else {
      #expect(quick.length == 0)
    }

    guard text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || $0.isDigit }) else {
      #expect(optional(bytes) { $0.readShortInteger() } == (nil, 0))
      return
    }
    let integer = read(bytes) { try $0.readInt() }
    #expect(integer.value == Int(text), "\(text)")
    let shortInteger = optional(bytes) { $0.readShortInteger() }
    #expect(shortInteger.value == nil || shortInteger == (Int64(text), length), "\(text)")
    #expect(read(bytes) { try $0.readInteger() as UInt64 }.value == UInt64(exactly: text))
    #expect(read(bytes) { try $0.readInteger() as Int8 }.value == Int8(exactly: text))
    #expect(read(bytes) { try $0.readInteger() as Int128 }.value == Int128(text), "\(text)")
  }

  // MARK: Random numbers

  private static func digits(_ count: Int, _ generator: inout SeededGenerator) -> String {
    let isExtreme = Int.random(in: 0..<4, using: &generator) == 0
    return (0..<count).map { _ in
      "\(isExtreme ? [0, 9].randomElement(using: &generator) ?? 0 : Int.random(in: 0...9, using: &generator))"
    }.joined()
  }

  @Test(arguments: 1...25)
  func everyDigitCountWithThePointAnywhere(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    for _ in 0..<4 {
      for whole in 1...count {
        var integer = Self.digits(whole, &generator)
        if whole > 1, integer.hasPrefix("0") { integer = "1" + integer.dropFirst() }
        var text = Bool.random(using: &generator) ? "-" + integer : integer
        if whole < count { text += "." + Self.digits(count - whole, &generator) }
        Self.check(text, tail: Self.tails.randomElement(using: &generator) ?? "")
        let exponent = ["e", "E", "e+", "e-"].randomElement(using: &generator) ?? "e"
        Self.check(
          text + exponent + "\(Int.random(in: 0...20, using: &generator))",
          tail: Self.tails.randomElement(using: &generator) ?? "")
      }
    }
  }

  @Test func inputMayEndAtAnyDistance() {
    for text in [
      "0", "-0", "7", "-7", "12345678", "123456789", "-12345678", "1234567890123456",
      "12345678901234567", "123456789012345678", "1234567890123456789", "0.1", "-0.12345678",
      "0.1234567", "0.123456789", "0.1234567890123456", "1.5e3", "-65.613616999999977",
      "9007199254740993", "9007199254740993.0", "1e22", "0.0000000000000000001",
    ] {
      for count in 0...20 {
        Self.check(text, tail: String(repeating: " ", count: count))
        Self.check(
          text, tail: String("]" + String(repeating: "7", count: 20)).prefix(count).description)
      }
    }
  }

  @Test func leadingZerosAndInvalidNumbersAreLeftToTheGeneralForms() {
    for text in [
      "01", "-01", "00", "00.5", "-00", "012345678", "-", "--1", "+1", ".5", "1.", "1.e5", "-.5",
      "1.]",
      "1.5.5", "0x10", "1e", "1e+", "1.5e", "a", "", "-a", "Infinity", "nan", "１",
    ] {
      for tail in ["", ",1234567890123"] {
        let bytes = Array((text + tail).utf8)
        let number = Self.optional(bytes) { $0.scanShortNumber() }
        let general = Self.optional(bytes) { $0.scanAnyNumber() }
        #expect(number.value == nil || number.length == general.length, "\(text)")
        #expect(general.value != nil || number.value == nil && number.length == 0, "\(text)")
        #expect(general.value != nil || Self.optional(bytes) { $0.readShortInteger() } == (nil, 0))
        #expect(general.value != nil || Self.optional(bytes) { $0.shortDouble() } == (nil, 0))
      }
    }
  }

  /// Bytes next to those that numbers consist of.
  @Test func anyByteAfterDigitsEndsThem() {
    for count in [1, 2, 7, 8, 9, 15, 16, 17, 18] {
      let digits = String("123456789123456789".prefix(count))
      for byte in UInt8.min...UInt8.max where !"0123456789.eE".utf8.contains(byte) {
        for tail in [[], [byte, 0x31, 0x31], [UInt8](repeating: 0x39, count: 12)] as [[UInt8]] {
          let bytes = Array(digits.utf8) + [byte] + tail
          #expect(Self.read(bytes) { try $0.readInt() } == (Int(digits), count))
          #expect(Self.read(bytes) { try $0.readDouble() } == (Double(digits), count))
          let fraction = Array("0.\(digits)".utf8) + [byte] + tail
          #expect(Self.read(fraction) { try $0.readDouble() } == (Double("0.\(digits)"), count + 2))
        }
      }
    }
  }

  @Test(arguments: [
    "127", "128", "-128", "-129", "255", "256", "-1", "2147483647", "2147483648", "-2147483648",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616", "999999999999999999", "1000000000000000000",
    "-999999999999999999", "-1000000000000000000", "170141183460469231731687303715884105727",
  ])
  func integersAtTheEndsOfTheirTypes(text: String) {
    for tail in Self.tails {
      let bytes = Array((text + tail).utf8)
      Self.check(text, tail: tail)
      #expect(Self.read(bytes) { try $0.readInteger() as UInt8 }.value == UInt8(exactly: text))
      #expect(Self.read(bytes) { try $0.readInteger() as Int32 }.value == Int32(exactly: text))
      #expect(Self.read(bytes) { try $0.readInteger() as Int64 }.value == Int64(exactly: text))
    }
  }

  // MARK: Runs of digits

  @Test func runsOfUpToEightDigitsAreReadAsDigitByDigit() {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<20_000 {
      var bytes = (0..<8).map { _ in UInt8.random(in: 0x30...0x39, using: &generator) }
      for _ in 0..<Int.random(in: 0...2, using: &generator) {
        let place = Int.random(in: 0..<8, using: &generator)
        bytes[place] =
          Bool.random(using: &generator)
          ? [0x2F, 0x3A, 0x2E, 0x45, 0xB0, 0xB9, 0x00, 0xFF].randomElement(using: &generator) ?? 0
          : UInt8.random(in: 0...255, using: &generator)
      }
      let run = DigitRun(bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) })
      let digits = bytes.prefix { (0x30...0x39).contains($0) }
      #expect(run.count == digits.count)
      if !digits.isEmpty { #expect(run.value == UInt64(String(decoding: digits, as: UTF8.self))) }
    }
  }

  // MARK: Decimal to binary

  private static func expectNearest(_ significand: UInt64, _ fractionDigits: Int) -> Bool {
    let value = DecimalToBinary.double(
      significand: significand, fractionDigits: fractionDigits, powers: .shared)
    guard let value else { return false }
    let text = "\(significand)e-\(fractionDigits)"
    #expect(value.bitPattern == Double(text)?.bitPattern, "\(text)")
    return true
  }

  @Test(arguments: 0...19)
  func randomSignificandsWithEveryNumberOfFractionDigits(fractionDigits: Int) {
    var generator = SeededGenerator(seed: UInt64(fractionDigits))
    var answers = 0
    for _ in 0..<1500 {
      let bits = Int.random(in: 0...63, using: &generator)
      let significand = UInt64.random(in: 0...(.max >> UInt64(bits)), using: &generator)
      guard significand < 10_000_000_000_000_000_000 else { continue }
      if Self.expectNearest(significand, fractionDigits) { answers += 1 }
    }
    #expect(answers > 800)
  }

  /// Numbers exactly in the middle of two values, and next to it.
  @Test(arguments: 0...4)
  func halfwayCasesRoundToEvenOrAreLeftToTheGeneralForm(fractionDigits: Int) {
    var generator = SeededGenerator(seed: UInt64(70 + fractionDigits))
    let five: UInt64 = [1, 5, 25, 125, 625][fractionDigits]
    for _ in 0..<1500 {
      let fraction = UInt64.random(in: 0..<(1 << 52), using: &generator)
      // 54 bits, the last one set: the middle. Divided by a power of two, as 5 is by one of ten.
      let (middle, isTooLarge) = ((1 << 52 | fraction) * 2 + 1).multipliedReportingOverflow(
        by: five)
      for significand in [middle &- 1, middle, middle &+ 1]
      where !isTooLarge && middle < 9_999_999_999_999_999_999 {
        _ = Self.expectNearest(significand, fractionDigits)
        let digits = "\(significand)"
        let text =
          fractionDigits == 0
          ? digits : "\(digits.dropLast(fractionDigits)).\(digits.suffix(fractionDigits))"
        Self.check(text, tail: ",12345678")
      }
    }
  }

  @Test func significandsAroundTwoToThe53rdAndTheLargestOnes() {
    for fractionDigits in 0...19 {
      for distance in -70...70 {
        for base: UInt64 in [1 << 53, 1 << 54, 1 << 60, 1 << 63, 9_999_999_999_999_999_929] {
          _ = Self.expectNearest(
            UInt64(truncatingIfNeeded: Int64(truncatingIfNeeded: base) &+ Int64(distance)),
            fractionDigits)
        }
      }
    }
  }
}

extension FixedWidthInteger {
  /// The integer with this text in JSON; nil if it isn't a value of this type. `-0` is valid for unsigned
  /// types as well.
  fileprivate init?(exactly text: String) {
    guard let value = Int128(text) else { return nil }
    self.init(exactly: value)
  }
}
