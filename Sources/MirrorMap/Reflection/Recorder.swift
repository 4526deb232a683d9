import Synchronization

/// Collects what the property wrappers of a prototype declare while its `init()` runs.
///
/// `@Mapped("key")` evaluates its arguments each time a model is initialized, and discards them.
/// Only while a plan is being built does the initializer record them with the recorder of its
/// thread, which returns a token for them:
///
///     User()  →  _id:   Mapped<Int>     declares "id"    gets token 0x8A31
///                _name: Mapped<String>  declares "name"  gets token 0xF076
///
/// Recorders stack per thread. An `init()` may well decode other models or build other plans: a
/// decode pushes nil ("not recording"), a plan its own recorder.
@usableFromInline
package final class Recorder {
  /// What was recorded. It's one property, because each access to a property of an object is checked for overlaps.
  private struct Recorded {
    /// The declarations, in the order in which their tokens were issued; none if this recorder only
    /// issues tokens.
    var declarations: [AnyObject] = []
    /// How many tokens were asked for.
    var count = 0
    /// The wrappers that declared something, one of each type. There are few.
    var wrappers: [FieldWrapper] = []

    /// Adds a declaration, if it's kept.
    ///
    /// - Returns: its number; nil if there are no more tokens.
    mutating func add(_ declaration: AnyObject?, _ wrapper: FieldWrapper?) -> UInt16? {
      defer { count += 1 }
      guard count < capacity else { return nil }
      if let declaration {
        declarations.append(declaration)
        if let wrapper, !wrappers.contains(where: { $0.type == wrapper.type }) {
          wrappers.append(wrapper)
        }
      }
      return UInt16(truncatingIfNeeded: count)
    }
  }

  private var recorded = Recorded()

  /// The tokens of two recorders of different parity have nothing in common.
  private let parity: UInt16
  private let seed: UInt16
  private let keepsDeclarations: Bool

  /// - Parameters:
  ///   - parity: 0 or 1, the lowest bit of all its tokens.
  ///   - seed: where in the cycle of tokens to begin.
  ///   - keepsDeclarations: false if the declarations are known already.
  init(parity: UInt16, seed: UInt16 = .random(in: 0...(.max)), keepsDeclarations: Bool = true) {
    self.parity = parity & 1
    self.seed = seed
    self.keepsDeclarations = keepsDeclarations
    if keepsDeclarations {
      recorded.declarations.reserveCapacity(32)
      recorded.wrappers.reserveCapacity(16)
    }
  }

  private static let capacity: UInt16 = 1 << 14
  /// An odd factor makes a cycle through all 2^14 numbers that looks like no counter.
  private static let factor: UInt16 = 0x2F35
  /// The factor's inverse modulo 2^14, which leads from a token back to its number.
  private static let inverse: UInt16 = 0x2B1D

  /// Keeps a declaration, if this recorder keeps any.
  ///
  /// - Parameter wrapper: the wrapper that declares it.
  /// - Returns: the state that the property is to carry until the recording has been read.
  @usableFromInline
  func record(
    _ declaration: @autoclosure () -> AnyObject, of wrapper: FieldWrapper? = nil
  ) -> FieldState {
    // Before a token is issued: it may make a user's transform, and models with it.
    let declaration = keepsDeclarations ? declaration() : nil
    guard let number = recorded.add(declaration, wrapper) else { return FieldState() }
    let shuffled = (number &* Self.factor &+ seed) & (Self.capacity - 1)
    return FieldState(bits: FieldState.tokenFlag | shuffled << 1 | parity)
  }

  /// How many tokens were issued.
  var count: Int { recorded.count }

  /// The wrappers that declared something, one of each type.
  ///
  /// To compare a value's type with them takes nanoseconds. Finding out whether an unknown type conforms to a protocol
  /// takes the runtime as many microseconds as the program has thousands of conformances.
  var wrappers: [FieldWrapper] { recorded.wrappers }

  /// Whether more properties were declared than there are tokens.
  var isExhausted: Bool { recorded.count > Self.capacity }

  /// What was declared for a token.
  func declaration(_ token: UInt16) -> AnyObject? {
    guard issued(token), keepsDeclarations else { return nil }
    return recorded.declarations[number(of: token)]
  }

  /// Whether this recorder issued a token.
  func issued(_ token: UInt16) -> Bool {
    token & FieldState.tokenFlag != 0 && token & 1 == parity && number(of: token) < count
  }

  /// The index of a token issued by this recorder.
  func number(of token: UInt16) -> Int {
    Int((token >> 1 &- seed) &* Self.inverse & (Self.capacity - 1))
  }
}

// MARK: - The recorder of a thread

extension Recorder {
  /// The number of recordings in progress in the process. Those of other threads don't matter, so
  /// the check on the hot path of every initializer can be one relaxed load.
  @usableFromInline static let recordings = Atomic<Int>(0)

  /// Whether this thread may have a recorder.
  @inlinable @inline(__always)
  package static var mayBeRecording: Bool { recordings.load(ordering: .relaxed) != 0 }

  /// The recorder of this thread, if it is recording.
  @usableFromInline
  package static var current: Recorder? {
    guard mayBeRecording else { return nil }
    return innermost.value
  }

  /// Runs `body` with a recorder of this thread, or with none.
  static func with<R, E: Error>(_ recorder: Recorder?, _ body: () throws(E) -> R) throws(E) -> R {
    let outer = begin(recorder)
    defer { end(outer) }
    return try body()
  }

  /// Runs `body`, which may initialize models, without recording any of them.
  @inline(__always)
  package static func suspended<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    // `body` is there once, so that it's inlined.
    let outer = mayBeRecording ? innermost.value : nil
    if outer != nil { begin(nil) }
    defer { if outer != nil { end(outer) } }
    return try body()
  }

  /// Makes a recorder, or none, that of the thread, and returns the one before.
  @inline(never) @discardableResult
  private static func begin(_ recorder: Recorder?) -> Recorder? {
    recordings.wrappingAdd(1, ordering: .relaxed)
    return innermost.exchange(recorder)
  }

  /// Makes the recorder before that of the thread again.
  @inline(never)
  private static func end(_ outer: Recorder?) {
    innermost.exchange(outer)
    recordings.wrappingSubtract(1, ordering: .relaxed)
  }

  private static let innermost = ThreadLocal<Recorder?> { nil }
}
