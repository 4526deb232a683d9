import Foundation

/// The text of a document, as UTF-8.
enum DecodingText {
  /// Calls a closure with a document as UTF-8 text in strict JSON.
  static func withText<R>(
    of bytes: Bytes, _ options: DecodingOptions, _ body: (Bytes) throws -> R
  ) throws -> R {
    try body(bytes)
  }
}
