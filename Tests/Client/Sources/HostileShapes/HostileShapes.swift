import Foundation
import MirrorMap

// Documents that were made to be expensive. `HostileShapes NAME SIZE` reads one of about SIZE bytes in
// every way there is, and prints the peak of the memory that this took, in KB; without arguments it
// prints the names. What it costs, for SIZE and for twice as much, is compared by `../growth`.

/// A model that uses many features: key paths, alternatives, and extras for unmapped members.
struct Target: Mappable {
  @Mapped("value") var value: JSONValue?
  @Mapped("a_rather_long_key_000") var long: JSONValue?
  @Mapped("deep.path.to.name", "deep.path.name", "name") var name: String?
  @Mapped("list.0.id") var first: Int?
  @Mapped("numbers") var numbers: [Double]?
  @Extras var rest: [String: JSONValue] = [:]
}

/// A model in itself, of which every level is read twice.
struct Twice: Mappable {
  @Mapped("n") var one: [Twice]?
  @Mapped("other", "n") var two: [Twice]?
  @Mapped("id") var id: Int = 0
}

/// The same as JSON in a string.
final class Text: Mappable {
  @Mapped("n", transform: .stringifiedJSON()) var one: Text?
  @Mapped("other", "n", transform: .stringifiedJSON()) var two: Text?
}

/// Rows that fail at the end of a long path.
struct Nest: Mappable {
  @Mapped("n") var inner: [Nest] = []
  @Mapped("id") var id: Int = 0
}

enum Word: String, MappableValue { case one, two }

/// Types that only adopt `Codable`.
struct Foreign: Mappable {
  @Mapped("list", transform: .codable([[Int]].self)) var list: [[Int]]?
}

/// A value that is skipped.
struct Skipping: MappableValue {
  static func decode(from reader: inout JSONReader) throws -> Skipping {
    try reader.skipValue()
    return Skipping()
  }
  func encode(to writer: inout JSONWriter) throws { writer.encodeNull() }
}

@main
struct HostileShapes {
  /// `unit` as often as it takes to fill `size` bytes.
  static func fill(_ size: Int, _ unit: String) -> String {
    String(repeating: unit, count: max(size / unit.utf8.count, 1))
  }

  /// What `unit` makes of 0, 1, 2 …, separated by commas, until `size` bytes are full.
  static func list(_ size: Int, _ unit: (Int) -> String) -> String {
    var text = ""
    text.reserveCapacity(size + 64)
    var index = 0
    while text.utf8.count < size {
      if index > 0 { text += "," }
      text += unit(index)
      index += 1
    }
    return text
  }

  /// JSON in a string in JSON in a string, and so on.
  static func nestedText(_ levels: Int) -> String {
    (0..<levels).reduce("{}") { text, _ in
      let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return "{\"n\":\"\(escaped)\"}"
    }
  }

  static let shapes: [(name: String, make: @Sendable (Int) -> String)] = [
    ("long-integer", { "[" + fill($0, "7") + "]" }),
    ("long-fraction", { "[0." + fill($0, "0") + "1]" }),
    ("long-exponent", { "[1e" + fill($0, "0") + "1]" }),
    ("huge-exponents", { "[" + list($0) { _ in "1e-999999999" } + "]" }),
    ("halfway-numbers", { "[" + list($0) { _ in "9007199254740993.00000000000000000001" } + "]" }),
    ("plain-string", { "[\"" + fill($0, "x") + "\"]" }),
    ("string-beyond-ascii", { "[\"" + fill($0, "é€😀") + "\"]" }),
    ("escapes", { "[\"" + fill($0, "\\n\\u0041") + "\"]" }),
    ("surrogates", { "[\"" + fill($0, "\\ud83d\\ude00") + "\"]" }),
    ("open-string", { "[\"" + fill($0, "x") }),
    ("escaped-key", { "{\"" + fill($0, "\\u0061") + "\":1}" }),
    ("wide-object", { "{" + list($0) { "\"k\($0)\":\($0)" } + "}" }),
    ("common-prefixes", { "{" + list($0) { "\"\(fill(100, "p"))\($0)\":1" } + "}" }),
    ("colliding-keys", { "{" + list($0) { "\"a_rather\($0 % 90 + 10)long_key_000\":1" } + "}" }),
    ("equal-keys", { "{" + list($0) { _ in "\"same\":1" } + "}" }),
    ("equal-mapped-keys", { "{" + list($0) { _ in "\"numbers\":[1]" } + "}" }),
    ("brackets", { fill($0, "[") }),
    ("braces", { fill($0, "{\"a\":") }),
    ("deep-arrays", { "[" + list($0) { _ in fill(500, "[") + fill(500, "]") } + "]" }),
    (
      "deep-objects", { "[" + list($0) { _ in fill(1000, "{\"a\":") + "1" + fill(200, "}") } + "]" }
    ),
    ("empty-arrays", { "[" + list($0) { _ in "[]" } + "]" }),
    ("empty-objects", { "[" + list($0) { _ in "{}" } + "]" }),
    ("white-space", { "[" + fill($0, " \n\t\r") + "1]" }),
    ("short-numbers", { "{\"numbers\":[" + list($0) { "\($0 % 10)" } + "]}" }),
    ("deep-path", { "{\"deep\":{\"path\":{" + list($0) { "\"x\($0)\":{\"name\":1}" } + "}}}" }),
    ("many-failures", { "{\"numbers\":[" + list($0) { _ in "true" } + "]}" }),
    ("marks", { "[\"a" + fill($0, "\u{301}\u{316}") + "\"]" }),
    ("marks-without-order", { "[\"a" + fill($0, "\u{F73}\u{F75}") + "\"]" }),
    ("escaped-marks", { "[\"a" + fill($0, "\\u0301\\u0316") + "\"]" }),
    ("marks-in-a-key", { "{\"a" + fill($0, "\u{301}\u{316}") + "\":1}" }),
    ("words-with-marks", { "[" + list($0) { "\"e\u{301}o\u{308}\($0)\"" } + "]" }),
    ("open-key", { "{\"a\":{\"" + fill($0, "k") }),
    ("long-key", { "{\"" + fill($0, "k") + "\":{\"a\":[1,}}" }),
    ("long-key-of-failures", { "{\"" + fill($0 / 2, "k") + "\":[" + fill($0 / 2, "{},") + "1]}" }),
    (
      "deep-failures",
      { fill(1000, "{\"n\":[") + list($0) { _ in "{\"id\":\"x\"}" } + fill(400, "]}") }
    ),
    ("read-twice", { fill($0 / 2, "{\"n\":[") + fill($0 / 5, "]}") }),
    (
      "small-and-read-twice",
      { "[" + list($0) { _ in fill(60, "{\"n\":[") + fill(20, "]}") } + "]" }
    ),
    ("nested-texts", { "[" + list($0) { _ in nestedText(7) } + "]" }),
    ("many-elements", { "{\"list\":[" + list($0) { _ in "[]" } + "]}" }),
    ("blank-lines", { fill($0, "\r\n") + "1" }),
    ("words-in-lines", { fill($0, "null\n") }),
    ("wide-object-of-nulls", { "{" + list($0) { "\"k\($0)\":null" } + "}" }),
    ("snake-case-keys", { "{" + list($0) { "\"a_b_\($0)\":null" } + "}" }),
    ("invalid-utf8-at-the-end", { "[\"" + fill($0, "é") + "\\ud800\"]" }),
  ]

