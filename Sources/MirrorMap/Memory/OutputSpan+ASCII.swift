/// Writing decimal digits and other ASCII text into memory of a fixed size.
extension OutputSpan<UInt8> {
  @inline(__always)
  mutating func append(_ character: Unicode.Scalar) { append(UInt8(ascii: character)) }

  /// Appends the last digits of a number, with zeros before it if it has fewer.
  ///
  /// - Precondition: the number isn't negative.
  @inline(__always)
  mutating func append(_ value: some BinaryInteger, digitCount: Int) {
    let value = UInt64(value)
    if digitCount == 2 { append(pair: value) } else { append(digitsOf: value, digitCount) }
  }

  @inline(__always)
  private mutating func append(pair: UInt64) {
    let (tens, ones) = UInt8(truncatingIfNeeded: pair % 100).quotientAndRemainder(dividingBy: 10)
    append(.zero + tens)
    append(.zero + ones)
  }

  private mutating func append(digitsOf value: UInt64, _ count: Int) {
    if count > 2 { append(digitsOf: value / 100, count - 2) }
    if count > 1 { append(pair: value) }
    if count == 1 { append(.zero + UInt8(value % 10)) }
  }
}

extension String {
  /// Makes a string of what a closure writes, at most so many bytes; nil if it returns false.
  init?(utf8Capacity: Int, write: (inout OutputSpan<UInt8>) -> Bool) {
    var isWritten = false
    unsafe self.init(unsafeUninitializedCapacity: utf8Capacity) { buffer in
      var output = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
      isWritten = write(&output)
      return unsafe output.finalize(for: buffer)
    }
    if !isWritten { return nil }
  }
}
