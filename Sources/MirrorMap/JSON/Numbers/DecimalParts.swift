import EssentialFoundation

/// A `Decimal` as significand × 10^exponent, read from its memory and written to it: Foundation converts it by text or
/// by arithmetic only.
///
/// The memory has an exponent of 8 bits, flags of 8 bits with the number of words and the sign, 16 other bits, and
/// eight words of 16 bits. The flags have another order on each platform.
struct DecimalParts {
  let significand: UInt128
  let exponent: Int
  let isNegative: Bool

  /// - Returns: nil for NaN, and where Foundation has another layout.
  init?(_ decimal: Decimal) {
    guard let layout = Layout.known, !decimal.isNaN else { return nil }
    self.init(Memory(decimal), layout)
  }

  private init(_ memory: Memory, _ layout: Layout) {
    let bitCount = 16 * (memory.flags >> layout.lengthShift & 0xF)
    // Words beyond the length aren't used.
    significand = bitCount < 128 ? memory.words & (1 << bitCount - 1) : memory.words
    exponent = Int(memory.exponent)
    isNegative = memory.flags & layout.signMask != 0
  }

  init(significand: UInt128, exponent: Int, isNegative: Bool) {
    (self.significand, self.exponent, self.isNegative) = (significand, exponent, isNegative)
  }

  /// The parts of a number, without zeros at its end; nil if the significand has more than 128 bits.
  @inline(__always)
  init?(_ number: JSONReader.RawNumber) {
    if number.isShortened {
      self.init(long: number)
    } else {
      self.init(
        trimming: number.significand, exponent: number.exponent, isNegative: number.isNegative)
    }
  }

  /// The parts of a number of more than 19 digits.
  @inline(never)
  private init?(long number: JSONReader.RawNumber) {
    var significand: UInt128 = 0
    // The number's own exponent is that of the 19th digit. Zeros count only if another digit follows.
    var exponent = number.exponent + 19
    var zeros = 0
    for byte in number.text {
      if byte | 0x20 == .lowerE { break }
      guard byte.isDigit else { continue }
      guard byte != .zero else {
        if significand > 0 { zeros += 1 }
        continue
      }
      for _ in 0...zeros {
        let (product, overflow) = significand.multipliedReportingOverflow(by: 10)
        if overflow { return nil }
        significand = product
        exponent -= 1
      }
      let (sum, overflow) = significand.addingReportingOverflow(UInt128(byte &- .zero))
      if overflow { return nil }
      (significand, zeros) = (sum, 0)
    }
    self.init(significand: significand, exponent: exponent, isNegative: number.isNegative)
  }

  /// The parts of `significand` × 10^`exponent`, without zeros at its end.
  @inline(__always)
  init(trimming significand: UInt64, exponent: Int, isNegative: Bool) {
    var (significand, exponent) = (significand, significand == 0 ? 0 : exponent)
    while significand > 0, significand.isMultiple(of: 10) {
      significand /= 10
      exponent += 1
    }
    self.init(
      significand: UInt128(significand), exponent: exponent,
      isNegative: isNegative && significand > 0)
  }

  /// The value; nil where the exponent is out of range, and where Foundation has another layout.
  var decimal: Decimal? {
    // What is too much for the exponent can be zeros of the significand: 1e129 is 100e127.
    if exponent > 127 { return withLessExponent?.decimal }
    guard let layout = Layout.known, let exponent = Int8(exactly: exponent) else { return nil }
    let wordCount = UInt8((128 - significand.leadingZeroBitCount + 15) / 16)
    let flags = wordCount << layout.lengthShift | (isNegative ? layout.signMask : 0)
    return Memory(exponent: exponent, flags: flags, words: significand).decimal
  }

  private var withLessExponent: DecimalParts? {
    var significand = significand
    // 39 digits are more than the significand has.
    guard significand > 0, exponent - 127 < 39 else { return nil }
    for _ in 127..<exponent {
      let (product, overflow) = significand.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      significand = product
    }
    return DecimalParts(significand: significand, exponent: 127, isNegative: isNegative)
  }

  /// The memory of a `Decimal`.
  ///
  /// Precondition: it has 20 bytes, all of them initialized.
  private struct Memory {
    let exponent: Int8
    let flags: UInt8
    let words: UInt128

    init(exponent: Int8, flags: UInt8, words: UInt128) {
      (self.exponent, self.flags, self.words) = (exponent, flags, words)
    }

    init(_ decimal: Decimal) {
      (exponent, flags, words) = unsafe withUnsafeBytes(of: decimal) {
        unsafe (
          $0.load(as: Int8.self), $0.load(fromByteOffset: 1, as: UInt8.self),
          UInt128(littleEndian: $0.loadUnaligned(fromByteOffset: 4, as: UInt128.self))
        )
      }
    }

    var decimal: Decimal {
      var decimal = Decimal()
      unsafe withUnsafeMutableBytes(of: &decimal) {
        unsafe $0.storeBytes(of: exponent, as: Int8.self)
        unsafe $0.storeBytes(of: flags, toByteOffset: 1, as: UInt8.self)
        unsafe $0.storeBytes(of: words.littleEndian, toByteOffset: 4, as: UInt128.self)
      }
      return decimal
    }
  }

  /// Where the flags are.
  private struct Layout {
    let lengthShift: UInt8
    let signMask: UInt8

    static let known: Layout? = {
      guard MemoryLayout<Decimal>.size == 20 else { return nil }
      let one = Memory(1).flags
      // Lengths of one and two words differ in the lowest two bits of the length.
      let lengths = one ^ Memory(0x1_0000).flags
      let layout = Layout(
        lengthShift: lengths.trailingZeroBitCount == 4 ? 4 : 0, signMask: one ^ Memory(-1).flags)
      let isRight = [1, -1, 98_765_432_109, -12_345_678_901_234_567].allSatisfy { (number: Int64) in
        let decimal = Decimal(
          sign: number < 0 ? .minus : .plus, exponent: -3, significand: Decimal(number.magnitude))
        let parts = DecimalParts(Memory(decimal), layout)
        return parts.significand == UInt128(number.magnitude) && parts.exponent == -3
          && parts.isNegative == (number < 0)
      }
      return isRight ? layout : nil
    }()
  }
}
