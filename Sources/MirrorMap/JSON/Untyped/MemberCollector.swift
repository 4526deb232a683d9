/// Collects members of an object whose keys are likely to be those of an earlier one, and shares the keys with it.
///
///     earlier keys "id", "name"     {"id": 1, "name": "Ann"}   only values are collected
///                                   {"id": 1, "\u0078": 2}     from "\u0078" on, members are
struct MemberCollector: ~Copyable {
  /// The sequences of keys in the document so far; nil if there are none.
  private let sequences: UnownedReference<KeySequenceTree>?
  /// The end of the sequence of keys that have been collected.
  private var sequence = KeySequenceTree.root
  /// The values of these keys.
  private var values: ElementStack.Elements<JSONValue>
  /// The members, once there is one whose key isn't in a sequence.
  private var members: JSONObject?

  init(_ sequences: UnownedReference<KeySequenceTree>?, _ elements: ElementStack) {
    self.sequences = sequences
    values = ElementStack.Elements(elements)
  }

  /// Collects the member whose value is at the reader's position.
  ///
  /// - Parameter key: where its key begins.
  /// - Returns: false if the key can't be in a sequence; then nothing has been read.
  @inline(__always)
  mutating func collect(
    _ key: BytePointer, from reader: inout JSONReader
  ) throws(MappingError) -> Bool {
    guard members == nil, values.hasRoom, let sequences else { return false }
    var next = sequences.pointee.child(of: sequence)
    if sequences.pointee.length(ofKeyOf: next, at: key, reader.end) == 0 {
      next = try otherSequence(key, sequences, &reader)
      if next == KeySequenceTree.root { return false }
    }
    try reader.checkCount(values.count)
    values.push(try reader.readTree())
    sequence = next
    return true
  }

  /// The sequence with a key that isn't the expected one; the root if there is none.
  @inline(never)
  private func otherSequence(
    _ key: BytePointer, _ sequences: UnownedReference<KeySequenceTree>, _ reader: inout JSONReader
  ) throws(MappingError) -> Int {
    reader.cursor = key
    let raw = try reader.readRawKey()
    // Longer ones are checked before they are compared.
    guard !raw.hasEscapes, raw.count <= 512 else { return KeySequenceTree.root }
    return sequences.pointee.node(of: raw, after: sequence, reader.end) ?? KeySequenceTree.root
  }

  /// The members so far.
  var object: JSONObject {
    mutating get { settled() }
    _modify {
      var object = settled()
      members = nil
      defer { members = object }
      yield &object
    }
  }

  private mutating func settled() -> JSONObject {
    if let members { return members }
    let object = take()
    members = object
    return object
  }

  /// Returns the members, and keeps none.
  @inline(__always)
  mutating func take() -> JSONObject {
    guard members == nil, values.count > 0, let sequences else {
      return members.take() ?? JSONObject()
    }
    let keys = sequences.pointee.keyList(of: sequence)
    sequence = KeySequenceTree.root
    return JSONObject(keyList: keys, elements: values.take())
  }
}
