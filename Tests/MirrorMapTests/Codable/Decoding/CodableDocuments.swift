@testable import TestSupport

/// Random documents, valid and not.
struct CodableDocuments {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static let keys = [
    "a", "b", "id", "name", "value", "list", "next", "kind", "1", "-2", "red", "snake_key", "é",
    "a\\u0062", "", "super", "_0", "\\ud83d\\ude00",
  ]

  private static let numbers = [
    "0", "-0", "1", "-1", "7", "127", "128", "255", "256", "34.0", "1e2", "1.5", "-0.0", "0.1",
    "1e-2",
    "1e19", "1e400", "1e-400", "9007199254740993", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "18446744073709551615", "18446744073709551616", "3.4e39",
    "123456789012345678901234567890", "0.30000000000000004", "5e-324", "1700000000.25",
  ]

  private static let strings = [
    "", "a", "1", "text", "a string of more than fifteen bytes", "é", "e\\u0301", "\\n\\t\\\"\\\\",
    "\\ud83d\\ude00🚀", "red", "AQID", "https://example.org/?q=1", "2024-05-06T07:08:09Z", "card",
    "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "\\u0000", "\\/", "inf",
  ]

  private static let mutations = Array("[]{},:\"\\ \n0123456789.eE+-tfnual'/*\u{0}\u{1}é".utf8)

  mutating func int(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func pick(_ texts: [String]) -> String { texts[int(0..<texts.count)] }

  private mutating func space() -> String {
    int(0..<4) == 0 ? pick([" ", "\n", "\t", "  \r\n"]) : ""
  }

  /// A valid document, nested at most as deep as said.
  mutating func document(depth: Int = 4) -> String { space() + value(depth: depth) + space() }

  private mutating func value(depth: Int) -> String {
    switch int(0..<(depth > 0 ? 10 : 5)) {
    case 0: return pick(["null", "true", "false"])
    case 1, 2: return pick(Self.numbers)
    case 3: return "\"" + pick(Self.strings) + "\""
    case 4: return "\(int(-300..<300))"
    case 5, 6:
      // Elements are often alike, as they are in what types expect.
      let sample = value(depth: depth - 1)
      let isUniform = int(0..<2) == 0
      let elements = (0..<int(0..<5)).map { _ in
        space() + (isUniform ? sample : value(depth: depth - 1)) + space()
      }
      return "[" + elements.joined(separator: ",") + "]"
    case 7: return card(depth: depth)
    default:
      let members = (0..<int(0..<6)).map { _ in
        "\(space())\"\(pick(Self.keys))\"\(space()):\(space())\(value(depth: depth - 1))\(space())"
      }
      return "{" + members.joined(separator: ",") + "}"
    }
  }

  /// An object of which much can be decoded.
  private mutating func card(depth: Int) -> String {
    var members = ["\"id\":\(int(0..<300))", "\"name\":\"\(pick(Self.strings))\""]
    if int(0..<2) == 0 { members.append("\"value\":\(value(depth: depth - 1))") }
    if int(0..<2) == 0 { members.append("\"list\":[\(int(0..<9)),\(pick(Self.numbers))]") }
    if int(0..<3) == 0 { members.append("\"next\":\(card(depth: depth - 1))") }
    if int(0..<3) == 0 { members.append("\"kind\":\"red\"") }
    members.shuffle(using: &random)
    return "{" + members.joined(separator: ", ") + "}"
  }

  /// A document with a few bytes changed, added or removed, or cut short.
  mutating func mutated(_ document: String) -> [UInt8] {
    var bytes = Array(document.utf8)
    for _ in 0..<int(1..<4) {
      let byte = Self.mutations[int(0..<Self.mutations.count)]
      guard !bytes.isEmpty, int(0..<3) > 0 else {
        bytes.insert(byte, at: int(0..<(bytes.count + 1)))
        continue
      }
      let place = int(0..<bytes.count)
      switch int(0..<12) {
      case 0..<5: bytes[place] = byte
      case 5..<9: bytes.remove(at: place)
      case 9: bytes.removeSubrange(place...)
      default: bytes[place] = UInt8(int(0..<256))
      }
    }
    return bytes
  }
}
