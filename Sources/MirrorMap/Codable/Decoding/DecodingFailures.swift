import EssentialFoundation

/// Errors of a decoder.
///
/// Types that try one form after the other make thousands of them. So an error has no text of its own. Its
/// underlying error has the cause and a byte offset; the line and the path are computed when the error leaves the
/// outermost call.
extension NodeDecoder {
  /// The error for a value of another type than the requested one.
  @inline(never)
  func mismatch(
    _ type: Any.Type, _ expected: String? = nil, at index: Int?, _ path: [any CodingKey]
  ) -> DecodingError {
    let isNull = index.map { document.isNull($0) } ?? true
    let cause = document.failure(
      isNull ? .unexpectedNull : .typeMismatch, at: index ?? place,
      expected: expected ?? typeName(of: type),
      found: index.map { JSONReader.describeValue(beginningWith: document.firstByte($0)) } ?? "null"
    )
    let context = context(path, cause)
    return isNull && type != Bool.self
      ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  /// The error for a key that the object doesn't have.
  @inline(never)
  func keyNotFound(_ key: any CodingKey, _ path: [any CodingKey]) -> DecodingError {
    var cause = document.failure(.missingKey, at: index)
    cause.details.subpath = [.key(key.stringValue)]
    return .keyNotFound(key, context(path, cause))
  }

  /// The error for an element after the last one.
  @inline(never)
  func endOfArray(_ type: Any.Type, _ position: Int) -> DecodingError {
    let cause = document.failure(
      .invalidValue, at: index, expected: "another element", found: "the end of the array")
    return .valueNotFound(type, context(path(.element(position)), cause))
  }

  /// The error for a value that is of the right type, but wrong.
  @inline(never)
  func corrupted(
    _ expected: String, found: String? = nil, code: MappingError.Code = .invalidValue,
    at index: Int?, _ path: [any CodingKey]
  ) -> DecodingError {
    .dataCorrupted(
      context(path, document.failure(code, at: index, expected: expected, found: found)))
  }

  /// The error for a value that couldn't be read.
  ///
  /// `JSONDecoder` has no coding path for numbers that don't fit; so this one has none either.
  @inline(never)
  func failure(
    _ cause: MappingError, _ type: Any.Type, at index: Int,
    _ path: @autoclosure () -> [any CodingKey]
  ) -> DecodingError {
    switch cause.code {
    case .typeMismatch, .unexpectedNull: mismatch(type, at: index, path())
    case .numberOutOfRange, .inexactNumber: .dataCorrupted(context([], cause))
    default: .dataCorrupted(context(path(), cause))
    }
  }

  private func context(
    _ path: [any CodingKey], _ cause: MappingError
  ) -> DecodingError.Context {
    DecodingError.Context(
      codingPath: path, debugDescription: cause.details.found ?? "", underlyingError: cause)
  }
}

extension DecodingError {
  /// The error for a document that can't be read at all.
  static func malformed(_ cause: MappingError) -> DecodingError {
    .dataCorrupted(Context(codingPath: [], debugDescription: "\(cause)", underlyingError: cause))
  }

  /// The context of any case.
  var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }

  /// The error with another context.
  func with(_ context: Context) -> DecodingError {
    switch self {
    case .typeMismatch(let type, _): .typeMismatch(type, context)
    case .valueNotFound(let type, _): .valueNotFound(type, context)
    case .keyNotFound(let key, _): .keyNotFound(key, context)
    case .dataCorrupted: .dataCorrupted(context)
    @unknown default: self
    }
  }

  /// The error with the place of its cause, which then is its text unless it has one.
  ///
  /// - Parameter locate: Finds the line, the column, and the path of the cause; if there is none yet, of the value at a
  ///   coding path.
  func located(_ locate: (_ path: [any CodingKey], MappingError?) -> MappingError) -> DecodingError
  {
    guard let context else { return self }
    let cause = context.underlyingError as? MappingError
    guard context.underlyingError == nil || cause?.details.isLocated == false else { return self }
    let located = locate(context.codingPath, cause)
    return with(
      Context(
        codingPath: context.codingPath,
        debugDescription: cause == nil ? context.debugDescription : "\(located)",
        underlyingError: located))
  }
}

extension DecodingDocument {
  /// The offset of the value at a coding path, or of the last one on the way that has a key of the document.
  func offset(at path: [any CodingKey]) -> Int {
    var value = 0
    for (depth, key) in path.enumerated() {
      guard
        let child = child(of: value, key.stringValue, key.intValue)
          ?? member(of: value, at: path.prefix(depth), converted: key.stringValue)
      else { break }
      value = child
    }
    return entry(value).start
  }
}
