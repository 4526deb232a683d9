/// A walk through an object's members along the shape that such objects have had so far.
struct ObjectWalk {
  /// Instead of an entry's index: a key that nobody asks for, the end of the object.
  static let unknown = -1
  static let end = -2

  fileprivate let slot: ObjectShapes.Slot
  /// Whose keys these are.
  fileprivate let node: UInt
  /// The step that is likely to come next.
  fileprivate var step = 0
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
      for index in 0..<Int(shape.header.firstCount) {
        let step = shape.first(index)
        guard shape.matches(step, at: cursor, end) else { continue }
        walk.step = Int(truncatingIfNeeded: step.next)
        return pass(step)
      }
    }
    return try firstKeyPlainly(in: table, &walk)
  }

  /// Moves over the next key, from the end of a value. The same is returned.
  @inline(__always)
  mutating func nextKey(
    in table: KeyTable, _ walk: inout ObjectWalk
  ) throws(MappingError) -> Int {
    if let shape = walk.shape, walk.step < shape.count {
      let step = shape[walk.step]
      if shape.matches(step, at: cursor, end) {
        walk.step &+= 1
        return pass(step)
      }
    }
    return try nextKeyPlainly(in: table, &walk)
  }

  /// Moves over a step's text.
  @inline(__always)
  private mutating func pass(_ step: ObjectShape.Step) -> Int {
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
      if index >= 0 { walk.step = shape.step(after: index) }
      shape.learnFirst(bytes(from: first, to: cursor), index: index, next: walk.step)
    }
    return index
  }

  @inline(never)
  private mutating func nextKeyPlainly(
    in table: KeyTable, _ walk: inout ObjectWalk
  ) throws(MappingError) -> Int {
    let first = cursor
    if let shape = walk.shape {
      // Members that are sometimes missing.
      for number in walk.step &+ 1..<max(min(walk.step &+ 9, shape.count), walk.step &+ 1) {
        let step = shape[number]
        guard shape.matches(step, at: cursor, end) else { continue }
        walk.step = number &+ 1
        return pass(step)
      }
    }
    var index = ObjectWalk.end
    if try nextMember() {
      index = try readKey(in: table, expected: walk.expected)
      if index >= 0 { walk.expected = index + 1 }
    } else if let shape = walk.shape, walk.step < shape.count {
      // An object without the last ones of the members that others have.
      return index
    }
    if let shape = walk.shape {
      shape.miss()
      let text = bytes(from: first, to: cursor)
      if let known = step(of: shape, with: text, index: index) {
        walk.step = known + 1
      } else if shape.learn(text, index: index, before: walk.step) {
        walk.step += 1
      }
    }
    return index
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
    for number in 0..<count where self[number].index == index { return number + 1 }
    return 0
  }
}
