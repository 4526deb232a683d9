import Foundation

/// A JSON document under construction: what the generators build and then print.
///
/// Members keep their order, so a generator reads like the document it makes:
///
///     let node: DocumentNode = ["id": 7, "url": nil, "tags": ["a"]]
///     node.rendered(indent: 2)
///     // {
///     //   "id": 7,
///     //   "url": null,
///     //   "tags": [
///     //     "a"
///     //   ]
///     // }
///
/// It is deliberately not the tree of a contender: none of them shall write its own exam.
enum DocumentNode {
  case null
  case bool(Bool)
  case int(Int)
  /// A number as it is spelled in the document.
  case number(String)
  case string(String)
  case array([DocumentNode])
  case object([(key: String, value: DocumentNode)])

  /// The text, or `null` where there is none.
  static func optional(_ text: String?) -> DocumentNode {
    text.map(DocumentNode.string) ?? .null
  }

  /// The number, or `null` where there is none.
  static func optional(_ number: Int?) -> DocumentNode {
    number.map(DocumentNode.int) ?? .null
  }

  static func ints(_ numbers: [Int]) -> DocumentNode {
    .array(numbers.map(DocumentNode.int))
  }
}

extension DocumentNode: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  init(nilLiteral: ()) { self = .null }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(integerLiteral value: Int) { self = .int(value) }
  init(stringLiteral value: String) { self = .string(value) }
  init(arrayLiteral elements: DocumentNode...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, DocumentNode)...) {
    self = .object(elements.map { (key: $0.0, value: $0.1) })
  }
}

extension DocumentNode {
  /// The document's bytes, pretty-printed with `indent` spaces a level; empty containers stay on
  /// one line, as in the files being imitated.
  func rendered(indent: Int) -> Data {
    var output: [UInt8] = []
    write(to: &output, indent: indent, level: 0)
    return Data(output)
  }

  private func write(to output: inout [UInt8], indent: Int, level: Int) {
    switch self {
    case .null: output += "null".utf8
    case .bool(let value): output += (value ? "true" : "false").utf8
    case .int(let value): output += String(value).utf8
    case .number(let spelling): output += spelling.utf8
    case .string(let text): Self.writeQuoted(text, to: &output)
    case .array(let elements):
      Self.writeList(elements, between: ("[", "]"), to: &output, indent: indent, level: level) {
        $0.write(to: &$1, indent: indent, level: level + 1)
      }
    case .object(let members):
      Self.writeList(members, between: ("{", "}"), to: &output, indent: indent, level: level) {
        Self.writeQuoted($0.key, to: &$1)
        $1 += ": ".utf8
        $0.value.write(to: &$1, indent: indent, level: level + 1)
      }
    }
  }

  private static func writeList<Item>(
    _ items: [Item], between brackets: (open: String, close: String), to output: inout [UInt8],
    indent: Int, level: Int, writeItem: (Item, inout [UInt8]) -> Void
  ) {
    output += brackets.open.utf8
    for (position, item) in items.enumerated() {
      output += (position == 0 ? "\n" : ",\n").utf8
      output += repeatElement(UInt8(ascii: " "), count: indent * (level + 1))
      writeItem(item, &output)
    }
    if !items.isEmpty {
      output.append(UInt8(ascii: "\n"))
      output += repeatElement(UInt8(ascii: " "), count: indent * level)
    }
    output += brackets.close.utf8
  }

  private static func writeQuoted(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): output += "\\\"".utf8
      case UInt8(ascii: "\\"): output += "\\\\".utf8
      case UInt8(ascii: "\n"): output += "\\n".utf8
      case UInt8(ascii: "\r"): output += "\\r".utf8
      case UInt8(ascii: "\t"): output += "\\t".utf8
      case 0..<0x20:
        output += (byte < 0x10 ? "\\u000" : "\\u00").utf8
        output += String(byte, radix: 16).utf8
      default: output.append(byte)
      }
    }
    output.append(UInt8(ascii: "\""))
  }
}
