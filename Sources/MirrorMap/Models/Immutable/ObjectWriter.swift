/// The object to which an ``ImmutableMappable`` model writes its properties.
///
/// Members are written in the order in which they are set. Key paths are regrouped into one tree in
/// any order: a group is written where its first member was set. Steps that are indexes make
/// arrays, with `null` for the elements between them. An object that is set at `"user"` and a
/// member that is set at `"user.name"` are merged; if the object has a member `name` of its own, the one that is set at
/// the key path counts.
///
/// ```swift
/// try object.set(id, "id")
/// try object.set(name, "profile.name")
/// try object.set(joined, "joined", transform: .iso8601)
/// try object.set(zip, "addresses.0.zip")
/// ```
///
/// nil is omitted, or written as `null` with ``EncodingOptions/nullsIncluded``, because the writer
/// doesn't know whether the document had `null`. Setting a key twice is an error, unless one of the values
/// is omitted.
public struct ObjectWriter: ~Copyable, HandedOut {
  /// What the document is written to.
  @usableFromInline let writer: UnownedReference<JSONWriter>
  /// The identity of this object, which detects swaps.
  @usableFromInline let identity: Identity
  /// The type that is being written.
  let model: Any.Type
  /// The object's position in the output.
  let start: Int
  let outerScope: WritingScope
  /// When nil is written.
  private let nulls: EncodingOptions.Nulls
  /// The numbers of the keys, as long as all have one and follow each other: then the tree isn't made.
  private var keys: RequestedKeys?
  // If the struct were larger, the compiler would copy it with `memcpy`; so small numbers share words.
  /// The key that was set last, even if it was omitted.
  private var lastKey: UInt8 = 0
  /// The object at the end of the output.
  private var openObject: UInt8 = 0
  private var block = RequestedKeys.Block()
  /// The keys of the block whose members have been written.
  private var written: UInt64 = 0
  /// The objects that have been opened, by their bits.
  private var opened: UInt64 = 0
  var tree = MemberTree()
  /// The groups that are open at the end of the output, the outermost one first.
  private var openGroups: [Int] = []
  /// Whether the output has all members at their final positions.
  var isInOrder = true
  /// How many open groups count as levels of nesting.
  private var enteredGroups: Int32 = 0
  /// The positions of objects whose members are added at the end.
  var additions: [Range<Int>] = []
  /// The member whose value is being written.
  private var member = (node: 0, start: 0)

  /// The context that was passed to `encode`, for transforms and values.
  public var context: MappingContext { writer.pointee.context }

  /// The options in force.
  public var options: EncodingOptions { writer.pointee.options }

  /// Begins to write an object.
  ///
  /// - Precondition: `writer` stays valid as long as this is used.
  /// - Throws: ``MappingError`` with code `.depthLimit`.
  @usableFromInline
  init(_ writer: UnownedReference<JSONWriter>, _ model: Any.Type) throws(MappingError) {
    _ = try writer.pointee.beginValue()
    try writer.pointee.enter()
    self.writer = writer
    let thread = ThreadState.current
    identity = thread.makeIdentity()
    keys = RequestedKeys.find(model, in: RequestedKeys.ofWriters, of: thread)
    if keys == nil { tree.begin() }
    self.model = model
    start = writer.pointee.count
    let scope = writer.pointee.scope
    outerScope = scope
    nulls = scope.writesAllNulls ? .always : writer.pointee.options.nulls
    // This model doesn't record changes, so it's written whole, with all models inside it.
    writer.pointee.scope.changesOnly = false
    writer.pointee.writeByte(.openBrace)
  }

  @usableFromInline
  mutating func finish() throws(MappingError) {
    closeGroups(after: 0)
    if openObject > 0, let keys { open(0, keys) }
    if block.isOnStack { keys?.end(block) }
    writer.pointee.remainingDepth &+= Int(enteredGroups)
    writer.pointee.leave()
    if isInOrder {
      writer.pointee.writeByte(.closeBrace)
    } else {
      let object = try assembled()
      writer.pointee.rewind(to: start)
      try writer.pointee.writeTree(object)
    }
    writer.pointee.scope = outerScope
  }

  /// Ends an object that can't be written.
  ///
  /// - Returns: the error with its position.
  @usableFromInline
  @inline(never)
  func abandon(_ error: any Error) -> MappingError {
    if block.isOnStack { keys?.end(block) }
    writer.pointee.remainingDepth &+= Int(enteredGroups)
    writer.pointee.leave()
    writer.pointee.scope = outerScope
    return writer.pointee.wrap(error, since: start).named(typeName(of: model))
  }
}

// MARK: - Members

