import MirrorMap

/// A JSON document that can be damaged, key by key: other than a ``JSONValue`` it can hold a key twice.
indirect enum MutableDocument: Sendable {
  case scalar(String)
  case array([MutableDocument])
  case object([(key: String, value: MutableDocument)])

  init(_ json: String) throws {
    self.init(try JSONValue.decode(from: json))
  }

  private init(_ value: JSONValue) {
    switch value {
    case .array(let elements): self = .array(elements.map { MutableDocument($0) })
    case .object(let object):
      self = .object(object.map { (key: $0.key, value: MutableDocument($0.value)) })
    default: self = .scalar((try? value.encodeString()) ?? "null")
    }
  }

  /// The document's text, compact.
  var text: String {
    switch self {
    case .scalar(let text): text
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\"\($0.key)\":\($0.value.text)" }.joined(separator: ",") + "}"
    }
  }

  /// What takes the place of values: JSON of all kinds, numbers of all kinds.
  private static let replacements = [
    "null", "true", "false", "0", "-7", "300", "1.5", "1e400", #""""#, #""42""#, #""text""#,
    #""yes""#, "[]", "[1]", #"["a",null]"#, "{}", #"{"city":"Ghent"}"#, #"{"x":{"y":[]}}"#,
    #""2024-02-30T00:00:00Z""#, "99999999999999999999",
  ]

  /// The same with one value replaced, removed, repeated or added somewhere.
  func mutated(_ generator: inout SeededGenerator) -> MutableDocument {
    switch self {
    case .array(var elements) where !elements.isEmpty && Bool.random(using: &generator):
      let index = Int.random(in: elements.indices, using: &generator)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: elements.remove(at: index)
      case 1: elements.insert(Self.replacement(&generator), at: index)
      default: elements[index] = elements[index].mutated(&generator)
      }
      return .array(elements)
    case .object(var members)
    where !members.isEmpty && Int.random(in: 0..<8, using: &generator) > 0:
      let index = Int.random(in: members.indices, using: &generator)
      switch Int.random(in: 0..<12, using: &generator) {
      case 0: members.remove(at: index)
      case 1: members.insert(("unheard", Self.replacement(&generator)), at: index)
      case 2:
        let place = Int.random(in: members.indices, using: &generator)
        members.insert((members[index].key, Self.replacement(&generator)), at: place)
      case 3: members.append((members[index].key, members[index].value))
      default: members[index].value = members[index].value.mutated(&generator)
      }
      return .object(members)
    default: return Self.replacement(&generator)
    }
  }

  /// The same with each value in turn spoilt in several ways: replaced, and as a member or an element
  /// removed and repeated.
  func spoilt(with replacements: [String]) -> [MutableDocument] {
    var results = replacements.map { MutableDocument.scalar($0) }
    switch self {
    case .scalar: break
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        func replace(with others: [MutableDocument]) -> MutableDocument {
          .array(elements[..<index] + others + elements[(index + 1)...])
        }
        results += [replace(with: []), replace(with: [element, element])]
        results += element.spoilt(with: replacements).map { replace(with: [$0]) }
      }
    case .object(let members):
      for (index, member) in members.enumerated() {
        func replace(with others: [MutableDocument]) -> MutableDocument {
          .object(members[..<index] + others.map { (member.key, $0) } + members[(index + 1)...])
        }
        results += [replace(with: []), replace(with: [member.value, member.value])]
        results += member.value.spoilt(with: replacements).map { replace(with: [$0]) }
      }
    }
    return results
  }

  private static func replacement(_ generator: inout SeededGenerator) -> MutableDocument {
    .scalar(replacements.randomElement(using: &generator) ?? "null")
  }
}
