import Foundation
import MirrorMap

// What memory documents take. Each thing is done twenty times, to warm up, and then fifty times between
// two marks; with valgrind writing down all allocations in between, `../allocations` counts them.

struct Part: Mappable, Sendable {
  @Mapped var id: Int
  @Mapped var name: String
  @Mapped var ratio: Double
  @Mapped var isOpen: Bool
  @Mapped var count: Int?
  @Mapped var note: String?
  @Mapped var level: UInt8 = 3

  /// An initializer written by hand, after which all instances have equal fields.
  init() {}
}

struct Texts: Mappable {
  @Mapped var short: String
  @Mapped var first: String
  @Mapped var second: String?
  @Mapped var third: String = ""
}

struct Lists: Mappable {
  @Mapped var numbers: [Int]
  @Mapped var ratios: [Double]
  @Mapped var names: [String]
  @Mapped var parts: [Part]
  @Mapped var none: [Part]
  @Mapped var nothing: [Int]
}

struct Nested: Mappable {
  @Mapped var part: Part
  @Mapped var other: Part?
  @Mapped("deep.er.id") var deep: Int
}

final class Object: Mappable {
  @Mapped var id: Int
  @Mapped var name: String
}

/// Something that is done again and again.
struct Work {
  let name: String
  /// How many allocations each time takes.
  let allocations: Int
  let measure: () throws -> Void

  /// - Parameter prepare: makes what is used again each time.
  init<State>(
    _ name: String, _ allocations: Int, on prepare: @escaping () throws -> State,
    do body: @escaping (inout State) throws -> Void
  ) {
    self.name = name
    self.allocations = allocations
    let begin = Array("MARK \(allocations) \(name)\n".utf8)
    let end = Array("MARK\n".utf8)
    measure = {
      var state = try prepare()
      for _ in 0..<20 { try body(&state) }
      mark(begin)
      for _ in 0..<50 { try body(&state) }
      mark(end)
    }
  }
}

/// Writes a line in between those of valgrind, without an allocation of its own.
private func mark(_ line: [UInt8]) {
  line.withUnsafeBytes { _ = write(2, $0.baseAddress, $0.count) }
}

@main
enum Allocations {
  static let part =
    #"{"id":7,"name":"fifteen bytes..","ratio":-65.61,"isOpen":true,"count":12,"note":null,"level":9}"#

  static let indented = """
    {
      "id": 7,
      "name": "a name",
      "unknown": {"of": [1, 2, {"three": "four five six seven eight"}], "text": "é\\n"},
      "ratio": 0.5,
      "isOpen": false
    }
    """

  static let texts =
    #"{"short":"fifteen bytes..","first":"sixteen bytes...","second":"a text of \"many\" bytes é","#
    + #""third":"and one more text of many bytes"}"#

  static let lists =
    #"{"numbers":[1,2,3],"ratios":[0.5,1.5,2.5,3.5],"names":["a","b","c"],"none":[],"nothing":[],"#
    + #""parts":[\#(part),\#(part)]}"#

  static let nested = #"{"part":\#(part),"other":\#(part),"deep":{"x":[],"er":{"id":5}}}"#

  static let parts = "[" + Array(repeating: part, count: 20).joined(separator: ",\n") + "]"

  static func decoding<Model: MappableValue>(
    _ name: String, _ allocations: Int, _ type: Model.Type, _ text: String
  ) -> Work {
    Work(
      name, allocations, on: { Array(text.utf8) },
      do: { bytes in withExtendedLifetime(try type.decode(from: bytes)) {} })
  }

  static func decoding<Model: MappableValue, Source: JSONSource>(
    _ name: String, _ allocations: Int, _ type: Model.Type, from source: Source,
    _ mapper: Mapper = .default
  ) -> Work {
    Work(
      name, allocations, on: { source },
      do: { withExtendedLifetime(try type.decode(from: $0, using: mapper)) {} })
  }

  static func encoding<Model: MappableValue>(
    _ name: String, _ allocations: Int, _ type: Model.Type, _ text: String,
    _ body: @escaping (Model) throws -> Void
  ) -> Work {
    Work(name, allocations, on: { try type.decode(from: text) }, do: { try body($0) })
  }

  static func encoding<Model: MappableValue>(
    _ name: String, _ allocations: Int, intoBuffer type: Model.Type, _ text: String
  ) -> Work {
    Work(
      name, allocations, on: { (try type.decode(from: text), [UInt8]()) },
      do: { try $0.0.encode(into: &$0.1) })
  }

  static var works: [Work] {
    var mapper = Mapper()
    mapper.duplicateKeys = .first
    mapper.maximumDepth = 20
    return [
      decoding("decode a struct of scalars and short strings", 0, Part.self, part),
      decoding("decode it from an indented document with unknown keys", 0, Part.self, indented),
      decoding("decode structs in a struct, and a key path", 0, Nested.self, nested),
      decoding("decode an object", 1, Object.self, part),
      decoding("decode three long strings", 3, Texts.self, texts),
      decoding("decode four arrays, and empty ones", 4, Lists.self, lists),
      decoding("decode an array of structs", 1, [Part].self, parts),
      decoding("decode an array of objects", 21, [Object].self, parts),
      decoding("decode from Data", 0, Part.self, from: Data(part.utf8)),
      decoding("decode from a String", 0, Part.self, from: part),
      decoding("decode with options", 0, Part.self, from: part, mapper),
      encoding("encode a struct into a buffer", 0, intoBuffer: Part.self, part),
      encoding("encode long strings into a buffer", 0, intoBuffer: Texts.self, texts),
      encoding("encode arrays into a buffer", 0, intoBuffer: Lists.self, lists),
      encoding("encode structs in an array into a buffer", 0, intoBuffer: [Part].self, parts),
      // The bytes; and what `Data` notes down about them.
      encoding("encode to Data", 2, Lists.self, lists) {
        withExtendedLifetime(try $0.encode()) {}
      },
      encoding("encode to bytes", 1, Lists.self, lists) {
        withExtendedLifetime(try $0.encodeBytes()) {}
      },
      encoding("encode to a String", 1, Lists.self, lists) {
        withExtendedLifetime(try $0.encodeString()) {}
      },
    ]
  }

  static func main() throws {
    for work in works { try work.measure() }
  }
}
