import Testing

@testable import MirrorMap

/// Integers in the last eight bytes of a document are read apart from others; the verdicts are the same.
struct LastIntegerTests {
  @Test(arguments: [
    "0", "-0", "7", "-7", "00", "01", "-01", "-", "--1", "+1", "12345678", "-123456789",
    "123456789012345678", "1234567890123456789", "9223372036854775807", "-9223372036854775808",
    "9223372036854775808", "18446744073709551615", "1.0", "1.5", "-2.0", "1e2", "1E2", "100e-2",
    "1e", "1.", "1.e2", "1x", "1-", "128", "-128", "-129", "255", "256", "\"12\"", "\"", "true",
  ])
  func integersAtTheEndAreReadAsOthers(_ text: String) {
    for coercion in [Coercion.none, .lossless, .lenient] {
      for (prefix, suffix) in [
        ("", ""), ("[", "]"), ("[1, ", "]"), ("[", ",2]"), ("[", ""), ("[1, 20, 3,", "]"),
        ("[1, 20, 3,", ",4]"), ("[1, 20, 3,", ""),
      ] {
        expectSame(Int.self, prefix, text, suffix, coercion)
        expectSame(UInt64.self, prefix, text, suffix, coercion)
        expectSame(Int8.self, prefix, text, suffix, coercion)
        expectSame(Int128.self, prefix, text, suffix, coercion)
      }
    }
  }

  private func expectSame<I: FixedWidthInteger & MappableValue>(
    _ type: I.Type, _ prefix: String, _ text: String, _ suffix: String, _ coercion: Coercion
  ) {
    var mapper = Mapper()
    mapper.coercion = coercion
    // Space at the end, before what closes the array.
    let spaces = String(repeating: " ", count: 40)
    let (short, long) = (prefix + text + suffix, prefix + text + spaces + suffix)
    if prefix.isEmpty {
      #expect(
        outcome { try I.decode(from: short, using: mapper) }
          == outcome { try I.decode(from: long, using: mapper) }, "\(type) \(short)")
    } else {
      #expect(
        outcome { try [I].decode(from: short, using: mapper) }
          == outcome { try [I].decode(from: long, using: mapper) }, "\(type) \(short)")
    }
  }

  /// A value, or the code of the error. What is missing at the end of a document is wrong before spaces.
  private func outcome<Value>(_ body: () throws -> Value) -> String {
    do {
      return "\(try body())"
    } catch {
      let code = (error as? MappingError)?.code
      let isMalformed = [.unexpectedEnd, .unexpectedCharacter, .invalidNumber].contains(code)
      return isMalformed ? "malformed" : "\(code as Any)"
    }
  }
}
