/// The state of reading an object's members with a ``MemberPredictor``.
struct MemberScan {
  /// Instead of an entry's index: an unmapped key, the end of the object.
  static let unknown = -1
  static let end = -2

  fileprivate let slot: MemberPredictors.Slot
  /// The node whose keys these are.
  fileprivate let node: UInt
  /// Whether keys match in any case.
  fileprivate let ignoresCase: Bool
  /// The step that is likely to come next, and the one that came last.
  fileprivate var step = MemberPredictor.firstMembers.lowerBound
  fileprivate var last = Int(MemberPredictor.Step.none)
  /// Without a prediction: the entry that is likely to come next; before the first one, -1.
  fileprivate var expected = -1
  fileprivate var isAtFirstMember: Bool { last < 0 && expected < 0 }

  /// Begins an object.
  ///
  /// - Parameters:
  ///   - node: identifies the table of keys.
  ///   - isLimited: whether the lengths of keys are limited, so that each one is parsed.
  ///   - ignoresCase: whether keys match in any case.
  @inline(__always)
  init(
    _ predictors: MemberPredictors, node: UInt, depth: Int, isLimited: Bool,
    ignoresCase: Bool = false
  ) {
    self.node = node
    self.ignoresCase = ignoresCase
    slot = isLimited ? .none : predictors.slot(for: node, depth: depth)
  }

  /// The predictor, unless it was replaced by another table's while a value was read.
  @inline(__always)
  fileprivate var predictor: MemberPredictor? { slot.predictor(of: node) }
}

extension MemberScan {
  /// The step whose text comes next if it is the predicted one; nil if there is no prediction.
  @inline(__always)
  var prediction: (predictor: MemberPredictor, number: Int)? {
    guard let predictor else { return nil }
    return (predictor, step)
  }

  /// Consumes the text of a step.
  ///
  /// - Parameters:
  ///   - number: the step, then the one that is likely to come next.
  ///   - place: where the text begins, then where the value begins.
  /// - Returns: as ``JSONReader/nextKey(in:_:)``; nil, with nothing consumed, if another text comes.
  @inline(__always)
  mutating func consume(
    _ number: inout Int, of predictor: MemberPredictor, at place: inout BytePointer,
    _ end: BytePointer
  ) -> Int? {
    let predicted = predictor[number]
    guard predictor.has(number), predictor.matches(predicted, at: place, end) else { return nil }
    place += Int(truncatingIfNeeded: predicted.length)
    // The text was learned where there was less white space before the value.
    if predicted.index != Self.end { place = ByteScan.skipWhitespace(place, end) }
    last = number
    number = Int(truncatingIfNeeded: predicted.next)
    step = number
    return Int(truncatingIfNeeded: predicted.index)
  }
}

extension JSONReader {
  /// Consumes the next key, from the opening brace or the end of a value on.
  ///
  /// - Returns: the entry's index or ``MemberScan/unknown``, with the reader at the value; or
  ///   ``MemberScan/end`` if the object has been consumed.
  @inline(__always)
  mutating func nextKey(in table: KeyTable, _ scan: inout MemberScan) throws(MappingError) -> Int {
    if let (predictor, step) = scan.prediction, let index = consume(step, of: predictor, &scan) {
      return index
    }
    return try parseNextKey(in: table, &scan)
  }

  /// Consumes the text of a step, as ``MemberScan/consume(_:of:at:_:)``.
  ///
  /// - Returns: as ``nextKey(in:_:)``; nil, with nothing consumed, if another text comes.
  @inline(__always)
  private mutating func consume(
    _ number: Int, of predictor: MemberPredictor, _ scan: inout MemberScan
  ) -> Int? {
    var (place, step) = (cursor, number)
    guard let index = scan.consume(&step, of: predictor, at: &place, end) else { return nil }
    cursor = place
    if index == MemberScan.end { remainingDepth &+= 1 }
    return index
  }

  /// The position of the key of a member that begins at a position.
  ///
  /// Precondition of the access to a byte: it is before the cursor.
  @inline(never)
  mutating func keyPosition(from place: BytePointer) -> BytePointer {
    var pointer = place
    while pointer < cursor, unsafe pointer.pointee != .quote { pointer += 1 }
    return pointer
  }

