import EssentialFoundation

/// Encodes one value of a document: the encoder that `encode(to:)` of a type gets.
///
///     EncodingDocument ← EncodingPart ← NodeEncoder ← ObjectEncodingContainer, ArrayEncodingContainer, …
///
/// An encoder is the number of a level. Once the value has been written, no level has that number, and so an encoder or
/// a container that is kept for longer has no effect.
struct NodeEncoder: Encoder {
  let part: EncodingPart
  let index: Int
  let id: Int

  var document: EncodingDocument { @inline(__always) get { part.document } }

  var userInfo: [CodingUserInfoKey: Any] { document.userInfo }

  var codingPath: [any CodingKey] { isLive ? part.codingPath(of: index) : [] }

  /// The coding path of a value inside of this one.
  func path(_ step: CodingStep) -> [any CodingKey] {
    codingPath + [step.codingKey].compactMap(\.self)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(ObjectEncodingContainer<Key>(encoder: begin(.object)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    ArrayEncodingContainer(encoder: begin(.array))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    ValueEncodingContainer(encoder: self)
  }

  /// How many members or elements have been written.
  var count: Int { isLive ? part.levels[index].count : 0 }

  // MARK: Misuse

  /// Whether the value is being encoded.
  var isLive: Bool { index < part.levels.count && part.levels[index].id == id }

  /// Whether the value can be written to; false if it is complete, or the call of the encoder has returned.
  ///
  /// - Throws: `EncodingError` if it is not the turn of this value.
  @inline(__always)
  func isActive() throws -> Bool {
    if document.active == id { return true }
    return try resume()
  }

  /// Goes on with this value after another part of the document.
  @inline(never)
  private func resume() throws -> Bool {
    guard document.isOpen, isLive else { return false }
    guard index == part.levels.count - 1 else {
      throw misuse("the container was used while one of its values was being encoded")
    }
    document.select(part)
    document.active = id
    return true
  }

  /// Notes that something was written where it doesn't belong, for which the call will fail.
  @inline(never)
  func misuse(_ what: String) -> EncodingError {
    let cause = MappingError(.notEncodable, expected: what)
    return document.note(.invalidValue("", .init(codingPath, cause)))
  }

  /// The error for values that are nested too deeply.
  @inline(never)
  func tooDeep() -> EncodingError {
    let hasLevels = part.levels[index].depth < EncodingLevel.maximumDepth
    let cause = MappingError(
      .depthLimit, expected: "less nesting",
      found: hasLevels
        ? "more than the thread's stack has room for" : "more than the depth limit allows")
    return .invalidValue(
      "", .init(codingPath: codingPath, debugDescription: "\(cause)", underlyingError: cause))
  }

  // MARK: Beginnings

  /// Begins an object or an array, unless that has been begun.
  ///
  /// - Returns: this encoder, or if that isn't possible one that has no effect.
  func begin(_ kind: EncodingLevel.State) -> NodeEncoder {
    guard (try? isActive()) == true else { return dead }
    let state = part.levels[index].state
    if state == kind { return self }
    guard state == .nothing else {
      _ = misuse("the encoder was asked for containers of different kinds")
      return dead
    }
    guard part.levels[index].depth < EncodingLevel.maximumDepth else {
      _ = document.note(tooDeep())
      return dead
    }
    part.levels[index].state = kind
    document.writer.pointee.writeByte(kind == .object ? .openBrace : .openBracket)
    return self
  }

  /// Notes that keys of members have been written but not noted.
  func noteUnnotedKeys() {
    if isLive, count > 0 { part.levels[index].hasUnnotedKeys = true }
  }

  /// An encoder that has no effect.
  var dead: NodeEncoder { NodeEncoder(part: part, index: index, id: -1) }

  /// Writes a value inside of this one by its own method.
  @inline(__always)
  func withEncoder(_ step: CodingStep, _ body: (NodeEncoder) throws -> Void) throws {
    let (part, document) = (part, document)
    // Not the writer's guard: a type may encode a value on another thread, and wait for it.
    guard StackGuard.current.hasRoom() else { throw tooDeep() }
    let isContainer = part.levels[index].state != .value
    let inner = part.push(step, depth: part.levels[index].depth &+ (isContainer ? 1 : 0))
    document.active = inner
    defer {
      part.pop(to: index &+ 1)
      document.active = id
    }
    try body(NodeEncoder(part: part, index: index &+ 1, id: inner))
    if document.active != inner { document.select(part) }
    end(index &+ 1)
  }

  /// Completes the value of a level.
  @inline(__always)
  private func end(_ index: Int) {
    switch part.levels[index].state {
    case .nothing: document.writer.pointee.writeLiteral("{}")
    case .object: document.writer.pointee.writeByte(.closeBrace)
    case .array: document.writer.pointee.writeByte(.closeBracket)
    case .value: break
    }
  }

  /// Completes the document; returns false if nothing has been written.
  func endDocument() -> Bool {
    guard part.levels[index].state != .nothing else { return false }
    document.select(part)
    end(index)
    return true
  }
}
