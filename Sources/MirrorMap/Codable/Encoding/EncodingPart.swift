/// A part of a document that is written on its own: the whole, a nested container, or the value of a superclass, which
/// may be filled at any time.
///
/// All parts are written into one buffer, one after the other as they come. A part knows which pieces of the buffer
/// are its own, and where other parts belong among them:
///
///     buffer    {"a":      {"x":1   ,"b":2      ,"y":3
///     root      [ 0 ..< 5, part, 11 ..< 17 ]
///     part               [ 5 ..< 11,    17 ..< 23 ]
///     document  {"a":{"x":1,"y":3},"b":2}
///
/// The values of a part that are being encoded are its levels, each one inside of that before. Only the last one can be
/// written to.
final class EncodingPart {
  /// How a part, or a value that has parts, is reached from the root: for coding paths.
  typealias Place = Chain<CodingStep>

  enum Piece {
    case bytes(Range<Int>)
    case part(EncodingPart)
  }

  let document: EncodingDocument
  /// Where the part is; nil for the whole document.
  private let place: Place?
  let levels: HeapStack<EncodingLevel>
  /// The hashes of the keys of all levels.
  let hashes: HeapStack<UInt64>
  var pieces: [Piece] = []
  /// Whether the value that it was made for has failed.
  var isRemoved = false

  /// Makes a part with its first level.
  init(_ document: EncodingDocument, _ place: Place? = nil, depth: Int = 0) {
    self.document = document
    self.place = place
    levels = HeapStack(capacity: place == nil ? 16 : 1)
    hashes = HeapStack(capacity: place == nil ? 32 : 4)
    push(place?.element ?? .none, depth: depth)
  }

  /// Begins the first level anew.
  func begin(depth: Int) {
    pop(to: 0)
    push(.none, depth: depth)
  }

  /// The encoder of the first level.
  var encoder: NodeEncoder { NodeEncoder(part: self, index: 0, id: levels[0].id) }

  /// Begins a value inside of the last one, and returns the number of the level.
  @inline(__always) @discardableResult
  func push(_ step: CodingStep, depth: Int) -> Int {
    let id = document.makeID()
    levels.push(
      EncodingLevel(id: id, step: step, depth: depth, keys: WrittenKeys(from: hashes.count)))
    return id
  }

  /// Ends the values after the first ones.
  @inline(__always)
  func pop(to count: Int) {
    hashes.truncate(to: levels[count].keys.start)
    levels.truncate(to: count)
  }

  /// What ends the part.
  var ending: StaticString {
    switch levels[0].state {
    case .nothing: "{}"
    case .object: "}"
    case .array: "]"
    case .value: ""
    }
  }

  // MARK: Places

  /// The place of the value of a level.
  func place(of index: Int) -> Place? {
    // That of the first level is the part's own.
    var first = index
    while first > 0, levels[first].place == nil { first -= 1 }
    var place = first == 0 ? place : levels[first].place
    for index in first..<index {
      place = Place(levels[index + 1].step, in: place)
      levels[index + 1].place = place
    }
    return place
  }

  /// The coding path of the value of a level.
  func codingPath(of index: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    for index in stride(from: index, to: 0, by: -1) {
      if let key = levels[index].step.codingKey { path.append(key) }
    }
    var place = place
    while let current = place {
      if let key = current.element.codingKey { path.append(key) }
      place = current.outer
    }
    path.reverse()
    return path
  }
}
