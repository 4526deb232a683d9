import MirrorMap

/// A value that is validated and skipped.
struct SkippedValue: MappableValue {
  static func decode(from reader: inout JSONReader) throws -> SkippedValue {
    try reader.skipValue()
    return SkippedValue()
  }

  func encode(to writer: inout JSONWriter) throws { writer.encodeNull() }
}
