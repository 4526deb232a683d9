import Foundation

/// A document that is being encoded.
///
/// Almost all documents are written in order, straight into the buffer of a writer. What may be filled later is a part;
/// see ``EncodingPart``.
final class EncodingDocument {
  let options: EncoderOptions
  let userInfo: [CodingUserInfoKey: Any]
  let hasDefaultKeys: Bool
  let escapesSlashes: Bool
  /// The writer; nil once the call has returned, so that an encoder that somebody keeps writes nothing.
  private(set) var writer: UnownedReference<JSONWriter>?
  /// Where the document begins in the buffer.
  private let origin: Int
  /// The whole document.
  let root = EncodingPart()
  /// The part that is being written, and where its last piece begins.
  private var current: EncodingPart
  private var pieceStart: Int
  /// Whether an object may have two equal keys.
  var mayHaveDuplicates = false
  /// How an encoder or a container was misused where nothing can be thrown.
  private(set) var misuse: EncodingError?
  /// The encoders that have encoders of nested containers.
  private var parents: [NodeEncoder] = []
  private var convertedKeys: [KeyBytes: String] = [:]

  /// Begins a document at the end of what has been written.
  init(_ writer: UnownedReference<JSONWriter>, _ options: EncoderOptions) {
    self.writer = writer
    self.options = options
    userInfo = options.userInfo
    hasDefaultKeys = options.usesDefaultKeys
    escapesSlashes = !options.formatting.contains(.withoutEscapingSlashes)
    origin = writer.pointee.count
    current = root
    pieceStart = origin
    root.ending = ""
  }

  /// Notes that the call is about to return.
  func endCall() {
    writer = nil
    for parent in parents { parent.forgetNested() }
    parents = []
  }

  /// Keeps an encoder that has encoders of nested containers until the call returns: a cycle.
  func keep(_ parent: NodeEncoder) { parents.append(parent) }

  /// Notes a misuse.
  func misuse(_ value: Any, _ what: String, _ path: [any CodingKey]) {
    note(.invalidValue(value, .init(path, MappingError(.notEncodable, expected: what))))
  }

  /// Notes an error where nothing can be thrown; of several, the first.
  func note(_ error: EncodingError) { if misuse == nil { misuse = error } }

  // MARK: Parts

  /// Makes what is written next a piece of a part.
  @inline(__always)
  func select(_ part: EncodingPart) {
    if part !== current { change(to: part) }
  }

  @inline(never)
  private func change(to part: EncodingPart) {
    endPiece()
    current = part
  }

  private func endPiece() {
    guard let writer else { return }
    let end = writer.pointee.count
    if end > pieceStart { current.append(.bytes(pieceStart..<end)) }
    pieceStart = end
  }

  /// Makes a part that belongs where the current one is.
  func makePart() -> EncodingPart {
    endPiece()
    let part = EncodingPart()
    current.append(.part(part))
    return part
  }

  /// A place to which the current part can be taken back.
  struct Mark {
    fileprivate let count: Int
    fileprivate let pieceStart: Int
    fileprivate let pieces: Int
  }

  var mark: Mark {
    Mark(
      count: writer?.pointee.count ?? 0, pieceStart: pieceStart, pieces: current.count)
  }

  /// Takes a part back to a mark that was made when it was the current one.
  func rewind(_ part: EncodingPart, to mark: Mark) {
    guard let writer else { return }
    if part === current, part.count == mark.pieces, pieceStart == mark.pieceStart {
      return writer.pointee.rewind(to: mark.count)
    }
    select(part)
    endPiece()
    part.truncate(to: mark.pieces)
    if mark.count > mark.pieceStart { part.append(.bytes(mark.pieceStart..<mark.count)) }
  }

  /// Removes the bracket that ends a part, so that the value can go on.
  ///
  /// - Returns: false if the part doesn't end with that bracket.
  func reopen(_ part: EncodingPart, _ bracket: UInt8) -> Bool {
    guard let writer else { return false }
    if part === current, pieceStart < writer.pointee.count {
      guard writer.pointee.written.last == bracket else { return false }
      writer.pointee.rewind(to: writer.pointee.count - 1)
      return true
    }
    guard case .bytes(let range)? = part.pieces.last,
      writer.pointee.written[range.upperBound - 1] == bracket
    else { return false }
    part.truncate(to: part.count - 1)
    part.append(.bytes(range.lowerBound..<range.upperBound - 1))
    select(part)
    return true
  }

  // MARK: The end

  /// Puts the parts in order, and lays out the document as the options say.
  func finish() throws {
    if let misuse { throw misuse }
    guard let writer else { return }
    if !root.pieces.isEmpty || pieceStart > origin {
      endPiece()
      let bytes = Array(writer.pointee.written)
      writer.pointee.rewind(to: origin)
      var parts = [(part: root, next: 0)]
      while let (part, next) = parts.last {
        guard next < part.pieces.count else {
          writer.pointee.writeLiteral(part.ending)
          parts.removeLast()
          continue
        }
        parts[parts.count - 1].next += 1
        switch part.pieces[next] {
        case .part(let part): parts.append((part, 0))
        case .bytes(let range): bytes.withBytes { writer.pointee.writeVerbatim($0[range]) }
        }
      }
    }
    if mayHaveDuplicates || !options.layout.isEmpty {
      let layout = JSONLayout(
        options: options.layout, style: .foundation, dropsDuplicates: mayHaveDuplicates)
      let bytes = Array(writer.pointee.written(since: origin))
      writer.pointee.rewind(to: origin)
      do {
        try bytes.withBytes { try layout.write($0, to: &writer.pointee) }
      } catch let error as MappingError {
        throw EncodingError.invalidValue("", .init([], error))
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
      convertedKeys[KeyBytes(text)] = converted
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
