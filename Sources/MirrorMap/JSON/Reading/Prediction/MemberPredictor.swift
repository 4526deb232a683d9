// Objects of one kind are mostly written alike: the same keys in the same order, the same white
// space between them. The text between two values, from the comma to the colon, has mostly occurred
// before, byte for byte, and needs neither be parsed nor looked up again. A predictor remembers
// these texts and predicts the next one:
//
//     {"id": 7, "user": {…}, "tags": []}
//
//     first   `"id": `       → entry 0, then step 0
//     step 0  `, "user": `   → entry 4, then step 1
//     step 1  `, "tags": `   → unmapped, then step 2
//     step 2  `}`            → the end
//
// Reading a member is then one comparison of some thirty bytes. If it fails, the reader tries the
// step that followed at other times, and then the next ones, as optional members may be missing;
// then it parses the key and, if that is new, learns it. Each step leads to the one that followed
// it last. A text that comes after another one than before gets a further step, so that an order of
// members is predicted as a whole once the first member that differs has come.
//
// A step's text was validated when it was learned, in the same state of the grammar (after a brace:
// first members; after a value: steps), and what it leads to depends on nothing but itself and the
// table of keys. So a predictor can be used for any document, and a wrong prediction costs time but
// never changes the result.

/// The texts of the members of one kind of object: a block of 5 KB.
@safe
struct MemberPredictor {
  /// A text between two values.
  struct Step {
    /// The position of the text in the block.
    var offset: Int16
    var length: Int16
    /// The entry of its key, or one of ``MemberScan``'s special values.
    var index: Int32
    /// The step that followed last, and the one that followed before that.
    var next: Int16
    var other: Int16 = none

    /// No step.
    static let none: Int16 = -1
  }

  struct Header {
    var firstCount: Int32 = 0
    var count: Int32 = 0
    /// How many of the steps are branches.
    var branches: Int32 = 0
    /// The end of the texts in the block.
    var textEnd = Int32(MemberPredictor.textStart)
    /// How many objects were begun, and how many of their members were not predicted.
    var visits: Int32 = 0
    var misses: Int32 = 0
    /// How often the predictor was emptied because it didn't fit.
    var resets: Int32 = 0
  }

  static let blockSize = 5120
  /// How many steps there can be, and how many of them can be branches; the first members have the numbers after them.
  static let capacity = 140
  static let branchCapacity = 48
  static let firstCapacity = 8
  /// The numbers of the first members.
  static let firstMembers = capacity..<capacity + firstCapacity
  private static let stepStart = 64
  private static let stepCount = capacity + firstCapacity
  private static let previousStart = stepStart + stepCount * MemoryLayout<Step>.stride
  private static let textStart = previousStart + stepCount * MemoryLayout<Int16>.stride
  /// Comparing reads up to 31 bytes after a text.
  private static let padding = ByteMask.width

  private let block: UnsafeMutableRawPointer

  /// - Precondition: a block of ``blockSize`` bytes, which is ``reset()`` before its first use.
  @unsafe @inline(__always)
  init(_ block: UnsafeMutableRawPointer) { unsafe self.block = block }

  /// Empties the predictor.
  func reset() {
    unsafe block.initializeMemory(as: UInt8.self, repeating: 0, count: Self.blockSize)
    unsafe block.storeBytes(of: Header(), as: Header.self)
  }

  var header: Header {
    @inline(__always) get { unsafe block.assumingMemoryBound(to: Header.self).pointee }
    nonmutating set { unsafe block.assumingMemoryBound(to: Header.self).pointee = newValue }
  }

  @inline(__always)
  var count: Int { Int(truncatingIfNeeded: header.count) }

  @inline(__always)
  private var steps: UnsafeMutablePointer<Step> {
    unsafe (block + Self.stepStart).assumingMemoryBound(to: Step.self)
  }

  /// The steps that each one was learned after.
  private var previous: UnsafeMutablePointer<Int16> {
    unsafe (block + Self.previousStart).assumingMemoryBound(to: Int16.self)
  }

  /// A step, or a first member.
  ///
  /// - Precondition: it is one of those there is room for.
  @inline(__always)
  subscript(number: Int) -> Step { unsafe steps[number] }

  /// Whether there is a step, or a first member, of this number.
  ///
  /// - Precondition: it is one of those there is room for, or negative.
  @inline(__always)
  func has(_ number: Int) -> Bool { unsafe number >= 0 && steps[number].length != 0 }

