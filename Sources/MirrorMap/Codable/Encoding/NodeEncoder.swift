import Foundation

/// Encodes one value of a document: the encoder that `encode(to:)` of a type gets.
///
///     EncodingDocument ← NodeEncoder ← ObjectEncodingContainer, ArrayEncodingContainer, single value
final class NodeEncoder: Encoder {
  /// What has been written of the value.
  enum State {
    case nothing, object, array, value
  }

  /// Whether the value may be written to.
  enum Access {
    case open
    /// A value inside of this one is being written.
    case busy
    /// The value is complete.
    case closed
  }

  /// The deepest nesting of objects and arrays.
  static let maximumDepth = 512

  let document: EncodingDocument
  private(set) var part: EncodingPart
  private var parent: NodeEncoder?
  private var step = CodingStep.none
  var state = State.nothing
  private(set) var access = Access.open
  /// How many objects and arrays are around the value.
  private var depth = 0
  /// How many are around a value inside of this one.
  var innerDepth: Int { state == .value ? depth : depth + 1 }
  /// How many members or elements have been written; also by the encoder of a single value.
  var count = 0
  let keys = HeapValue(WrittenKeys())
  /// The encoders of nested containers by their keys.
  private var nested: [String: NodeEncoder] = [:]
  private var hasNested = false
  /// An encoder for the next value inside of this one, which nobody uses anymore.
  private var spare: NodeEncoder?

  /// Makes the encoder of a whole document.
  init(_ document: EncodingDocument) {
    self.document = document
    part = document.root
  }

  /// Makes the encoder of a value inside of another one.
  private init(in parent: NodeEncoder) {
    document = parent.document
    part = parent.part
  }

  private func begin(_ parent: NodeEncoder, _ step: CodingStep, _ part: EncodingPart) {
    self.parent = parent
    self.step = step
    self.part = part
    depth = parent.innerDepth
    (state, access, count) = (.nothing, .open, 0)
  }

  /// Lets go of the value.
  private func clear() {
    parent = nil
    step = .none
    if hasNested { (nested, hasNested) = ([:], false) }
    forgetKeys()
  }

  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    var encoder: NodeEncoder? = self
    while let current = encoder {
      if let key = current.step.codingKey { path.append(key) }
      encoder = current.parent
    }
    path.reverse()
    return path
  }

  var userInfo: [CodingUserInfoKey: Any] { document.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    beginObject()
    return KeyedEncodingContainer(ObjectEncodingContainer<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    beginArray()
    return ArrayEncodingContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    ValueEncodingContainer(encoder: self)
  }

  func beginObject() { beginContainer(.object, .openBrace, "}") }

  func beginArray() { beginContainer(.array, .openBracket, "]") }

  /// Begins an object or an array, unless that has been begun.
  private func beginContainer(_ kind: State, _ bracket: UInt8, _ ending: StaticString) {
    guard state != kind else { return }
    if state == .value { return continueValue(kind, ending) }
    guard state == .nothing, isOpen else { return reportMisuse() }
    if depth >= Self.maximumDepth { document.note(tooDeep(.none)) }
    state = kind
    document.select(part)
    if isPart { part.ending = ending }
    document.writeByte(bracket)
  }

  /// Goes on with an object or an array that has been written as a single value.
  @inline(never)
  private func continueValue(_ kind: State, _ ending: StaticString) {
    guard isOpen, document.reopen(part, kind == .object ? .closeBrace : .closeBracket) else {
      return reportMisuse()
    }
    state = kind
    if isPart { part.ending = ending }
    if kind == .object, count > 0 { document.mayHaveDuplicates = true }
  }

  /// Whether the value is a part of its own.
  var isPart: Bool { parent.map { $0.part !== part } ?? false }

  // MARK: Misuse

  /// Whether something may be written now.
  var isOpen: Bool { access == .open && document.writer != nil }

  /// Notes that something was written where it doesn't belong. What comes when all has been written has no effect.
  @inline(never)
  func reportMisuse() {
    guard access != .closed else { return }
    document.misuse(
      "",
      access == .busy
        ? "the container was used while one of its values was being encoded"
        : "the encoder was asked for containers of different kinds", codingPath)
  }

  // MARK: Values

  /// Writes a value inside of this one by its own method.
  @inline(__always)
  func withEncoder(_ step: CodingStep, _ body: (NodeEncoder) throws -> Void) throws {
    guard depth <= Self.maximumDepth, StackGuard.current.hasRoom() else { throw tooDeep(step) }
    var encoder = spare ?? NodeEncoder(in: self)
    spare = nil
    encoder.begin(self, step, part)
    let outer = access
    access = .busy
    defer {
      access = outer
      encoder.access = .closed
      // Somebody may have kept it.
      if isKnownUniquelyReferenced(&encoder) {
        encoder.clear()
        spare = encoder
      }
    }
    try body(encoder)
    encoder.end()
    noteCount(encoder.count)
  }

  /// Notes how many members or elements a single value has, in case that it goes on.
  func noteCount(_ count: Int) { if state == .value { self.count = count } }

  /// Completes the value.
  private func end() {
    document.select(part)
    switch state {
    case .nothing:
      document.writeByte(.openBrace)
      document.writeByte(.closeBrace)
    case .object: document.writeByte(.closeBrace)
    case .array: document.writeByte(.closeBracket)
    case .value: break
    }
  }

  /// Completes the document.
  ///
  /// - Returns: false if nothing has been written.
  func endDocument() -> Bool {
    access = .closed
    guard state != .nothing else { return false }
    end()
    return true
  }

  /// The encoder of a part for a member or an element, whose key or comma has just been written.
  ///
  /// If nothing belongs here, or too deep, it writes nothing and isn't linked to this one: a chain of
  /// encoders without end couldn't be freed.
  private func makePart(_ step: CodingStep, belongs: Bool) -> NodeEncoder {
    let encoder = NodeEncoder(in: self)
    guard belongs, depth < Self.maximumDepth else {
      if belongs { document.note(tooDeep(step)) }
      encoder.depth = depth
      encoder.access = .closed
      return encoder
    }
    encoder.begin(self, step, document.makePart())
    return encoder
  }

  /// The encoder of a nested container; the one that the key has already.
  func nestedEncoder(_ key: String, _ step: CodingStep) -> NodeEncoder {
    if let encoder = nested[key] { return encoder }
    let encoder = superEncoder(key, step)
    guard encoder.access == .open else { return encoder }
    if nested.isEmpty { document.keep(self) }
    nested[key] = encoder
    hasNested = true
    return encoder
  }

  /// Lets go of the encoders of nested containers, which have this one as their parent.
  func forgetNested() { nested = [:] }

  /// The encoder of a superclass. What doesn't belong here is written nowhere.
  func superEncoder(_ key: String, _ step: CodingStep) -> NodeEncoder {
    let isMember = beginMember(key)
    return makePart(step, belongs: isMember)
  }

  /// The encoder of the next element, which may be filled later.
  func nextEncoder() -> NodeEncoder {
    let isElement = beginElement()
    return makePart(.element(count - 1), belongs: isElement)
  }

  /// The coding path of a value inside of this one.
  func path(_ step: CodingStep) -> [any CodingKey] {
    codingPath + [step.codingKey].compactMap(\.self)
  }

  @inline(never)
  private func tooDeep(_ step: CodingStep) -> EncodingError {
    let cause = MappingError(
      .depthLimit, expected: "less nesting",
      found: depth < Self.maximumDepth
        ? "more than the thread's stack has room for" : "more than the depth limit allows")
    return .invalidValue("", .init(path(step), cause))
  }
}
