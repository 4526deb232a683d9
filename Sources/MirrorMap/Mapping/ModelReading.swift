/// What is noted down while one model is being read.
struct ModelReading {
  let target: ModelTarget
  let keys: Immortal<KeyTables>
  /// What is noted down beside, if the model is no ordinary one.
  let care: Lent<CarefulReading>?
  /// Which of the first 64 entries of the trie have been seen.
  private var seen: UInt64 = 0
  /// nil for most models, which costs nothing to release.
  private var rest: Rest?

  /// What few models need.
  private struct Rest {
    /// Which of the other entries have been seen.
    var seen: [UInt64] = []
    /// What was found for the fields that have alternative keys.
    var finds: [Find] = []
  }

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
    target = ModelTarget(tables: plan.tables, base: base)
    self.keys = keys
    self.care = care
    let words = keys.pointee.wordCount
    if words > 1 { rest = Rest(seen: [UInt64](repeating: 0, count: words - 1)) }
  }

  var tables: Immortal<PlanTables> { @inline(__always) get { target.tables } }
  var base: FieldAddress { @inline(__always) get { target.base } }
  var plan: ModelPlan { target.plan }

  var finds: [Find] {
    get { rest?.finds ?? [] }
    _modify {
      var all = rest ?? Rest()
      rest = nil
      defer { rest = all }
      yield &all.finds
    }
  }

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
    return seeLater(entry, bit)
  }

  private mutating func seeLater(_ entry: Int, _ bit: UInt64) -> Bool {
    let word = entry &>> 6 &- 1
    let before = rest?.seen[word] ?? 0
    rest?.seen[word] = before | bit
    return before & bit != 0
  }

  /// Whether all entries have been seen whose fields have no other.
  var hasSeenAll: Bool {
    @inline(__always) get {
      keys.pointee.wordCount == 1 && keys.pointee.soleEntries[0] & ~seen == 0
    }
  }

  func seenWord(_ index: Int) -> UInt64 { index == 0 ? seen : rest?.seen[index - 1] ?? 0 }
}

/// The fields that are being read into: two words, which calls hand over in registers.
struct ModelTarget {
  let tables: Immortal<PlanTables>
  /// Where the fields lie.
  let base: FieldAddress

  /// The plan, for errors.
  var plan: ModelPlan { ModelPlan(tables) }
}
