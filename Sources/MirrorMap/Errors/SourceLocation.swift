/// Works out, from a byte offset, what a person wants to know: path, line and column.
///
/// The bytes before the offset were read without complaint, so one pass over them suffices, and
/// nothing has to be kept while a document is being read. For the document below and the offset of
/// the `x`, the stack of open containers at that place is `{ key "a" }`, `[ index 1 ]`, which is
/// the path `$.a[1]`.
///
///     {"a": [1, x
///
/// Whatever the bytes are, the pass ends: at the offset, at the input's end, or at a byte that no
/// document can have there.
struct SourceLocation {
  private(set) var path = JSONPath()
  private(set) var line = 1
  private(set) var column = 1

  /// Finds the place of `offset` in `bytes`.
  ///
  /// - Complexity: O(`offset`).
  init(of offset: Int, in bytes: UnsafeRawBufferPointer) {
    let offset = min(max(offset, 0), bytes.count)
    locate(offset, UnsafeRawBufferPointer(rebasing: bytes[..<offset]))
    path = Self.path(to: offset, in: bytes)
  }

  private mutating func locate(_ offset: Int, _ prefix: UnsafeRawBufferPointer) {
    // A byte order mark is no column.
    let text = prefix.starts(with: [0xEF, 0xBB, 0xBF]) ? prefix.dropFirst(3) : prefix[...]
    for byte in text {
      if byte == .newline {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
  }

  /// An open array or object.
  private struct Container {
    var isObject: Bool
    var index = 0
    /// Where the latest key lies, between its quotes.
    var key: Range<Int>?
    /// Whether a string that begins now is a key.
    var awaitsKey: Bool
  }

  private static func path(to offset: Int, in bytes: UnsafeRawBufferPointer) -> JSONPath {
    var open: [Container] = []
    var position = 0
    while position < offset {
      switch bytes[position] {
      case .openBrace: open.append(Container(isObject: true, awaitsKey: true))
      case .openBracket: open.append(Container(isObject: false, awaitsKey: false))
      case .closeBrace, .closeBracket: _ = open.popLast()
      case .comma:
        guard let last = open.indices.last else { break }
        open[last].index += 1
        open[last].awaitsKey = open[last].isObject
        open[last].key = nil
      case .quote:
        let start = position + 1
        let end = endOfString(from: start, in: bytes)
        if let last = open.indices.last, open[last].awaitsKey {
          open[last].awaitsKey = false
          open[last].key = start..<end
        }
        position = end
      default: break
      }
      position += 1
    }
    // A failure at a key itself (a duplicate, say) belongs to that key.
    if position == offset, position < bytes.count, bytes[position] == .quote,
      let last = open.indices.last, open[last].awaitsKey
    {
      open[last].key = (position + 1)..<endOfString(from: position + 1, in: bytes)
    }
    return JSONPath(open.compactMap { component(of: $0, in: bytes) })
  }

  private static func endOfString(from start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    var position = start
    while position < bytes.count, bytes[position] != .quote {
      position += bytes[position] == .backslash ? 2 : 1
    }
    return min(position, bytes.count)
  }

  private static func component(
    of container: Container, in bytes: UnsafeRawBufferPointer
  ) -> JSONPath.Component? {
    guard container.isObject else { return .index(container.index) }
    guard let range = container.key else { return nil }
    let raw = UnsafeRawBufferPointer(rebasing: bytes[range])
    return .key(StringEscapes.unescapedLeniently(raw))
  }
}

extension MappingError {
  /// The error with its place in the document worked out.
  ///
  /// - Parameter bytes: the document that was being read, or what had been written of one.
  func located(in bytes: UnsafeRawBufferPointer, isOutput: Bool = false) -> MappingError {
    guard !details.isLocated else { return self }
    var result = self
    result.details.isLocated = true
    guard let offset = details.byteOffset else { return result }
    let location = SourceLocation(of: offset, in: bytes)
    result.details.path = JSONPath(location.path.components + details.missing)
    guard !isOutput else {
      result.details.byteOffset = nil
      return result
    }
    result.details.line = location.line
    result.details.column = location.column
    return result
  }
}
