import EssentialFoundation

/// Values that an encoder writes itself: scalars, and those on which its options have influence.
extension NodeEncoder {
  /// Writes a value inside of this one, behind its key or comma.
  ///
  /// Where the type is known to the compiler, one comparison is left of this chain.
  @inline(__always)
  func write<T: Encodable>(_ value: T, _ step: @autoclosure () -> CodingStep) throws {
    if T.self == String.self { return document.write(identical(value, as: String.self)) }
    if T.self == Int.self { return document.write(Int64(identical(value, as: Int.self))) }
    if T.self == Double.self { return try write(identical(value, as: Double.self), step()) }
    if T.self == Bool.self { return document.write(identical(value, as: Bool.self)) }
    if T.self == Float.self { return try write(float: identical(value, as: Float.self), step()) }
    if T.self == Int128.self { return document.writeText("\(identical(value, as: Int128.self))") }
    if T.self == UInt128.self { return document.writeText("\(identical(value, as: UInt128.self))") }
    let known = KnownType.of(T.self)
    let step = step()
    if known.pointee.kind == .other {
      return try withEncoder(step) { try value.encode(to: $0) }
    }
    try write(known: known.pointee.kind, known.pointee.encodable, value, step)
  }

  @inline(__always)
  private func write(_ value: Double, _ step: CodingStep) throws {
    guard document.canWrite(value) else { throw notFinite(value, step) }
    document.write(value)
  }

  private func write(float value: Float, _ step: CodingStep) throws {
    guard document.canWrite(value) else { throw notFinite(value, step) }
    document.write(value)
  }

  /// Writes a value of a type that has a kind.
  @inline(never)
  private func write<T: Encodable>(
    known kind: KnownKind, _ container: (any EncodableContainer.Type)?, _ value: T,
    _ step: CodingStep
  ) throws {
    switch kind {
    case .other: break
    case .date: return try write(date: identical(value, as: Date.self), step)
    case .data: return try write(data: identical(value, as: Data.self), step)
    case .url: return document.write(identical(value, as: URL.self).absoluteString)
    case .decimal: return try write(decimal: identical(value, as: Decimal.self), step)
    case .strings where isShallow(1):
      return write(elements: identical(value, as: [String].self)) { document.write($0) }
    case .ints where isShallow(1):
      return write(elements: identical(value, as: [Int].self)) { document.write(Int64($0)) }
    case .doubles where isShallow(1):
      if write(numbers: identical(value, as: [Double].self)) { return }
    case .points where isShallow(2):
      if write(numbers: identical(value, as: [[Double]].self)) { return }
    case .lines where isShallow(3):
      if write(numbers: identical(value, as: [[[Double]]].self)) { return }
    case .strings, .ints, .doubles, .points, .lines, .container: break
    case .tree: return try write(tree: identical(value, as: JSONValue.self), step)
    case .object:
      return try write(tree: .object(identical(value, as: JSONObject.self)), step)
    case .number: return document.writeText(identical(value, as: JSONNumber.self).description)
    }
    guard let container else { return try withEncoder(step) { try value.encode(to: $0) } }
    // As in `JSONEncoder`, there are no steps to the outermost dictionaries in coding paths, unless keys are used as
    // they are.
    let isInDictionary = part.levels[index].isDictionary
    let isHidden = container.isDictionary && !document.hasDefaultKeys && !isInDictionary
    try withEncoder(isHidden ? .none : step) { try container.encode(value, $0) }
  }

  /// Writes a value with a method of its own, or a collection, as the value of this encoder.
  ///
  /// - Returns: false if it is another value.
  func writeInPlace<T: Encodable>(_ value: T) throws -> Bool {
    let known = KnownType.of(T.self)
    switch known.pointee.kind {
    case .date: return try writeInPlace(date: identical(value, as: Date.self))
    case .data: return try writeInPlace(data: identical(value, as: Data.self))
    case .url, .decimal, .number: return false
    case .tree: return try writeInPlace(tree: identical(value, as: JSONValue.self))
    case .object: return try writeInPlace(tree: .object(identical(value, as: JSONObject.self)))
    case .other:
      if known.pointee.isScalar { return false }
      try value.encode(to: self)
    case .strings, .ints, .doubles, .points, .lines, .container:
      guard let container = known.pointee.encodable else { return false }
      try container.encode(value, self)
    }
    return true
  }

  // MARK: Arrays

  /// Whether so many arrays, one inside of the other, don't exceed the limit of depth.
  @inline(__always)
  private func isShallow(_ count: Int) -> Bool {
    part.levels[index].depth + count < EncodingLevel.maximumDepth
  }

