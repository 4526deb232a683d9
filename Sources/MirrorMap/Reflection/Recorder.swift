import Synchronization

/// Collects what the property wrappers of a prototype declare while its `init()` runs.
///
/// `@Mapped("key")` evaluates its arguments each time a model is initialised, and forgets them. Only
/// while a plan is being built does the initialiser hand them to the recorder of its thread, and
/// takes a token for them:
///
///     User()  →  _id:   Mapped<Int>     declares "id"    gets token 0x8A31
///                _name: Mapped<String>  declares "name"  gets token 0xF076
///
/// Recorders stack per thread. An `init()` may well decode other models or build other plans: a
/// decode pushes nil ("not recording"), a plan its own recorder.
@usableFromInline
final class Recorder {
  /// Declarations by token.
  private(set) var declarations: [UInt16: AnyObject] = [:]
  /// Whether more properties were declared than there are tokens.
  private(set) var isExhausted = false

  /// The tokens of two recorders of different parity have nothing in common.
  private let parity: UInt16
  private let seed: UInt16

  /// - Parameters:
  ///   - parity: 0 or 1, the lowest bit of all its tokens.
  ///   - seed: where in the cycle of tokens to begin.
  init(parity: UInt16, seed: UInt16 = .random(in: 0...(.max))) {
    self.parity = parity & 1
    self.seed = seed
  }

  private static let capacity: UInt16 = 1 << 14

  /// Keeps a declaration.
  ///
  /// - Returns: the state that the property is to carry until the recording has been read.
  @usableFromInline
  func record(_ declaration: AnyObject) -> FieldState {
    let number = UInt16(truncatingIfNeeded: declarations.count)
    guard number < Self.capacity else {
      isExhausted = true
      return FieldState()
    }
    // An odd factor makes a cycle through all 2^14 numbers that looks like no counter.
    let shuffled = (number &* 0x2F35 &+ seed) & (Self.capacity - 1)
    let token = FieldState.tokenFlag | shuffled << 1 | parity
    declarations[token] = declaration
    return FieldState(bits: token)
  }

  /// What was declared for a token.
  func declaration(_ token: UInt16) -> AnyObject? { declarations[token] }

  /// Whether this recorder issued a token.
  func issued(_ token: UInt16) -> Bool { declarations[token] != nil }
}

// MARK: - The recorder of a thread

extension Recorder {
  /// How many recordings are going on in the process. Other threads' recordings do not matter, so
  /// the check on the hot path of every initialiser can be one relaxed load.
  @usableFromInline static let recordings = Atomic<Int>(0)

  /// Whether a recorder may be waiting on this thread.
  @inlinable @inline(__always)
  static var mayBeRecording: Bool { recordings.load(ordering: .relaxed) != 0 }

  /// The recorder of this thread, if it is recording.
  @usableFromInline
  static var current: Recorder? {
    guard mayBeRecording else { return nil }
    return frame.value?.recorder
  }

  /// Runs `body` with a recorder, or nil for none, as the one of this thread.
  static func with<R, E: Error>(_ recorder: Recorder?, _ body: () throws(E) -> R) throws(E) -> R {
    recordings.wrappingAdd(1, ordering: .relaxed)
    defer { recordings.wrappingSubtract(1, ordering: .relaxed) }
    return try frame.with(Frame(recorder), body)
  }

  /// Runs `body`, which may initialise models, without recording any of them.
  @inline(__always)
  static func suspended<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    guard current != nil else { return try body() }
    return try with(nil, body)
  }

  /// A level of a thread's stack of recorders.
  private final class Frame {
    let recorder: Recorder?
    init(_ recorder: Recorder?) { self.recorder = recorder }
  }

  private static let frame = ThreadLocal<Frame>()
}
