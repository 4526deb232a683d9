import EssentialFoundation

/// Values that a decoder reads itself: scalars, and those on which its options have influence.
extension NodeDecoder {
  /// Decodes a value inside of this one.
  ///
  /// Where the type is known to the compiler, one comparison is left of this chain.
  @inline(__always)
  func decode<T: Decodable>(
    _ type: T.Type, at index: Int, _ step: @autoclosure () -> CodingStep
  ) throws -> T {
    do throws(MappingError) {
      if T.self == String.self { return identical(try document.string(index), as: type) }
      if T.self == Int.self { return identical(try document.int(index), as: type) }
      if T.self == Double.self { return identical(try document.double(index), as: type) }
      if T.self == Bool.self { return identical(try document.bool(index), as: type) }
      if T.self == Int64.self { return try document.integer(Int64.self, index, as: type) }
      if T.self == UInt64.self { return try document.integer(UInt64.self, index, as: type) }
      if T.self == Int32.self { return try document.integer(Int32.self, index, as: type) }
      if T.self == UInt32.self { return try document.integer(UInt32.self, index, as: type) }
      if T.self == UInt.self { return try document.integer(UInt.self, index, as: type) }
      if T.self == Float.self { return identical(try document.float(index), as: type) }
      if T.self == UInt8.self { return try document.integer(UInt8.self, index, as: type) }
      if T.self == Int8.self { return try document.integer(Int8.self, index, as: type) }
      if T.self == Int16.self { return try document.integer(Int16.self, index, as: type) }
      if T.self == UInt16.self { return try document.integer(UInt16.self, index, as: type) }
      if T.self == Int128.self { return try document.integer(Int128.self, index, as: type) }
      if T.self == UInt128.self { return try document.integer(UInt128.self, index, as: type) }
    } catch {
      throw failure(error, type, at: index, path(step()))
    }
    return try decodeOther(type, at: index, step())
  }

  /// Decodes a value that is no scalar.
  @inline(never)
  private func decodeOther<T: Decodable>(
    _ type: T.Type, at index: Int, _ step: CodingStep
  ) throws -> T {
    let known = KnownType.of(type)
    switch known.pointee.kind {
    case .other: break
    case .date, .data, .url, .decimal:
      guard !document.isNull(index) else { throw mismatch(type, at: index, path(step)) }
      if T.self == Date.self { return identical(try date(at: index, step), as: type) }
      if T.self == Data.self { return identical(try data(at: index, step), as: type) }
      if T.self == URL.self { return identical(try url(at: index, step), as: type) }
      return identical(try decimal(at: index, step), as: type)
    case .strings:
      if let strings = document.strings(index) { return identical(strings, as: type) }
    case .ints:
      if let numbers = document.ints(index) { return identical(numbers, as: type) }
    case .doubles:
      if let numbers = document.numbers([Double].self, index) {
        return identical(numbers, as: type)
      }
    case .points:
      if let numbers = document.numbers([[Double]].self, index) {
        return identical(numbers, as: type)
      }
    case .lines:
      if let numbers = document.numbers([[[Double]]].self, index) {
        return identical(numbers, as: type)
      }
    case .container:
      guard let container = known.pointee.decodable else { break }
      return try withDecoder(of: index, step) { try container.decode(as: type, $0, index) }
    case .tree: return identical(try tree(at: index, step), as: type)
    case .object:
      guard case .object(let object) = try tree(at: index, step) else {
        throw mismatch([String: Any].self, "an object", at: index, path(step))
      }
      return identical(object, as: type)
    case .number: return identical(try number(at: index, step), as: type)
    }
    return try withDecoder(of: index, step) { try T(from: $0) }
  }

  /// Decodes the missing value of a superclass, which is null. Compiled once for all types.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  func decodeMissing<T: Decodable>(_ type: T.Type) throws -> T {
    let known = KnownType.of(type)
    if known.pointee.isScalar || [.date, .data, .url, .decimal].contains(known.pointee.kind) {
      throw mismatch(type, at: nil, codingPath)
    }
    guard StackGuard.current.hasRoom() else { throw tooDeep(nil, .none) }
    return try T(from: self)
  }

  private func tree(at index: Int, _ step: CodingStep) throws -> JSONValue {
    var byteCount = 0
    let tree: JSONValue
    do throws(MappingError) {
      tree = try document.read(index) { (reader) throws(MappingError) in
        let start = reader.cursor
        defer { byteCount = reader.cursor - start }
        return try reader.readTree(keepsFirst: true)
      }
    } catch {
      throw failure(error, JSONValue.self, at: index, path(step))
    }
    try checkNumbers(from: index, byteCount: byteCount, step)
    return tree
  }

  /// Checks that all numbers in a value of so many bytes are those of JSON.
  private func checkNumbers(from index: Int, byteCount: Int, _ step: CodingStep) throws {
    guard document.options.allowsJSON5,
      let number = document.numberOfJSON5(from: index, byteCount: byteCount)
    else { return }
    throw corrupted("a number", found: "an infinity or NaN", at: number, path(step))
  }

  private func number(at index: Int, _ step: CodingStep) throws -> JSONNumber {
    try checkNumbers(from: index, byteCount: 1, step)
    do throws(MappingError) {
      return try document.read(index) { (reader) throws(MappingError) in try reader.readNumber() }
    } catch {
      throw failure(error, JSONNumber.self, at: index, path(step))
    }
  }
}
