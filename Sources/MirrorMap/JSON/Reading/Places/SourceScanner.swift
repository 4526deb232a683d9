/// Converts byte offsets to paths, lines and columns.
///
/// The bytes before an offset have been read without errors, so one scan suffices, and nothing has
/// to be recorded while a document is being read. For the document below and the offset of the `x`,
/// the stack of open containers is `{ key "a" }`, `[ index 1 ]`, which is the path `$.a[1]`.
///
///     {"a": [1, x
///
/// The scan can be resumed: for offsets in ascending order it reads each byte once. It has two
/// cursors: the one for lines stops exactly at the offset, and the one for the path after the
/// string that contains the offset.
///
/// The scan ends for any input: at the offset, or at the input's end.
struct SourceScanner {
  private let bytes: Bytes
  /// How far lines and columns have been counted.
  private var counted = SourcePlace()
  /// How far brackets, keys and commas have been followed.
  private var followed = 0
  private var open: [Container] = []

  /// An open array or object.
  private struct Container {
    let isObject: Bool
    var index = 0
    /// The position of the latest key, between its quotes; nil before each one.
    var key: Range<Int>?
    /// The path to the current element or member, once it has been requested.
    var step: JSONPath.Step?

    /// Whether a string that begins now is a key.
    var awaitsKey: Bool { isObject && key == nil }
  }

  /// Makes a scanner of a document.
  ///
  /// - Precondition: the bytes outlive the scanner.
  init(_ bytes: Bytes) {
    self.bytes = bytes
    // A byte order mark doesn't count as a column.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { counted.skip(3) }
  }

  /// Finds the location of an offset. An offset outside the document counts as its nearest end.
  ///
  /// - Precondition: no offset is less than the one before.
  /// - Complexity: O(number of bytes since the last offset + depth of the path).
  mutating func location(of offset: Int) -> SourceLocation {
    let offset = min(max(offset, 0), bytes.count)
    if offset > counted.offset { counted.advance(over: bytes[counted.offset..<offset]) }
    follow(to: offset)
    return SourceLocation(path: path(at: offset), line: counted.line, column: counted.column)
  }

  private mutating func follow(to offset: Int) {
    while followed < offset {
      switch bytes[followed] {
      case .openBrace, .openBracket: open.append(Container(isObject: bytes[followed] == .openBrace))
      case .closeBrace, .closeBracket: _ = open.popLast()
      case .comma:
        guard let last = open.indices.last else { break }
        open[last] = Container(isObject: open[last].isObject, index: open[last].index + 1)
      case .quote:
        let end = endOfString(from: followed + 1)
        // What has no end isn't a key.
        if let last = open.indices.last, open[last].awaitsKey, end < bytes.count {
          open[last].key = (followed + 1)..<end
        }
        followed = end
      default: break
      }
      followed += 1
    }
  }

  private func endOfString(from start: Int) -> Int {
    var position = start
    while position < bytes.count, bytes[position] != .quote {
      position += bytes[position] == .backslash ? 2 : 1
    }
    return min(position, bytes.count)
  }

  private mutating func path(at offset: Int) -> JSONPath {
    // Containers that have a step already have it within that of the container around them.
    var level = open.lastIndex { $0.step != nil }.map { $0 + 1 } ?? 0
    var step = level > 0 ? open[level - 1].step : nil
    while level < open.count {
      if !open[level].isObject {
        step = JSONPath.Step(.index(open[level].index), in: step)
        open[level].step = step
      } else if let key = open[level].key {
        step = JSONPath.Step(.key(text(of: key)), in: step)
        open[level].step = step
      }
      level += 1
    }
    // A failure at a key itself (a duplicate, say) belongs to that key.
    if followed == offset, offset < bytes.count, bytes[offset] == .quote,
      open.last?.awaitsKey == true,
      case let end = endOfString(from: offset + 1), end < bytes.count
    {
      step = JSONPath.Step(.key(text(of: (offset + 1)..<end)), in: step)
    }
    return JSONPath(last: step)
  }

  /// The bytes on both sides of an offset, so many on each, as one line of text; nil without any.
  func snippet(around offset: Int, _ length: Int) -> String? {
    guard length > 0 else { return nil }
    let offset = min(max(offset, 0), bytes.count)
    let start = offset - min(offset, length)
    let end = offset + min(bytes.count - offset, length)
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    let line = text.unicodeScalars.map { (scalar) -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: " "
      default: scalar
      }
    }
    return String(String.UnicodeScalarView(line))
  }

  private func text(of key: Range<Int>) -> String {
    StringEscapes.unescapedLeniently(bytes[key])
  }
}
