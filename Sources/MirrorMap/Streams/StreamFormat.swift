/// How the elements of a stream are separated.
public enum StreamFormat: Sendable, Hashable {
  /// Elements of one array, which is the document or a part of it.
  case array
  /// One element per line: NDJSON, also called JSON Lines. Blank lines and carriage returns are
  /// ignored.
  case lines
  /// A JSON text sequence (RFC 7464): each element follows the byte 0x1E, and a line feed follows
  /// the element.
  case sequence
}