  @inline(__always)
  private func write<Element>(elements: [Element], _ body: (Element) -> Void) {
    document.writeByte(.openBracket)
    var isFirst = true
    for element in elements {
      if !isFirst { document.writeByte(.comma) }
      isFirst = false
      body(element)
    }
    document.writeByte(.closeBracket)
  }

  /// Writes an array of numbers; returns false, with nothing written, if one is infinite or NaN.
  @inline(__always)
  private func write<Numbers: FoundationNumbers>(numbers: Numbers) -> Bool {
    let start = document.writer.pointee.count
    let areFinite = ModelMemory.withInPlace(of: numbers) {
      Numbers.write($0, to: &document.writer.pointee)
    }
    if areFinite { return true }
    document.writer.pointee.rewind(to: start)
    return false
  }

  // MARK: Strategies

  /// Writes a date as the value of this encoder; returns false if it is a scalar.
  private func writeInPlace(date: Date) throws -> Bool {
    guard case .custom(let encode) = document.options.dates else { return false }
    try encode(date, self)
    endClosure()
    return true
  }

  /// Writes data as the value of this encoder; returns false if it is a scalar.
  private func writeInPlace(data: Data) throws -> Bool {
    switch document.options.data {
    case .deferredToData: try data.encode(to: self)
    case .custom(let encode): try encode(data, self)
    default: return false
    }
    endClosure()
    return true
  }

  /// Begins an object if a closure has written nothing, even if that is the whole document.
  private func endClosure() {
    if part.levels[index].state == .nothing { _ = begin(.object) }
  }

  private func write(date: Date, _ step: CodingStep) throws {
    switch document.options.dates {
    case .deferredToDate: try write(date.timeIntervalSinceReferenceDate, step)
    case .secondsSince1970: try write(seconds: date.timeIntervalSince1970, step)
    case .millisecondsSince1970: try write(seconds: 1000 * date.timeIntervalSince1970, step)
    case .iso8601: document.write(iso8601: date)
    #if canImport(Darwin)
      case .formatted(let formatter): document.write(formatter.string(from: date))
    #endif
    case .custom(let encode): try withEncoder(step) { try encode(date, $0) }
    @unknown default: try withEncoder(step) { try date.encode(to: $0) }
    }
  }

  /// Writes a time. No string stands for one that is infinite or NaN.
  private func write(seconds: Double, _ step: CodingStep) throws {
    guard seconds.isFinite else { throw notFinite(seconds, step) }
    document.write(seconds)
  }

  private func write(data: Data, _ step: CodingStep) throws {
    switch document.options.data {
    case .deferredToData: try withEncoder(step) { try data.encode(to: $0) }
    case .base64: document.write(base64: data)
    case .custom(let encode): try withEncoder(step) { try encode(data, $0) }
    @unknown default: try withEncoder(step) { try data.encode(to: $0) }
    }
  }

  /// JSON has no NaN, for which `JSONEncoder` writes one nevertheless.
  private func write(decimal: Decimal, _ step: CodingStep) throws {
    guard !decimal.isNaN else { throw notFinite(decimal, step) }
    document.writeText(decimal.description)
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  private func notFinite<T>(_ value: T, _ step: CodingStep) -> EncodingError {
    let cause = MappingError(
      .notEncodable, expected: "JSON has neither infinite numbers nor NaN")
    return .invalidValue(
      value,
      .init(
        codingPath: path(step),
        debugDescription: "Unable to encode \(T.self).\(value) directly in JSON.",
        underlyingError: cause))
  }

  // MARK: Trees

  /// Writes a tree of this library with its numbers as they are.
  private func write(tree: JSONValue, _ step: CodingStep) throws {
    switch tree {
    case .null: document.writeNull()
    case .bool(let bool): document.write(bool)
    case .number(let number): document.writeText(number.description)
    case .string(let string): document.write(string)
    case .array, .object: try withEncoder(step) { _ = try $0.writeInPlace(tree: tree) }
    }
  }

  /// Writes a tree as the value of this encoder; returns false if it is no container.
  private func writeInPlace(tree: JSONValue) throws -> Bool {
    switch tree {
    case .array(let elements): try [JSONValue].encode(elements, self)
    case .object(let object):
      let isNew = count == 0
      let encoder = begin(.object)
      for (key, value) in object {
        try encoder.writeMember(value, key, .key(AnyCodingKey(member: key)), isNew: isNew)
      }
      if isNew { encoder.noteUnnotedKeys() }
    default: return false
    }
    return true
  }
}
