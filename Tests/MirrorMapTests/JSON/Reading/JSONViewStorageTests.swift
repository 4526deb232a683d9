import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

private struct Item: Mappable {
  @Mapped var id: Int
}

/// Reads the object at the reader's position through a view, as a hook does.
private struct Looking: MappableValue {
  nonisolated(unsafe) static var look: (JSONView) throws -> Void = { _ in }

  static func decode(from reader: inout JSONReader) throws -> Looking {
    let storage = JSONViewStorage(
      borrowing: reader.bytes, maximumDepth: reader.mapper.maximumDepth, session: reader.session)
    defer { storage.detach() }
    try look(JSONView(storage: storage, at: &reader))
    try reader.skipValue()
    return Looking()
  }

  func encode(to writer: inout JSONWriter) throws { writer.encodeNull() }
}

/// A value that decodes itself from a view again and again.
private struct Endless: MappableValue {
  static func decode(from reader: inout JSONReader) throws -> Endless {
    guard let view = reader.context[Box.self] else { throw MappingError(expected: "a view") }
    return try view.json.decode(Endless.self, context: reader.context)
  }
  func encode(to writer: inout JSONWriter) throws { writer.encodeNull() }
}

/// A value whose code decodes its only element from a view before it does so from the reader.
private struct Doubling: MappableValue {
  static func decode(from reader: inout JSONReader) throws -> Doubling {
    guard let box = reader.context[Box.self] else { throw MappingError(expected: "a view") }
    let json = JSONView(storage: box.json.storage, at: &reader)
    _ = try json[0]?.decode(Doubling.self, context: reader.context)
    try reader.decodeArray { reader in _ = try reader.decode(Doubling.self) }
    return Doubling()
  }
  func encode(to writer: inout JSONWriter) throws { writer.encodeNull() }
}

private struct Box: Sendable {
  let json: JSONView
}

/// A model that keeps the view it is shown.
private struct Keeping: Mappable, DecodeValidating {
  @Mapped("userId") var id: Int

  static func willDecode(_ json: JSONView, in context: MappingContext) throws {
    context[Shelf.self]?.views.withLock { $0.append(json) }
  }
}

private struct Shelf: Sendable {
  let views = Locked<[JSONView]>([])
}

/// A source whose memory is overwritten as soon as the call that uses it returns.
private struct Fleeting: JSONSource, Sendable {
  let text: String
  func withJSONBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    var bytes = Array(text.utf8)
    return try bytes.withUnsafeMutableBytes { bytes in
      defer { bytes.initializeMemory(as: UInt8.self, repeating: 0xFF) }
      return try body(UnsafeRawBufferPointer(bytes))
    }
  }
}

@Suite(.serialized) struct JSONViewStorageTests {
  private func borrow<R>(
    _ text: String, session: UnownedReference<MappingSession>? = nil, maximumDepth: Int = 512,
    _ body: (JSONView) throws -> R
  ) rethrows -> R {
    var bytes = Array(text.utf8)
    return try bytes.withUnsafeMutableBytes { bytes in
      let storage = JSONViewStorage(
        borrowing: Bytes(UnsafeRawBufferPointer(bytes)), maximumDepth: maximumDepth,
        session: session)
      defer {
        storage.detach()
        // Overwrites the memory, so that any later access finds garbage.
        bytes.initializeMemory(as: UInt8.self, repeating: 0xFF)
      }
      return try body(JSONView(storage: storage, position: 0, level: 0))
    }
  }

  @Test func viewsThatOutliveTheDocumentKeepACopy() throws {
    let (whole, part) = try borrow(#"{"a": [1, {"id": "x"}]}"#) { json in
      (json, try #require(json[path: "a.1"]))
    }
    #expect(part["id"]?.string == "x")
    #expect("\(whole)" == #"{"a":[1,{"id":"x"}]}"#)
    #expect(
      errorText { try part.decode(Item.self) }
        == "$.a[1].id: expected Int, found a string (line 1, column 18, Item.id)")
  }

