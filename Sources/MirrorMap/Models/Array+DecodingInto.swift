extension Array where Element: MappableValue {
  /// Decodes an array from a JSON document into an existing array, whose memory is used again.
  ///
  /// What was in the array is replaced. A server that decodes one document after the other into the
  /// same array allocates nothing but what the elements themselves need, once the array has grown to
  /// twice the usual number: the new elements are put behind the old ones, which go when all has been
  /// read. So a failure leaves the array as it was.
  ///
  /// ```swift
  /// var events: [Event] = []
  /// for document in documents {
  ///   try [Event].decode(from: document, into: &events)
  ///   handle(events)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - source: the document: `Data`, `[UInt8]`, `String` and others, see ``JSONSource``.
  ///   - array: receives the elements.
  ///   - keyPath: where in the document the array lies; nil for the whole document.
  ///   - delimiter: what separates the steps of the key path.
  ///   - mapper: options.
  ///   - context: handed to all that takes part.
  /// - Throws: ``MappingError`` saying what is wrong where; the array is then as it was.
  /// - Complexity: O(n) in the document's size. No allocation, apart from those of the elements, as long
  ///   as the array's capacity suffices and the mapper's options are the default ones.
  @inlinable
  public static func decode(
    from source: some JSONSource, into array: inout [Element], at keyPath: String? = nil,
    delimiter: String = ".", using mapper: Mapper = .default, context: MappingContext = .none
  ) throws {
    let oldCount = array.count
    do {
      try source.withBytes { bytes in
        var session = MappingSession(mapper: mapper, context: context)
        try DocumentReading.read(
          bytes, at: keyPath.map { MappedKey.steps(of: $0, delimiter) }, &session,
          ifAbsent: nil as Void?,
          Self.collectModels
        ) { (reader) throws(MappingError) in
          try reader.readElements(appendingTo: &array)
        }
      }
    } catch {
      array.removeSubrange(oldCount...)
      throw error
    }
    array.removeSubrange(..<oldCount)
  }
}

extension JSONReader {
  /// Reads an array and appends its elements to another one.
  ///
  /// - Throws: ``MappingError``; what has been appended by then stays.
  @inlinable
  mutating func readElements<Element: MappableValue>(
    appendingTo array: inout [Element]
  ) throws(MappingError) {
    let (position, depth) = try beginValue()
    do throws(MappingError) {
      guard isStrict else {
        return array.append(contentsOf: try decode([Element].self))
      }
      let oldCount = array.count
      if try beginArray() {
        var separator = Separator()
        repeat {
          try checkCount(array.count &- oldCount)
          array.append(try decode(Element.self))
        } while try nextElement(&separator)
      }
      try endValue(position)
    } catch {
      (cursor, remainingDepth) = (position, depth)
      throw error
    }
  }
}
