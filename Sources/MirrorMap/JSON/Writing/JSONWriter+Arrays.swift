/// Arrays of scalars: no user code runs while they are written, so nothing has to be kept alive or
/// checked between elements.
///
/// Precondition of the stores after the cursor: room for them has been reserved.
extension JSONWriter {
  /// Writes an array of numbers.
  ///
  /// - Throws: ``MappingError`` for infinities and NaN, with their position, or with code `.depthLimit`.
  @usableFromInline
  mutating func writeArray(_ numbers: InPlace<[Double]>) throws(MappingError) {
    try checkDepth()
    let powers = powers
    var output = reserved(2)
    output.writeByte(.openBracket)
    try numbers.forEachElement { (number) throws(MappingError) in
      // For the number, the comma, and the bracket.
      output = makeRoom(for: 26, at: output)
      guard number.value.isFinite else {
        self.output = output
        isMalformed = true
        throw wrap(notFinite(number.value))
      }
      output.writeDouble(number.value, powers: powers)
      output.writeByte(.comma)
    }
    self.output = output
    endArray()
  }

  /// Writes an array of arrays of numbers, which coordinates are.
  @usableFromInline
  mutating func writeArray(_ arrays: InPlace<[[Double]]>) throws(MappingError) {
    try enter()
    try writeArray(arrays) { (writer, numbers) throws(MappingError) in
      try writer.writeArray(numbers)
    }
    leave()
  }

  /// Writes an array of integers.
  ///
  /// - Throws: ``MappingError`` with code `.depthLimit`.
  @usableFromInline
  mutating func writeArray(_ numbers: InPlace<[Int]>) throws(MappingError) {
    try checkDepth()
    var output = reserved(2)
    output.writeByte(.openBracket)
    numbers.forEachElement { number in
      output = makeRoom(for: 22, at: output)
      output.writeInt(Int64(number.value))
      output.writeByte(.comma)
    }
    self.output = output
    endArray()
  }

  /// Writes an array of strings.
  ///
  /// - Throws: ``MappingError`` with code `.depthLimit`.
  @usableFromInline
  mutating func writeArray(_ strings: InPlace<[String]>) throws(MappingError) {
    try checkDepth()
    writeArray(strings) { $0.writeString($1) }
  }

  /// Writes an array, whose elements a closure writes.
  @inline(__always)
  mutating func writeArray<Element, E: Error>(
    _ elements: InPlace<[Element]>, _ write: (inout JSONWriter, InPlace<Element>) throws(E) -> Void
  ) throws(E) {
    writeByte(.openBracket)
    try elements.forEachElement { (element) throws(E) in
      try write(&self, element)
      writeByte(.comma)
    }
    endArray()
  }

  /// Closes an array whose elements are each followed by a comma.
  @inline(__always)
  mutating func endArray() {
    if unsafe cursor[-1] == .comma {
      unsafe cursor[-1] = .closeBracket
    } else {
      writeByte(.closeBracket)
    }
  }
}
