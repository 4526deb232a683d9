import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// The document is read without copying it. To show this, a value's own code changes bytes that haven't
/// been read yet, and they are read as changed; a copy would have the old ones. (Apps must never do this.)
struct WithoutCopyingTests {
  /// Calls `body` with a document whose values of type `Editing` replace a later `old` by `new`.
  private func edit<R>(
    _ text: String, _ old: Character, _ new: Character,
    _ body: (UnsafeRawBufferPointer, MappingContext) throws -> R
  ) throws -> R {
    var bytes = Array(text.utf8)
    let (oldByte, byte) = (try #require(old.asciiValue), try #require(new.asciiValue))
    let offset = try #require(bytes.lastIndex(of: oldByte))
    return try bytes.withUnsafeMutableBytes { bytes in
      let pen = Pen(place: bytes.baseAddress.unsafelyUnwrapped + offset, byte: byte)
      return try body(UnsafeRawBufferPointer(bytes), MappingContext(pen))
    }
  }

  @Test func modelsAreReadWithoutCopyingTheDocument() throws {
    let model = try edit(#"{"edit":1,"text":"a?","list":[0]}"#, "?", "!") {
      try Model.decode(from: $0, context: $1)
    }
    #expect(model.text == "a!")
    let numbers = try edit(#"{"edit":1,"text":"","list":[1,2]}"#, "2", "7") {
      try Model.decode(from: $0, context: $1)
    }
    #expect(numbers.list == [1, 7])
  }

  @Test func dataIsReadWithoutCopying() throws {
    let model = try edit(#"{"edit":1,"text":"a?","list":[0]}"#, "?", "!") { bytes, context in
      let base = UnsafeMutableRawPointer(mutating: bytes.baseAddress.unsafelyUnwrapped)
      let data = Data(bytesNoCopy: base, count: bytes.count, deallocator: .none)
      return try Model.decode(from: data, context: context)
    }
    #expect(model.text == "a!")
  }

  @Test func keysAreReadWithoutCopyingTheDocument() throws {
    let error = mappingError {
      try edit(#"{"edit":1,"text":"a","lisT":[0]}"#, "T", "t") {
        try Model.decode(from: $0, context: $1)
      }
    }
    #expect(error == nil)
  }

  @Test func constantsAndTreesAreReadWithoutCopyingTheDocument() throws {
    let model = try edit(#"{"edit":1,"tree":{"k":["?"]}}"#, "?", "!") {
      try Immutable.decode(from: $0, context: $1)
    }
    #expect(model.tree == ["k": ["!"]])
  }

  @Test func reportsAndUpdatesReadWithoutCopyingTheDocument() throws {
    let report = try edit(#"{"edit":1,"text":"a?","list":[0]}"#, "?", "!") {
      Model.decodeReporting(from: $0, context: $1)
    }
    #expect(report.value?.text == "a!")
    var model = Model()
    try edit(#"{"edit":1,"text":"b?"}"#, "?", "!") { try model.update(from: $0, context: $1) }
    #expect(model.text == "b!")
  }

  @Test func valuesAtAPathAreReadWithoutCopyingTheDocument() throws {
    let texts = try edit(#"{"deep":[{"edit":1,"text":"a?","list":[]}]}"#, "?", "!") {
      try [Model].decode(from: $0, at: "deep", context: $1).map(\.text)
    }
    #expect(texts == ["a!"])
  }

  @Test func hooksSeeTheDocumentWithoutCopyingIt() throws {
    let model = try edit(#"{"text":"?"}"#, "?", "!") { try Hooked.decode(from: $0, context: $1) }
    #expect(model.text == "!")
  }

  @Test func tokensPointIntoTheDocument() throws {
    let text = #"{"key":["a string of more than sixteen bytes",12.5,true,"\n"]}"#
    try GuardedBytes.withBytes(Array(text.utf8)) { bytes in
      let start = try #require(bytes.baseAddress)
      let kinds = try JSONTokenizer.tokenize(bytes) { tokenizer in
        var kinds: [JSONTokenizer.Token.Kind] = []
        while let token = try tokenizer.next() {
          kinds.append(token.kind)
          let place = tokenizer.withBytes(of: token) { $0.baseAddress }
          #expect(place == start + token.range.lowerBound)
        }
        return kinds
      }
      #expect(kinds.count == 9)
    }
  }

  /// Sources give access to their own memory, so that tokens point into it.
  @Test func sourcesGiveAccessToTheirOwnMemory() throws {
    let text = #"["a document of more than fifteen bytes", 1]"#
    func place(_ source: some JSONSource) throws -> UnsafeRawPointer? {
      try JSONTokenizer.tokenize(source) { tokenizer in
        let token = try #require(try tokenizer.next())
        return tokenizer.withBytes(of: token) { $0.baseAddress }
      }
    }
    let bytes = Array(text.utf8)
    #expect(try bytes.withUnsafeBytes { $0.baseAddress } == place(bytes))
    let slice = ([0, 0] + bytes)[2...]
    #expect(try slice.withUnsafeBytes { $0.baseAddress } == place(slice))
    let data = Data(bytes)
    #expect(try data.withUnsafeBytes { $0.baseAddress } == place(data))
    let string = String(decoding: bytes, as: UTF8.self)
    let stringPlace = string.utf8.withContiguousStorageIfAvailable {
      UnsafeRawPointer($0.baseAddress)
    }
    #expect(try stringPlace == place(string))
    let part = ("xx" + string).dropFirst(2)
    let partPlace = part.utf8.withContiguousStorageIfAvailable { UnsafeRawPointer($0.baseAddress) }
    #expect(try partPlace == place(part))
  }
}

// MARK: - Models

extension WithoutCopyingTests {
  struct Pen: @unchecked Sendable {
    let place: UnsafeMutableRawPointer
    let byte: UInt8
    func write() { place.storeBytes(of: byte, as: UInt8.self) }
  }

  struct Editing: MappableValue {
    static func decode(from reader: inout JSONReader) throws -> Editing {
      _ = try reader.decode(Int.self)
      reader.context[Pen.self]?.write()
      return Editing()
    }
    func encode(to writer: inout JSONWriter) throws { writer.encodeNull() }
  }

  struct Model: Mappable {
    @Mapped var edit: Editing
    @Mapped var text: String
    @Mapped var list: [Int]
  }

  struct Immutable: ImmutableMappable {
    let tree: JSONValue
    init(from object: inout ObjectReader) throws {
      let _: Editing = try object.value("edit")
      tree = try object.value("tree")
    }
  }

  struct Hooked: Mappable, DecodeValidating {
    @Mapped var text: String
    static func willDecode(_ json: JSONView, in context: MappingContext) throws {
      #expect(json["text"]?.string == "?")
      context[Pen.self]?.write()
      #expect(json["text"]?.string == "!")
    }
  }
}
