/// What is noted down while one model is being read.
struct ModelReading {
  let tables: Immortal<PlanTables>
  let keys: Immortal<KeyTables>
  /// Where the fields lie.
  let base: FieldAddress
  /// What is noted down beside, if the model is no ordinary one.
  let care: Lent<CarefulReading>?
  /// Which entries of the trie have been seen: the first 64, and all others.
  var seen: UInt64 = 0
  var seenLater: [UInt64] = []
  /// What was found for the fields that have alternative keys.
  var finds: [Find] = []

  /// A value for a field with alternatives.
  struct Find {
    let field: Int
    let rank: Int
    /// Where the value begins; nil once it has been read.
    let position: BytePointer?
  }

  init(
    _ plan: ModelPlan, _ keys: Immortal<KeyTables>, _ base: FieldAddress,
    care: Lent<CarefulReading>? = nil
  ) {
    tables = plan.tables
    self.keys = keys
    self.base = base
    self.care = care
    let words = keys.pointee.wordCount
    if words > 1 { seenLater = [UInt64](repeating: 0, count: words - 1) }
  }

  /// The plan, for errors.
  var plan: ModelPlan { ModelPlan(tables) }

  /// A property with its keys, for errors and for what is rarely done.
  func property(_ index: Int) -> PlannedProperty { keys.pointee.model.properties[index] }

  /// Notes that an entry has been seen.
  ///
  /// - Returns: whether it had been seen before.
  @inline(__always)
  mutating func see(_ entry: Int) -> Bool {
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: entry & 63)
    if entry < 64 {
      let before = seen & bit
      seen |= bit
      return before != 0
    }
    let word = entry &>> 6 &- 1
    let before = seenLater[word] & bit
    seenLater[word] |= bit
    return before != 0
  }

  func seenWord(_ index: Int) -> UInt64 { index == 0 ? seen : seenLater[index - 1] }
}
