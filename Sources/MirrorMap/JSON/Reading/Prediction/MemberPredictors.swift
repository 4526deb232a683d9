/// The predictors that a thread has learned: a cache with clock eviction, see ``MemberPredictor``.
///
/// There is one for each kind of object: those of a key table at a depth, as the indentation is
/// part of the text. A kind is hashed to a row of four slots:
///
///     slots    · A B · C · ·       B and C were met twice and have a block; A was met once
///                └─────┘           the row of a new kind: it gets the free slot
///
/// A kind gets a slot when it is met for the first time, and a predictor when it is met again. In a full
/// row, the first slot that hasn't been used since the last request is reassigned. If all have been used,
/// none is, and all count as unused from then on.
///
/// Precondition of the pointers: the memory is freed when the thread ends, and only the thread
/// itself uses it.
@safe
struct MemberPredictors {
  private static let rowLength = 4
  private static let rowBits: UInt = 7
  private static let placeCount = 1 << rowBits + rowLength - 1

  /// A slot for a predictor, and the kind of object that it belongs to.
  @safe
  fileprivate struct Place {
    /// The table and the depth of its objects; 0 for none.
    var node: UInt = 0
    var depth = 0
    /// Whether an object of this kind has been met again since the last request for a slot.
    var isUsed = false
    var block: UnsafeMutableRawPointer?
  }

  private let places: UnsafeMutablePointer<Place>

  init() {
    unsafe places = .allocate(capacity: Self.placeCount)
    unsafe places.initialize(repeating: Place(), count: Self.placeCount)
  }

  /// Frees everything when the thread ends.
  func free() {
    for index in 0..<Self.placeCount { unsafe places[index].block?.deallocate() }
    unsafe places.deallocate()
  }

  /// A reference to a slot, which may have a predictor.
  @safe
  struct Slot {
    fileprivate let place: UnsafeMutablePointer<Place>?

    /// No slot.
    static var none: Slot { @inline(__always) get { unsafe Slot(place: nil) } }

    /// The predictor in this slot, if it is that of this node's objects.
    @inline(__always)
    func predictor(of node: UInt) -> MemberPredictor? {
      guard let place = unsafe place, unsafe place.pointee.node == node,
        let block = unsafe place.pointee.block
      else { return nil }
      return unsafe MemberPredictor(block)
    }
  }

  /// The slot for a node's objects at a depth.
  @inline(__always)
  func slot(for node: UInt, depth: Int) -> Slot {
    let hash = ByteScan.mix(
      UInt64(truncatingIfNeeded: node &>> 4 ^ UInt(truncatingIfNeeded: depth) &<< 24))
    let row = unsafe places + Int(truncatingIfNeeded: hash &>> UInt64(64 &- Self.rowBits))
    var place = unsafe row
    for _ in 0..<Self.rowLength {
      if unsafe place.pointee.node == node, unsafe place.pointee.depth == depth {
        unsafe place.pointee.isUsed = true
        guard let block = unsafe place.pointee.block else { return unsafe makePredictor(in: place) }
        return unsafe MemberPredictor(block).visit() ? Slot(place: place) : Slot(place: nil)
      }
      unsafe place += 1
    }
    unsafe claimPlace(in: row, for: node, depth)
    return .none
  }

  /// Makes a predictor for objects that are met for the second time.
  @inline(never)
  private func makePredictor(in place: UnsafeMutablePointer<Place>) -> Slot {
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: MemberPredictor.blockSize, alignment: 64)
    unsafe MemberPredictor(block).reset()
    unsafe place.pointee.block = unsafe block
    return unsafe Slot(place: place)
  }

  /// Gives objects that are met for the first time a slot in a row, if there is one.
  @inline(never)
  private func claimPlace(in row: UnsafeMutablePointer<Place>, for node: UInt, _ depth: Int) {
    let places = 0..<Self.rowLength
    guard
      let index = places.first(where: { unsafe row[$0].node == 0 })
        ?? places.first(where: { unsafe !row[$0].isUsed })
    else {
      for index in places { unsafe row[index].isUsed = false }
      return
    }
    if let block = unsafe row[index].block { unsafe MemberPredictor(block).reset() }
    unsafe row[index] = unsafe Place(node: node, depth: depth, block: row[index].block)
  }
}
