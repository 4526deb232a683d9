import Foundation

// Objects of one kind are mostly written alike: the same keys in the same order, the same white space
// between them. So what lies between two values, from the comma to the colon, has mostly been seen
// before, byte for byte, and needs neither to be taken apart nor to be looked up again. A shape
// remembers it:
//
//     {"id": 7, "user": {…}, "tags": []}
//
//     first   `"id": `       → entry 0, then step 0
//     step 0  `, "user": `   → entry 4, then step 1
//     step 1  `, "tags": `   → nobody asks for it, then step 2
//     step 2  `}`            → the end
//
// Reading a member is then one comparison of some thirty bytes. Where it fails, the step is tried that
// followed at other times, and then those behind, as optional members may be missing; then the key is
// read in the plain way and, if it is new, learned. Each step leads to the one that followed it last, so
// that objects with the same members in another order are no strangers for long.
//
// Whatever a step's text is, it has been validated when it was learned, in
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
    var offset: Int16
    var length: Int16
    /// The entry that its key stands for, or what ``ObjectWalk`` says else.
    var index: Int32
    /// The step that followed last, and the one that did before another one followed.
    var next: Int16
    var other: Int16 = none

    /// No step.
    static let none: Int16 = -1
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
  /// How many steps there can be; the first members have the numbers behind them.
  static let capacity = 92
  static let firstCapacity = 4
  private static let stepStart = 64
  private static let textStart = stepStart + (capacity + firstCapacity) * MemoryLayout<Step>.stride
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

  private var steps: UnsafeMutablePointer<Step> {
    @inline(__always) get { unsafe (block + Self.stepStart).assumingMemoryBound(to: Step.self) }
  }

  /// A step, or a first member.
  ///
  /// - Precondition: it is one of those there is room for.
  subscript(number: Int) -> Step {
    @inline(__always) get { unsafe steps[number] }
  }

  /// Whether there is a step of this number.
  @inline(__always)
  func has(_ number: Int) -> Bool { UInt(bitPattern: number) < UInt(bitPattern: count) }

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
  /// - Returns: its number; nil if there was no room for it.
  func learnFirst(_ text: Bytes, index: Int, next: Int) -> Int? {
    var header = header
    guard header.firstCount < Self.firstCapacity,
      let step = store(text, index, next, &header)
    else { return nil }
    let number = Self.capacity + Int(header.firstCount)
    unsafe steps[number] = step
    header.firstCount += 1
    self.header = header
    return number
  }

  /// Learns a text that was met between two values, or behind the last one.
  ///
  /// - Parameter next: the step that is likely to follow.
  /// - Returns: its number; nil if there was no room for it.
  func learn(_ text: Bytes, index: Int, next: Int) -> Int? {
    var header = header
    let number = Int(header.count)
    guard number < Self.capacity, let step = store(text, index, next, &header) else { return nil }
    unsafe steps[number] = step
    header.count += 1
    self.header = header
    return number
  }

  /// Notes which step followed another one, or a first member.
  func link(_ number: Int, to next: Int) {
    guard number >= 0, number < Self.capacity + Self.firstCapacity else { return }
    let step = unsafe steps + number
    guard unsafe step.pointee.next != next else { return }
    unsafe step.pointee.other = step.pointee.next
    unsafe step.pointee.next = Int16(truncatingIfNeeded: next)
  }

  private func store(_ text: Bytes, _ index: Int, _ next: Int, _ header: inout Header) -> Step? {
    let offset = Int(header.textEnd)
    guard text.count > 0, offset + text.count + Self.padding <= Self.blockSize else { return nil }
    unsafe (block + offset).copyMemory(from: text.start.address, byteCount: text.count)
    header.textEnd += Int32(text.count)
    return Step(
      offset: Int16(offset), length: Int16(text.count), index: Int32(index),
      next: Int16(truncatingIfNeeded: next))
  }
}
