/// What is noted down while one model is being read.
struct ModelReading {
  let tables: UnsafePointer<PlanTables>
  let keys: UnsafePointer<KeyTables>
  /// How values are read into their fields.
  let readings: UnsafePointer<PropertyDeclaration.Reading>
  /// Where the fields lie.
  let base: UnsafeMutableRawPointer
  /// Whether there is more to do than to read values into fields.
  let needsCare: Bool
  /// Whether the model has values already, which the document changes.
  let isUpdating: Bool
  /// Which entries of the trie have been seen: the first 64, and all others.
  var seen: UInt64 = 0
  var seenLater: [UInt64] = []
  /// What was found for the fields that have alternative keys.
  var finds: [Find] = []
  /// What only models that need care keep.
  var care = CarefulReading()

  /// A value for a field with alternatives.
  struct Find {
    let field: Int
    let rank: Int
    /// Where the value begins; nil once it has been read.
    let position: UnsafePointer<UInt8>?
  }

  init(
    _ plan: ModelPlan, _ keys: UnsafePointer<KeyTables>, _ base: UnsafeMutableRawPointer,
    needsCare: Bool = false, isUpdating: Bool = false
  ) {
    tables = plan.tables
    self.keys = keys
    readings = isUpdating ? tables.pointee.updates : tables.pointee.readings
    self.base = base
    self.needsCare = needsCare
    self.isUpdating = isUpdating
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
