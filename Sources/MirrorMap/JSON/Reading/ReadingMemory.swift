/// The memory that a thread keeps from one document to the next.
@safe
struct ReadingMemory {
  private struct Parts: ~Copyable {
    let predictors = MemberPredictors()
    let strings = SharedStrings()
    let makesShortStrings = ShortString.isProven

    deinit {
      predictors.free()
      strings.free()
    }
  }

  private static let ofThread = ThreadLocal { Parts() }

  private let parts: UnownedReference<Parts>

  /// The memory of a thread, which is the current one.
  @inline(__always)
  init(of thread: ThreadState) { parts = Self.ofThread.value(in: thread) }

  /// How the thread's objects have been written so far.
  var predictors: MemberPredictors { @inline(__always) get { parts.pointee.predictors } }

  /// Whether short strings may be made of words, see ``ShortString``.
  var makesShortStrings: Bool { @inline(__always) get { parts.pointee.makesShortStrings } }

  /// The long strings of the document that is being read.
  var strings: SharedStrings { @inline(__always) get { parts.pointee.strings } }
}
