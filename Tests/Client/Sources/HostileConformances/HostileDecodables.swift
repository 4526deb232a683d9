import Foundation
import MirrorMap

// Types that do with their decoders what they should not: keep them, share them between threads, decode
// again while they are being decoded, decode themselves.

private struct AnyKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init(stringLiteral value: String) { stringValue = value }
  init?(intValue: Int) { nil }
}

/// What has been kept, by one thread at a time.
private enum Kept {
  nonisolated(unsafe) static var decoders: [any Decoder] = []
  nonisolated(unsafe) static var objects: [KeyedDecodingContainer<AnyKey>] = []
  nonisolated(unsafe) static var arrays: [any UnkeyedDecodingContainer] = []
  nonisolated(unsafe) static var values: [any SingleValueDecodingContainer] = []

  static func clear() { (decoders, objects, arrays, values) = ([], [], [], []) }
}

/// Keeps everything it can get, and reads none of it.
private struct Keeping: Decodable {
  init(from decoder: any Decoder) throws {
    Kept.decoders.append(decoder)
    Kept.values.append(try decoder.singleValueContainer())
    if let object = try? decoder.container(keyedBy: AnyKey.self) {
      Kept.objects.append(object)
      for key in object.allKeys {
        Kept.decoders.append(try object.superDecoder(forKey: key))
        _ = try? object.decode(Keeping.self, forKey: key)
      }
    } else if var array = try? decoder.unkeyedContainer() {
      Kept.arrays.append(array)
      while !array.isAtEnd { _ = try array.decode(Keeping.self) }
    }
  }
}

/// Keeps everything, and fails at the end.
private struct KeepingAndFailing: Decodable {
  init(from decoder: any Decoder) throws {
    _ = try Keeping(from: decoder)
    throw Unexpected(description: "on purpose")
  }
}

/// Decodes itself instead of what is inside of it.
private struct Itself: Decodable {
  init(from decoder: any Decoder) throws {
    self = try decoder.singleValueContainer().decode(Itself.self)
  }
}

/// Decodes other documents, and its own one, in the middle of its document.
private struct Reentrant: Decodable {
  static let decoder = MappingDecoder()
  nonisolated(unsafe) static var depth = 0
  static let document = "{\"a\":[1,{\"a\":[2,{}]}],\"b\":\"\(text("b"))\"}"
  var texts: [String] = []

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: AnyKey.self)
    if Self.depth < 3 {
      Self.depth += 1
      defer { Self.depth -= 1 }
      texts += try Self.decoder.decode(Reentrant.self, from: Self.document).texts
    }
    if object.contains("a") {
      var array = try object.nestedUnkeyedContainer(forKey: "a")
      texts.append("\(try array.decode(Int.self))")
      texts += try array.decode(Reentrant.self).texts
    }
    if let last = try object.decodeIfPresent(String.self, forKey: "b") { texts.append(last) }
  }
}

/// Asks for the wrong kinds of containers, too far, and goes on.
private struct Careless: Decodable {
  init(from decoder: any Decoder) throws {
    for _ in 0..<3 {
      _ = try? decoder.container(keyedBy: AnyKey.self).decode([Careless].self, forKey: "a")
      if var array = try? decoder.unkeyedContainer() {
        var copy = array
        while !array.isAtEnd {
          if (try? array.decode(Careless.self)) == nil { _ = try? array.superDecoder() }
        }
        for _ in 0..<5 {
          _ = try? array.decode(Int.self)
          _ = try? array.nestedContainer(keyedBy: AnyKey.self)
          _ = try? array.decodeIfPresent(String.self)
          _ = try? array.decodeNil()
        }
        _ = try? copy.nestedUnkeyedContainer()
        _ = try? copy.decode(Data.self)
      }
      _ = try? decoder.singleValueContainer().decode([Double].self)
      _ = try? decoder.singleValueContainer().decode(Decimal.self)
    }
  }
}

enum HostileDecodables {
  private static let document =
    "[{\"a\":\"\(text("x"))\",\"b\":[1,[2,{\"c\":null}]]},\"\(text("y"))\",[3.5,\"\(text("z"))\"]]"

