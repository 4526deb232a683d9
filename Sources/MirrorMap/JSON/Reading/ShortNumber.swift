/// A number of up to 19 digits without an exponent, as almost all numbers are, read eight bytes at
/// a time: ±`significand` / 10^`fractionDigits`.
///
///     -65.613616999999977,   significand 65613616999999977, 15 digits after the point
///
/// All other numbers, and numbers too close to the end of the input to load eight bytes, are left
/// to the general paths of ``JSONReader``.
struct ShortNumber {
  let significand: UInt64
  let fractionDigits: Int
  let isNegative: Bool

  /// Reads the number at a position and advances after it; nil, with the position unchanged, if
  /// there is none of this kind.
  ///
  /// Precondition of each access to a byte: a comparison with `end` has shown that there is one, or
  /// eight; or the run before it ended within eight of them.
  @inline(__always)
  init?(at place: inout BytePointer, _ end: BytePointer, _ powers: SmallPowers) {
    var pointer = place
    // A sign, a digit, a point and eight bytes at once: shorter text takes the general path.
    guard end - pointer >= 11 else { return nil }
    isNegative = unsafe pointer.pointee == .minus
    if isNegative { pointer += 1 }
    var digit = unsafe pointer.pointee &- .zero
    guard digit < 10 else { return nil }
    let first = pointer
    let hasZero = digit == 0
    var significand = UInt64(digit)
    pointer += 1
    // There are few digits before a point: one by one is the fastest.
    while true {
      guard pointer < end else { return nil }
      digit = unsafe pointer.pointee &- .zero
      guard digit < 10 else { break }
      significand = significand &* 10 &+ UInt64(digit)
      pointer += 1
    }
    var digitCount = pointer - first
    if hasZero, digitCount > 1 { return nil }
    var fractionDigits = 0
    if unsafe pointer.pointee == .dot {
      pointer += 1
      let fraction = pointer
      guard Self.readRuns(&pointer, end, powers, into: &significand), pointer > fraction else {
        return nil
      }
      fractionDigits = pointer - fraction
      digitCount &+= fractionDigits
    }
    guard digitCount <= 19, unsafe pointer.pointee | 0x20 != .lowerE else { return nil }
    place = pointer
    self.significand = significand
    self.fractionDigits = fractionDigits
  }

  /// Reads digits, eight at a time. Returns whether there is a readable byte after them.
  @inline(__always)
  static func readRuns(
    _ pointer: inout BytePointer, _ end: BytePointer, _ powers: SmallPowers,
    into significand: inout UInt64
  ) -> Bool {
    while end - pointer >= 8 {
      if let value = unsafe DigitRun.full(ByteScan.load8(pointer)) {
        significand = significand &* 100_000_000 &+ value
        pointer += 8
        continue
      }
      let run = unsafe DigitRun(ByteScan.load8(pointer))
      // The value is undefined without a digit.
      guard run.count > 0 else { return true }
      significand = significand &* powers.integer(run.count) &+ run.value
      pointer += run.count
      return true
    }
    return false
  }
}
