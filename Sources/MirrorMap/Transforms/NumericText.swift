extension JSONReader {
  /// Reads a number, or a string that holds one and nothing else.
  ///
  /// The text follows the grammar of JSON, as the number would: no blanks, no `+`, no leading zeros.
  mutating func readNumberOrText() throws(MappingError) -> JSONNumber {
    guard nextKind == .string else {
      guard nextKind == .number else { throw mismatch("a number or numeric text") }
      return try readNumber()
    }
    let position = cursor
    return try JSONNumber(text: readString()).orThrow(
      failure(
        .invalidValue, at: position, expected: "a number or numeric text", found: "another string"))
  }
}

extension JSONWriter {
  /// Writes a number, or a string that holds it.
  mutating func writeNumber(_ number: JSONNumber, asText: Bool) {
    if asText { writeString(number.description) } else { writeNumber(number) }
  }
}
