/// Encodes the elements of a stream, each with what separates it from the one before.
///
/// The type of the stream isn't known here: the runtime would look it up for each element.
@usableFromInline
struct ElementWriter: Sendable {
  private let format: StreamFormat
  private let options: EncodingOptions
  private let mapper: Mapper
  private let context: MappingContext
  /// How many elements have been encoded.
  private(set) var count = 0

  init(
    _ format: StreamFormat, _ options: EncodingOptions, _ mapper: Mapper, _ context: MappingContext
  ) {
    self.format = format
    self.options = options
    self.mapper = mapper
    self.context = context
  }

  /// The bytes of the next element.
  ///
  /// - Throws: ``MappingError`` with the path of the value that can't be encoded.
  @usableFromInline
  mutating func write<Element: MappableValue>(
    _ element: Element
  ) throws(MappingError) -> [UInt8] {
    var bytes: [UInt8] = []
    do throws(MappingError) {
      try DocumentWriting.pass(element, options, mapper, context) { text in
        // Room for the element, and for a byte before and after it.
        bytes.reserveCapacity(text.count + 2)
        switch format {
        case .array: bytes.append(count == 0 ? .openBracket : .comma)
        case .lines: break
        case .sequence: bytes.append(.recordSeparator)
        }
        bytes.append(contentsOf: text)
        if format != .array { bytes.append(.newline) }
      }
    } catch {
      throw error.moved(to: SourcePlace(), [.index(count)])
    }
    count += 1
    return bytes
  }

  /// What follows the last element.
  @usableFromInline var end: [UInt8]? {
    format == .array ? Array((count == 0 ? "[]" : "]").utf8) : nil
  }
}
