import EssentialFoundation

/// Decodes one value of a document: the decoder that `init(from:)` of a type gets.
///
///     DecodingDocument ← NodeDecoder ← ObjectContainer, ArrayContainer, single value
///
/// It refers to the decoder of the value around it, from which a coding path is made when it's accessed.
final class NodeDecoder: Decoder {
  let document: DecodingDocument
  /// The value's entry; nil for the missing value of a superclass, which is null.
  private(set) var index: Int?
  private var parent: NodeDecoder?
  private var step: CodingStep
  /// The coding path, once it has been requested: types that try one form after the other fail many times with it.
  private var knownPath: [any CodingKey]?
  /// A decoder for the next value inside this one, which has no other references.
  private var spare: NodeDecoder?
  let members = HeapValue(MemberSearch())

  init(_ document: DecodingDocument, _ index: Int?, parent: NodeDecoder?, _ step: CodingStep) {
    self.document = document
    self.index = index
    self.parent = parent
    self.step = step
  }

  /// Lets go of the value.
  private func clear() {
    (index, parent) = (nil, nil)
    step = .none
    if knownPath != nil { knownPath = nil }
    forgetMembers()
  }

  /// Begins to decode the value at the cursor of a reader.
  ///
  /// - Parameter isPart: Whether much may follow it.
  static func begin(
    _ reader: inout JSONReader, _ setup: DecodingSetup, isPart: Bool
  ) throws(MappingError) -> NodeDecoder {
    guard let spare = setup.spare.take() else {
      let document = try DecodingDocument(&reader, setup.options, isPart: isPart)
      return NodeDecoder(document, 0, parent: nil, .none)
    }
    try spare.document.read(&reader, isPart: isPart)
    spare.index = 0
    return spare
  }

  /// Notes that the call is about to return, and keeps the decoder for another value, unless it has other references,
  /// such as those of a type that has kept a nested decoder.
  static func end(_ root: inout NodeDecoder, _ setup: DecodingSetup) {
    // Before the call, which retains the decoder.
    let isKept = !isKnownUniquelyReferenced(&root)
    guard root.document.endCall(isKept: isKept) else { return }
    root.index = nil
    root.forgetMembers()
    setup.spare.leave(root)
  }

  var codingPath: [any CodingKey] {
    if let knownPath { return knownPath }
    // The steps from the nearest decoder whose path is known, the last one first.
    var path: [any CodingKey] = []
    var decoder = Optional(self)
    while let current = decoder, current.knownPath == nil {
      if let key = current.step.codingKey { path.append(key) }
      decoder = current.parent
    }
    path.reverse()
    if let known = decoder?.knownPath, !known.isEmpty { path = known + path }
    knownPath = path
    return path
  }

  /// The coding path of a value inside of this one.
  func path(_ step: CodingStep) -> [any CodingKey] {
    guard let key = step.codingKey else { return codingPath }
    return codingPath + CollectionOfOne(key)
  }

  /// The entry of the value, or of the one around a missing value.
  var place: Int? { index ?? parent?.place }

  var userInfo: [CodingUserInfoKey: Any] { document.userInfo }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try require(.openBrace)
    beginMembers()
    return KeyedDecodingContainer(ObjectContainer<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try require(.openBracket)
    return ArrayContainer(self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    ValueContainer(decoder: self)
  }

  /// Checks that the value is an object or an array.
  @inline(__always)
  func require(_ bracket: UInt8) throws {
    guard let index, document.firstByte(index) == bracket else { throw noContainer(bracket) }
  }

  @inline(never)
  private func noContainer(_ bracket: UInt8) -> DecodingError {
    bracket == .openBrace
      ? mismatch([String: Any].self, "an object", at: index, codingPath)
      : mismatch([Any].self, "an array", at: index, codingPath)
  }

  // MARK: Values

  /// Calls a closure with the decoder of a value inside of this one, or of this value.
  @inline(__always)
  func withDecoder<T>(
    of index: Int, _ step: CodingStep, _ body: (NodeDecoder) throws -> T
  ) throws -> T {
    guard StackGuard.current.hasRoom() else { throw tooDeep(index, step) }
    if index == self.index { return try body(self) }
    var decoder = spare ?? NodeDecoder(document, nil, parent: nil, .none)
    spare = nil
    decoder.index = index
    decoder.parent = self
    decoder.step = step
    defer {
      // `body` may have kept it.
      if isKnownUniquelyReferenced(&decoder) {
        decoder.clear()
        spare = decoder
      }
    }
    return try body(decoder)
  }

  /// The decoder of a value inside this one, for a caller that may keep it.
  func nested(_ index: Int?, _ step: CodingStep) throws -> NodeDecoder {
    guard StackGuard.current.hasRoom() else { throw tooDeep(index, step) }
    return NodeDecoder(document, index, parent: self, step)
  }

  @inline(never)
  func tooDeep(_ index: Int?, _ step: CodingStep) -> DecodingError {
    corrupted(
      "less nesting", found: "more than the thread's stack has room for", code: .depthLimit,
      at: index ?? place, path(step))
  }
}
