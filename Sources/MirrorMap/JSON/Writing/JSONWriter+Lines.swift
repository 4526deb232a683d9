/// Breaking lines while values are written.
///
/// A model's own code breaks the lines of its object where all of the output before it is laid out. All other code writes
/// compact JSON, to which the code for the member that holds the value adds the line breaks:
///
///     {
///       "user": {            written so by the plan of the user
///         "id": 7
///       },
///       "scores": {"a":1}    →  broken into lines when the value is complete
extension JSONWriter {
  /// Whether lines are broken, and all of the output so far has its line breaks.
  var isLaidOut: Bool {
    @inline(__always) mutating get { laidOutCount == count }
  }

  /// Begins a line of the current container.
  mutating func beginLine() {
    _ = reserved(indentation &+ 1)
    output.breakLine(indentation)
    laidOutCount = count
  }

  /// Closes a container whose lines have the current indentation.
  mutating func closeLines(_ bracket: UInt8, isEmpty: Bool) {
    _ = reserved(indentation &+ 2)
    if !isEmpty { output.breakLine(indentation &- 2) }
    output.writeByte(bracket)
    laidOutCount = count
  }

  /// Breaks the lines of a value that has been written from a position on, unless its own code has done so.
  @inline(__always)
  mutating func layOut(since start: Int) {
    if !isLaidOut { breakLines(since: start) }
  }

  @inline(never)
  private mutating func breakLines(since start: Int) {
    let text = written(since: start)
    if text.count > 2, text[0] == .openBrace || text[0] == .openBracket {
      var compact = JSONWriter(session: nil, capacity: text.count)
      compact.writeVerbatim(text)
      rewind(to: start)
      JSONLayout(options: .prettyPrinted).writeLines(
        compact.written, to: &self, indentation: indentation)
    }
    laidOutCount = count
  }
}
