import EssentialFoundation

/// A document that is being encoded.
///
/// Almost all documents are written in order, straight into the buffer of a writer. What may be filled later is a part;
/// see ``EncodingPart``.
final class EncodingDocument {
  let options: EncoderOptions
  let userInfo: [CodingUserInfoKey: Any]
  let hasDefaultKeys: Bool
  let escapesSlashes: Bool
  /// The writer, which is there until the call returns.
  private(set) var writer: UnownedReference<JSONWriter>
  /// The value that is written to; 0 if none is.
  var active = 0
  /// Whether an object may have two equal keys.
  var mayHaveDuplicates = false
  /// The greatest depth of values that are written by their mapping.
  var maximumDepth: Int {
    // A value of a model may have as much nesting as its document has left; see `begin(_:_:)`.
    writer.pointee.session == nil ? max(options.mapper.maximumDepth, 0) : EncodingLevel.maximumDepth
  }
  /// Whether the call is in progress. An encoder that is kept for longer writes nothing.
  private(set) var isOpen = false
  /// Whether another document can be encoded in place of this one, if its root has no other references.
  private(set) var isReusable = false
  /// The first failure where nothing could be thrown, or what was thrown could have been caught.
  private(set) var failure: EncodingError?
  private var lastID = 0
  /// Where the document begins in the buffer.
  private var origin = 0
  /// The whole document first.
  private let parts = HeapStack<EncodingPart>(capacity: 1)
  /// The part that is being written, and where its last piece begins.
  private var current: EncodingPart?
  private var pieceStart = 0
  private var convertedKeys: [KeyBytes: String] = [:]

  init(_ writer: UnownedReference<JSONWriter>, _ options: EncoderOptions) {
    self.writer = writer
    self.options = options
    userInfo = options.userInfo
    hasDefaultKeys = if case .useDefaultKeys = options.keys { true } else { false }
    escapesSlashes = !options.formatting.contains(.withoutEscapingSlashes)
  }

  /// Makes the number of a new value.
  @inline(__always)
  func makeID() -> Int {
    lastID &+= 1
    return lastID
  }

  /// Begins a document at the end of what has been written.
  func begin(_ root: EncodingPart, _ writer: UnownedReference<JSONWriter>) {
    self.writer = writer
    origin = writer.pointee.count
    pieceStart = origin
    isOpen = true
    mayHaveDuplicates = false
    // A value of a model may have as much nesting as its document has left.
    root.begin(depth: EncodingLevel.maximumDepth - writer.pointee.remainingDepth)
    parts.push(root)
    current = root
    active = root.levels[0].id
  }

  /// Notes that the call is about to return.
  func endCall() {
    isOpen = false
    active = 0
    isReusable =
      parts.count == 1 && parts[0].hashes.capacity <= 8192 && convertedKeys.count <= 1024
    // Parts refer to each other and to this.
    if parts.count > 1 { for index in 0..<parts.count { parts[index].pieces = [] } }
    parts.truncate(to: 0)
    current = nil
  }

  /// Notes a failure, and returns the first of several.
  func note(_ error: EncodingError) -> EncodingError {
    failure = failure ?? error
    return failure ?? error
  }

  // MARK: Parts

  /// Makes what is written next a piece of a part.
  func select(_ part: EncodingPart) {
    guard part !== current else { return }
    endPiece()
    current = part
  }

  private func endPiece() {
    let end = writer.pointee.count
    if end > pieceStart { current?.pieces.append(.bytes(pieceStart..<end)) }
    pieceStart = end
  }

  /// Makes a part that belongs where the current one is.
  func makePart(_ place: EncodingPart.Place, depth: Int) -> EncodingPart {
    endPiece()
    let part = EncodingPart(self, place, depth: depth)
    current?.pieces.append(.part(part))
    parts.push(part)
    return part
  }

  /// A place to which the current part can be taken back.
  struct Mark {
    fileprivate let count: Int
    fileprivate let pieceStart: Int
    fileprivate let pieces: Int
  }

  /// - Parameter part: the current one.
  @inline(__always)
  func mark(_ part: EncodingPart) -> Mark {
    Mark(count: writer.pointee.count, pieceStart: pieceStart, pieces: part.pieces.count)
  }

  /// Takes a part back to a mark that was made when it was the current one.
  func rewind(_ part: EncodingPart, to mark: Mark) {
    if part === current, part.pieces.count == mark.pieces, pieceStart == mark.pieceStart {
      return writer.pointee.rewind(to: mark.count)
    }
    select(part)
    endPiece()
    for piece in part.pieces[mark.pieces...] {
      if case .part(let part) = piece { part.isRemoved = true }
    }
    part.pieces.removeSubrange(mark.pieces...)
    if mark.count > mark.pieceStart {
      part.pieces.append(.bytes(mark.pieceStart..<mark.count))
    }
  }

  // MARK: The end

  /// Puts the parts in order, and lays out the document as the options say.
  func finish() throws {
    if let failure { throw failure }
    if parts.count > 1 { assemble() }
    var layout = options.layout
    // Dictionaries are written in any order.
    if writer.pointee.scope.ordersCollections { layout.insert(.sortedKeys) }
    guard mayHaveDuplicates || !layout.isEmpty else { return }
    let text = JSONLayout(
      options: layout, isFoundation: true, dropsDuplicates: mayHaveDuplicates)
    let bytes = Array(writer.pointee.written(since: origin))
    writer.pointee.rewind(to: origin)
    do {
      try bytes.withBytes { try text.write($0, to: &writer.pointee) }
    } catch let error as MappingError {
      throw EncodingError.invalidValue("", .init([], error))
    }
  }

  /// Puts the pieces of all parts in order.
  private func assemble() {
    endPiece()
    // Not what is before the value: of a model's value, that is the rest of the document.
    let bytes = Array(writer.pointee.written(since: origin))
    writer.pointee.rewind(to: origin)
    var open = [(part: parts[0], next: 0)]
    bytes.withBytes { bytes in
      while let (part, next) = open.last {
        guard next < part.pieces.count else {
          // What ends the document has been written.
          if open.count > 1 { writer.pointee.writeLiteral(part.ending) }
          open.removeLast()
          continue
        }
        open[open.count - 1].next += 1
        switch part.pieces[next] {
        case .part(let part): open.append((part, 0))
        case .bytes(let range):
          writer.pointee.writeVerbatim(bytes[range.lowerBound - origin..<range.upperBound - origin])
        }
      }
    }
  }

  // MARK: Keys

  /// A key as the strategy wants it.
  func convert(_ key: any CodingKey, _ path: @autoclosure () -> [any CodingKey]) -> String {
    switch options.keys {
    case .useDefaultKeys: return key.stringValue
    case .convertToSnakeCase:
      let text = key.stringValue
      if let known = convertedKeys[KeyBytes(text)] { return known }
      let converted = SnakeCase.convert(text)
      if text.utf8.count <= 64 { convertedKeys[KeyBytes(text)] = converted }
      return converted
    case .custom(let convert): return convert(path() + [key]).stringValue
    @unknown default: return key.stringValue
    }
  }
}

extension EncodingError.Context {
  /// The context of an error with a cause.
  init(_ path: [any CodingKey], _ cause: MappingError) {
    self.init(
      codingPath: path, debugDescription: cause.expected ?? "", underlyingError: cause)
  }
}
