import Foundation
import MirrorMap

// Types that do with their encoders what they should not: keep them, write in the wrong place or twice,
// encode themselves, change what is being encoded.

struct WriterKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init(stringLiteral value: String) { stringValue = value }
  init?(intValue: Int) { nil }
}

/// What has been kept, by one thread at a time.
enum KeptEncoders {
  nonisolated(unsafe) static var encoders: [any Encoder] = []
  nonisolated(unsafe) static var objects: [KeyedEncodingContainer<WriterKey>] = []
  nonisolated(unsafe) static var arrays: [any UnkeyedEncodingContainer] = []
  nonisolated(unsafe) static var values: [any SingleValueEncodingContainer] = []

  static func clear() { (encoders, objects, arrays, values) = ([], [], [], []) }

  /// Writes into all of it.
  static func write() {
    for encoder in encoders {
      try? text("k").encode(to: encoder)
      try? [1, 2].encode(to: encoder)
      _ = encoder.codingPath
    }
    for object in objects {
      var object = object
      try? object.encode(text("k"), forKey: "late")
      try? object.encode([text("k")], forKey: "late")
      try? [1].encode(to: object.superEncoder(forKey: "late"))
      var inner = object.nestedUnkeyedContainer(forKey: "later")
      try? inner.encode(1)
      _ = object.codingPath
    }
    for array in arrays {
      var array = array
      try? array.encode(text("k"))
      try? array.encodeNil()
      var inner = array.nestedContainer(keyedBy: WriterKey.self)
      try? inner.encode(1, forKey: "late")
      try? 1.encode(to: array.superEncoder())
      _ = array.count
    }
    for value in values {
      var value = value
      try? value.encode(text("k"))
      try? value.encode(["late": 1])
    }
  }
}

/// A value that is encoded by a function.
struct Writing: Encodable {
  let write: (any Encoder) throws -> Void
  func encode(to encoder: any Encoder) throws { try write(encoder) }
}

/// Keeps everything it can get, of all levels.
struct KeepingEncoder: Encodable {
  var levels = 2

  func encode(to encoder: any Encoder) throws {
    KeptEncoders.encoders.append(encoder)
    KeptEncoders.values.append(encoder.singleValueContainer())
    var object = encoder.container(keyedBy: WriterKey.self)
    KeptEncoders.objects.append(object)
    try object.encode(text("a"), forKey: "a")
    var array = object.nestedUnkeyedContainer(forKey: "b")
    KeptEncoders.arrays.append(array)
    try array.encode(1)
    if levels > 0 { try array.encode(KeepingEncoder(levels: levels - 1)) }
    KeptEncoders.objects.append(array.nestedContainer(keyedBy: WriterKey.self))
    let parent = object.superEncoder()
    KeptEncoders.encoders.append(parent)
    try object.encode(2, forKey: "c")
    try [3].encode(to: parent)
  }

  static func expected(_ levels: Int) -> String {
    let inner = levels > 0 ? ",\(expected(levels - 1))" : ""
    return #"{"a":"\#(text("a"))","b":[1\#(inner),{}],"super":[3],"c":2}"#
  }
}

struct EncodesItself: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(self)
  }
}

struct EncodesItselfWithin: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(EncodesItselfWithin())
  }
}

/// Elements that empty the array that is being encoded.
final class Shrinking: Encodable {
  final class Element: Encodable {
    weak var owner: Shrinking?
    init(_ owner: Shrinking) { self.owner = owner }
    func encode(to encoder: any Encoder) throws {
      owner?.elements.removeAll()
      owner?.members.removeAll()
      var container = encoder.singleValueContainer()
      try container.encode(text("e"))
    }
  }

  var elements: [Element] = []
  var members: [String: Element] = [:]

  init() {
    elements = (0..<20).map { _ in Element(self) }
    members = Dictionary(uniqueKeysWithValues: (0..<20).map { ("k\($0)", Element(self)) })
  }
}
