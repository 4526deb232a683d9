/// A view of one value of a JSON document, which is read lazily.
///
/// It gets a few values out of a document without a model:
///
/// ```swift
/// let json = try JSONView(#"{"user": {"name": "Ann"}, "tags": ["a", "b"]}"#)
/// json["user"]?["name"]?.string      // "Ann"
/// json[path: "tags.1"]?.string       // "b"
/// json["tags"]?.count                // 2
/// let user = try json["user"]?.decode(User.self)
/// ```
///
/// A view is three words wide. Each access scans the document's bytes; to access all values, use
/// ``value`` or a model instead.
///
/// **Lifetime.** A view made with ``init(_:maximumDepth:)`` validates the document once and keeps
/// the source alive. The views that a model's hooks receive read the document that is being
/// decoded. Its remaining part hasn't been validated yet, so each access validates what it scans,
/// and finds nothing in malformed text. If such a view is kept until after the decode, or used on
/// another thread, the document is copied once.
///
/// **Keys** are compared as unescaped bytes. Of equal keys in one object the last one counts, as in
/// ``JSONValue``. In the object that a hook is called for, nothing after a property's key is scanned
/// if a second one makes the decode fail.
public struct JSONView: Sendable {
  let storage: JSONViewStorage
  /// The offset of the value in the document.
  let position: Int
  /// How many arrays and objects contain the value.
  let level: Int
}

extension JSONView {
  /// A view of the value at the position of a reader of the storage's document.
  @inline(__always)
  init(storage: JSONViewStorage, at reader: inout JSONReader) {
    self.init(
      storage: storage, position: reader.cursor - reader.start,
      level: max(storage.maximumDepth - reader.remainingDepth, 0))
  }

  /// Makes a view of a document's value.
  ///
  /// - Parameters:
  ///   - source: the document: `Data`, `[UInt8]`, `String` and others, see ``JSONSource``. It isn't
  ///     copied, and is kept as long as there are views of it.
  ///   - maximumDepth: how deeply arrays and objects may be nested.
  /// - Throws: ``MappingError`` if the document is malformed.
  /// - Complexity: O(n) in the document's size, no allocation per value.
  public init(_ source: some JSONSource & Sendable, maximumDepth: Int = 512) throws {
    position = try source.withBytes { bytes in
      do throws(MappingError) {
        var reader = JSONReader(bytes, maximumDepth: maximumDepth, session: nil)
        try reader.openDocument()
        let position = reader.cursor - reader.start
        try reader.skip()
        try reader.closeDocument()
        return position
      } catch {
        throw error.located(in: bytes)
      }
    }
    level = 0
    var kept: any JSONSource & Sendable = source
    if var text = source as? String {
      // A bridged string would be converted at each access.
      text.makeContiguousUTF8()
      kept = text
    }
    storage = JSONViewStorage(kept, maximumDepth: maximumDepth)
  }

  /// Calls a closure with a reader at the value, without options of a mapper; returns nil if that
  /// throws.
  @inline(__always)
  func read<R>(_ body: (inout JSONReader) throws -> R?) -> R? {
    storage.withReader(at: position, level: level) { try? body(&$0) }
  }
}

// MARK: - The value itself

extension JSONView {
  /// The kind of the value, determined by its first byte; nil if no value begins there, which can
  /// only happen in a malformed document that is still being decoded.
  public var kind: JSONReader.Kind? { read { $0.nextKind } }

  /// Whether the value is `null`.
  public var isNull: Bool { read { try $0.readNull() } != nil }

  /// The truth value; nil unless it is `true` or `false`.
  public var bool: Bool? { read { try $0.readBool() } }

  /// The number as an `Int` if it is exactly one; nil for other values.
  public var int: Int? { read { try $0.readInt() } }

  /// The nearest `Double` of a number; nil for other values and beyond the range of `Double`.
  public var double: Double? { read { try $0.readDouble() } }

  /// The exact number; nil for other values.
  public var number: JSONNumber? {
    read { $0.nextKind == .number ? try $0.readNumber() : nil }
  }

  /// The string; nil for other values.
  public var string: String? { read { try $0.readString() } }

  /// The whole value as a tree; nil if it is malformed, or nested more deeply than the stack has
  /// room for. ``decode(_:using:context:)`` throws the reason.
  ///
  /// - Complexity: O(n) in the value's size.
  public var value: JSONValue? { read { try $0.readTree() } }
}

extension JSONView: CustomStringConvertible {
  /// The value as compact JSON, for debugging. It contains all of the value's data, so don't log it
  /// if that is confidential.
  public var description: String {
    read { reader in
      let start = reader.cursor
      try reader.skip()
      let bytes = reader.bytes(from: start, to: reader.cursor)
      return String(decoding: try JSONLayout(options: []).write(bytes).takeData(), as: UTF8.self)
    } ?? "malformed JSON"
  }
}
