import Testing

@testable import MirrorMap
@testable import TestSupport

struct LongIntegerTests {
  /// Blanks after a number let it be read eight bytes at a time; at the end of the input it isn't.
  private func expectTheSame<I: FixedWidthInteger & MappableValue>(_ text: String, as type: I.Type)
  {
    for context in ["", ",1                            "] {
      let document = "[\(text)\(context)]"
      var read: I?
      let error = errorText { read = try [I].decode(from: document)[0] }
      let number = JSONNumber(text: text)
      #expect(read == number?.exactly(type), "\(document) as \(type)")
      let byItself = errorText { _ = try [I].decode(from: "[\(text)]") }
      if number != nil { #expect(error == byItself, "\(document)") }
    }
  }

  private func expectTheSame(_ text: String) {
    expectTheSame(text, as: Int.self)
    expectTheSame(text, as: UInt64.self)
    expectTheSame(text, as: Int128.self)
    expectTheSame(text, as: UInt128.self)
    expectTheSame(text, as: Int8.self)
  }

  @Test func integersOfEachLength() {
    var random = SeededGenerator(seed: 0x10E6)
    for count in Array(1...48) + Array(16...40) + Array(16...40) {
      let digits = (0..<count).map { _ in String(UInt8.random(in: 0...9, using: &random)) }.joined()
      for sign in ["", "-"] {
        for end in ["", ".0", ".5", "e1", "E0", ".", "e", "x", "-"] {
          expectTheSame(sign + digits + end)
        }
        expectTheSame(sign + "0" + digits)
        expectTheSame(sign + String(repeating: "9", count: count))
      }
    }
  }

  @Test func limitsOfEachType() {
    for text in [
      "\(Int64.max)", "\(Int64.min)", "\(UInt64.max)", "\(Int128.max)", "\(Int128.min)",
      "\(UInt128.max)", "9223372036854775808", "-9223372036854775809", "18446744073709551616",
      "170141183460469231731687303715884105728", "340282366920938463463374607431768211456",
    ] {
      expectTheSame(text)
    }
  }

  @Test func integersAreWrittenAsTheyAreDescribed() throws {
    var random = SeededGenerator(seed: 0x128)
    for count in 0...127 as ClosedRange<UInt128> {
      let low = UInt128(random.next()) << 64 | UInt128(random.next())
      for number in [low >> count, 1 << count, (1 << count) - 1, .max >> count] {
        #expect(try number.encodeString() == "\(number)")
        let signed = Int128(truncatingIfNeeded: number)
        #expect(try signed.encodeString() == "\(signed)")
      }
    }
    for exponent in 0...38 {
      let power = (0..<exponent).reduce(1 as UInt128) { power, _ in power * 10 }
      for number in [power - 1, power, power + 1] {
        #expect(try number.encodeString() == "\(number)")
      }
    }
  }

  @Test func lengthsAreLimited() {
    var mapper = Mapper()
    mapper.maximumStringLength = 19
    let document = "[18446744073709551615                    ]"
    #expect(throws: MappingError.self) { try [UInt64].decode(from: document, using: mapper) }
  }
}
