import Foundation
import MirrorMap

/// Decodes, updates and encodes documents that fail half way, many times, under LeakSanitizer, which
/// ends the program with an error if anything was leaked: not only objects, which the library's own
/// tests count, but strings, arrays, dictionaries, buffers and plans.
///
/// The first round isn't checked. It allocates what lives as long as the process, such as plans and their
/// strings, which LeakSanitizer would report as leaks, because Swift hides the addresses of their memory.
@main
enum Leaks {
  static func main() {
    guard let disable = function("__lsan_disable"), let enable = function("__lsan_enable") else {
      print("Leaks has to be built with --sanitize=address")
      exit(2)
    }
    disable()
    round()
    enable()
    for _ in 0..<2 { round() }
    // To see that the sanitizer is looking.
    if CommandLine.arguments.contains("plant") { plant() }
    print("failed \(failures) times")
    fflush(nil)
    exit(failures > 1000 ? 0 : 3)
  }

  private static func function(_ name: String) -> (@convention(c) () -> Void)? {
    dlsym(UnsafeMutableRawPointer(bitPattern: 0), name).map {
      unsafeBitCast($0, to: (@convention(c) () -> Void).self)
    }
  }

  /// Leaks several objects, because the address of the last one may still be in memory.
  @inline(never)
  private static func plant() {
    for _ in 0..<5 { _ = Unmanaged.passRetained(Leaf()) }
  }

  nonisolated(unsafe) private static var failures = 0

  private static func attempt<R>(_ body: () throws -> R) {
    do {
      _ = try body()
    } catch {
      failures += 1
      _ = "\(error)"
    }
  }

  // MARK: - One round

