import Foundation
import MirrorMap

// Readers and writers cannot be copied, but Swift lets two `inout` values be swapped. Code that
// reads a document while it reads another one can so carry the inner reader out of the call that
// its document lives for. What it needs is a way from the inner code to the outer reader: here, a
// static variable.

/// What the code of the outer document leaves for that of the inner one.
private enum Shared {
  nonisolated(unsafe) static var swapReaders: ((inout JSONReader) -> Void)?
  nonisolated(unsafe) static var swapWriters: ((inout JSONWriter) -> Void)?
  nonisolated(unsafe) static var swapObjectReaders: ((inout ObjectReader) -> Void)?
  nonisolated(unsafe) static var swapObjectWriters: ((inout ObjectWriter) -> Void)?
  /// What the code of the inner document does.
  nonisolated(unsafe) static var read: (inout JSONReader) throws -> Void = { _ in }
  nonisolated(unsafe) static var write: (inout JSONWriter) throws -> Void = { _ in }
  /// Starts the inner call.
  nonisolated(unsafe) static var start: () throws -> Void = {}
}

private struct Mischief: Error {}

/// Starts the inner call. During that call, its code can exchange a value with the caller by `swap`,
/// which `store` makes available to it.
private func startInnerCall<Value: ~Copyable>(
  storing store: (((inout Value) -> Void)?) -> Void, swap: (inout Value) -> Void
) {
  withoutActuallyEscaping(swap) {
    store($0)
    defer { store(nil) }
    try? Shared.start()
  }
}

/// A document whose memory is freed when the call that reads it returns.
private func document(_ value: String = "[1, 2, 3]") -> [UInt8] {
  Array((value + String(repeating: " ", count: 100_000)).utf8)
}

// MARK: - Readers

/// The outer value: starts an inner call whose code can access the outer reader.
private struct Outer: MappableValue {
  static func decode(from reader: inout JSONReader) throws -> Outer {
    startInnerCall(storing: { Shared.swapReaders = $0 }, swap: { swap(&reader, &$0) })
    // Unless the swap was prevented, this is the reader of a document that has been freed.
    try reader.skipValue()
    return Outer()
  }

  func encode(to writer: inout JSONWriter) throws {
    startInnerCall(storing: { Shared.swapWriters = $0 }, swap: { swap(&writer, &$0) })
    _ = writer.context[Int.self]
    try writer.encode("outer")
  }
}

private struct Inner: MappableValue {
  static func decode(from reader: inout JSONReader) throws -> Inner {
    try Shared.read(&reader)
    return Inner()
  }
  func encode(to writer: inout JSONWriter) throws { try Shared.write(&writer) }
}

private struct InnerCoding: ValueCoding {
  func decode(from reader: inout JSONReader) throws -> Date {
    try Shared.read(&reader)
    return Date()
  }
  func encode(_ value: Date, to writer: inout JSONWriter) throws { try Shared.write(&writer) }
}

private struct InnerModel: Mappable {
  @Mapped("inner") var inner = Inner()
}

private struct LookingModel: Mappable, DecodeValidating {
  @Mapped("inner") var inner: Int?
  static func willDecode(_ json: JSONView, in context: MappingContext) throws {
    _ = try json["inner"]?.decode(Inner.self)
  }
}

private func swapAndRead(_ reader: inout JSONReader) throws {
  Shared.swapReaders?(&reader)
  try reader.skipValue()
}

/// Reads an outer document whose code calls `start`; what is read there calls `read`.
private func withReaders(
  _ read: @escaping (inout JSONReader) throws -> Void = swapAndRead,
  start: @escaping () throws -> Void
) throws {
  (Shared.read, Shared.start) = (read, start)
  _ = try Outer.decode(from: "[[[[1]]]]")
}

// MARK: - Writers

private func swapAndWrite(_ writer: inout JSONWriter) throws {
  Shared.swapWriters?(&writer)
  try writer.encode("inner")
}

private func withWriters(
  _ write: @escaping (inout JSONWriter) throws -> Void = swapAndWrite,
  start: @escaping () throws -> Void
) throws {
  (Shared.write, Shared.start) = (write, start)
  _ = try Outer().encode()
}

// MARK: - Objects

private struct OuterObject: ImmutableMappable {
  init() {}

