/// Writes ASCII text into a borrowed buffer, never beyond its end.
@safe
struct ASCIIBuffer {
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0

  /// - Precondition: the buffer can be written while this is used.
  @unsafe
  init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { unsafe self.buffer = unsafe buffer }

  /// Makes a string.
  ///
  /// - Parameters:
  ///   - capacity: how many characters it has at most.
  ///   - write: writes them; false if there is no such text.
  static func string(capacity: Int, _ write: (inout ASCIIBuffer) -> Bool) -> String? {
    var isWritten = false
    let text = unsafe String(unsafeUninitializedCapacity: capacity) { buffer in
      var output = unsafe ASCIIBuffer(buffer)
      isWritten = write(&output)
      return isWritten ? output.count : 0
    }
    return isWritten ? text : nil
  }

  private mutating func put(_ byte: UInt8, at position: Int) {
    unsafe precondition(position >= 0 && position < buffer.count)
    unsafe buffer.initializeElement(at: position, to: byte)
  }

  mutating func append(_ character: Unicode.Scalar) {
    put(UInt8(ascii: character), at: count)
    count += 1
  }

  mutating func append(zeros: Int) {
    for _ in 0..<zeros { append("0") }
  }

  /// Writes the last digits of a number, with zeros in front if it has fewer.
  mutating func append(_ value: UInt64, digitCount: Int) {
    append(value, digitCount: digitCount, pointAfter: digitCount)
  }

  /// Writes the digits from the last to the first, with a point when digits are left after it.
  mutating func append(_ value: UInt64, digitCount: Int, pointAfter integerDigits: Int) {
    let hasPoint = integerDigits < digitCount
    let end = count + digitCount + (hasPoint ? 1 : 0)
    var rest = value
    var position = end
    for written in 0..<digitCount {
      if hasPoint, written == digitCount - integerDigits {
        position -= 1
        put(UInt8(ascii: "."), at: position)
      }
      position -= 1
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      put(UInt8(ascii: "0") + UInt8(digit), at: position)
      rest = quotient
    }
    count = end
  }
}
