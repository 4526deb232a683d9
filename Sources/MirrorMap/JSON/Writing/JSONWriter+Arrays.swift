/// Arrays of scalars: no code of the user's runs while they are written, so that nothing has to be
/// kept alive or checked between elements.
///
/// Precondition of what is stored behind the cursor: room for it has been reserved.
extension JSONWriter {
  /// Writes an array of numbers.
  ///
  /// - Throws: ``MappingError`` for infinities and NaN, with their place.
  @usableFromInline
  mutating func writeArray(_ numbers: InPlace<[Double]>) throws(MappingError) {
    writeByte(.openBracket)
    for value in numbers.elements() {
      guard value.isFinite else { throw located(notFinite(value)) }
      // Of the number and the comma.
      reserve(33)
      unsafe cursor += BinaryToDecimal.write(value, to: cursor, powers: powers)
      unsafe cursor.pointee = .comma
      unsafe cursor += 1
    }
    endArray()
  }

  /// Writes an array of integers.
  @usableFromInline
  mutating func writeArray(_ numbers: InPlace<[Int]>) {
    writeByte(.openBracket)
    for value in numbers.elements() {
      reserve(33)
      unsafe cursor += IntegerToDecimal.write(Int64(value), to: cursor)
      unsafe cursor.pointee = .comma
      unsafe cursor += 1
    }
    endArray()
  }

  /// Writes an array of strings.
  @usableFromInline
  mutating func writeArray(_ strings: InPlace<[String]>) {
    writeByte(.openBracket)
    let elements = strings.elements()
    for index in elements.indices {
      writeString(elements[inPlace: index])
      writeByte(.comma)
    }
    endArray()
  }

  /// Closes an array of which each element is followed by a comma.
  @inline(__always)
  private mutating func endArray() {
    if unsafe cursor[-1] == .comma {
      unsafe cursor[-1] = .closeBracket
    } else {
      writeByte(.closeBracket)
    }
  }

  @inline(never)
  private mutating func located(_ error: MappingError) -> MappingError {
    wrap(error, since: count)
  }
}
