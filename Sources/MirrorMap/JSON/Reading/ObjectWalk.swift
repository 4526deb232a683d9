/// A walk through an object's members along the shape that such objects have had so far.
struct ObjectWalk {
  /// Instead of an entry's index: a key that nobody asks for, the end of the object.
  static let unknown = -1
  static let end = -2

  fileprivate let slot: ObjectShapes.Slot
  /// Whose keys these are.
  fileprivate let node: UInt
  /// The step that is likely to come next, and the one, or the first member, that came last.
  fileprivate var step = Int(ObjectShape.Step.none)
  fileprivate var last = Int(ObjectShape.Step.none)
  /// Without a shape: the entry that is likely to come next.
  fileprivate var expected = 0

  /// Begins a walk.
  ///
  /// - Parameters:
  ///   - node: stands for the table of keys; different ones for different tables.
  ///   - isLimited: whether the lengths of keys are limited, so that each has to be looked at.
  @inline(__always)
  init(_ shapes: ObjectShapes, node: UInt, depth: Int, isLimited: Bool) {
    self.node = node
    slot = isLimited ? .none : shapes.slot(for: node, depth: depth)
  }

  /// The shape, unless another table's objects have taken its place while a value was read.
  @inline(__always)
  fileprivate var shape: ObjectShape? { slot.shape(of: node) }
}

extension JSONReader {
  /// Moves behind an object's opening brace, and then over its first key.
  ///
  /// - Returns: the entry's index, and the reader stands at its value; or ``ObjectWalk/unknown``, the
  ///   same; or ``ObjectWalk/end``, and the object has been read whole.
  @inline(__always)
  mutating func firstKey(
    in table: KeyTable, _ walk: inout ObjectWalk
  ) throws(MappingError) -> Int {
    try enter()
    cursor += 1
    if let shape = walk.shape {
      let firsts = ObjectShape.capacity..<ObjectShape.capacity &+ Int(shape.header.firstCount)
      for number in firsts where shape.matches(shape[number], at: cursor, end) {
        return pass(shape, number, &walk)
      }
    }
    return try firstKeyPlainly(in: table, &walk)
  }

  /// Moves over the next key, from the end of a value. The same is returned.
  @inline(__always)
  mutating func nextKey(
    in table: KeyTable, _ walk: inout ObjectWalk
  ) throws(MappingError) -> Int {
    if let shape = walk.shape, shape.has(walk.step),
      shape.matches(shape[walk.step], at: cursor, end)
    {
      return pass(shape, walk.step, &walk)
    }
    return try nextKeyPlainly(in: table, &walk)
  }

  /// Moves over a step's text.
  @inline(__always)
  private mutating func pass(
    _ shape: ObjectShape, _ number: Int, _ walk: inout ObjectWalk
  ) -> Int {
    let step = shape[number]
    walk.last = number
    walk.step = Int(truncatingIfNeeded: step.next)
    cursor += Int(truncatingIfNeeded: step.length)
    let index = Int(truncatingIfNeeded: step.index)
    if index == ObjectWalk.end {
      remainingDepth &+= 1
    } else {
      // The text was learned where less white space stood in front of the value.
      skipWhitespace()
    }
    return index
  }

  /// Where the key stands whose member was reached from a place.
  ///
  /// Precondition of the look at a byte: it lies before the cursor.
  @inline(never)
  func keyPosition(from place: BytePointer) -> BytePointer {
    var pointer = place
    while pointer < cursor, unsafe pointer.pointee != .quote { pointer += 1 }
    return pointer
  }

  // MARK: Plainly

  @inline(never)
  private mutating func firstKeyPlainly(
    in table: KeyTable, _ walk: inout ObjectWalk
  ) throws(MappingError) -> Int {
    let first = cursor
    skipWhitespace()
    let index: Int
    if current == .closeBrace {
      cursor += 1
      remainingDepth += 1
      index = ObjectWalk.end
    } else {
      index = try readKey(in: table, expected: 0)
    }
    walk.expected = index + 1
    if let shape = walk.shape {
      shape.miss()
      walk.step = shape.step(after: index)
      walk.last =
        shape.learnFirst(bytes(from: first, to: cursor), index: index, next: walk.step)
        ?? Int(ObjectShape.Step.none)
    }
    return index
  }

  @inline(never)
  private mutating func nextKeyPlainly(
    in table: KeyTable, _ walk: inout ObjectWalk
  ) throws(MappingError) -> Int {
    let first = cursor
    if let shape = walk.shape, let number = alternative(of: shape, walk) {
      shape.link(walk.last, to: number)
      return pass(shape, number, &walk)
    }
    var index = ObjectWalk.end
    if try nextMember() {
      index = try readKey(in: table, expected: walk.expected)
      if index >= 0 { walk.expected = index + 1 }
    }
    if let shape = walk.shape {
      shape.miss()
      let text = bytes(from: first, to: cursor)
      let known = step(of: shape, with: text, index: index)
      if let number = known ?? shape.learn(text, index: index, next: walk.step) {
        shape.link(walk.last, to: number)
        walk.last = number
        walk.step = Int(shape[number].next)
      }
    }
    return index
  }

  /// The step that comes next instead of the likely one: one that came here before, or one of the next
  /// ones, as members are sometimes missing.
  @inline(__always)
  private func alternative(of shape: ObjectShape, _ walk: ObjectWalk) -> Int? {
    if walk.last >= 0 {
      let other = Int(shape[walk.last].other)
      if shape.has(other), shape.matches(shape[other], at: cursor, end) { return other }
    }
    var number = walk.step
    for _ in 0..<8 where shape.has(number) {
      number = Int(shape[number].next)
      if shape.has(number), shape.matches(shape[number], at: cursor, end) { return number }
    }
    return nil
  }

  /// The step with a text.
  private func step(of shape: ObjectShape, with text: Bytes, index: Int) -> Int? {
    for number in 0..<shape.count
    where shape[number].index == index && shape[number].length == text.count {
      if shape.matches(shape[number], at: text.start, end) { return number }
    }
    return nil
  }
}

extension ObjectShape {
  /// Notes that a member did not go by the shape.
  fileprivate func miss() { header.misses += 1 }

  /// The step behind the one of an entry.
  fileprivate func step(after index: Int) -> Int {
    for number in 0..<count where self[number].index == index { return Int(self[number].next) }
    return index == ObjectWalk.end || count == 0 ? Int(Step.none) : 0
  }
}