extension ObjectWriter {
  /// Writes a member.
  ///
  /// - Parameter isNone: Whether the value is nil; by default, the coding decides.
  @inlinable
  mutating func write<Coding: ValueCoding>(
    _ value: Coding.Value, _ key: String, _ nested: Bool, _ delimiter: String, _ coding: Coding,
    isNone: Bool? = nil
  ) throws(MappingError) {
    let isNone = isNone ?? coding.isNone(value)
    guard try beginMember(key, nested, delimiter, isNone: isNone) else { return }
    do throws(MappingError) {
      try writer.pointee.encodePiece(value, with: coding)
    } catch {
      throw failedMember(error, key)
    }
    endMember()
  }

  @usableFromInline
  @inline(never)
  func failedMember(_ error: MappingError, _ key: String) -> MappingError {
    error.named(typeName(of: model), key)
  }

  /// Writes what comes before a member's value.
  ///
  /// - Returns: false if the member is omitted.
  @usableFromInline
  mutating func beginMember(
    _ key: String, _ nested: Bool, _ delimiter: String, isNone: Bool
  ) throws(MappingError) -> Bool {
    let number = nested ? nextNumber(key, delimiter) : 0
    guard number > 0 else { return try beginOtherMember(key, nested, delimiter, isNone: isNone) }
    return beginMember(number, key, isNone: isNone)
  }

  /// The number of a key if it is the expected one and no path, or 0.
  // Nothing is called while the keys are used, so that no references are counted.
  @inline(__always)
  private func nextNumber(_ key: String, _ delimiter: String) -> Int {
    guard let keys else { return 0 }
    let number = keys.next(after: Int(lastKey), key, delimiter)
    return number > 0 && keys[number].object == 0 && openObject == 0
      && block.contains(number) && written & RequestedKeys.bit(number) == 0 ? number : 0
  }

  @inline(__always)
  private mutating func beginMember(_ number: Int, _ step: String, isNone: Bool) -> Bool {
    lastKey = UInt8(truncatingIfNeeded: number)
    guard !isNone || nulls == .always else { return false }
    written |= RequestedKeys.bit(number)
    writer.pointee.writeKey(step)
    if isNone { writer.pointee.encodeNull() }
    return !isNone
  }

  /// The number of any key that has one, whose block is at hand then.
  private mutating func number(
    of key: String, _ delimiter: String, _ keys: RequestedKeys
  ) -> Int? {
    let number = keys.number(of: key, delimiter, after: Int(lastKey))
    select(number, keys)
    return number > 0 ? number : nil
  }

  private mutating func select(_ number: Int, _ keys: RequestedKeys) {
    if block.contains(number) { return }
    var states = RequestedKeys.States(found: written)
    keys.exchange(&states, &block, for: number)
    written = states.found
  }

  @inline(never)
  private mutating func beginOtherMember(
    _ key: String, _ nested: Bool, _ delimiter: String, isNone: Bool
  ) throws(MappingError) -> Bool {
    if nested, let keys, let number = number(of: key, delimiter, keys),
      written & RequestedKeys.bit(number) == 0
    {
      let isOmitted = isNone && nulls != .always
      if isOmitted || open(keys[number].object, keys) {
        try enterGroups(keys[Int(openObject)].depth + 1)
        return beginMember(number, keys[number].step, isNone: isNone)
      }
    }
    let steps = try ObjectKey.steps(of: key, nested ? delimiter : "", model)
    guard steps?.contains(MappedKey.wildcard) != true else {
      throw .declaration(typeName(of: model), key, "a key path with a wildcard is only read")
    }
    guard !isNone || nulls == .always else { return false }
    makeTree()
    if let steps {
      beginMember(at: steps)
    } else if let known = tree.child(of: 0, key) {
      member.node = known
      isInOrder = false
    } else {
      member.node = tree.addChild(to: 0, key)
    }
    guard tree[member.node].value == nil else {
      throw failure(steps ?? [key], "this key is set a second time", name: key)
    }
    tree[member.node].name = key
    if steps == nil {
      closeGroups(after: 0)
      writer.pointee.writeKey(key)
    }
    try enterGroups(openGroups.count)
    member.start = writer.pointee.count
    guard isNone else { return true }
    writer.pointee.encodeNull()
    endMember()
    return false
  }

  /// Counts the open groups among the levels of nesting.
  ///
  /// - Throws: ``MappingError`` with code `.depthLimit`.
  mutating func enterGroups(_ count: Int) throws(MappingError) {
    writer.pointee.remainingDepth &+= Int(enteredGroups) &- count
    enteredGroups = Int32(truncatingIfNeeded: count)
    if writer.pointee.remainingDepth < 0 {
      writer.pointee.isMalformed = true
      throw writer.pointee.tooDeep()
    }
  }