  static func readInEveryWay(_ bytes: [UInt8]) -> Int {
    var count = 0
    func attempt(_ body: () throws -> Int) {
      do {
        count += try body()
      } catch {
        count += "\(error)".utf8.count
      }
    }
    var tolerant = Mapper()
    tolerant.duplicateKeys = .first
    tolerant.failurePolicy = .lossy
    attempt { try Target.decode(from: bytes).encode().count }
    attempt { try Target.decode(from: bytes, using: tolerant).rest.count }
    attempt { Target.decodeReporting(from: bytes, using: tolerant).issues.count }
    attempt { try [[Double]].decode(from: bytes).count }
    attempt { try [Decimal].decode(from: bytes).count }
    attempt { try Set<String>.decode(from: bytes).count }
    attempt { try Set<[String]>.decode(from: "[\(String(decoding: bytes, as: UTF8.self))]").count }
    attempt { try [Character].decode(from: bytes).count }
    attempt { try [Word].decode(from: bytes).count }
    attempt { try Twice.decode(from: bytes).id }
    attempt { try [Twice].decode(from: bytes).count }
    attempt { [Text].decodeReporting(from: bytes).issues.count }
    attempt { try [Text].decode(from: bytes).count }
    attempt { Nest.decodeReporting(from: bytes).issues.count }
    attempt { try Foreign.decode(from: bytes).list?.count ?? 0 }
    attempt {
      let view = try JSONView(bytes)
      let elements = view["list"] ?? view
      var index = 0
      while elements[index] != nil { index += 1 }
      return index
    }
    attempt { try [String].decode(from: bytes).count }
    attempt { try [String: Int].decode(from: bytes, using: tolerant).count }
    attempt { try JSONValue.decode(from: bytes).encode().count }
    attempt { try JSONValue.decode(from: bytes, at: "deep.path.x1.name").isNull ? 1 : 2 }
    attempt { try JSONView(bytes).value == nil ? 1 : 2 }
    attempt {
      _ = try Skipping.decode(from: bytes)
      return 1
    }
    attempt {
      try JSONTokenizer.tokenize(bytes) { tokens in
        var count = 0
        while try tokens.next() != nil { count += 1 }
        return count
      }
    }
    codeInEveryWay(bytes, attempt)
    return count
  }

  static var peak: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss
  }

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let name = arguments.first, let size = arguments.last.flatMap({ Int($0) }) else {
      for shape in shapes { print(shape.name) }
      return
    }
    guard let shape = shapes.first(where: { $0.name == name }) else {
      print("There is no shape \(name).")
      exit(2)
    }
    let bytes = Array(shape.make(size).utf8)
    let before = peak
    let count = readInEveryWay(bytes)
    // Uses the count, so that the compiler doesn't remove the work as dead code.
    print(count < 0 ? 0 : peak - before)
  }
}
