import Foundation

// Objects of one kind are mostly written alike: the same keys in the same order, the same white space
// between them. So what lies between two values, from the comma to the colon, has mostly been seen
// before, byte for byte, and needs neither to be taken apart nor to be looked up again. A shape
// remembers it:
//
//     {"id": 7, "user": {…}, "tags": []}
//
//     first   `"id": `       → entry 0, then step 0
//     step 0  `, "user": `   → entry 4
//     step 1  `, "tags": `   → nobody asks for it
//     step 2  `}`            → the end
//
// Reading a member is then one comparison of some thirty bytes. Where it fails, the next steps are
// tried, as optional members may be missing; then the key is read in the plain way and, if it is new,
// inserted where it was met. Whatever a step's text is, it has been validated when it was learned, in
// the same state of the grammar (behind a brace: `first`; behind a value: steps), and what it leads to
// depends on nothing but itself and the table of keys. So a shape can be used for any document, and a
// wrong one costs time, never a wrong result.
//
// Each thread has shapes of its own, for pairs of a key table and a depth (the indentation is part of
// the text). A pair has four places in a row where its shape may lie; one that is met a second time
// takes the place of one that is not met in between. A shape is a block of 4 KB; a thread has at most 64.

/// How objects at one place have been written so far.
@safe
struct ObjectShape {
  /// A text between two values.
  struct Step {
    /// Where the text lies in the block.
    var offset: Int32
    var length: Int32
    /// The entry that its key stands for, or what ``ObjectWalk`` says else.
    var index: Int32
    /// Of a first member: the step that is likely to follow.
    var next: Int32
  }

  struct Header {
    var firstCount: Int32 = 0
    var count: Int32 = 0
    /// Up to where the block is filled with texts.
    var textEnd = Int32(ObjectShape.textStart)
    /// How many objects were begun and how many of their members did not go by the shape.
    var visits: Int32 = 0
    var misses: Int32 = 0
    var resets: Int32 = 0
  }

  static let blockSize = 4096
  static let firstCapacity = 4
  static let capacity = 92
  private static let firstStart = 64
  private static let stepStart = 128
  private static let textStart = 1600
  /// Comparing looks at up to seven bytes behind a text.
  private static let padding = 8

  private let block: UnsafeMutableRawPointer

  /// - Precondition: a block of ``blockSize`` bytes that has been ``prepare(_:)``d.
  @unsafe @inline(__always)
  init(_ block: UnsafeMutableRawPointer) { unsafe self.block = block }

  /// Makes an empty shape of a block.
  ///
  /// - Precondition: it has ``blockSize`` bytes.
  static func prepare(_ block: UnsafeMutableRawPointer) {
    unsafe block.initializeMemory(as: UInt8.self, repeating: 0, count: blockSize)
    unsafe block.storeBytes(of: Header(), as: Header.self)
  }

  var header: Header {
    @inline(__always) get { unsafe block.assumingMemoryBound(to: Header.self).pointee }
    nonmutating set { unsafe block.assumingMemoryBound(to: Header.self).pointee = newValue }
  }

  /// How many steps there are.
  var count: Int {
    @inline(__always) get {
      unsafe Int(truncatingIfNeeded: block.assumingMemoryBound(to: Header.self).pointee.count)
    }
  }

  private var firsts: UnsafeMutablePointer<Step> {
    unsafe (block + Self.firstStart).assumingMemoryBound(to: Step.self)
  }

  private var steps: UnsafeMutablePointer<Step> {
    @inline(__always) get { unsafe (block + Self.stepStart).assumingMemoryBound(to: Step.self) }
  }

  /// A step.
  ///
  /// - Precondition: `index < count`; all that is ever asked for is below the capacity.
  subscript(index: Int) -> Step {
    @inline(__always) get { unsafe steps[index] }
  }

  /// The first members that have been met.
  func first(_ index: Int) -> Step { unsafe firsts[index] }

  /// Whether a step's text is what comes next.
  ///
  /// - Precondition: all bytes from `pointer` to `end` are readable.
  @inline(__always)
  func matches(_ step: Step, at pointer: BytePointer, _ end: BytePointer) -> Bool {
    let length = Int(truncatingIfNeeded: step.length)
    let available = end - pointer
    guard available >= length else { return false }
    let text = unsafe BytePointer(
      (block + Int(truncatingIfNeeded: step.offset)).assumingMemoryBound(to: UInt8.self))
    // Eight bytes at least are compared at once.
    if available < 8 { return unsafe Self.isEqualShort(pointer, text, length) }
    return unsafe ByteScan.isEqual(pointer, text, length)
  }

  /// Compares byte by byte, at the end of the input.
  ///
  /// - Precondition: there are as many bytes at both places.
  @unsafe @inline(never)
  private static func isEqualShort(_ left: BytePointer, _ right: BytePointer, _ length: Int) -> Bool
  {
    for index in 0..<length where unsafe left[index] != right[index] { return false }
    return true
  }
}

// MARK: - Learning

extension ObjectShape {
  /// Learns how an object's first member begins.
  ///
  /// - Parameter next: the step that is likely to follow.
  func learnFirst(_ text: Bytes, index: Int, next: Int) {
    var header = header
    guard header.firstCount < Self.firstCapacity, let offset = store(text, &header) else { return }
    unsafe firsts[Int(header.firstCount)] = Step(
      offset: offset, length: Int32(text.count), index: Int32(index), next: Int32(next))
    header.firstCount += 1
    self.header = header
  }

  /// Learns a text that was met in front of a step.
  ///
  /// - Returns: whether there was room for it.
  func learn(_ text: Bytes, index: Int, before step: Int) -> Bool {
    var header = header
    let count = Int(header.count)
    guard count < Self.capacity, step <= count, let offset = store(text, &header) else {
      return false
    }
    unsafe (steps + step + 1).update(from: steps + step, count: count - step)
    unsafe steps[step] = Step(
      offset: offset, length: Int32(text.count), index: Int32(index), next: 0)
    for first in 0..<Int(header.firstCount) where unsafe firsts[first].next > step {
      unsafe firsts[first].next += 1
    }
    header.count += 1
    self.header = header
    return true
  }

  private func store(_ text: Bytes, _ header: inout Header) -> Int32? {
    let offset = Int(header.textEnd)
    guard text.count > 0, offset + text.count + Self.padding <= Self.blockSize else { return nil }
    unsafe (block + offset).copyMemory(from: text.start.address, byteCount: text.count)
    header.textEnd += Int32(text.count)
    return Int32(offset)
  }
}
