/// Searches a document for the array that a stream reads, byte by byte, and validates what is around it.
///
///     at: "data.items"     {"meta": {…}, "data": {"total": 2, "items": [
///                          └ matched 1            └ matched 2          └ found
///
/// Nothing is kept but the open containers, one bit each, and the current key on the way to the array.
struct ArraySearch {
  private enum State {
    case value, valueOrEnd, keyOrEnd, key, colon, separator
    case text(TextValidator, isKey: Bool)
    case number(NumberValidator)
    case word(ArraySlice<UInt8>)
  }

  private let path: [String]
  private let rejectsDuplicates: Bool
  private let maximumDepth: Int
  private var state = State.value
  private var open = OpenContainers()
  /// Whether the next value is on the way to the array, or the array itself.
  private var isOnPath = true
  /// The open containers, from the outermost on, that are on the way: the index of the current element, and whether
  /// the next step has come.
  private var matched: [(index: Int, hadStep: Bool)] = []
  /// The bytes of the current key, as far as they matter.
  private var key: [UInt8] = []
  /// How long the current key is so far, with its opening quote.
  private var keyLength = (bytes: 0, columns: 0)
  private(set) var isFound = false

  /// The steps to the value that is being read, as far as they are on the way to the array.
  private(set) var steps: [JSONPath.Component] = []

  /// - Parameter path: Where the array is; empty for the document itself.
  init(path: [String], _ mapper: Mapper) {
    self.path = path
    rejectsDuplicates = mapper.duplicateKeys != .first
    maximumDepth = mapper.maximumDepth
  }

  // MARK: Bytes

  /// Follows bytes, up to the bracket that opens the array if it's among them.
  ///
  /// - Parameter position: The first byte to follow; afterwards, where this stopped.
  /// - Returns: whether the array begins at the position.
  /// - Throws: ``MappingError`` without a place, or with that of a key relative to the position, which is that of the
  ///   byte.
  mutating func follow(_ bytes: Bytes, _ position: inout Int) throws(MappingError) -> Bool {
    while position < bytes.count {
      let wasFound = isFound
      try follow(bytes[position])
      position += 1
      if isFound != wasFound { return true }
    }
    return false
  }

  private mutating func follow(_ byte: UInt8) throws(MappingError) {
    switch state {
    case .text(var validator, let isKey):
      let isEnd = try validator.follow(byte)
      if isEnd {
        if isKey { try endKey() } else { state = .separator }
      } else {
        state = .text(validator, isKey: isKey)
        if isKey { append(byte) }
      }
    case .number(var validator):
      if try validator.follow(byte) {
        state = .number(validator)
      } else {
        state = .separator
        try follow(byte)
      }
    case .word(let rest):
      guard byte == rest.first else { throw .unexpected(byte, "true, false, or null") }
      state = rest.count > 1 ? .word(rest.dropFirst()) : .separator
    case _ where byte.isWhitespace: break
    case .value: try beginValue(byte)
    case .valueOrEnd:
      if byte == .closeBracket { pop() } else { try beginValue(byte) }
    case .keyOrEnd where byte == .closeBrace: pop()
    case .key, .keyOrEnd:
      guard byte == .quote else { throw .unexpected(byte, "a key") }
      key.removeAll(keepingCapacity: true)
      keyLength = (1, 1)
      state = .text(TextValidator(), isKey: true)
    case .colon:
      guard byte == .colon else { throw .unexpected(byte, "':'") }
      state = .value
    case .separator: try followSeparator(byte)
    }
  }

  /// Checks that the document is complete.
  ///
  /// - Throws: ``MappingError`` without a place.
  mutating func finish() throws(MappingError) {
    if case .number(let validator) = state, validator.isComplete { state = .separator }
    guard open.isEmpty, case .separator = state else {
      throw MappingError(
        .unexpectedEnd, expected: expectation, found: JSONReader.theEnd)
    }
    guard isFound else {
      var failure = MappingError(.missingKey, expected: "an array")
      failure.details.subpath = .init(keyPath: path)
      throw failure
    }
  }

  private var expectation: String {
    switch state {
    case .value, .valueOrEnd, .word: "a value"
    case .key, .keyOrEnd: "a key"
    case .colon: "':'"
    case .text: "a closing quote"
    case .number: "a digit"
    case .separator: open.isInObject ? "',' or '}'" : "',' or ']'"
    }
  }

