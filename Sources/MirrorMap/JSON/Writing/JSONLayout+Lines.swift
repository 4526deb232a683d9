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
  /// - Parameter indentation: How many spaces are before the line in which the document begins.
  /// - Precondition: there is no white space between its tokens.
  /// - Complexity: O(n).
  func writeLines(_ bytes: Bytes, to writer: inout JSONWriter, indentation: Int = 0) {
    let isPretty = options.contains(.prettyPrinted)
    let escapesSlashes = options.contains(.escapedSlashes)
    // Each byte may be a slash, and then there are two.
    let growth = escapesSlashes ? 2 : 1
    let lastBlock = escapesSlashes ? -1 : max(bytes.count &- ByteMask.width, 0)
    // ":", ": ", or " : " in memory order.
    let colon: UInt64 = isPretty ? isFoundation ? 0x20_3A20 : 0x203A : 0x3A
    let colonCount = isPretty ? isFoundation ? 3 : 2 : 1
    var indentation = indentation
    var offset = 0
    var output = writer.output
    while offset < bytes.count {
      // For the rest as it is, and what is added to this line and the next one.
      let rest = (bytes.count &- offset) &* growth
      output = writer.makeRoom(for: rest &+ indentation &+ 16, at: output)
      var byte = bytes[offset]
      if byte == .quote {
        offset = output.copyQuoted(bytes, from: offset, lastBlock)
        guard offset < bytes.count else { break }
        byte = bytes[offset]
      }
      if byte == .colon {
        output.writeWord(colon, count: colonCount)
        offset &+= 1
        guard offset < bytes.count else { break }
        byte = bytes[offset]
        if byte != .openBrace, byte != .openBracket {
          if byte == .quote {
            offset = output.copyQuoted(bytes, from: offset, lastBlock)
          } else {
            offset = output.copyScalar(bytes, from: offset)
          }
          guard offset < bytes.count else { break }
          byte = bytes[offset]
        }
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
}