  // MARK: Without a prediction

  /// Consumes the next key, which is not the predicted one.
  @inline(never)
  mutating func parseNextKey(
    in table: KeyTable, _ scan: inout MemberScan
  ) throws(MappingError) -> Int {
    guard let predictor = scan.predictor else { return try parseKey(in: table, &scan) }
    let last = scan.last
    if last >= 0, let index = consume(Int(predictor[last].other), of: predictor, &scan) {
      predictor.link(last, to: scan.last)
      return index
    }
    return try parseKey(in: table, &scan, correcting: predictor)
  }

  /// Consumes the next key, which followed neither time, and lets the predictor learn that it comes here.
  @inline(never)
  private mutating func parseKey(
    in table: KeyTable, _ scan: inout MemberScan, correcting predictor: MemberPredictor
  ) throws(MappingError) -> Int {
    if let index = consumeAlternative(of: predictor, &scan) { return index }
    let (first, isFirst, last) = (cursor, scan.isAtFirstMember, scan.last)
    let index = try parseKey(in: table, &scan)
    predictor.header.misses += 1
    let text = bytes(from: first, to: cursor)
    if isFirst {
      scan.step = predictor.step(after: index)
      scan.last =
        predictor.learn(text, isFirst: true, index: index, next: scan.step)
        ?? Int(MemberPredictor.Step.none)
    } else if let number =
      step(of: predictor, with: text, index: index).map({ predictor.branch($0, after: last) })
      ?? predictor.learn(text, index: index, after: last, next: scan.step)
    {
      predictor.link(last, to: number)
      scan.last = number
      scan.step = Int(predictor[number].next)
    }
    return index
  }

  @inline(never)
  private mutating func parseKey(
    in table: KeyTable, _ scan: inout MemberScan
  ) throws(MappingError) -> Int {
    let isFirst = scan.isAtFirstMember
    scan.expected = max(scan.expected, 0)
    guard try isFirst ? isAtMember() : nextMember() else { return MemberScan.end }
    let index =
      try scan.ignoresCase
      ? readKey(in: table, ignoringCase: true) : readKey(in: table, expected: scan.expected)
    if index >= 0 { scan.expected = index + 1 }
    return index
  }

  /// Whether an object that has been entered has members; consumes the closing brace otherwise.
  private mutating func isAtMember() throws(MappingError) -> Bool {
    skipWhitespace()
    guard current == .closeBrace else { return true }
    cursor += 1
    remainingDepth += 1
    return false
  }

  /// Consumes the next key if it is that of another first member, or of one of the next steps, as members are
  /// sometimes missing.
  ///
  /// - Returns: as ``nextKey(in:_:)``; nil, with nothing consumed, if it is neither.
  @inline(__always)
  private mutating func consumeAlternative(
    of predictor: MemberPredictor, _ scan: inout MemberScan
  ) -> Int? {
    if scan.isAtFirstMember {
      for number in MemberPredictor.firstMembers where predictor.has(number) {
        if let index = consume(number, of: predictor, &scan) { return index }
      }
      return nil
    }
    let last = scan.last
    var number = scan.step
    for _ in 0..<8 where predictor.has(number) {
      number = Int(predictor[number].next)
      if let index = consume(number, of: predictor, &scan) {
        scan.last = predictor.branch(number, after: last)
        scan.step = Int(predictor[scan.last].next)
        predictor.link(last, to: scan.last)
        return index
      }
    }
    return nil
  }

  /// The step with a text.
  private func step(of predictor: MemberPredictor, with text: Bytes, index: Int) -> Int? {
    for number in 0..<predictor.count
    where predictor[number].index == index && predictor[number].length == text.count {
      if predictor.matches(predictor[number], at: text.start, end) { return number }
    }
    return nil
  }
}

extension MemberPredictor {
  /// The step after the one of an entry.
  fileprivate func step(after index: Int) -> Int {
    for number in 0..<count where self[number].index == index { return Int(self[number].next) }
    return index == MemberScan.end || count == 0 ? Int(Step.none) : 0
  }
}
