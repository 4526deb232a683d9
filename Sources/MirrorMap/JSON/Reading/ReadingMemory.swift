/// The memory that a thread keeps from one document to the next.
struct ReadingMemory: ~Copyable {
  static let ofThread = ThreadLocal { ReadingMemory() }

  /// How the thread's objects have been written so far.
  let predictors = MemberPredictors()
  /// The long strings of the document that is being read.
  var strings = SharedStrings()
  /// Whether short strings may be made of words, see ``ShortString``.
  let makesShortStrings = ShortString.isProven

  deinit { predictors.free() }
}
