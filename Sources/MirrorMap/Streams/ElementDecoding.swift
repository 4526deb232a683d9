/// Decodes the elements of a stream.
@usableFromInline
protocol ElementDecoding<Element>: Sendable {
  associatedtype Element

  /// Whether the elements are JSON as they are.
  var isPlainJSON: Bool { get }

  /// Decodes elements, until there are no others, one fails, or one has issues.
  ///
  /// - Parameters:
  ///   - first: The text of the first element.
  ///   - buffer: The bytes around the elements. No token of an element goes on after its text.
  ///   - next: Returns the text of the next element. It's called once an element is decoded whole.
  ///   - issues: Afterwards, also if this fails, what went wrong in the last element without ending its decoding, with
  ///     the place in the element.
  ///   - store: Called with each element before what follows it in its text is read, so that can still fail. It's a
  ///     closure because code that isn't specialized would look up the type of an optional result for each element.
  /// - Throws: ``MappingError`` with its place in the element.
  func decode(
    _ first: Bytes, in buffer: Bytes, _ next: () -> Bytes?, _ issues: inout [MappingError],
    _ store: (consuming Element) -> Void
  ) throws(MappingError)
}

/// Decodes elements by a mapper.
struct MappedElements<Element: MappableValue>: ElementDecoding {
  /// Where in each element's text the value is; nil for all of it, which is read faster than at an empty path.
  let path: [String]?
  let mapper: Mapper
  let context: MappingContext

  var isPlainJSON: Bool { true }

  func decode(
    _ first: Bytes, in buffer: Bytes, _ next: () -> Bytes?, _ issues: inout [MappingError],
    _ store: (consuming Element) -> Void
  ) throws(MappingError) {
    var session = MappingSession(mapper: mapper, context: context)
    session.leavesIssues = true
    defer { issues = session.issues }
    try DocumentReading.readAll(
      first, in: buffer, next, at: path, &session, root: ObjectIdentifier(Element.self),
      ifAbsent: Element.noneValue.map { store($0) }, Element.collectModels
    ) { (reader) throws(MappingError) in
      store(try reader.decode(Element.self))
    }
  }
}

/// Decodes elements by a ``MappingDecoder``.
struct DecodableElements<Element: Decodable>: ElementDecoding {
  /// Where in each element's text the value is.
  let path: [String]
  let setup: DecodingSetup

  var isPlainJSON: Bool { !setup.options.allowsJSON5 && !setup.options.assumesTopLevelDictionary }

  func decode(
    _ first: Bytes, in buffer: Bytes, _ next: () -> Bytes?, _ issues: inout [MappingError],
    _ store: (consuming Element) -> Void
  ) throws(MappingError) {
    var text: Bytes? = first
    while let bytes = text {
      try decode(bytes, &issues, store)
      text = issues.isEmpty ? next() : nil
    }
  }

  private func decode(
    _ bytes: Bytes, _ issues: inout [MappingError], _ store: (consuming Element) -> Void
  ) throws(MappingError) {
    func decode(_ place: NodeDecoder.Place) throws -> Element {
      do {
        return try place.decoder.decode(Element.self, at: place.index, place.step)
      } catch let error as DecodingError where error.hasOtherCause {
        throw MappingError(wrapping: error, at: 0)
      }
    }
    do {
      store(try DecodingCall.run(bytes, at: path, setup, log: { issues = $0 }, decode))
    } catch let error as DecodingError {
      var result = error.context?.underlyingError as? MappingError ?? MappingError(wrapping: error)
      result.details.underlying = error
      throw result
    } catch {
      throw MappingError(wrapping: error, at: 0).located(in: bytes)
    }
  }
}

extension DecodingError {
  /// Whether a type has created it for another error, or for one of another document, which it has decoded from a
  /// string.
  fileprivate var hasOtherCause: Bool {
    guard let cause = context?.underlyingError else { return false }
    return (cause as? MappingError)?.details.isLocated ?? true
  }
}
