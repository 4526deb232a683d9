/// Reading a value of another type than the requested one. It is only tried where there would be an
/// error otherwise, so values of the right type don't pay for it.
extension JSONReader {
  /// Reads a value that is not `true` or `false` as a truth value.
  @inline(never)
  mutating func coerceToBool() throws(MappingError) -> Bool {
    let first = cursor
    switch current {
    case .quote? where coercion != .none:
      let raw = try scanString()
      if let truth = withUnescaped(raw, { truth(in: $0) }) { return truth }
    case let byte? where byte.startsNumber && coercion == .lenient:
      if let bit = try readNumber().exactly(Int8.self), 0...1 ~= bit { return bit == 1 }
    default: break
    }
    cursor = first
    throw mismatch("Bool")
  }

  /// Reads a value that is not a string as a string.
  @inline(never)
  mutating func coerceToString() throws(MappingError) -> String {
    guard coercion != .none else { throw mismatch("String") }
    switch current {
    case .lowerT?, .lowerF?:
      return try readBool() ? "true" : "false"
    case let byte? where byte.startsNumber:
      let raw = try scanNumber()
      try checkLength(raw.text.count, from: raw.start)
      return String(decoding: raw.text, as: UTF8.self)
    default:
      throw mismatch("String")
    }
  }

  /// Reads a value that is not a number, or a broken one, as a number.
  ///
  /// - Throws: ``MappingError`` at the value's start.
  mutating func coerceToNumber<Number: ExpressibleByIntegerLiteral>(
    _ name: @autoclosure () -> String,
    _ read: (inout JSONReader) throws(MappingError) -> Number
  ) throws(MappingError) -> Number {
    guard coercion != .none else { throw brokenNumber(name()) }
    if current == .quote, let number = numberInPlace(read) { return number }
    return try coerceOtherToNumber(name(), read)
  }

  /// The general path: also texts with escapes or spaces, truth values, and errors. Compiled once for all types.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  private mutating func coerceOtherToNumber<Number: ExpressibleByIntegerLiteral>(
    _ name: @autoclosure () -> String,
    _ read: (inout JSONReader) throws(MappingError) -> Number
  ) throws(MappingError) -> Number {
    let first = cursor
    switch current {
    case .quote?:
      let raw = try scanString()
      do throws(MappingError) {
        let number = try withUnescaped(raw) { (text) throws(MappingError) in
          try self.number(in: text, read)
        }
        if let number { return number }
      } catch {
        // The error's position was one in the text.
        cursor = first
        throw failure(
          error.code, expected: error.expected, found: error.found.map { "\($0) in a string" })
      }
    case .lowerT? where coercion == .lenient, .lowerF? where coercion == .lenient:
      return try readBool() ? 1 : 0
    default: break
    }
    cursor = first
    throw brokenNumber(name())
  }

  // MARK: Text

  /// The number in the text at the cursor, read where it is; nil if there is anything else in the text.
  @inline(__always)
  private mutating func numberInPlace<Number>(
    _ read: (inout JSONReader) throws(MappingError) -> Number
  ) -> Number? {
    let first = cursor
    // The lengths of texts may be limited.
    guard !limitsStrings else { return nil }
    cursor += 1
    if current?.startsNumber == true, let number = try? read(&self), current == .quote {
      cursor += 1
      return number
    }
    cursor = first
    return nil
  }

  /// The text without the white space around it, if the coercion allows that.
  private func trimmed(_ text: Bytes) -> Bytes {
    guard coercion == .lenient else { return text }
    var range = text.startIndex..<text.endIndex
    while let byte = range.first, text[byte].isASCIISpace { range.removeFirst() }
    while let byte = range.last, text[byte].isASCIISpace { range.removeLast() }
    return text[range]
  }

  /// The number in a text, read by the same code as any number.
  ///
  /// - Returns: nil if the text as a whole isn't a JSON number.
  /// - Throws: what `read` throws for a number, such as one out of range.
  private func number<Number>(
    in text: Bytes, _ read: (inout JSONReader) throws(MappingError) -> Number
  ) throws(MappingError) -> Number? {
    let text = trimmed(text)
    // Otherwise the text itself could be coerced: `true` in a string isn't a number.
    guard text.first?.startsNumber == true else { return nil }
    var reader = JSONReader(text, maximumDepth: 0, session: nil)
    reader.coercion = coercion
    do throws(MappingError) {
      let number = try read(&reader)
      return reader.cursor == reader.end ? number : nil
    } catch {
      // `300 apples` isn't a number out of range.
      reader.cursor = reader.start
      guard reader.scanNumberIfAny() != nil, reader.cursor == reader.end else { return nil }
      throw error
    }
  }

  /// The truth value that a text means.
  private func truth(in text: Bytes) -> Bool? {
    if JSONKey.isEqual("true", text) { return true }
    if JSONKey.isEqual("false", text) { return false }
    let word = trimmed(text)
    guard coercion == .lenient, word.count <= 5 else { return nil }
    switch String(decoding: word, as: UTF8.self).lowercased() {
    case "1", "true", "yes", "y", "on", "t": return true
    case "0", "false", "no", "n", "off", "f": return false
    default: return nil
    }
  }
}

extension UInt8 {
  /// Whether this byte is ASCII white space, as in C's `isspace`.
  fileprivate var isASCIISpace: Bool { self == .space || 0x09...0x0D ~= self }
}
