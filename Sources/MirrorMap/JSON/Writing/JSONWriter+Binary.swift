import EssentialFoundation

/// Writing bytes as text in place.
///
/// Precondition of the stores at the cursor: room for them has been reserved.
extension JSONWriter {
  /// Writes an integer of up to 128 bits.
  @usableFromInline
  mutating func writeInt(magnitude: UInt128, isNegative: Bool) {
    if isNegative { writeByte(.minus) }
    if let short = UInt64(exactly: magnitude) { return writeInt(short) }
    let scale: UInt64 = 1_000_000_000_000_000_000
    let (high, low) = magnitude.quotientAndRemainder(dividingBy: UInt128(scale))
    writeInt(magnitude: high, isNegative: false)
    // One before the other digits keeps their zeros. Until they are written it stands in the place of the last digit.
    let place = count - 1
    let digit = written[place]
    unsafe cursor -= 1
    writeInt(scale + UInt64(low))
    replaceByte(at: place, with: digit)
  }

  /// Writes a number of more than 64 bits as the description of a ``JSONNumber`` is.
  ///
  /// - Returns: false, with nothing written, where that has an exponent.
  @inline(never)
  mutating func writeLongNumber(_ parts: DecimalParts) -> Bool {
    guard -38...0 ~= parts.exponent else { return false }
    let half = -parts.exponent / 2
    let scale =
      UInt128(smallPowers.integer(half)) * UInt128(smallPowers.integer(-parts.exponent - half))
    guard parts.significand >= scale / 1_000_000 else { return false }
    let (integer, fraction) = parts.significand.quotientAndRemainder(dividingBy: scale)
    writeInt(magnitude: integer, isNegative: parts.isNegative)
    guard scale > 1 else { return true }
    // As in ``writeFraction(_:scale:)``.
    let point = count
    writeInt(magnitude: scale + fraction, isNegative: false)
    replaceByte(at: point, with: .dot)
    return true
  }

  /// Writes magnitude / `scale`, which is a power of ten up to 10^18.
  @inline(__always)
  mutating func writeFraction(_ magnitude: UInt64, scale: UInt64) {
    let (integer, fraction) = magnitude.quotientAndRemainder(dividingBy: scale)
    writeInt(integer)
    // One before the fraction keeps its zeros, until the point replaces it.
    let point = count
    writeInt(scale + fraction)
    replaceByte(at: point, with: .dot)
  }

  /// Writes value / `unit`, without zeros at the end.
  ///
  /// - Parameter unit: A power of ten up to 10^8, known to the compiler.
  @inline(__always)
  mutating func writeInt(_ value: Int64, perUnit unit: UInt64) {
    if value < 0 { writeByte(.minus) }
    let (integer, fraction) = value.magnitude.quotientAndRemainder(dividingBy: unit)
    writeInt(integer)
    guard fraction > 0 else { return }
    let digits = EightDigits.values(of: fraction &* (100_000_000 / unit))
    reserve(9)
    unsafe cursor.pointee = .dot
    unsafe EightDigits.store(digits | EightDigits.zeros, at: cursor + 1)
    unsafe cursor += 9 - digits.leadingZeroBitCount / 8
  }

  /// Writes a string of characters that need no escapes.
  ///
  /// - Parameters:
  ///   - count: How many bytes it has at most.
  ///   - write: Appends them; if it returns false, nothing is written.
  /// - Returns: What the closure has returned.
  @inline(__always)
  mutating func writePlainText(
    atMost count: Int, _ write: (inout OutputSpan<UInt8>) -> Bool
  ) -> Bool {
    reserve(count &+ 2)
    unsafe cursor.pointee = .quote
    let room = unsafe UnsafeMutableBufferPointer(start: cursor + 1, count: count)
    var text = unsafe OutputSpan(buffer: room, initializedCount: 0)
    guard write(&text) else { return false }
    let written = unsafe text.finalize(for: room)
    unsafe cursor[written &+ 1] = .quote
    unsafe cursor += written &+ 2
    return true
  }

  /// Writes a string of Base64.
  mutating func writeBase64(_ data: Data) {
    let bytes = data.bytes
    let count = Base64.count(bytes.byteCount)
    reserve(count + 2)
    unsafe cursor.pointee = .quote
    unsafe bytes.withUnsafeBytes { unsafe Base64.write($0, to: cursor + 1) }
    unsafe cursor[count + 1] = .quote
    unsafe cursor += count + 2
  }

  /// Writes a string such as `"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"`.
  mutating func writeUUID(_ uuid: UUID) {
    let words = unsafe unsafeBitCast(uuid.uuid, to: SIMD4<UInt32>.self)
    reserve(40)
    let memory = unsafe UnsafeMutableRawPointer(cursor)
    func store(_ text: UInt64, _ offset: Int) {
      unsafe memory.storeBytes(of: text.littleEndian, toByteOffset: offset, as: UInt64.self)
    }
    func digits(_ index: Int) -> UInt64 { HexDigits.text(of: UInt32(littleEndian: words[index])) }
    let dash = UInt64(UInt8.minus)
    // Later stores overwrite what earlier ones have written too much.
    let (second, third) = (digits(1), digits(2))
    store(UInt64(UInt8.quote), 0)
    store(digits(0), 1)
    store(dash | second &<< 8, 9)
    store(dash | (second &>> 32) &<< 8, 14)
    store(dash | third &<< 8, 19)
    store(dash | (third &>> 32) &<< 8, 24)
    store(digits(3), 29)
    unsafe cursor[37] = .quote
    unsafe cursor += 38
  }
}