  @Test func detachingTwiceChangesNothing() throws {
    let json = borrow("[1]") { $0 }
    json.storage.detach()
    #expect(json[0]?.int == 1)
  }

  @Test(arguments: [
    #"{"a": 1, "b": 01}"#, #"{"a": 1, "b": }"#, #"{"a": 1"#, #"{"a": 1,}"#, #"{"a": 1, "b": "\x"}"#,
    "{\"a\": 1, \"b\": \"\u{1}\"}", #"{"a": tru}"#, "{", "",
  ])
  func nothingIsFoundInMalformedText(text: String) {
    borrow(text) { json in
      #expect(json["a"] == nil)
      #expect(json.keys == [])
      #expect(json.count == 0)
      #expect(json.value == nil)
      #expect("\(json)" == "malformed JSON")
      #expect(mappingError { try json.decode(JSONValue.self) }?.code.isSyntax == true)
    }
  }

  @Test func arraysAreReadUpToTheRequestedElement() {
    borrow("[1, [2], x]") { json in
      #expect(json[0]?.int == 1)
      #expect(json[1]?[0]?.int == 2)
      #expect(json[2] == nil)
      #expect(json.elements.isEmpty)
      #expect(json.count == 0)
    }
  }

  @Test func readingNeverLeavesTheInput() throws {
    let text = Array(#"{"a": [1, "é\n", {"b": null}], "c": true}"#.utf8)
    for count in 0...text.count {
      GuardedBytes.withBytes(Array(text[..<count])) { bytes in
        let storage = JSONViewStorage(borrowing: Bytes(bytes), session: nil)
        for position in [0, count / 2, count, count + 5, -1] {
          let json = JSONView(storage: storage, position: position, level: 0)
          _ = (json.kind, json.value, json["a"]?[1]?.string, json.members.count, json.elements)
          _ = (json.isNull, json.bool, json.int, json.double, json.number, json.description)
        }
        let whole = JSONView(storage: storage, position: 0, level: 0)
        #expect(whole["c"]?.bool == (count == text.count ? true : nil))
        storage.detach()
      }
    }
  }

  @Test func sourceThatGetsShorterIsNoDanger() throws {
    let source = Shrinking(bytes: Locked(Array("[1, [2, 3]]".utf8)))
    let json = try JSONView(source)
    let last = try #require(json[1])
    #expect(last[1]?.int == 3)
    source.bytes.withLock { $0 = Array("[1".utf8) }
    #expect(last[1] == nil)
    #expect(last.kind == nil)
    #expect(
      errorText { try last.decode([Int].self) }
        == "$[0]: expected a value, found the end of the input (line 1, column 3)")
  }

  private struct Shrinking: JSONSource, Sendable {
    let bytes: Locked<[UInt8]>
    func withJSONBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
      let copy = bytes.withLock { $0 }
      return try copy.withUnsafeBytes(body)
    }
  }
}

// MARK: - In a decode

extension JSONViewStorageTests {
  private func looking(
    at text: String, using mapper: Mapper = .default, context: MappingContext = .none,
    _ look: @escaping (JSONView) throws -> Void
  ) throws {
    Looking.look = look
    defer { Looking.look = { _ in } }
    _ = try [String: [Looking]].decode(from: text, using: mapper, context: context)
  }

  @Test func errorsOfAViewArePlacedLikeTheMappersOwn() {
    let text = "{\"a\": [1,\n {\"id\": \"x\"}]}"
    let inside = Locked<MappingError?>(nil)
    let message = errorText {
      try looking(at: text) { json in
        guard json.kind == .object else { return }
        inside.withLock { $0 = mappingError { try json.decode(Item.self) } }
        _ = try json.decode(Item.self)
      }
    }
    #expect(message == "$.a[1].id: expected Int, found a string (line 2, column 9, Item.id)")
    let error = inside.withLock { $0 }
    #expect(error?.line == nil)
    #expect(error?.path == JSONPath())
    #expect(error?.byteOffset == 18)
  }

