/// Breaking lines, without recursion or an index.
///
/// Lines end after commas and opening brackets, and before closing ones. So only the number of open containers has to
/// be known, not their kinds:
///
///     {"a":[1],"b":{}}    →    {
///                                "a": [
///                                  1
///                                ],
///                                "b": {}
///                              }
extension JSONLayout {
  /// Writes a valid document with the line breaks, spaces and escaped slashes that the options ask for.
  ///
  /// - Complexity: O(n).
  func writeLines(_ bytes: Bytes, to writer: inout JSONWriter) {
    let isPretty = options.contains(.prettyPrinted)
    let isFoundation = style == .foundation
    var indentation = 0
    var offset = 0
    var output = writer.output
    while offset < bytes.count {
      // For the rest as it is, and what is added to this line and the next one.
      output = writer.makeRoom(for: bytes.count &- offset &+ indentation &+ 16, at: output)
      var byte = bytes[offset]
      if byte == .quote {
        output.writeByte(byte)
        offset = writeString(bytes, from: offset &+ 1, &output, &writer)
        guard offset < bytes.count else { break }
        // Slashes that are escaped have taken room that was meant for the lines.
        output = writer.makeRoom(for: bytes.count &- offset &+ indentation &+ 16, at: output)
        byte = bytes[offset]
      }
      if byte == .colon {
        if isPretty, isFoundation { output.writeByte(.space) }
        output.writeByte(byte)
        if isPretty { output.writeByte(.space) }
        offset &+= 1
        guard offset < bytes.count else { break }
        byte = bytes[offset]
        if byte == .quote { continue }
      }
      switch byte {
      case .comma:
        output.writeByte(byte)
        if isPretty { output.breakLine(indentation) }
      case .openBrace, .openBracket:
        output.writeByte(byte)
        // The codes of closing brackets are those of the opening ones plus two.
        let isEmpty = offset &+ 1 < bytes.count && bytes[offset &+ 1] == byte &+ 2
        if isEmpty {
          if isPretty, isFoundation {
            output.breakLine(0)
            output.breakLine(indentation)
          }
          output.writeByte(byte &+ 2)
          offset &+= 1
        } else if isPretty {
          indentation &+= 2
          output.breakLine(indentation)
        }
      case .closeBrace, .closeBracket:
        if isPretty {
          indentation = max(indentation &- 2, 0)
          output.breakLine(indentation)
        }
        output.writeByte(byte)
      default:
        offset = output.copyScalar(bytes, from: offset)
        continue
      }
      offset &+= 1
    }
    writer.output = output
  }

  /// Writes the rest of a string whose opening quote has been written, and returns the offset behind the closing one.
  @_transparent
  private func writeString(
    _ bytes: Bytes, from offset: Int, _ output: inout OutputCursor, _ writer: inout JSONWriter
  ) -> Int {
    var offset = offset
    while true {
      if options.contains(.escapedSlashes) {
        writer.output = output
        offset = writeEscapingSlashes(bytes, from: offset, to: &writer)
        output = writer.output
      } else {
        offset = output.copyPlain(bytes, from: offset)
      }
      guard offset < bytes.count else { return offset }
      let byte = bytes[offset]
      output.writeByte(byte)
      offset &+= 1
      if byte == .quote { return offset }
      guard offset < bytes.count else { return offset }
      // What follows a backslash, even if it is a quote.
      output.writeByte(bytes[offset])
      offset &+= 1
    }
  }

  /// Writes bytes of a string with a backslash before each slash, and makes room for the rest. Returns the offset of
  /// the quote or backslash at which it stops.
  @inline(never)
  private func writeEscapingSlashes(
    _ bytes: Bytes, from offset: Int, to writer: inout JSONWriter
  ) -> Int {
    var offset = offset
    while offset < bytes.count, bytes[offset] != .quote, bytes[offset] != .backslash {
      if bytes[offset] == .slash { writer.writeByte(.backslash) }
      writer.writeByte(bytes[offset])
      offset &+= 1
    }
    writer.output = writer.makeRoom(for: bytes.count &- offset, at: writer.output)
    return offset
  }
}