  /// Decodes a document in memory that is gone afterwards.
  private static func decodeInPassing<T: Decodable>(
    _ type: T.Type, _ decoder: MappingDecoder = MappingDecoder()
  ) throws {
    let bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: document.utf8.count, alignment: 1)
    defer { bytes.deallocate() }
    bytes.copyBytes(from: document.utf8)
    _ = try decoder.decode(type, from: UnsafeRawBufferPointer(bytes))
  }

  /// Reads all that has been kept, in every way.
  private static func readAll() -> [String] {
    var texts: [String] = []
    for decoder in Kept.decoders {
      texts += (try? String(from: decoder)).map { [$0] } ?? []
      if let object = try? decoder.container(keyedBy: AnyKey.self) {
        texts += object.allKeys.map(\.stringValue)
      }
      _ = try? Careless(from: decoder)
    }
    for object in Kept.objects {
      texts += (try? object.decode(String.self, forKey: "a")).map { [$0] } ?? []
    }
    for array in Kept.arrays {
      var array = array
      while !array.isAtEnd {
        if let text = try? array.decode(String.self) {
          texts.append(text)
        } else {
          _ = try? array.superDecoder()
        }
      }
    }
    for value in Kept.values { texts += (try? value.decode(String.self)).map { [$0] } ?? [] }
    return texts
  }

  static let scenarios: [Scenario] = [
    .harmless("decoders-are-kept-longer-than-the-document") {
      defer { Kept.clear() }
      try decodeInPassing([Keeping].self)
      let texts = readAll()
      for letter in "xyz" as String { try expect(texts.contains(text(letter)), true) }
      try expect(texts.allSatisfy { $0.utf8.count < 41 }, true)
    },
    .harmless("decoders-are-kept-by-a-call-that-fails") {
      defer { Kept.clear() }
      try expectError("on purpose") { try decodeInPassing(KeepingAndFailing.self) }
      try expect(readAll().contains(text("z")), true)
    },
    .harmless("decoders-are-kept-with-converted-keys-and-json5") {
      defer { Kept.clear() }
      let decoder = MappingDecoder()
      decoder.allowsJSON5 = true
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      try decodeInPassing([Keeping].self, decoder)
      try expect(readAll().contains(text("y")), true)
    },
    .harmless("kept-decoders-are-read-in-another-call") {
      defer { Kept.clear() }
      try decodeInPassing([Keeping].self)
      let decoder = MappingDecoder()
      decoder.dateDecodingStrategy = .custom { _ in
        _ = readAll()
        return Date(timeIntervalSince1970: 1)
      }
      let dates = try decoder.decode([Date].self, from: "[\"\(text("d"))\",1]")
      try expect(dates.count, 2)
    },
    .harmless("kept-decoders-are-read-by-another-thread") {
      defer { Kept.clear() }
      try decodeInPassing([Keeping].self)
      onAnotherThread { _ = readAll() }
      try expect(readAll().contains(text("x")), true)
    },
    .harmless("type-decodes-itself") {
      try expectError("less nesting") { _ = try MappingDecoder().decode(Itself.self, from: "{}") }
    },
    .harmless("type-decodes-another-document") {
      let texts = try Reentrant.decoder.decode(Reentrant.self, from: Reentrant.document).texts
      try expect(texts.count { $0 == text("b") } > 3, true)
      try expect(texts.last, text("b"))
    },
    .harmless("type-asks-for-everything-wrongly") {
      for count in 0..<document.utf8.count {
        _ = try? MappingDecoder().decode(Careless.self, from: Array(document.utf8.prefix(count)))
      }
      _ = try MappingDecoder().decode(Careless.self, from: document)
    },
    .harmless("key-strategy-decodes") {
      let decoder = MappingDecoder()
      decoder.keyDecodingStrategy = .custom { path in
        _ = try? decodeInPassing(Careless.self)
        return AnyKey(stringValue: path[path.count - 1].stringValue + "x")
      }
      let value = try decoder.decode([[String: Int]].self, from: #"[{"a":1},{"b":2}]"#)
      try expect(value, [["a": 1], ["b": 2]])
    },
  ]
}