  /// Records the position of a member's value.
  @usableFromInline
  mutating func endMember() {
    guard keys == nil else { return }
    tree[member.node].value = member.start..<writer.pointee.count
  }

  /// Closes and opens objects at the end of the output, so that one of them is the innermost.
  ///
  /// - Returns: false, with nothing written, if one that has been closed had to be opened again.
  @discardableResult
  private mutating func open(_ object: Int, _ keys: RequestedKeys) -> Bool {
    let path = keys[object].objects | keys[object].objectBit
    var innermost = Int(openObject)
    let openPath = keys[innermost].objects | keys[innermost].objectBit
    guard path & ~openPath & opened == 0 else { return false }
    while path & keys[innermost].objectBit == 0 {
      writer.pointee.writeByte(.closeBrace)
      innermost = keys[innermost].object
    }
    openObject = UInt8(truncatingIfNeeded: innermost)
    guard innermost != object else { return true }
    open(keys[object].object, keys)
    writer.pointee.writeKey(keys[object].step)
    writer.pointee.writeByte(.openBrace)
    opened |= keys[object].objectBit
    openObject = UInt8(truncatingIfNeeded: object)
    return true
  }

  /// Makes a tree of the members that have been written, because something else than a member at the end is set.
  @inline(never)
  mutating func makeTree() {
    guard let keys else { return }
    // Of keys in other blocks there are too many to be few.
    keys.miss(after: block.isOnStack ? .max : written.nonzeroBitCount)
    if block.isOnStack { keys.end(block) }
    block = RequestedKeys.Block()
    self.keys = nil
    openObject = 0
    tree.begin()
    guard writer.pointee.count > start + 1 else { return }
    var reader = JSONReader(writer.pointee.written(since: start), maximumDepth: .max, session: nil)
    var (object, group) = (0, 0)
    // Where a value has failed, the output is malformed, whatever follows.
    do throws(MappingError) {
      guard try reader.beginObject() else { return }
      while true {
        let step = try reader.readKey()
        let number = JSONKey.withUTF8(step) { keys.key(in: object, $0) }
        let node = tree.addChild(to: group, step)
        if keys[number].isObject {
          (object, group) = (number, node)
          openGroups.append(node)
          guard try reader.beginObject() else { return }
          continue
        }
        let value = reader.cursor
        try reader.skip()
        tree[node].name = keys[number].path
        tree[node].value = start + (value - reader.start)..<start + (reader.cursor - reader.start)
        while reader.current == .closeBrace {
          _ = try reader.nextMember()
          openGroups.removeLast()
          (object, group) = (keys[object].object, openGroups.last ?? 0)
        }
        guard reader.current == .comma, try reader.nextMember() else { return }
      }
    } catch {}
  }

  /// Writes brackets and keys up to the value of a key path.
  private mutating func beginMember(at steps: [String]) {
    var path: [Int] = []
    var knownCount = 0
    var node = 0
    for step in steps {
      if let known = tree.child(of: node, step) {
        node = known
        knownCount += 1
      } else {
        node = tree.addChild(to: node, step)
      }
      path.append(node)
    }
    member.node = node
    guard tree[node].value == nil else { return }
    let groups = path.dropLast()
    // The number of groups that the member shares with the one written before it.
    let shared = zip(groups, openGroups).prefix { $0 == $1 }.count
    if knownCount != shared || groups.contains(where: { tree[$0].value != nil })
      || path.contains(where: { tree[$0].index != nil })
    {
      isInOrder = false
    }
    closeGroups(after: isInOrder ? shared : 0)
    for (depth, node) in path.enumerated().dropFirst(openGroups.count) {
      // An error in the value finds its path in the output, which therefore has arrays.
      if let index = tree[node].index {
        writer.pointee.writeByte(.openBracket)
        for _ in 0..<index { writer.pointee.writeLiteral("null,") }
      } else {
        if depth > openGroups.count { writer.pointee.writeByte(.openBrace) }
        writer.pointee.writeKey(tree[node].step)
      }
    }
    openGroups += groups.dropFirst(openGroups.count)
  }

  /// Closes all open groups but the outermost ones, arrays like objects: after an array, the object is
  /// assembled again.
  mutating func closeGroups(after count: Int) {
    while openGroups.count > count {
      openGroups.removeLast()
      writer.pointee.writeByte(.closeBrace)
    }
  }

  /// The error for the members at a key path.
  func failure(_ steps: [String], _ cause: String, name: String?) -> MappingError {
    var error = MappingError(.notEncodable, expected: cause)
    error.details.byteOffset = start
    error.details.subpath = .init(keyPath: steps)
    return error.named(typeName(of: model), name?.isEmpty == true ? nil : name)
  }
}
