extension JSONWriter {
  /// Writes a tree.
  mutating func writeTree(_ value: JSONValue) {
    switch value {
    case .null: encodeNull()
    case .bool(let bool): writeBool(bool)
    case .number(let number): writeNumber(number)
    case .string(let string): writeString(string)
    case .array(let elements):
      writeByte(.openBracket)
      for element in elements {
        separate()
        writeTree(element)
      }
      writeByte(.closeBracket)
    case .object(let object):
      writeByte(.openBrace)
      for member in object {
        writeKey(member.key)
        writeTree(member.value)
      }
      writeByte(.closeBrace)
    }
  }

  /// Writes a number as it was read.
  @usableFromInline
  mutating func writeNumber(_ number: JSONNumber) {
    var text = number.description
    text.withUTF8 { writeVerbatim(UnsafeRawBufferPointer($0)) }
  }
}
