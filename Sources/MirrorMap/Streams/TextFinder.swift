/// Finds the texts of a JSON text sequence (RFC 7464), each of which follows a record separator.
struct TextFinder: ElementFinder {
  private enum State {
    /// Between two texts.
    case separator
    /// After a separator.
    case start
    /// In a text at the start of the bytes; some of its bytes have been searched.
    case inside(ValueEnd, searched: Int)
    /// In bytes that were refused, of which more may come.
    case refused
  }

  private var state = State.separator
  /// Whether no record separator has come yet.
  private var awaitsFirst = true

  mutating func find(
    in bytes: Bytes, isComplete: Bool, _ position: inout Int
  ) -> FoundElement {
    while true {
      if case .inside(let end, let searched) = state {
        return find(end, from: searched, in: bytes, isComplete: isComplete, position)
      }
      if case .refused = state {
        position = bytes.position(of: .recordSeparator, from: position) ?? bytes.count
      }
      while position < bytes.count, bytes[position].isWhitespace { position += 1 }
      guard position < bytes.count else { return FoundElement(consumed: position) }
      let byte = bytes[position]
      if byte == .recordSeparator {
        awaitsFirst = false
        state = .start
        position += 1
      } else if case .start = state {
        state = .inside(ValueEnd(first: byte), searched: 0)
      } else {
        return refuse(bytes, position)
      }
    }
  }

  /// Finds what is where a record separator belongs: up to the next one, it's one error, wherever the
  /// chunks end.
  private mutating func refuse(_ bytes: Bytes, _ start: Int) -> FoundElement {
    state = .refused
    let problem: MappingError =
      awaitsFirst
      ? .unexpected(bytes[start], "a record separator") : MappingError(.trailingContent)
    return FoundElement(element: start..<start + 1, problem: problem, consumed: start + 1)
  }

  private mutating func find(
    _ end: ValueEnd, from searched: Int, in bytes: Bytes, isComplete: Bool, _ start: Int
  ) -> FoundElement {
    var end = end
    // No text contains a record separator, so one that does is cut off there.
    let next = bytes.position(of: .recordSeparator, from: start + searched)
    let limit = next ?? bytes.count
    if let after = end.find(in: bytes[0..<limit], from: start + searched) {
      state = .separator
      return FoundElement(element: start..<after, consumed: after)
    }
    guard next != nil || isComplete else {
      state = .inside(end, searched: bytes.count - start)
      return FoundElement(consumed: start)
    }
    state = .separator
    // A number or a word could go on, unless white space follows.
    let problem = MappingError(
      .unexpectedEnd, expected: "a line feed after the text", found: "its end")
    return FoundElement(
      element: start..<limit, problem: end.isScalar ? problem : nil, consumed: limit)
  }
}
