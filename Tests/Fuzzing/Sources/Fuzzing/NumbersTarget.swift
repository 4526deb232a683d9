import Foundation
import MirrorMap

/// Bytes as the text of a number, and as a number's bits.
enum NumbersTarget {
  static func check(_ input: UnsafeRawBufferPointer) {
    if input.count <= 16 { checkWriting(input) }
    let text = Array(input)
    guard case .number(let digits)? = JSONReference.read(text) else {
      let number = Verdict { try JSONNumber.decode(from: input) }
      require(number.value == nil, "JSONNumber: \(number.complaint)")
      let double = Verdict { try Double.decode(from: input) }
      require(double.value == nil, "Double: \(double.complaint)")
      let integer = Verdict { try Int.decode(from: input) }
      require(integer.value == nil, "Int: \(integer.complaint)")
      if let parsed = JSONNumber(text: String(decoding: text, as: UTF8.self)) {
        fatalError("FINDING: JSONNumber of text: \(parsed)")
      }
      return
    }
    let plain = NumberReference(digits)
    checkFloats(input, digits)
    checkInteger(Int8.self, input, plain)
    checkInteger(Int16.self, input, plain)
    checkInteger(Int32.self, input, plain)
    checkInteger(Int64.self, input, plain)
    checkInteger(Int128.self, input, plain)
    checkInteger(Int.self, input, plain)
    checkInteger(UInt8.self, input, plain)
    checkInteger(UInt16.self, input, plain)
    checkInteger(UInt32.self, input, plain)
    checkInteger(UInt64.self, input, plain)
    checkInteger(UInt128.self, input, plain)
    checkInteger(UInt.self, input, plain)
    checkExact(input, digits, plain)
    if text == digits { checkText(digits) }
  }

  // MARK: Reading

  private static func checkFloats(_ input: UnsafeRawBufferPointer, _ digits: [UInt8]) {
    let twins = (digits + [0]).withUnsafeBytes { bytes in
      let start = bytes.bindMemory(to: CChar.self).baseAddress
      return start.map { (strtod($0, nil), strtof($0, nil)) } ?? (.nan, .nan)
    }
    let double = Verdict { try Double.decode(from: input) }
    if twins.0.isFinite {
      require(
        double.value?.bitPattern == twins.0.bitPattern,
        "Double: \(double), strtod: \(twins.0)")
    } else {
      require(double.error?.code == .numberOutOfRange, "Double: \(double), strtod: \(twins.0)")
    }
    let float = Verdict { try Float.decode(from: input) }
    if twins.1.isFinite {
      require(
        float.value?.bitPattern == twins.1.bitPattern, "Float: \(float), strtof: \(twins.1)")
    } else {
      require(float.error?.code == .numberOutOfRange, "Float: \(float), strtof: \(twins.1)")
    }
    let number = Verdict { try JSONNumber.decode(from: input) }
    let doubleOfNumber = number.value?.double
    require(
      doubleOfNumber?.bitPattern == double.value?.bitPattern,
      "JSONNumber.double: \(String(describing: doubleOfNumber)), Double: \(double)")
  }

  private static func checkInteger<I: FixedWidthInteger & MappableValue>(
    _ type: I.Type, _ input: UnsafeRawBufferPointer, _ plain: NumberReference
  ) {
    let verdict = Verdict { try I.decode(from: input) }
    let twin = plain.integer(type)
    require(verdict.value == twin, "\(type): \(verdict), plainly \(String(describing: twin))")
    guard let error = verdict.error else { return }
    let expected: MappingError.Code = plain.exponent < 0 ? .inexactNumber : .numberOutOfRange
    require(error.code == expected, "\(type): \(error.complaint), not \(expected)")
  }

