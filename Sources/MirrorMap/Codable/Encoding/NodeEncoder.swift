import Foundation

/// Encodes one value of a document: the encoder that `encode(to:)` of a type gets.
///
///     EncodingDocument ← EncodingPart ← NodeEncoder ← ObjectEncodingContainer, ArrayEncodingContainer, …
///
/// An encoder is the number of a level. Once the value has been written, no level has that number, and so an encoder or
/// a container that somebody keeps has no effect.
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
  private var isLive: Bool { index < part.levels.count && part.levels[index].id == id }

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
    fail(MappingError(.notEncodable, expected: what))
  }

  @inline(never)
  private func fail(_ cause: MappingError) -> EncodingError {
    document.note(.invalidValue("", .init(codingPath, cause)))
  }

  /// The error for values that are nested too deeply.
  @inline(never)
  private func tooDeep() -> EncodingError {
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

  private var dead: NodeEncoder { NodeEncoder(part: part, index: index, id: -1) }

  /// Writes what comes before a member's value.
  ///
  /// - Parameter isNew: Whether the object is known not to have the key yet.
  /// - Returns: false if the value is complete.
  @inline(__always)
  func beginMember(_ key: String, isNew: Bool = false) throws -> Bool {
    guard try isActive() else { return false }
    try beginActiveMember(key, isNew: isNew)
    return true
  }

  @inline(__always)
  private func beginActiveMember(_ key: String, isNew: Bool = false) throws {
    let part = part
    guard part.levels[index].state == .object else {
      throw misuse("the object of the container is gone")
    }
    let count = part.levels[index].count
    part.levels[index].count = count &+ 1
    let hash = part.document.write(key: key, needsComma: count > 0)
    if !isNew, part.levels[index].keys.insert(hash, part.hashes) {
      part.document.mayHaveDuplicates = true
    }
  }

  /// Writes what comes before an element.
  ///
  /// - Returns: false if the value is complete.
  @inline(__always)
  func beginElement() throws -> Bool {
    guard try isActive() else { return false }
    try beginActiveElement()
    return true
  }

  @inline(__always)
  private func beginActiveElement() throws {
    guard part.levels[index].state == .array else {
      throw misuse("the array of the container is gone")
    }
    let count = part.levels[index].count
    part.levels[index].count = count &+ 1
    if count > 0 { document.writer.pointee.writeByte(.comma) }
  }

  /// Prepares for the value of a single value container.
  ///
  /// - Returns: false if the value is complete.
  @inline(__always)
  func beginValue() throws -> Bool {
    guard try isActive() else { return false }
    guard part.levels[index].state == .nothing else {
      throw misuse("a second value was encoded where one belongs")
    }
    part.levels[index].state = .value
    return true
  }

  // MARK: Values

  /// Writes a member that is no scalar.
  @inline(__always)
  func writeMember<T: Encodable>(
    _ value: T, _ key: String, _ step: @autoclosure () -> CodingStep, isNew: Bool = false
  ) throws {
    guard try isActive() else { return }
    let mark = document.mark(part)
    try beginActiveMember(key, isNew: isNew)
    do { try write(value, step()) } catch { throw abandon(mark, error) }
  }

  /// Writes an element.
  @inline(__always)
  func writeElement<T: Encodable>(_ value: T) throws {
    guard try isActive() else { return }
    let mark = document.mark(part)
    try beginActiveElement()
    do { try write(value, .element(part.levels[index].count - 1)) } catch {
      throw abandon(mark, error)
    }
  }

  /// Takes back a member or an element that couldn't be written.
  @inline(never)
  private func abandon(_ mark: EncodingDocument.Mark, _ error: any Error) -> any Error {
    document.rewind(part, to: mark)
    document.active = id
    part.levels[index].count &-= 1
    return error
  }

  /// Writes the value of a single value container.
  ///
  /// If it has a method of its own, that gets this encoder, so that members and elements can be added to what it writes.
  ///
  /// - Parameter isDocument: Whether it is an error if the method writes nothing.
  func writeValue<T: Encodable>(_ value: T, isDocument: Bool = false) throws {
    guard try isActive() else { return }
    let mark = document.mark(part)
    let (state, count) = (part.levels[index].state, part.levels[index].count)
    do {
      guard document.writer.pointee.stack.hasRoom() else { throw tooDeep() }
      if try writeInPlace(value) {
        if !isDocument, document.active == id, part.levels[index].state == .nothing {
          _ = begin(.object)
        }
      } else {
        guard try beginValue() else { return }
        try write(value, .none)
      }
    } catch {
      document.rewind(part, to: mark)
      document.active = id
      part.levels[index].state = state
      part.levels[index].count = count
      throw error
    }
  }

  /// Writes a value inside of this one by its own method.
  @inline(__always)
  func withEncoder(_ step: CodingStep, _ body: (NodeEncoder) throws -> Void) throws {
    let (part, document) = (part, document)
    guard document.writer.pointee.stack.hasRoom() else { throw tooDeep() }
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

  /// Completes the document.
  ///
  /// - Returns: false if nothing has been written.
  func endDocument() -> Bool {
    guard part.levels[index].state != .nothing else { return false }
    document.select(part)
    end(index)
    return true
  }

  // MARK: Parts

  /// The encoder of a part for a member or an element, whose key or comma has just been written.
  private func makePart(_ step: CodingStep) -> NodeEncoder {
    let place = EncodingPlace(step, in: part.place(of: index))
    return document.makePart(place, depth: part.levels[index].depth + 1).encoder
  }

  /// The encoder of a nested container; the one that the key has already.
  func nestedEncoder(_ key: String, _ step: @autoclosure () -> CodingStep) -> NodeEncoder {
    if isLive, let part = part.levels[index].nested?[key] { return part.encoder }
    let encoder = memberEncoder(key, step())
    if encoder.id != dead.id {
      var nested = part.levels[index].nested ?? [:]
      part.levels[index].nested = nil
      nested[key] = encoder.part
      part.levels[index].nested = nested
    }
    return encoder
  }

  /// The encoder of a member, which may be filled later. What doesn't belong here is written nowhere.
  func memberEncoder(_ key: String, _ step: CodingStep) -> NodeEncoder {
    guard (try? beginMember(key)) == true else { return dead }
    return makePart(step)
  }

  /// The encoder of the next element, which may be filled later.
  func elementEncoder() -> NodeEncoder {
    guard (try? beginElement()) == true else { return dead }
    return makePart(.element(part.levels[index].count - 1))
  }
}
