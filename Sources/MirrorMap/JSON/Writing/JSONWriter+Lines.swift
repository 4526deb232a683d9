/// Breaking lines while values are written.
///
/// A model writes its object in lines if all of the output before it is laid out. All other code writes compact JSON; the
/// model that holds such a value breaks its lines when the value is complete:
///
///     {
///       "user": {
///         "id": 7
///       },
///       "scores": {"a":1}    →  "scores": {
///                                 "a": 1
///                               }
extension JSONWriter {
  /// Whether lines are broken while values are written.
  var breaksLines: Bool {
    @inline(__always) mutating get { laidOutCount >= 0 }
  }

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
