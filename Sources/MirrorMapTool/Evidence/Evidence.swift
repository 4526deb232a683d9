import MirrorMap

/// What is known of the values at one place: how many there are of each kind, and what they say.
///
/// Evidence doesn't depend on the order of the values, except for the example.
final class Evidence {
  private(set) var nulls = 0
  private(set) var bools = 0
  private(set) var numbers = NumberEvidence()
  private(set) var texts = TextEvidence()
  private(set) var arrays = 0
  /// What the elements of all arrays have in common; nil if there are none.
  private(set) var elements: Evidence?
  /// How many objects there are here; ``objects`` may be those of other places as well.
  private(set) var objectCount = 0
  /// What the objects have in common; nil if there are none.
  private(set) var objects: ObjectEvidence?
  /// The first scalar.
  private(set) var example: String?

  /// How many values there are, nulls included.
  var count: Int {
    nulls + bools + numbers.count + texts.count + arrays + objectCount
  }

  /// The kinds of the values that aren't null, and how many of each there are.
  var kinds: [(name: String, count: Int)] {
    [
      ("bool", bools), ("number", numbers.count), ("string", texts.count), ("array", arrays),
      ("object", objectCount),
    ].filter { $0.1 > 0 }
  }

  /// Adds the value that begins with a token, and reads it to its end.
  func add(
    _ token: JSONTokenizer.Token, from tokenizer: inout JSONTokenizer
  ) throws(MappingError) {
    switch token.kind {
    case .null: nulls += 1
    case .true, .false:
      bools += 1
      keepExample(token, tokenizer)
    case .number:
      numbers.add(token, tokenizer)
      keepExample(token, tokenizer)
    case .string:
      texts.add(token, tokenizer)
      keepExample(token, tokenizer)
    case .beginArray:
      arrays += 1
      while let element = try tokenizer.next(), element.kind != .endArray {
        if elements == nil { elements = Evidence() }
        try elements?.add(element, from: &tokenizer)
      }
    case .beginObject:
      objectCount += 1
      let objects = self.objects ?? ObjectEvidence()
      self.objects = objects
      try objects.add(from: &tokenizer)
    case .key, .endArray, .endObject: break
    }
  }

  private func keepExample(_ token: JSONTokenizer.Token, _ tokenizer: borrowing JSONTokenizer) {
    guard example == nil else { return }
    let text = tokenizer.string(of: token)
    example = token.kind == .string ? JSONValue.string(text).description : text
  }

  // MARK: Merging

  /// Adds what other values say.
  ///
  /// - Parameter pairs: Receives the objects that have to be united then.
  func merge(_ other: Evidence, _ pairs: inout [ObjectEvidence.Pair]) {
    guard other !== self else { return }
    nulls += other.nulls
    bools += other.bools
    numbers.merge(other.numbers)
    texts.merge(other.texts)
    arrays += other.arrays
    objectCount += other.objectCount
    if let theirs = other.elements {
      if let elements {
        elements.merge(theirs, &pairs)
      } else {
        elements = theirs
      }
    }
    if let theirs = other.objects {
      if let objects {
        pairs.append((objects, theirs))
      } else {
        objects = theirs
      }
    }
    example = example ?? other.example
  }
}
