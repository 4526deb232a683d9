/// A value that is being encoded: an object, an array, or another value.
struct EncodingLevel {
  /// What has been written of the value.
  enum State {
    case nothing, object, array, value
  }

  /// The deepest nesting of objects and arrays.
  static let maximumDepth = 512

  /// Distinguishes this value from all others of the document, so that a container that is kept for longer doesn't
  /// write into another one.
  let id: Int
  /// How it is reached from the value around it.
  let step: CodingStep
  /// How many objects and arrays are around it.
  let depth: Int
  var state = State.nothing
  /// How many members or elements have been written.
  var count = 0
  /// Whether the members are those of a dictionary, to whose keys no strategy applies.
  var isDictionary = false
  var keys: WrittenKeys
  /// Whether there are members whose keys aren't among these, because no two of them are equal.
  var hasUnnotedKeys = false
  /// The parts of nested containers by their keys.
  var nested: [String: EncodingPart]?
  /// The place for parts in this value.
  var place: EncodingPart.Place?
}