  private static let document = Array(
    #"""
    {"name":"a name of more than fifteen bytes","leaves":[{"text":"one more text of some length"},
    {"text":"\u00e9\n of some length"}],"map":{"a key of more than fifteen":["x","y"]},"set":["p","q"],
    "leaf":{"text":"t"},"deep":{"er":[1,{"text":"a text at the end of a path"}]},"flat":"flat text",
    "constant":{"text":"a constant text, long","list":["u","v","w"]},"tree":{"k":[1.5,"v",null]},
    "figures":[{"kind":"leaf","text":"a figure's text, also long"}],"data":"AAECAwQFBgcICQoLDA0ODw==",
    "other":{"kept":["among","the","extras","of some length"]}}
    """#.utf8)

  /// Objects that share their keys, and some that do not: duplicates, escapes, another order.
  private static let records = Array(
    #"""
    [{"id":1,"a name of some length":"a text of more than fifteen bytes","list":[{"x":[]},{"x":{}}]},
    {"id":2,"a name of some length":"another text, as long as that","list":[{"x":[1]},{"y":{}}]},
    {"id":3,"a name of some length":"a text","a name of some length":"a text that replaces it"},
    {"id":4,"\u0061 name of some length":"escaped","list":["one more text of some length"]},
    {"id":5,"list":[{"x":"as long as any of the texts"}],"a name of some length":{"id":1,"list":[]}}]
    """#.utf8)

  private static func roundOfTrees() {
    for index in records.indices {
      attempt { try JSONValue.decode(from: records[..<index]) }
      var bytes = records
      bytes[index] = index % 2 == 0 ? 0x2D : 0x22
      attempt { try JSONValue.decode(from: bytes) }
    }
    attempt { try JSONValue.decode(from: records).encode() }
  }

  private static func round() {
    roundOfTrees()
    Coding.round { attempt($0) }
    for count in document.indices { decode(Array(document[..<count]), all: count % 16 == 0) }
    for index in document.indices {
      var bytes = document
      bytes[index] = index % 2 == 0 ? 0x2D : 0x22
      decode(bytes, all: index % 16 == 0)
    }
    decode(document, all: true)
    for _ in 0..<20 {
      attempt { try Twins.decode(from: document) }
      attempt { try HoldsTwins.decode(from: document) }
      attempt { try Loop.decode(from: document) }
      attempt {
        try Renamed.decode(from: document, using: mapper { $0.keyStrategy = Constantly() })
      }
    }
  }

  private static func decode(_ bytes: [UInt8], all: Bool) {
    attempt { try Tree.decode(from: bytes).encode() }
    attempt { try TreeObject.decode(from: bytes).encodeString(options: .prettyPrinted) }
    guard all else { return }
    for mapper in mappers {
      attempt { try Tree.decode(from: bytes, using: mapper) }
      attempt { try TreeObject.decode(from: bytes, using: mapper) }
    }
    attempt { try JSONValue.decode(from: bytes).encode() }
    attempt { try JSONView(bytes).decode(Tree.self) }
    _ = Tree.decodeReporting(from: bytes)
    let object = TreeObject()
    attempt { try object.update(from: bytes) }
    var tree = Tree()
    attempt { try tree.apply(mergePatch: bytes) }
    // Not all of its properties are set.
    attempt { try tree.encode() }
    attempt {
      try JSONTokenizer.tokenize(bytes) { tokenizer in
        while let token = try tokenizer.next() { _ = tokenizer.string(of: token) }
      }
    }
  }

  private static func mapper(_ change: (inout Mapper) -> Void) -> Mapper {
    var mapper = Mapper()
    change(&mapper)
    return mapper
  }

  private static let mappers = [
    mapper { $0.duplicateKeys = .last }, mapper { $0.failurePolicy = .lossy },
    mapper { $0.coercion = .lenient }, mapper { $0.keyStrategy = .caseInsensitive },
    mapper { $0.unknownKeys = .reject },
  ]
}

// MARK: - Models

final class Leaf: Mappable, DecodeCompleting {
  @Mapped var text: String = "a default of more than fifteen bytes"
  @Mapped var more: [String]?
  func didDecode(in context: MappingContext) throws {
    if text.count < 2 { throw MappingError(expected: "a longer text") }
  }
}

struct Flat: Mappable { @Mapped var flat: String }

final class Constant: ImmutableMappable {
  let text: String
  let list: [String]
  init(from object: inout ObjectReader) throws {
    text = try object.value("text")
    list = try object.value("list")
    if list.count < 3 { throw MappingError(expected: "more") }
  }
}

struct Tree: Mappable, DecodeValidating {
  static let figures = ModelRegistry<any Mappable>(.internal(tag: "kind")).adding(
    Leaf.self, as: "leaf")

  @Mapped var name: String
  @Mapped var leaves: [Leaf]
  @Mapped var map: [String: [String]]
  @Mapped var set: Set<String>
  @Mapped var leaf: Leaf?
  @Mapped("deep.er.1") var deep: Leaf?
  @Flattened var flat: Flat?
  @Mapped(direction: .decodeOnly) var constant: Constant
  @Mapped var tree: JSONValue
  @Mapped(transform: Self.figures) var figures: [any Mappable]
  @Mapped var data: Data?
  @Extras var others: JSONObject

  static func willDecode(_ json: JSONView, in context: MappingContext) throws {
    if json["name"]?.string?.isEmpty == true { throw MappingError(expected: "a name") }
  }
}

class HalfObject: Mappable {
  @Mapped var name: String
  @Mapped var leaves: [Leaf]
  @Mapped var map: [String: [String]]
  required init() {}
}

final class TreeObject: HalfObject {
  @Mapped var set: Set<String>
  @Mapped var leaf: Leaf?
  @Mapped("deep.er.1") var deep: Leaf?
  @Flattened var flat: Flat?
  @Mapped(direction: .decodeOnly) var constant: Constant
  @Mapped var tree: JSONValue
  @Mapped("figures.*.text") var texts: [String]
}

// MARK: - Declarations that fail

struct Twins: Mappable {
  @Mapped("a") var first: String?
  @Mapped("a") var second: Leaf?
}

struct HoldsTwins: Mappable {
  @Mapped var leaf: Leaf?
  @Mapped var twins: [Twins]?
}

/// Its key is also a key of the model that is flattened into it.
struct Loop: Mappable {
  @Mapped var flat: Int?
  @Flattened var inner: Flat?
}

struct Renamed: Mappable {
  @Mapped("name") var name: String?
  @Mapped var a: Int?
  @Mapped var b: Int?
}

struct Constantly: KeyStrategy {
  func key(for name: String) -> String { "always the same, of some length" }
}
