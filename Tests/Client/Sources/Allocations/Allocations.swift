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

  /// The fields of an initialiser's own making are the same for all instances here.
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
struct Task {
  let name: String
  /// How many allocations each time takes.
  let promise: Int
  let measure: () throws -> Void

  /// - Parameter prepare: makes what is used again each time.
  init<State>(
    _ name: String, _ promise: Int, _ prepare: @escaping () throws -> State,
    _ body: @escaping (inout State) throws -> Void
  ) {
    self.name = name
    self.promise = promise
    let begin = Array("MARK \(promise) \(name)\n".utf8)
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
    _ name: String, _ promise: Int, _ type: Model.Type, _ text: String
  ) -> Task {
    Task(name, promise, { Array(text.utf8) }) { bytes in
      withExtendedLifetime(try type.decode(from: bytes)) {}
    }
  }

  static var tasks: [Task] {
    [
      decoding("decode a struct of scalars and short strings", 0, Part.self, part),
      decoding("decode it from an indented document with unknown keys", 0, Part.self, indented),
      decoding("decode structs in a struct, and a key path", 0, Nested.self, nested),
      decoding("decode an object", 1, Object.self, part),
      decoding("decode three long strings", 3, Texts.self, texts),
      decoding("decode four arrays, and empty ones", 4, Lists.self, lists),
      decoding("decode an array of structs", 1, [Part].self, parts),
      decoding("decode an array of objects", 21, [Object].self, parts),
      Task("decode from Data", 0, { Data(part.utf8) }) { data in
        withExtendedLifetime(try Part.decode(from: data)) {}
      },
      Task("decode from a String", 0, { part }) { text in
        withExtendedLifetime(try Part.decode(from: text)) {}
      },
      Task(
        "decode with options", 0,
        { () -> (Mapper, [UInt8]) in
          var mapper = Mapper()
          mapper.duplicateKeys = .first
          mapper.maximumDepth = 20
          return (mapper, Array(part.utf8))
        }
      ) { state in
        withExtendedLifetime(try Part.decode(from: state.1, using: state.0)) {}
      },
      Task("decode structs into an array", 0, { ([Part](), Array(parts.utf8)) }) { state in
        try [Part].decode(from: state.1, into: &state.0)
      },
      Task(
        "decode structs with long strings into an array", 6,
        {
          ([Texts](), Array("[\(texts),\(texts)]".utf8))
        }
      ) { state in
        try [Texts].decode(from: state.1, into: &state.0)
      },
      encoding("encode a struct into a buffer", 0, Part.self, part) { value, buffer in
        buffer.removeAll(keepingCapacity: true)
        try value.encode(into: &buffer)
      },
      encoding("encode long strings into a buffer", 0, Texts.self, texts) { value, buffer in
        buffer.removeAll(keepingCapacity: true)
        try value.encode(into: &buffer)
      },
      encoding("encode arrays into a buffer", 0, Lists.self, lists) { value, buffer in
        buffer.removeAll(keepingCapacity: true)
        try value.encode(into: &buffer)
      },
      encoding("encode structs in an array into a buffer", 0, [Part].self, parts) { value, buffer in
        buffer.removeAll(keepingCapacity: true)
        try value.encode(into: &buffer)
      },
      // The bytes; and what `Data` notes down about them.
      encoding("encode to Data", 2, Lists.self, lists) { value, _ in
        withExtendedLifetime(try value.encode()) {}
      },
      encoding("encode to bytes", 1, Lists.self, lists) { value, _ in
        withExtendedLifetime(try value.encodeBytes()) {}
      },
      encoding("encode to a String", 1, Lists.self, lists) { value, _ in
        withExtendedLifetime(try value.encodeString()) {}
      },
    ]
  }

  static func encoding<Model: MappableValue>(
    _ name: String, _ promise: Int, _ type: Model.Type, _ text: String,
    _ body: @escaping (Model, inout [UInt8]) throws -> Void
  ) -> Task {
    Task(name, promise, { (try type.decode(from: text), [UInt8]()) }) { state in
      try body(state.0, &state.1)
    }
  }

  static func main() throws {
    for task in tasks { try task.measure() }
  }
}
