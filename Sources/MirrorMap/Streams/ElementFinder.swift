/// Finds the elements of a stream, one after the other, in the bytes that have come so far.
protocol ElementFinder: Sendable {
  /// The steps that lead to the elements. The default is none.
  var steps: [JSONPath.Component] { get }

  /// The path to where the search is, once so many elements have been found. The default is that of the next element.
  func path(after count: Int) -> [JSONPath.Component]

  /// Whether a malformed element leaves the others readable. The default is true.
  var isolatesElements: Bool { get }

  /// Whether white space at the end of what is found may be no part of the element. The default is false.
  var trimsElements: Bool { get }

  /// Forgets the last bytes that it has searched, because they have been removed. The default is for those that trim no
  /// elements.
  mutating func forget(_ count: Int)

  /// Continues the search.
  ///
  /// - Parameters:
  ///   - isComplete: Whether no other bytes follow.
  ///   - position: Afterwards, if this fails, where.
  /// - Throws: ``MappingError`` without a place, or with one that is relative to the position.
  /// - Complexity: O(n) in the bytes that are new.
  mutating func find(
    in bytes: Bytes, isComplete: Bool, _ position: inout Int
  ) throws(MappingError) -> FoundElement
}

extension ElementFinder {
  var steps: [JSONPath.Component] { [] }
  func path(after count: Int) -> [JSONPath.Component] { steps + [.index(count)] }
  var isolatesElements: Bool { true }
  var trimsElements: Bool { false }
  mutating func forget(_ count: Int) {}
}

/// What a search has found.
struct FoundElement {
  /// The bytes of the next element; nil if it hasn't come whole yet.
  var element: Range<Int>?
  /// What is wrong with the element, if that is known before it's read.
  var problem: MappingError?
  /// How many bytes, from the first one on, aren't needed any more once the element is read.
  var consumed: Int
}

/// Finds the elements of one array in a document.
struct ArrayFinder: ElementFinder {
  private enum State {
    /// Before the array and after it.
    case around
    case first, element
    /// In an element at the start of the bytes; some of its bytes have been searched.
    case inside(ValueEnd, searched: Int)
    case separator
  }

  private var search: ArraySearch
  private var state = State.around

  init(path: [String], _ mapper: Mapper) { search = ArraySearch(path: path, mapper) }

  var steps: [JSONPath.Component] { search.steps }

  func path(after count: Int) -> [JSONPath.Component] {
    switch state {
    case .around: steps
    // As in a whole document, what follows an element up to the comma belongs to it.
    case .separator: steps + [.index(count - 1)]
    case .first, .element, .inside: steps + [.index(count)]
    }
  }

  var isolatesElements: Bool { false }

  mutating func find(
    in bytes: Bytes, isComplete: Bool, _ position: inout Int
  ) throws(MappingError) -> FoundElement {
    while true {
      switch state {
      case .around:
        guard try search.follow(bytes, &position) else {
          if isComplete { try search.finish() }
          return FoundElement(consumed: bytes.count)
        }
        state = .first
      case .inside(var end, let searched):
        let start = position
        let found = end.find(in: bytes, from: start + searched)
        guard let after = found ?? (isComplete ? bytes.count : nil) else {
          state = .inside(end, searched: bytes.count - start)
          return FoundElement(consumed: start)
        }
        state = .separator
        // A number or a word could go on.
        let problem = found == nil && end.isScalar ? self.end : nil
        return FoundElement(element: start..<after, problem: problem, consumed: after)
      case .first, .element, .separator:
        while position < bytes.count, bytes[position].isWhitespace { position += 1 }
        guard position < bytes.count else {
          if isComplete { throw end }
          return FoundElement(consumed: position)
        }
        try follow(bytes[position], &position)
      }
    }
  }

  private mutating func follow(_ byte: UInt8, _ position: inout Int) throws(MappingError) {
    switch state {
    case .separator where byte == .comma:
      state = .element
      position += 1
    case .separator where byte == .closeBracket, .first where byte == .closeBracket:
      search.pop()
      state = .around
      position += 1
    case .separator: throw .unexpected(byte, "',' or ']'")
    default:
      guard byte.beginsValue else { throw .unexpected(byte, "a value") }
      state = .inside(ValueEnd(first: byte), searched: 0)
    }
  }

  private var end: MappingError {
    let expected = if case .separator = state { "',' or ']'" } else { "a value" }
    return MappingError(.unexpectedEnd, expected: expected, found: JSONReader.theEnd)
  }
}

/// Finds the lines that aren't blank (NDJSON, JSON Lines).
///
/// Only line feeds end lines: inside of strings, U+2028 is legal.
struct LineFinder: ElementFinder {
  /// How many of the bytes have no line feed.
  private var searched = 0

  var trimsElements: Bool { true }

  mutating func forget(_ count: Int) { searched -= count }

  mutating func find(
    in bytes: Bytes, isComplete: Bool, _ position: inout Int
  ) -> FoundElement {
    var start = 0
    while let newline = bytes.position(of: .newline, from: max(searched, start)) {
      searched = 0
      let line = bytes.trimmed(start..<newline)
      if !line.isEmpty { return FoundElement(element: line, consumed: newline + 1) }
      start = newline + 1
    }
    if isComplete {
      searched = 0
      let line = bytes.trimmed(start..<bytes.count)
      return FoundElement(element: line.isEmpty ? nil : line, consumed: bytes.count)
    }
    while start < bytes.count, bytes[start].isWhitespace { start += 1 }
    searched = bytes.count - start
    return FoundElement(consumed: start)
  }
}

extension UInt8 {
  /// Whether a value can begin with this byte.
  var beginsValue: Bool {
    switch self {
    case .openBrace, .openBracket, .quote, .lowerT, .lowerF, .lowerN: true
    default: startsNumber
    }
  }
}

extension MappingError {
  /// The error for a byte that can't be where it is.
  static func unexpected(_ byte: UInt8, _ expected: String) -> MappingError {
    MappingError(.unexpectedCharacter, expected: expected, found: JSONReader.describe(byte))
  }
}

extension Bytes {
  /// A range without the white space at both ends.
  fileprivate func trimmed(_ range: Range<Int>) -> Range<Int> {
    var range = range
    while let first = range.first, self[first].isWhitespace { range.removeFirst() }
    while let last = range.last, self[last].isWhitespace { range.removeLast() }
    return range
  }
}