  /// Numbers that are kept as they are, and decimals.
  private static func checkExact(
    _ input: UnsafeRawBufferPointer, _ digits: [UInt8], _ plain: NumberReference
  ) {
    guard let number = Verdict({ try JSONNumber.decode(from: input) }).value else {
      fatalError("FINDING: no JSONNumber")
    }
    let written = Array(number.description.utf8)
    require(NumberReference(written) == plain, "JSONNumber is written as \(number)")
    require(NumberReference(written).isNegative == plain.isNegative, "sign of \(number)")
    let fromText = JSONNumber(text: String(decoding: digits, as: UTF8.self))
    require(fromText == number, "JSONNumber of text: \(String(describing: fromText)), \(number)")
    require(fromText.hashValue == Optional(number).hashValue, "hash of \(number)")
    let again = JSONNumber(text: number.description)
    require(again == number, "read again: \(String(describing: again)), \(number)")
    require(again?.description == number.description, "written again: \(String(describing: again))")

    let decimal = Verdict { try Decimal.decode(from: input) }
    if let value = decimal.value {
      require(
        NumberReference(Array("\(value)".utf8)) == plain, "Decimal \(value) of \(number)")
      let encoded = Verdict { try value.encodeBytes() }
      require(encoded.value.map { NumberReference($0) } == plain, "Decimal is written \(encoded)")
    } else {
      let fits = plain.digits.count <= 38 && (-128...127).contains(plain.exponent)
      require(!fits && decimal.error?.code == .inexactNumber, "Decimal: \(decimal.complaint)")
    }
  }

  /// The number as text that is coerced.
  private static func checkText(_ digits: [UInt8]) {
    var mapper = Mapper()
    mapper.coercion = .lossless
    let quoted = Array("\"".utf8) + digits + Array("\"".utf8)
    withBytes(quoted) { quoted in
      withBytes(digits) { digits in
        func compare<Value: MappableValue & Equatable>(_ type: Value.Type) {
          let number = Verdict { try Value.decode(from: digits, using: mapper) }
          let text = Verdict { try Value.decode(from: quoted, using: mapper) }
          require(
            number.value == text.value && number.error?.code == text.error?.code,
            "\(type): \(number) as a number, \(text) as text")
        }
        compare(Double.self)
        compare(Float.self)
        compare(Int.self)
        compare(UInt8.self)
        compare(Int128.self)
        compare(Decimal.self)
        compare(JSONNumber.self)
      }
    }
    let string = Verdict { try String.decode(from: digits, using: mapper) }
    require(string.value.map { Array($0.utf8) } == digits, "String: \(string)")
  }

  // MARK: Writing

  private static func checkWriting(_ input: UnsafeRawBufferPointer) {
    var bits: UInt128 = 0
    for byte in input { bits = bits << 8 | UInt128(byte) }
    let double = Double(bitPattern: UInt64(truncatingIfNeeded: bits))
    checkWriting(double, double.isFinite) { strtod($0, nil) }
    let float = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
    checkWriting(float, float.isFinite) { strtof($0, nil) }
    checkWriting(Int64(truncatingIfNeeded: bits))
    checkWriting(UInt32(truncatingIfNeeded: bits))
    checkWriting(Int8(truncatingIfNeeded: bits))
    checkWriting(Int128(truncatingIfNeeded: bits))
    checkWriting(bits)
  }

  /// As few digits as the standard library finds, and the same ones.
  private static func checkWriting<F: BinaryFloatingPoint & MappableValue>(
    _ value: F, _ isFinite: Bool, _ read: (String) -> F
  ) {
    let written = Verdict { try value.encodeString() }
    guard isFinite else {
      return require(written.error?.code == .notEncodable, "\(value): \(written)")
    }
    guard let text = written.value, case .number(let digits)? = JSONReference.read(Array(text.utf8))
    else { fatalError("FINDING: \(value) is written as \(written)") }
    let again = read(text)
    require(again == value && again.sign == value.sign, "\(value) is written as \(text)")
    require(
      NumberReference(digits) == NumberReference(Array("\(value)".utf8)),
      "\(value) is written as \(text)")
  }

  private static func checkWriting<I: FixedWidthInteger & MappableValue>(_ value: I) {
    let written = Verdict { try value.encodeString() }
    require(written.value == String(value), "\(value) is written as \(written)")
  }
}
