// Where the values of a tree wait for the end of the array or object that they belong to.
//
// How many there will be is known at the closing bracket only. All that are open share one stack,
// so that none of them grows an array of its own. Worked example, [1, [2, 3], 4] at its end and
// before:
//
//   1  2  3          ]     the last two become an array of exactly that size, which is pushed
//   1  [2, 3]  4     ]     so do these three
//   [1, [2, 3], 4]

/// A stack of values that gives up its top ones as an array.
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
    // A failure leaves the values of all that was open.
    unsafe base.deinitialize(count: count)
    unsafe base.deallocate()
  }

  @inline(__always)
  mutating func push(_ value: consuming JSONValue) {
    if count == capacity { grow() }
    // The precondition, that there is room, has just been seen to.
    unsafe (base + count).initialize(to: value)
    count &+= 1
  }

  /// Takes off the values from a position on.
  ///
  /// - Precondition: `first` is at most the count.
  mutating func removeAll(from first: Int) -> [JSONValue] {
    let taken = count &- first
    precondition(first >= 0 && taken >= 0)
    count = first
    return unsafe [JSONValue](moving: base + first, count: taken)
  }

  /// Replaces a value by the last one, which is taken off.
  ///
  /// - Precondition: it is another one than the last.
  mutating func replace(at position: Int) {
    precondition(position >= 0 && position < count &- 1)
    unsafe base[position] = removeLast()
  }

  /// Takes off the last value.
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
