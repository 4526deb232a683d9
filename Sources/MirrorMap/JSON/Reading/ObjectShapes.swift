/// The shapes that a thread has learned, see ``ObjectShape``.
///
/// Precondition of the pointers here: they lead to memory that is freed when the thread ends, and only
/// the thread itself follows them.
@safe
struct ObjectShapes {
  private static let slotCount = 128 + rowLength
  private static let rowLength = 4
  private static let maximumShapes = 64

  /// A place for a shape, and who has it.
  @safe
  fileprivate struct Place {
    /// The node and the depth whose objects the shape is of; 0 for nobody.
    var node: UInt = 0
    var depth = 0
    /// Who asked for the place last without getting it.
    var challenger: UInt = 0
    var block: UnsafeMutableRawPointer?
  }

  @safe
  fileprivate struct Table {
    var shapeCount = 0
    var slots: UnsafeMutablePointer<Place>
  }

  private let table: UnsafeMutablePointer<Table>

  /// Makes the table of a thread.
  init() {
    let slots = UnsafeMutablePointer<Place>.allocate(capacity: Self.slotCount)
    unsafe slots.initialize(repeating: Place(), count: Self.slotCount)
    unsafe table = .allocate(capacity: 1)
    unsafe table.initialize(to: Table(slots: slots))
  }

  /// Frees all, at the end of the thread.
  func free() {
    for index in 0..<Self.slotCount { unsafe table.pointee.slots[index].block?.deallocate() }
    unsafe table.pointee.slots.deallocate()
    unsafe table.deallocate()
  }
}

extension ObjectShapes {
  /// A place that a shape may lie in.
  @safe
  struct Slot {
    fileprivate let place: UnsafeMutablePointer<Place>?

    /// No place.
    static var none: Slot { @inline(__always) get { unsafe Slot(place: nil) } }

    /// The shape here, if it is of this node's objects.
    @inline(__always)
    func shape(of node: UInt) -> ObjectShape? {
      guard let place = unsafe place, unsafe place.pointee.node == node,
        let block = unsafe place.pointee.block
      else { return nil }
      return unsafe ObjectShape(block)
    }
  }

  /// The place for a node's objects at a depth: one of four in a row.
  @inline(__always)
  func slot(for node: UInt, depth: Int) -> Slot {
    let mixed = (node &>> 4 ^ UInt(truncatingIfNeeded: depth) &<< 24) &* 0x9E37_79B9_7F4A_7C15
    let number = Int(truncatingIfNeeded: mixed &>> 57)
    let first = unsafe table.pointee.slots + number
    var place = unsafe first
    for _ in 0..<Self.rowLength {
      if unsafe place.pointee.node == node, unsafe place.pointee.depth == depth {
        return unsafe visit(place)
      }
      unsafe place += 1
    }
    return unsafe claim(first, node, depth, mixed)
  }

  /// Notes that another object is read by a shape, and gives it up if it does not fit: if more than
  /// two members of each object were missed.
  @inline(__always)
  private func visit(_ place: UnsafeMutablePointer<Place>) -> Slot {
    guard let block = unsafe place.pointee.block else { return unsafe Slot(place: nil) }
    let header = unsafe block.assumingMemoryBound(to: ObjectShape.Header.self)
    unsafe header.pointee.visits &+= 1
    unsafe place.pointee.challenger = 0
    if unsafe header.pointee.misses > 200 { return unsafe reconsider(place) }
    return unsafe Slot(place: place)
  }

  @inline(never)
  private func reconsider(_ place: UnsafeMutablePointer<Place>) -> Slot {
    guard let block = unsafe place.pointee.block else { return unsafe Slot(place: nil) }
    let shape = unsafe ObjectShape(block)
    var header = shape.header
    if header.resets > 3 { return unsafe Slot(place: nil) }
    if header.misses / 2 > header.visits {
      // Order and white space may have been of another document.
      let resets = header.resets + 1
      unsafe ObjectShape.prepare(block)
      header = ObjectShape.Header()
      header.resets = resets
    } else {
      (header.misses, header.visits) = (0, 0)
    }
    shape.header = header
    return unsafe Slot(place: place)
  }

  /// Gives a free place to whoever asks for it twice in a row, or else one whose shape has not been
  /// used in between.
  @inline(never)
  private func claim(
    _ row: UnsafeMutablePointer<Place>, _ node: UInt, _ depth: Int, _ mixed: UInt
  ) -> Slot {
    // At the limit, only a place that has a shape can get another one.
    let isFull = unsafe table.pointee.shapeCount >= Self.maximumShapes
    guard let place = unsafe Self.claimed(row, mixed, isFull) else {
      return unsafe Slot(place: nil)
    }
    if unsafe place.pointee.block == nil {
      guard !isFull else { return unsafe Slot(place: nil) }
      unsafe table.pointee.shapeCount += 1
      unsafe place.pointee.block = .allocate(
        byteCount: ObjectShape.blockSize, alignment: 64)
    }
    guard let block = unsafe place.pointee.block else { return unsafe Slot(place: nil) }
    unsafe ObjectShape.prepare(block)
    unsafe place.pointee.node = node
    unsafe place.pointee.depth = depth
    return unsafe Slot(place: place)
  }

  /// The place that a pair asks for the second time; nil if it now has asked once.
  ///
  /// A free place is asked for that nobody else asks for, if possible: pairs that take turns shall not be
  /// in each other's way. Where there is none, all are asked for, and the one is given that has not been
  /// used in between.
  private static func claimed(
    _ row: UnsafeMutablePointer<Place>, _ mixed: UInt, _ isFull: Bool
  ) -> UnsafeMutablePointer<Place>? {
    let places = 0..<rowLength
    let takesOver = isFull || places.allSatisfy { unsafe row[$0].block != nil }
    var asked: Int?
    for index in places.reversed() where unsafe (row[index].block != nil) == takesOver {
      let challenger = unsafe row[index].challenger
      if challenger == mixed { return unsafe row + index }
      if challenger == 0 || asked == nil { asked = index }
    }
    for index in places where unsafe (row[index].block != nil) == takesOver {
      if takesOver || index == asked { unsafe row[index].challenger = mixed }
    }
    return nil
  }
}