  /// Whether a step's text comes next.
  ///
  /// - Precondition: all bytes from `pointer` to `end` are readable.
  @inline(__always)
  func matches(_ step: Step, at pointer: BytePointer, _ end: BytePointer) -> Bool {
    let text = unsafe BytePointer(
      (block + Int(truncatingIfNeeded: step.offset)).assumingMemoryBound(to: UInt8.self))
    let length = Int(truncatingIfNeeded: step.length)
    if length <= ByteMask.width, end - pointer >= ByteMask.width {
      return unsafe ByteMask.isEqual(text, pointer, length)
    }
    // Where two blocks can be read, it is longer than one. Most texts in indented documents are.
    if length <= 2 * ByteMask.width, end - pointer >= 2 * ByteMask.width {
      let last = length &- ByteMask.width
      return unsafe ByteMask.unequal(text, pointer)
        | ByteMask.unequal(text + last, pointer + last) == 0
    }
    return unsafe Self.isNext(text, length, at: pointer, end)
  }

  /// Whether a text comes next that is very long, or near the end.
  ///
  /// It isn't inline, as the compiler inlines only into functions of a limited number of blocks, and the one that reads
  /// members is close to that.
  @unsafe @inline(never)
  private static func isNext(
    _ text: BytePointer, _ length: Int, at pointer: BytePointer, _ end: BytePointer
  ) -> Bool {
    unsafe ByteScan.isNext(text, length, at: pointer, end)
  }
}

// MARK: - Learning

extension MemberPredictor {
  /// Counts an object that is read with this predictor, and returns whether it is worth using.
  @inline(__always)
  func visit() -> Bool {
    unsafe block.assumingMemoryBound(to: Header.self).pointee.visits &+= 1
    return header.misses <= 200 || isWorthwhile()
  }

  /// Empties the predictor if more than two members of each object were missed, as order and white
  /// space may have been those of another document. Gives it up when that has not helped three
  /// times.
  @inline(never)
  private func isWorthwhile() -> Bool {
    guard header.resets <= 3 else { return false }
    let resets = header.misses / 2 > header.visits ? header.resets + 1 : header.resets
    if resets > header.resets { reset() }
    (header.misses, header.visits, header.resets) = (0, 0, resets)
    return true
  }

  /// Learns a text that was found between two values, or after the last one.
  ///
  /// - Parameters:
  ///   - isFirst: whether the text is before an object's first value instead.
  ///   - last: the step or first member before it, if there is one.
  ///   - next: the step that is likely to follow.
  /// - Returns: its number; nil if there was no room for it.
  func learn(
    _ text: Bytes, isFirst: Bool = false, index: Int, after last: Int = -1, next: Int
  ) -> Int? {
    var header = header
    let offset = Int(header.textEnd)
    let number = isFirst ? Self.capacity + Int(header.firstCount) : Int(header.count)
    let isFull =
      isFirst
      ? header.firstCount == Self.firstCapacity
      : header.count - header.branches == Self.capacity - Self.branchCapacity
    guard !isFull, text.count > 0,
      offset + text.count + Self.padding <= Self.blockSize
    else { return nil }
    unsafe (block + offset).copyMemory(from: text.start.address, byteCount: text.count)
    unsafe steps[number] = Step(
      offset: Int16(offset), length: Int16(text.count), index: Int32(index),
      next: Int16(truncatingIfNeeded: next))
    unsafe previous[number] = Int16(truncatingIfNeeded: last)
    header.textEnd += Int32(text.count)
    if isFirst { header.firstCount += 1 } else { header.count += 1 }
    self.header = header
    return number
  }

  /// Returns a step for the same text that comes after another step, where it leads to the same step at first.
  ///
  /// In objects whose members come in several orders, what follows a text depends on the order.
  ///
  /// - Returns: the given step if there is no room for another one.
  func branch(_ number: Int, after last: Int) -> Int {
    var header = header
    let offset = self[number].offset
    for step in 0..<Int(header.count) where unsafe steps[step].offset == offset {
      if unsafe Int(previous[step]) == last { return step }
    }
    let new = Int(header.count)
    guard header.branches < Self.branchCapacity, new < Self.capacity else { return number }
    unsafe steps[new] = self[number]
    unsafe steps[new].other = Step.none
    unsafe previous[new] = Int16(truncatingIfNeeded: last)
    header.branches += 1
    header.count += 1
    self.header = header
    return new
  }

  /// Remembers which step followed another one, or a first member.
  func link(_ number: Int, to next: Int) {
    guard number >= 0, number < Self.stepCount else { return }
    let step = unsafe steps + number
    guard unsafe step.pointee.next != next else { return }
    unsafe step.pointee.other = step.pointee.next
    unsafe step.pointee.next = Int16(truncatingIfNeeded: next)
  }
}
