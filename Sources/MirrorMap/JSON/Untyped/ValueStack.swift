// The values of arrays and objects whose ends have not been read yet.
//
// The number of values is known only at the closing bracket. All open containers share one stack,
// so that none of them grows an array of its own. Worked example, [1, [2, 3], 4] at its end and
// before:
//
//   1  2  3          ]     the last two become an array of exactly that size, which is pushed
//   1  [2, 3]  4     ]     so do these three
//   [1, [2, 3], 4]

/// A stack of values, whose top ones can be moved to an array.
@safe
struct ValueStack: ~Copyable {
  private var base: UnsafeMutablePointer<JSONValue>
  private(set) var count = 0
  private var capacity: Int

  init() {
    capacity = 32
    unsafe base = .allocate(capacity: capacity)
  }

  deinit {
    // A failure leaves the values of all open containers.
    unsafe base.deinitialize(count: count)
    unsafe base.deallocate()
  }

  @inline(__always)
  mutating func push(_ value: consuming JSONValue) {
    if count == capacity { grow() }
    // The precondition, that there is room, has just been established.
    unsafe (base + count).initialize(to: value)
    count &+= 1
  }

  /// Removes the values from a position on, and returns them.
  ///
  /// - Precondition: `first` is at most the count.
  mutating func removeAll(from first: Int) -> [JSONValue] {
    let taken = count &- first
    precondition(first >= 0 && taken >= 0)
    count = first
    return unsafe [JSONValue](moving: base + first, count: taken)
  }

  /// Removes the last value, and returns it.
  ///
  /// - Precondition: there is one.
  mutating func removeLast() -> JSONValue {
    precondition(count > 0)
    count &-= 1
    return unsafe (base + count).move()
  }

  @inline(never)
  private mutating func grow() {
    let more = capacity * (capacity < 4096 ? 4 : 2)
    let larger = UnsafeMutablePointer<JSONValue>.allocate(capacity: more)
    unsafe larger.moveInitialize(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = larger
    capacity = more
  }
}
