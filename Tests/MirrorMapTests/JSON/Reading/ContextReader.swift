import MirrorMap

/// A value that skips the document's and reads the string in the context.
struct ContextReader: MappableValue {
  let value: String

  static func decode(from reader: inout JSONReader) throws -> ContextReader {
    try reader.skipValue()
    return ContextReader(value: reader.context[String.self] ?? "none")
  }

  func encode(to writer: inout JSONWriter) throws { try writer.encode(value) }
}