  @Test func optionsAndContextOfTheDecodeAreInForce() throws {
    var mapper = Mapper()
    mapper.duplicateKeys = .last
    let seen = Locked<[String]>([])
    try looking(
      at: #"{"a": [{"id": 1, "id": 2}]}"#, using: mapper, context: MappingContext("outer")
    ) { json in
      let id = try json.decode(Item.self).id
      let context = try json["id"]?.decode(ContextReader.self).value
      let inner = try json.decode(ContextReader.self, context: MappingContext("inner")).value
      let kept = try json.decode(Item.self, context: MappingContext("inner")).id
      let other = errorText { try json.decode(Item.self, using: Mapper()) }
      seen.withLock { $0 = ["\(id)", context ?? "", inner, "\(kept)", other] }
    }
    #expect(
      seen.withLock { $0 } == [
        "2", "outer", "inner", "2", "$: key appears a second time (Item)",
      ])
  }

  @Test func viewsThatAHookKeepsUsedToDangleAfterADecodeFromAView() throws {
    let shelf = Shelf()
    let json = try JSONView(Fleeting(text: #"[{"userId": 7}]"#))
    #expect(try json[0]?.decode(Keeping.self, context: MappingContext(shelf)).id == 7)
    #expect(
      try Keeping.decode(
        from: Fleeting(text: #"{"userId":8}"#), context: MappingContext(shelf)
      ).id == 8)
    #expect(shelf.views.withLock { $0 }.map { $0["userId"]?.int } == [7, 8])
  }

  @Test func allOptionsOfTheMapperAreInForce() throws {
    let json = try JSONView(#"[{"userId": "7", "x": 1}]"#)
    var mapper = Mapper()
    mapper.coercion = .lossless
    #expect(try json[0]?.decode(Keeping.self, using: mapper).id == 7)
    #expect(
      errorText { try json[0]?.decode(Keeping.self) }
        == "$[0].userId: expected Int, found a string (line 1, column 13, Keeping.id)")
    let seen = Locked<[String]>([])
    mapper.unknownKeys = .report
    mapper.logger = { issue in seen.withLock { $0.append("\(issue.path)") } }
    #expect(try json.decode([Keeping].self, using: mapper)[0].id == 7)
    #expect(seen.withLock { $0 } == ["$[0].x"])
    try looking(at: #"{"a": [{"userId": "7"}]}"#, using: mapper) { json in
      let id = try json.decode(Keeping.self).id
      seen.withLock { $0 = ["\(id)"] }
    }
    #expect(seen.withLock { $0 } == ["7"])
  }

  @Test func levelsOfTheDocumentCount() throws {
    var mapper = Mapper()
    mapper.maximumDepth = 4
    let levels = Locked<[Int?]>([])
    let message = errorText {
      try looking(at: #"{"a": [[[1]]]}"#, using: mapper) { json in
        levels.withLock { $0 = [json.level, json[0]?.level] }
        _ = try json.decode([[Int]].self)
        _ = try json.decode([[[Int]]].self)
      }
    }
    #expect(message == "$.a[0][0][0]: expected an array, found a number (line 1, column 10)")
    #expect(levels.withLock { $0 } == [2, 3])
  }

  @Test func hookThatCallsItselfIsAnErrorInTime() throws {
    let json = try JSONView("{}")
    let text = onAnotherThread(stackSize: 1 << 20) {
      errorText { try json.decode(Endless.self, context: MappingContext(Box(json: json))) }
    }
    #expect(
      text.contains("more calls of decode within each other than the thread's stack has room"))
  }

  @Test func hooksThatDoubleTheWorkUsedToTakeExponentialTime() throws {
    let text = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    borrow(text) { json in
      let context = MappingContext(Box(json: json))
      #expect(
        mappingError { try json.decode(Doubling.self, context: context) }?.found
          == "more values that are decoded from views than the limit allows")
    }
    try borrow("[[[[]]]]") { json in
      _ = try json.decode(Doubling.self, context: MappingContext(Box(json: json)))
    }
  }
}
