import MirrorMap

/// A document read in all untyped ways, which have to agree with each other and with the reference
/// reader, including the words of their errors.
enum TokenizerTarget {
  static func check(_ input: UnsafeRawBufferPointer) {
    let text = Array(input)
    let plain = JSONReference.read(text)
    let tree = Verdict { try JSONValue.decode(from: input) }
    require(
      (plain == nil) == (tree.value == nil),
      "JSONValue: \(tree.complaint), plainly \(plain == nil ? "rejected" : "accepted")")
    if let plain, let tree = tree.value { require(plain.isSame(as: tree), "JSONValue: \(tree)") }

    let tokens = Verdict { try JSONTokenizer.tokenize(input) { try TokenTree.read(&$0) } }
    compare("JSONTokenizer", tokens.complaint, tree.complaint)
    if let built = tokens.value, let tree = tree.value {
      require(built.isIdentical(to: tree), "JSONTokenizer: \(built), JSONValue: \(tree)")
    }
    let skipped = Verdict { try SkippedValue.decode(from: input) }
    compare("skipping", skipped.complaint, tree.complaint)
    let view = Verdict { try JSONView(text) }
    compare("JSONView", view.complaint, tree.complaint)
    if let view = view.value, let tree = tree.value {
      require(view.value?.isIdentical(to: tree) == true, "JSONView.value of \(tree)")
      require(walk(view).isIdentical(to: tree), "JSONView step by step of \(tree)")
    }
    let report = JSONValue.decodeReporting(from: input)
    compare("report", report.issues.first?.complaint ?? "accepted", tree.complaint)

    for place in Place.allCases { check(place, text) }
  }

  private static func compare(_ way: String, _ complaint: String, _ other: String) {
    require(complaint == other, "\(way): \(complaint)\nJSONValue: \(other)")
  }

  /// The document in a larger one.
  private static func check(_ place: Place, _ text: [UInt8]) {
    let document = Array(place.prefix.utf8) + text + Array(place.suffix.utf8)
    let plain = JSONReference.read(document)
    let verdict = withBytes(document) { document in Verdict { try place.read(document) } }
    guard plain != nil else {
      return require(verdict.value == nil, "\(place): accepted")
    }
    // A text that closes the value and goes on can bring a key twice, which is not a matter of grammar.
    if let error = verdict.error {
      require(error.code == .duplicateKey, "\(place): \(error.complaint)")
    }
  }

  private static func walk(_ view: JSONView) -> JSONValue {
    switch view.kind {
    case .object:
      let members = view.members
      require(view.count == members.count, "JSONView.count")
      return .object(JSONObject(members.map { ($0.key, walk($0.value)) }))
    case .array:
      let elements = view.elements
      require(view.count == elements.count, "JSONView.count")
      return .array(elements.map(walk))
    case .string: return view.string.map { .string($0) } ?? "no string"
    case .number: return view.number.map { .number($0) } ?? "no number"
    case .bool: return view.bool.map { .bool($0) } ?? "no bool"
    case .null: return view.isNull ? .null : "no null"
    case nil: return "nothing"
    }
  }
}

/// Where a document is put.
private enum Place: CaseIterable {
  case element, mapped, ignored, careful, losing, kept, inDictionary, besideKeyPath, atKeyPath

  var prefix: String {
    switch self {
    case .element: "["
    case .mapped: #"{"a":1,"held": "#
    case .ignored, .careful, .kept: #"{"other":"#
    case .losing: #"{"first":0,"second":"#
    case .inDictionary: #"{ "k" :"#
    case .besideKeyPath: #"{"deep":{"a":1},"held":"#
    case .atKeyPath: #"[{"deep":["#
    }
  }

  var suffix: String {
    switch self {
    case .element: "]"
    case .atKeyPath: "]}]"
    default: "}"
    }
  }

  func read(_ document: UnsafeRawBufferPointer) throws {
    switch self {
    case .element: _ = try [JSONValue].decode(from: document)
    case .mapped: _ = try Holder.decode(from: document)
    case .ignored: _ = try Ignorer.decode(from: document)
    case .careful:
      var mapper = Mapper()
      mapper.unknownKeys = .report
      mapper.failurePolicy = .lossy
      _ = try Ignorer.decode(from: document, using: mapper)
    case .losing: _ = try Choosing.decode(from: document)
    case .kept: _ = try Keeper.decode(from: document)
    case .inDictionary: _ = try [String: JSONValue].decode(from: document)
    case .besideKeyPath: _ = try Int.decode(from: document, at: "deep.a")
    case .atKeyPath: _ = try JSONValue?.decode(from: document, at: "0.deep.0")
    }
  }
}

private struct Holder: Mappable {
  @Mapped("held") var held: JSONValue
}

private struct Ignorer: Mappable {
  @Mapped("unheard") var unheard: Int?
}

private struct Choosing: Mappable {
  @Mapped("first", "second") var chosen: JSONValue?
}

private struct Keeper: Mappable {
  @Extras var others: JSONObject
}

/// A tree built of tokens.
private enum TokenTree {
  static func read(_ tokenizer: inout JSONTokenizer) throws -> JSONValue {
    var containers: [(key: String?, value: JSONValue)] = []
    var key: String?
    var root = JSONValue.null
    func close(_ value: JSONValue, under key: String?) {
      guard let last = containers.indices.last else {
        root = value
        return
      }
      if let key {
        containers[last].value.add(value, key)
      } else {
        containers[last].value.add(value)
      }
    }
    while let token = try tokenizer.next() {
      switch token.kind {
      case .key:
        key = tokenizer.string(of: token)
        continue
      case .beginObject: containers.append((key, [:]))
      case .beginArray: containers.append((key, []))
      case .endObject, .endArray:
        let container = containers.removeLast()
        close(container.value, under: container.key)
      case .string: close(.string(tokenizer.string(of: token)), under: key)
      case .number:
        close(tokenizer.number(of: token).map { .number($0) } ?? "no number", under: key)
      case .true: close(true, under: key)
      case .false: close(false, under: key)
      case .null: close(.null, under: key)
      }
      key = nil
    }
    return root
  }
}

extension JSONValue {
  fileprivate mutating func add(_ value: JSONValue) {
    guard case .array(var elements) = self else { return }
    self = .null
    elements.append(value)
    self = .array(elements)
  }

  fileprivate mutating func add(_ value: JSONValue, _ key: String) {
    guard case .object(var object) = self else { return }
    self = .null
    object.updateValue(value, forKey: key)
    self = .object(object)
  }
}
