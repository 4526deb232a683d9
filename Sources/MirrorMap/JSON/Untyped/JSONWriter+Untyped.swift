extension JSONWriter {
  /// Writes a tree.
  mutating func writeTree(_ value: JSONValue) throws(MappingError) {
    switch value {
    case .null: encodeNull()
    case .bool(let bool): writeBool(bool)
    case .number(let number): writeNumber(number)
    case .string(let string): writeString(string)
    case .array(let elements):
      try open(.openBracket)
      for element in elements {
        separate()
        try writeTree(element)
      }
      close(.closeBracket)
    case .object(let object):
      try open(.openBrace)
      for member in object {
        writeKey(member.key)
        try writeTree(member.value)
      }
      close(.closeBrace)
    }
  }

  /// Writes a number as it was read.
  @usableFromInline
  mutating func writeNumber(_ number: JSONNumber) {
    guard case .compact(let significand, let exponent, let isNegative) = number.storage,
      -18...0 ~= exponent, case let scale = smallPowers.integer(-Int(exponent)),
      significand >= scale || exponent >= -6
    else { return JSONKey.withUTF8(number.description) { writeVerbatim($0) } }
    if isNegative { writeByte(.minus) }
    if exponent < 0 { writeFraction(significand, scale: scale) } else { writeInt(significand) }
  }
}
