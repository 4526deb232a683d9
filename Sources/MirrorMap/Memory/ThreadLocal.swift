/// A variable with a value for each thread, in the thread's ``ThreadState``.
///
/// A thread's value is made when the thread first uses it, and destroyed when the thread ends.
///
/// Precondition of the pointer to it: only the thread itself follows it.
@safe
package struct ThreadLocal<Value: ~Copyable>: Sendable {
  private let number: Int
  private let makeValue: @Sendable () -> Value

  /// Makes a variable. There is room for sixteen in the whole library.
  ///
  /// - Parameter makeValue: makes a thread's first value.
  package init(_ makeValue: @escaping @Sendable () -> Value) {
    number = ThreadState.makeSlotNumber()
    self.makeValue = makeValue
  }

  /// The value of a thread, which is the current one.
  @inline(__always)
  func value(in thread: ThreadState) -> UnownedReference<Value> {
    let slot = unsafe thread.slot(number)
    guard let value = unsafe slot.pointee.value else { return unsafe make(in: slot) }
    return unsafe UnownedReference(value.assumingMemoryBound(to: Value.self))
  }

  @inline(never)
  private func make(in slot: UnsafeMutablePointer<ThreadState.Slot>) -> UnownedReference<Value> {
    let value = UnownedReference(permanent: makeValue())
    unsafe slot.pointee.value = unsafe UnsafeMutableRawPointer(value.address)
    unsafe slot.pointee.free = {
      unsafe value.address.deinitialize(count: 1)
      unsafe value.address.deallocate()
    }
    return value
  }
}

extension ThreadLocal {
  /// A copy of this thread's value.
  package var value: Value { value(in: .current).pointee }

  /// Runs `body` while the variable has a value on this thread, and then restores the one before.
  package func with<R, E: Error>(_ value: Value, _ body: () throws(E) -> R) throws(E) -> R {
    let outer = exchange(value)
    defer { exchange(outer) }
    return try body()
  }

  /// Gives the variable another value on this thread, and returns the one before.
  @discardableResult
  func exchange(_ value: Value) -> Value {
    let current = self.value(in: .current)
    let outer = current.pointee
    current.pointee = value
    return outer
  }
}
