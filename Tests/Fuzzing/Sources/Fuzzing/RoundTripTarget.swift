import MirrorMap

/// What is written reads back the same: documents, and values that are made of the bytes.
enum RoundTripTarget {
  private static let layouts: [EncodingOptions] = [
    [], .prettyPrinted, .sortedKeys, .escapedSlashes,
    [.prettyPrinted, .sortedKeys, .escapedSlashes],
  ]

  private static let options =
    layouts + [.nullsIncluded, .nullsOmitted, .changesOnly, [.prettyPrinted, .nullsIncluded]]

  static func check(_ input: UnsafeRawBufferPointer) {
    if let tree = Verdict({ try JSONValue.decode(from: input) }).value { checkTree(tree) }
    var feed = ByteFeed(input)
    let choice = feed.byte()
    switch choice & 3 {
    case 0: checkTree(feed.tree())
    case 1: checkModel(feed.everything(), options, choice >> 2)
    // A null for a part that the value has not got is not always one that the value can read.
    case 2: checkModel(feed.overlapping(), layouts + [.nullsOmitted], choice >> 2)
    default: checkUpdate(feed.everything(), feed.everything())
    }
  }

  // MARK: Documents

  private static func checkTree(_ tree: JSONValue) {
    for options in layouts {
      let bytes = write("tree", tree, options)
      let text = String(decoding: bytes, as: UTF8.self)
      guard let again = Verdict({ try JSONValue.decode(from: bytes) }).value else {
        fatalError("FINDING: \(options) cannot be read again: \(text)")
      }
      if options.contains(.sortedKeys) {
        require(again == tree, "\(options): \(text)")
        require(again.hashValue == tree.hashValue, "\(options): hash of \(text)")
        require(again.isSorted, "\(options): \(text)")
      } else {
        require(again.isIdentical(to: tree), "\(options): \(text)")
      }
      require(write("again", again, options) == bytes, "\(options): written differently: \(text)")
      if options.contains(.escapedSlashes) {
        require(!hasBareSlash(bytes), "\(options): \(text)")
      }
    }
    // Foundation's numbers round, and so do not come back; nothing may trap.
    if let object = Verdict({ try tree.encodeObject() }).value {
      _ = Verdict { try JSONValue.decode(fromObject: object) }
    }
    require(tree.mergePatch(to: tree) == (tree.object == nil ? tree : [:]), "patch of \(tree)")
  }

  private static func hasBareSlash(_ bytes: [UInt8]) -> Bool {
    let slash = UInt8(ascii: "/")
    return bytes.indices.contains { index in
      bytes[index] == slash && (index == 0 || bytes[index - 1] != UInt8(ascii: "\\"))
    }
  }

  // MARK: Models

  private static func checkModel<Model: MappableValue & Equatable>(
    _ model: Model, _ options: [EncodingOptions], _ choice: UInt8
  ) {
    let options = options[Int(choice) % options.count]
    var mapper = Mapper()
    mapper.unknownKeys = .reject
    if choice.isMultiple(of: 2) { mapper.keyStrategy = .snakeCase }
    let bytes = write("model", model, options, mapper)
    let again = Verdict { try Model.decode(from: bytes, using: mapper) }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let copy = again.value else {
      fatalError("FINDING: \(options) cannot be read again: \(again.complaint): \(text)")
    }
    require(copy == model, "\(options): \(text)\nmade of \(model)\nread as \(copy)")
    checkLines(bytes, of: model, options, mapper)
    let object = Verdict { try Model.decode(fromObject: model.encodeObject()) }
    require(object.error?.code.isSyntax != true, "Foundation objects: \(object.complaint)")
  }

  /// The lines are those of compact output, broken byte by byte.
  private static func checkLines(
    _ bytes: [UInt8], of model: some MappableValue, _ options: EncodingOptions, _ mapper: Mapper
  ) {
    guard options.contains(.prettyPrinted) else { return }
    let compact = write("model", model, options.subtracting(.prettyPrinted), mapper)
    require(broken(compact) == bytes, "lines: \(String(decoding: bytes, as: UTF8.self))")
  }

  /// Breaks the lines of compact JSON.
  private static func broken(_ compact: [UInt8]) -> [UInt8] {
    var (result, depth, isInString, isEscaped) = ([UInt8](), 0, false, false)
    func line() -> [UInt8] { [0x0A] + [UInt8](repeating: 0x20, count: 2 * depth) }
    for (index, byte) in compact.enumerated() {
      let character = Character(UnicodeScalar(byte))
      if isInString {
        result.append(byte)
        isInString = isEscaped || character != "\""
        isEscaped = !isEscaped && character == "\\"
        continue
      }
      switch character {
      case "{", "[":
        result.append(byte)
        depth += 1
        // The codes of closing brackets are those of the opening ones plus two.
        if compact[index + 1] != byte + 2 { result += line() }
      case "}", "]":
        depth -= 1
        if compact[index - 1] != byte - 2 { result += line() }
        result.append(byte)
      case ",": result += [byte] + line()
      case ":": result += [byte, 0x20]
      default:
        result.append(byte)
        isInString = character == "\""
      }
    }
    return result
  }

  private static func checkUpdate(_ earlier: Everything, _ later: Everything) {
    let copy = Verdict { try Everything.decode(from: later.encodeBytes()) }
    let changes = copy.value.map { write("copy", $0, .changesOnly) }
    require(changes == Array("{}".utf8), "changes of what was just read: \(changes ?? [])")
    var updated = earlier
    let bytes = write("model", later, .nullsIncluded)
    let update = Verdict { try updated.update(from: bytes) }
    require(update.error == nil, "update: \(update.complaint)")
  }

  private static func write(
    _ name: String, _ value: some MappableValue, _ options: EncodingOptions,
    _ mapper: Mapper = .default
  ) -> [UInt8] {
    let written = Verdict { try value.encodeBytes(options: options, using: mapper) }
    guard let bytes = written.value else {
      fatalError("FINDING: \(name) \(options) cannot be written: \(written.complaint)")
    }
    require(
      JSONReference.accepts(bytes),
      "\(name) \(options) is not written as JSON: \(String(decoding: bytes, as: UTF8.self))")
    return bytes
  }
}

extension JSONValue {
  /// Whether the members of all objects are in the order of their keys' scalars.
  fileprivate var isSorted: Bool {
    switch self {
    case .array(let elements): elements.allSatisfy(\.isSorted)
    case .object(let object):
      object.allSatisfy(\.value.isSorted)
        && zip(object, object.dropFirst()).allSatisfy {
          $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars)
        }
    default: true
    }
  }
}
