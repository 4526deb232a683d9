/// Keys, strings and numbers in the form that `JSONEncoder` gives them: slashes have a backslash unless that is turned
/// off, and whole numbers no fraction.
///
/// Precondition of the stores after the cursor: room for them has been reserved.
extension JSONWriter {
  /// Writes a key with its quotes and the colon, and returns its hash.
  @inline(__always)
  mutating func writeKey(_ key: Bytes, needsComma: Bool, escapingSlashes: Bool) -> UInt64 {
    hasUnsortedKeys = true
    // Room for the comma, the quotes, the colon, and for the bytes if nothing needs an escape.
    reserve(key.count &+ 20)
    unsafe cursor.pointee = .comma
    unsafe cursor += needsComma ? 1 : 0
    writeString(key, escapingSlashes: escapingSlashes)
    writeByte(.colon)
    return unsafe ByteScan.hash(key.start, key.count)
  }

  /// Writes a string between quotes.
  @inline(__always)
  mutating func writeString(_ bytes: Bytes, escapingSlashes: Bool) {
    if escapingSlashes, bytes.hasSlash { return writeString(escapingSlashes: bytes) }
    writeString(bytes)
  }

  /// Writes a number that is finite.
  @inline(__always)
  mutating func writeFoundation(_ value: Double) {
    // For the number and the comma of an array.
    reserve(33)
    output.writeDouble(value, powers: powers)
    dropZeroFraction()
  }

  /// Writes a number that is finite.
  @inline(__always)
  mutating func writeFoundation(_ value: Float) {
    reserve(33)
    output.writeFloat(value, powers: powers)
    dropZeroFraction()
  }

  /// Removes `.0` from the end of a number.
  @inline(__always)
  private mutating func dropZeroFraction() {
    // A number has at least three bytes: a digit, a point, and a digit, or an exponent.
    if unsafe cursor[-1] == .zero, unsafe cursor[-2] == .dot { unsafe cursor -= 2 }
  }

  /// Writes an array of numbers.
  ///
  /// - Returns: whether all are finite; otherwise what has been written is arbitrary.
  mutating func writeFoundation(_ numbers: InPlace<[Double]>) -> Bool {
    writeByte(.openBracket)
    var areFinite = true
    numbers.forEachElement { number in
      areFinite = areFinite && number.value.isFinite
      writeFoundation(number.value)
      unsafe cursor.pointee = .comma
      unsafe cursor += 1
    }
    endArray()
    return areFinite
  }

  /// Writes an array of arrays of numbers, which coordinates are, and returns whether all are finite.
  mutating func writeFoundation(_ arrays: InPlace<[[Double]]>) -> Bool {
    writeFoundation(arrays) { $0.writeFoundation($1) }
  }

  /// Writes arrays of these, which polygons have.
  mutating func writeFoundation(_ arrays: InPlace<[[[Double]]]>) -> Bool {
    writeFoundation(arrays) { $0.writeFoundation($1) }
  }

  @inline(__always)
  private mutating func writeFoundation<Numbers>(
    _ arrays: InPlace<[Numbers]>, _ write: (inout JSONWriter, InPlace<Numbers>) -> Bool
  ) -> Bool {
    var areFinite = true
    writeArray(arrays) { writer, numbers in
      if !write(&writer, numbers) { areFinite = false }
    }
    return areFinite
  }
}