  init(from object: inout ObjectReader) throws {
    startInnerCall(storing: { Shared.swapObjectReaders = $0 }, swap: { swap(&object, &$0) })
    _ = try object.contains("key")
  }

  func encode(to object: inout ObjectWriter) throws {
    startInnerCall(storing: { Shared.swapObjectWriters = $0 }, swap: { swap(&object, &$0) })
    try object.set(1, "key")
  }
}

private struct InnerObject: ImmutableMappable {
  let fails: Bool

  init(fails: Bool = false) { self.fails = fails }

  init(from object: inout ObjectReader) throws {
    fails = try object.value("fails")
    Shared.swapObjectReaders?(&object)
    if fails { throw Mischief() }
  }

  func encode(to object: inout ObjectWriter) throws {
    Shared.swapObjectWriters?(&object)
    if fails { throw Mischief() }
  }
}

// MARK: - Scenarios

enum Swapping {
  private static func message(_ type: String) -> String {
    "\(type) was swapped for another one by the code that it was handed to"
  }

  static let scenarios = readers + writers + tokenizers + objects

  private static let readers: [Scenario] = [
    .trap("reader-swapped", message("JSONReader")) {
      try withReaders { _ = try Inner.decode(from: document()) }
    },
    .trap("reader-swapped-before-an-error", message("JSONReader")) {
      try withReaders({ (reader) in
        Shared.swapReaders?(&reader)
        throw Mischief()
      }) { _ = try Inner.decode(from: document()) }
    },
    .trap("reader-swapped-at-a-key-path", message("JSONReader")) {
      try withReaders { _ = try Inner.decode(from: document(#"{"a": [1]}"#), at: "a") }
    },
    .trap("reader-swapped-in-a-property", message("JSONReader")) {
      try withReaders { _ = try InnerModel.decode(from: document(#"{"inner": [1]}"#)) }
    },
    .trap("reader-swapped-in-a-report", message("JSONReader")) {
      try withReaders { _ = InnerModel.decodeReporting(from: document(#"{"inner": [1]}"#)) }
    },
    .trap("reader-swapped-in-an-element", message("JSONReader")) {
      try withReaders { _ = try [Inner].decode(from: document()) }
    },
    .trap("reader-swapped-in-a-member", message("JSONReader")) {
      try withReaders { _ = try [String: Inner?].decode(from: document(#"{"a": [1]}"#)) }
    },
    .trap("reader-swapped-in-an-update", message("JSONReader")) {
      try withReaders {
        var value = Inner()
        try value.update(from: document())
      }
    },
    .trap("reader-swapped-in-a-view", message("JSONReader")) {
      try withReaders { _ = try LookingModel.decode(from: document(#"{"inner": [1]}"#)) }
    },
    .trap("reader-swapped-in-a-coding", message("JSONReader")) {
      try withReaders {
        Shared.read = { (reader) in
          Shared.read = swapAndRead
          _ = try reader.decode(with: InnerCoding())
        }
        _ = try Inner.decode(from: document())
      }
    },
    .trap("reader-swapped-in-the-mapper's-transform", message("JSONReader")) {
      try withReaders {
        var mapper = Mapper()
        mapper.setTransform(InnerCoding())
        _ = try Date.decode(from: document(), using: mapper)
      }
    },
    .trap("reader-swapped-in-an-attempt", message("JSONReader")) {
      try withReaders({ (reader) in
        _ = reader.attempt { try swapAndRead(&$0) }
      }) { _ = try Inner.decode(from: document()) }
    },
    .trap("reader-swapped-in-a-failed-attempt", message("JSONReader")) {
      try withReaders({ (reader) in
        reader.attempt {
          Shared.swapReaders?(&$0)
          throw Mischief()
        }
        try reader.skipValue()
      }) { _ = try Inner.decode(from: document()) }
    },
    .trap("reader-swapped-in-an-array", message("JSONReader")) {
      try withReaders({ (reader) in
        try reader.decodeArray { try swapAndRead(&$0) }
      }) { _ = try Inner.decode(from: document()) }
    },
    .trap("reader-swapped-in-an-object", message("JSONReader")) {
      try withReaders({ (reader) in
        try reader.decodeObject { _, reader in try swapAndRead(&reader) }
      }) { _ = try Inner.decode(from: document(#"{"a": 1, "b": 2}"#)) }
    },
    .harmless("reader-swapped-and-swapped-back") {
      try withReaders({ (reader) in
        Shared.swapReaders?(&reader)
        Shared.swapReaders?(&reader)
        try reader.skipValue()
      }) { _ = try Inner.decode(from: document()) }
    },
  ]

  private static let writers: [Scenario] = [
    .trap("writer-swapped", message("JSONWriter")) {
      try withWriters { _ = try Inner().encode() }
    },
    .trap("writer-swapped-before-an-error", message("JSONWriter")) {
      try withWriters({ (writer) in
        Shared.swapWriters?(&writer)
        throw Mischief()
      }) { _ = try Inner().encode() }
    },
    .trap("writer-swapped-in-a-property", message("JSONWriter")) {
      try withWriters { _ = try InnerModel().encode() }
    },
    .trap("writer-swapped-in-an-element", message("JSONWriter")) {
      try withWriters { _ = try [Inner(), Inner()].encode() }
    },
    .trap("writer-swapped-in-a-member", message("JSONWriter")) {
      try withWriters { _ = try ["a": Inner()].encode() }
    },
    .trap("writer-swapped-in-a-coding", message("JSONWriter")) {
      try withWriters {
        Shared.write = { (writer) in
          Shared.write = swapAndWrite
          try writer.encode(Date(), with: InnerCoding())
        }
        _ = try Inner().encode()
      }
    },
    .trap("writer-swapped-in-the-mapper's-transform", message("JSONWriter")) {
      try withWriters {
        var mapper = Mapper()
        mapper.setTransform(InnerCoding())
        _ = try Date().encode(using: mapper)
      }
    },
    .trap("writer-swapped-in-an-array", message("JSONWriter")) {
      try withWriters({ (writer) in
        try writer.encodeArray { Shared.swapWriters?(&$0) }
      }) { _ = try Inner().encode() }
    },
    .trap("writer-swapped-in-an-object", message("JSONWriter")) {
      try withWriters({ (writer) in
        try writer.encodeObject { Shared.swapWriters?(&$0) }
      }) { _ = try Inner().encode() }
    },
    .harmless("writer-swapped-and-swapped-back") {
      try withWriters({ (writer) in
        Shared.swapWriters?(&writer)
        Shared.swapWriters?(&writer)
        try writer.encode("inner")
      }) { try expect(try Inner().encodeString(), "\"inner\"") }
    },
  ]

  private static let tokenizers: [Scenario] = [
    .trap("tokenizer-swapped", message("JSONTokenizer")) {
      try JSONTokenizer.tokenize("[1]") { outer in
        try JSONTokenizer.tokenize(document()) { swap(&outer, &$0) }
        while try outer.next() != nil {}
      }
    },
    .trap("tokenizer-swapped-before-an-error", message("JSONTokenizer")) {
      try JSONTokenizer.tokenize("[1]") { outer in
        try? JSONTokenizer.tokenize(document()) {
          swap(&outer, &$0)
          throw Mischief()
        }
        while try outer.next() != nil {}
      }
    },
    .harmless("tokenizer-swapped-and-swapped-back") {
      try JSONTokenizer.tokenize("[1]") { outer in
        try JSONTokenizer.tokenize(document()) {
          swap(&outer, &$0)
          swap(&outer, &$0)
        }
        var count = 0
        while try outer.next() != nil { count += 1 }
        try expect(count, 3)
      }
    },
  ]

  private static let objects: [Scenario] = [
    .trap("object-reader-swapped", message("ObjectReader")) {
      Shared.start = { _ = try InnerObject.decode(from: document(#"{"fails": false}"#)) }
      _ = try OuterObject.decode(from: #"{"key": 1}"#)
    },
    .trap("object-reader-swapped-before-an-error", message("ObjectReader")) {
      Shared.start = { _ = try InnerObject.decode(from: document(#"{"fails": true}"#)) }
      _ = try OuterObject.decode(from: #"{"key": 1}"#)
    },
    .trap("object-writer-swapped", message("ObjectWriter")) {
      Shared.start = { _ = try InnerObject().encode() }
      _ = try OuterObject().encode()
    },
    .trap("object-writer-swapped-before-an-error", message("ObjectWriter")) {
      Shared.start = { _ = try InnerObject(fails: true).encode() }
      _ = try OuterObject().encode()
    },
  ]
}