  // MARK: Values

  private mutating func beginValue(_ byte: UInt8) throws(MappingError) {
    let isArray = isOnPath && steps.count == path.count
    if isArray, byte != .openBracket, byte.beginsValue {
      throw MappingError(
        byte == .lowerN ? .unexpectedNull : .typeMismatch, expected: "an array",
        found: JSONReader.describeValue(beginningWith: byte))
    }
    switch byte {
    case .openBrace: try push(isObject: true)
    case .openBracket: try push(isObject: false)
    case .quote: state = .text(TextValidator(), isKey: false)
    case .lowerT: state = .word(Array("rue".utf8)[...])
    case .lowerF: state = .word(Array("alse".utf8)[...])
    case .lowerN: state = .word(Array("ull".utf8)[...])
    case _ where byte.startsNumber: state = .number(NumberValidator(first: byte))
    default: throw .unexpected(byte, "a value")
    }
    if isArray { isFound = true }
  }

  private mutating func followSeparator(_ byte: UInt8) throws(MappingError) {
    guard !open.isEmpty else { throw MappingError(.trailingContent) }
    switch byte {
    case .comma where open.isInObject: endValue(.key)
    case .closeBrace where open.isInObject: pop()
    case .comma where !open.isInObject:
      endValue(.value)
      try beginElement()
    case .closeBracket where !open.isInObject: pop()
    default: throw .unexpected(byte, expectation)
    }
  }

  private mutating func endValue(_ next: State) {
    if matched.count == open.count { steps.removeLast(max(steps.count - (matched.count - 1), 0)) }
    isOnPath = false
    state = next
  }

  // MARK: Containers

  private mutating func push(isObject: Bool) throws(MappingError) {
    guard open.count < maximumDepth else {
      throw MappingError(
        .depthLimit, expected: "less nesting", found: "more than the depth limit allows")
    }
    open.push(isObject: isObject)
    state = isObject ? .keyOrEnd : .valueOrEnd
    if isOnPath { matched.append((-1, false)) }
    isOnPath = false
    if !isObject { try beginElement() }
  }

  /// The end of a container. That of the array that was found is known elsewhere.
  mutating func pop() {
    if matched.count == open.count {
      matched.removeLast()
      steps.removeLast(max(steps.count - matched.count, 0))
    }
    open.pop()
    isOnPath = false
    state = .separator
  }

  /// Notes whether an array's next element is on the way.
  private mutating func beginElement() throws(MappingError) {
    guard matched.count == open.count, matched.count <= path.count else { return }
    matched[matched.count - 1].index += 1
    let index = matched[matched.count - 1].index
    guard ArrayIndex(path[matched.count - 1], limit: .max)?.value == index else { return }
    try takeStep(.index(index))
  }

  private mutating func endKey() throws(MappingError) {
    state = .colon
    guard matched.count == open.count, matched.count <= path.count else { return }
    let step = path[matched.count - 1]
    let text = key.withBytes { StringEscapes.unescapedLeniently($0) }
    guard JSONKey.isEqual(text, step) else { return }
    try takeStep(.key(step))
  }

  private mutating func takeStep(_ step: JSONPath.Component) throws(MappingError) {
    if matched[matched.count - 1].hadStep {
      guard rejectsDuplicates else { return }
      var failure = MappingError(.duplicateKey)
      failure.details.subpath = [step]
      (failure.details.byteOffset, failure.details.column) = (-keyLength.bytes, -keyLength.columns)
      throw failure
    }
    matched[matched.count - 1].hadStep = true
    steps.append(step)
    isOnPath = true
  }

  /// Keeps a byte of a key that could be the next step.
  ///
  /// An escape takes up to six bytes for each byte of text. Of longer keys, so much is kept that they are longer than
  /// the step, too, even if their last escape, which may be a pair of them, is cut off.
  private mutating func append(_ byte: UInt8) {
    guard matched.count == open.count, matched.count <= path.count else { return }
    keyLength.bytes += 1
    if byte & 0xC0 != 0x80 { keyLength.columns += 1 }
    guard key.count < path[matched.count - 1].utf8.count * 6 + 12 else { return }
    key.append(byte)
  }
}
