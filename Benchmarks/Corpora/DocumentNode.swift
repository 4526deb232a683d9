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
/// It is deliberately none of the contenders' trees: no contender writes its own exam.
enum DocumentNode {
  case null
  case bool(Bool)
  case int(Int)
  /// A number in the very spelling the document shall have.
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
