import Foundation

/// Values that an encoder writes itself: scalars, and those on which its options have influence.
extension NodeEncoder {
  /// Writes a value inside of this one, behind its key or comma.
  ///
  /// Where the type is known to the compiler, one comparison is left of this chain.
  @inline(__always)
  func write<T: Encodable>(_ value: T, _ step: @autoclosure () -> CodingStep) throws {
    if T.self == String.self { return document.write(identical(value, as: String.self)) }
    if T.self == Int.self { return document.write(Int64(identical(value, as: Int.self))) }
    if T.self == Double.self {
      guard document.write(identical(value, as: Double.self)) else {
        throw notFinite(value, step())
      }
      return
    }
    if T.self == Bool.self { return document.write(identical(value, as: Bool.self)) }
    if T.self == Int64.self { return document.write(identical(value, as: Int64.self)) }
    if T.self == UInt64.self { return document.write(identical(value, as: UInt64.self)) }
    if T.self == Int32.self { return document.write(Int64(identical(value, as: Int32.self))) }
    if T.self == UInt32.self { return document.write(Int64(identical(value, as: UInt32.self))) }
    if T.self == UInt.self { return document.write(UInt64(identical(value, as: UInt.self))) }
    if T.self == Float.self {
      guard document.write(identical(value, as: Float.self)) else { throw notFinite(value, step()) }
      return
    }
    if T.self == UInt8.self { return document.write(Int64(identical(value, as: UInt8.self))) }
    if T.self == Int8.self { return document.write(Int64(identical(value, as: Int8.self))) }
    if T.self == Int16.self { return document.write(Int64(identical(value, as: Int16.self))) }
    if T.self == UInt16.self { return document.write(Int64(identical(value, as: UInt16.self))) }
    if T.self == Int128.self { return document.writeText("\(identical(value, as: Int128.self))") }
    if T.self == UInt128.self { return document.writeText("\(identical(value, as: UInt128.self))") }
    try writeOther(value, step())
  }

  /// Writes the value of a document, which may turn out to write nothing.
  func writeDocument<T: Encodable>(_ value: T) throws {
    if KnownType.of(T.self).pointee.kind == .other {
      try value.encode(to: self)
    } else {
      try writeValue(value)
    }
  }

  /// Writes a value that is no scalar.
  @inline(never)
  private func writeOther<T: Encodable>(_ value: T, _ step: CodingStep) throws {
    let known = KnownType.of(T.self)
    switch known.pointee.kind {
    case .other: break
    case .date: return try write(date: identical(value, as: Date.self), step)
    case .data: return try write(data: identical(value, as: Data.self), step)
    case .url: return document.write(identical(value, as: URL.self).absoluteString)
    case .decimal: return try write(decimal: identical(value, as: Decimal.self), step)
    case .strings:
      return write(elements: identical(value, as: [String].self)) { document.write($0) }
    case .ints:
      return write(elements: identical(value, as: [Int].self)) { document.write(Int64($0)) }
    case .doubles:
      if write(numbers: identical(value, as: [Double].self)) { return }
    case .points:
      if write(points: identical(value, as: [[Double]].self)) { return }
    case .lines:
      if write(lines: identical(value, as: [[[Double]]].self)) { return }
    case .container:
      guard let container = known.pointee.encodable else { break }
      return try withEncoder(step) { try container.encode(value, $0) }
    case .tree: return try write(tree: identical(value, as: JSONValue.self), step)
    case .number: return document.writeText(identical(value, as: JSONNumber.self).description)
    }
    try withEncoder(step) { try value.encode(to: $0) }
  }

  private func write(tree: JSONValue, _ step: CodingStep) throws {
    do { try document.write(tree, depth: innerDepth) } catch {
      throw EncodingError.invalidValue(tree, .init(path(step), error))
    }
    noteCount(tree.array?.count ?? tree.object?.count ?? 0)
  }

  // MARK: Arrays

  private func write<Element>(elements: [Element], _ body: (Element) -> Void) {
    document.writeByte(.openBracket)
    var isFirst = true
    for element in elements {
      if !isFirst { document.writeByte(.comma) }
      isFirst = false
      body(element)
    }
    document.writeByte(.closeBracket)
    noteCount(elements.count)
  }

  /// Writes an array of numbers.
  ///
  /// - Returns: false, with nothing written, if one is infinite or NaN.
  private func write(numbers: [Double]) -> Bool {
    guard numbers.allSatisfy(\.isFinite) else { return false }
    write(elements: numbers) { _ = document.write($0) }
    return true
  }

  private func write(points: [[Double]]) -> Bool {
    guard points.allSatisfy({ $0.allSatisfy(\.isFinite) }) else { return false }
    write(elements: points) { _ = write(numbers: $0) }
    return true
  }

  private func write(lines: [[[Double]]]) -> Bool {
    guard lines.allSatisfy({ $0.allSatisfy { $0.allSatisfy(\.isFinite) } }) else { return false }
    write(elements: lines) { _ = write(points: $0) }
    return true
  }

  // MARK: Strategies

  private func write(date: Date, _ step: CodingStep) throws {
    switch document.options.dates {
    case .deferredToDate: try write(date.timeIntervalSinceReferenceDate, step)
    case .secondsSince1970: try write(time: date.timeIntervalSince1970, step)
    case .millisecondsSince1970: try write(time: 1000 * date.timeIntervalSince1970, step)
    case .iso8601: document.write(date.formatted(Date.ISO8601FormatStyle()))
    #if canImport(Darwin)
      case .formatted(let formatter): document.write(formatter.string(from: date))
    #endif
    case .custom(let encode): try withEncoder(step) { try encode(date, $0) }
    @unknown default: try withEncoder(step) { try date.encode(to: $0) }
    }
  }

  /// No text stands for an infinite time, as with `JSONEncoder`.
  private func write(time: Double, _ step: CodingStep) throws {
    guard time.isFinite else { throw notFinite(time, step) }
    try write(time, step)
  }

  private func write(data: Data, _ step: CodingStep) throws {
    switch document.options.data {
    case .deferredToData: try withEncoder(step) { try data.encode(to: $0) }
    case .base64: document.write(data.base64EncodedString())
    case .custom(let encode): try withEncoder(step) { try encode(data, $0) }
    @unknown default: try withEncoder(step) { try data.encode(to: $0) }
    }
  }

  /// JSON has no NaN, for which `JSONEncoder` writes one nevertheless.
  private func write(decimal: Decimal, _ step: CodingStep) throws {
    guard !decimal.isNaN else { throw notFinite(decimal, step) }
    document.writeText(decimal.description)
  }

  @inline(never)
  private func notFinite(_ value: some Encodable, _ step: CodingStep) -> EncodingError {
    let cause = MappingError(.notEncodable, expected: "JSON has neither infinite numbers nor NaN")
    return .invalidValue(value, .init(path(step), cause))
  }
}
