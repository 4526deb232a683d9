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
}

/// Numbers, and arrays of them, such as coordinates, that are written without a call for each.
protocol FoundationNumbers {
  /// Writes them.
  ///
  /// - Returns: whether all are finite; otherwise what has been written is arbitrary.
  static func write(_ numbers: InPlace<Self>, to writer: inout JSONWriter) -> Bool
}

extension Double: FoundationNumbers {
  @inline(__always)
  static func write(_ number: InPlace<Double>, to writer: inout JSONWriter) -> Bool {
    writer.writeFoundation(number.value)
    return number.value.isFinite
  }
}

extension Array: FoundationNumbers where Element: FoundationNumbers {
  @inline(__always)
  static func write(_ numbers: InPlace<[Element]>, to writer: inout JSONWriter) -> Bool {
    var areFinite = true
    writer.writeArray(numbers) { writer, element in
      if !Element.write(element, to: &writer) { areFinite = false }
    }
    return areFinite
  }
}
