import EssentialFoundation

/// Reading scalars, and arrays of them, as `JSONDecoder` does.
extension DecodingDocument {
  @inline(never)
  func string(_ index: Int) throws(MappingError) -> String {
    try read(index) { (reader) throws(MappingError) in try reader.readString() }
  }

  @inline(never)
  func bool(_ index: Int) throws(MappingError) -> Bool {
    try read(index) { (reader) throws(MappingError) in try reader.readBool() }
  }

  @inline(never)
  func int(_ index: Int) throws(MappingError) -> Int {
    try read(index) { (reader) throws(MappingError) in
      if let short = reader.readShortInteger(), let value = Int(exactly: short) { return value }
      return try reader.readIntegerAsFoundation()
    }
  }

  /// The integer that a value of a generic type is.
  @inline(__always)
  func integer<I: FixedWidthInteger, T>(
    _ type: I.Type, _ index: Int, as other: T.Type
  ) throws(MappingError) -> T {
    identical(try integer(type, index), as: other)
  }

  private func integer<I: FixedWidthInteger>(
    _ type: I.Type, _ index: Int
  ) throws(MappingError) -> I {
    if let short = shortInteger(index), let value = I(exactly: short) { return value }
    return try read(index) { (reader) throws(MappingError) in
      try reader.readIntegerAsFoundation()
    }
  }

  /// The integer of up to 18 digits that a value is, nil for other values.
  @inline(never)
  private func shortInteger(_ index: Int) -> Int64? {
    try? read(index) { (reader) throws(MappingError) in reader.readShortInteger() }
  }

  func double(_ index: Int) throws(MappingError) -> Double {
    try number(index) { (reader) throws(MappingError) in try reader.readDouble() }
  }

  func float(_ index: Int) throws(MappingError) -> Float {
    try number(index) { (reader) throws(MappingError) in try reader.readFloat() }
  }

  @inline(__always)
  private func number<Number: BinaryFloatingPoint>(
    _ index: Int, _ body: (inout JSONReader) throws(MappingError) -> Number
  ) throws(MappingError) -> Number {
    do throws(MappingError) {
      return try read(index) { (reader) throws(MappingError) in
        let position = reader.cursor
        let number = try body(&reader)
        if number == 0 { try reader.checkUnderflow(since: position, Number.self) }
        return number
      }
    } catch {
      if let number = nonConforming(index) { return Number(number) }
      throw error
    }
  }

  /// The infinity or NaN for which a string stands, or in JSON5 a word.
  private func nonConforming(_ index: Int) -> Double? {
    guard firstByte(index) == .quote else {
      return options.allowsJSON5 ? NonFinite.value(of: number(index)) : nil
    }
    guard case .convertFromString(let positive, let negative, let nan) = options.floats else {
      return nil
    }
    return try? read(index) { (reader) throws(MappingError) -> Double? in
      let text = try reader.scanString()
      if text.hasEscapes { return nil }
      if JSONKey.isEqual(positive, text.bytes) { return .infinity }
      if JSONKey.isEqual(negative, text.bytes) { return -.infinity }
      return JSONKey.isEqual(nan, text.bytes) ? .nan : nil
    }
  }

  /// The first number in a value of so many bytes that stands for one of JSON5 that JSON doesn't have.
  func numberOfJSON5(from value: Int, byteCount: Int) -> Int? {
    entries(from: value, byteCount: byteCount).first { index in
      guard firstByte(index).startsNumber else { return false }
      let text = number(index)
      return NonFinite.isTaken(text.dropFirst(text.first == .minus ? 1 : 0))
    }
  }

  /// The text of a number.
  private func number(_ index: Int) -> [UInt8] {
    let text = try? read(index) { (reader) throws(MappingError) in
      let number = try reader.scanNumber()
      return Array(number.text)
    }
    return text ?? []
  }

  // MARK: Arrays

  /// The strings of an array; nil if it has other elements.
  func strings(_ index: Int) -> [String]? {
    try? read(index) { (reader) throws(MappingError) in try reader.decode([String].self) }
  }

  /// The integers of an array; nil if it has other elements.
  func ints(_ index: Int) -> [Int]? {
    try? read(index) { (reader) throws(MappingError) in
      try reader.readElements { (reader) throws(MappingError) in
        if let short = reader.readShortInteger(), let value = Int(exactly: short) { return value }
        return try reader.readIntegerAsFoundation()
      }
    }
  }

  /// The numbers of an array, or of arrays of arrays; nil if there are other elements, or numbers that are almost 0.
  func numbers<Numbers: NumberArray & MappableValue>(
    _ type: Numbers.Type, _ index: Int
  ) -> Numbers? {
    let numbers = try? read(index) { (reader) throws(MappingError) in try reader.decode(type) }
    return numbers?.hasZeros == false ? numbers : nil
  }
}

/// Numbers in arrays.
protocol NumberArray {
  /// Whether a number is 0.
  var hasZeros: Bool { get }
}

extension Double: NumberArray {
  var hasZeros: Bool { self == 0 }
}

extension Array: NumberArray where Element: NumberArray {
  var hasZeros: Bool { contains(where: \.hasZeros) }
}

extension JSONReader {
  /// Checks that a number that was read as 0 isn't one that is too small.
  fileprivate func checkUnderflow(
    since position: BytePointer, _ type: Any.Type
  ) throws(MappingError) {
    let digits = bytes(from: position, to: cursor).prefix { $0 | 0x20 != .lowerE }
    guard digits.contains(where: { $0.isDigit && $0 != .zero }) else { return }
    throw outOfRange(typeName(of: type), position)
  }

  /// Reads an integer that may have a fraction or an exponent, as Foundation does.
  ///
  /// Integers without these are exact. Others of less than 2^53 are those that `Double` makes of them. Larger ones
  /// lose their fraction, and have to fit 64 bits, as have their significant digits; the least integer of a type isn't
  /// accepted.
  fileprivate mutating func readIntegerAsFoundation<I: FixedWidthInteger>() throws(MappingError)
    -> I
  {
    let position = cursor
    let text = try scanNumber().text
    cursor = position
    guard text.contains(where: { $0 == .dot || $0 | 0x20 == .lowerE }) else {
      return try readInteger()
    }
    return try readRoundedInteger(text)
  }

  /// Reads an integer with a fraction or an exponent. Compiled once for all types.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  private mutating func readRoundedInteger<I: FixedWidthInteger>(
    _ text: Bytes
  ) throws(MappingError) -> I {
    let type = I.self
    let position = cursor
    let double = try readDouble()
    if abs(double) < 0x1p53 {
      if let value = I(exactly: double) { return value }
      throw failure(
        .inexactNumber, at: position, expected: typeName(of: type),
        found: "a number with a fraction")
    }
    guard double >= Double(I.min), double < Double(I.max),
      let decimal = Decimal(string: String(decoding: text, as: UTF8.self)),
      decimal.significand <= Decimal(UInt64.max),
      let whole = JSONNumber(decimal)?.integerPart.exactly(Int128.self),
      whole.magnitude <= UInt64.max, let value = I(exactly: whole), value > I.min
    else { throw outOfRange(typeName(of: type), position) }
    return value
  }
}
