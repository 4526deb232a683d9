/// The object to which an ``ImmutableMappable`` model writes its properties.
///
/// Members are written in the order in which they are set. Key paths are regrouped into one tree,
/// whatever their order: a group stands where its first member was set. Steps that are indexes make
/// arrays, with `null` in the places between. An object that is set at `"user"` and a member that is set
/// at `"user.name"` are merged.
///
/// ```swift
/// try object.set(id, "id")
/// try object.set(name, "profile.name")
/// try object.set(joined, "joined", transform: .iso8601)
/// try object.set(zip, "addresses.0.zip")
/// ```
///
/// nil is omitted, and written as `null` with ``EncodingOptions/nullsIncluded``: whether it was absent or
/// `null` in a document is not known here. Setting a key twice is an error.
public struct ObjectWriter: ~Copyable {
  /// What the document is written to.
  @usableFromInline let writer: Lent<JSONWriter>
  /// What tells this object from all others.
  @usableFromInline let identity: Identity
  /// The type that is being written.
  let model: Any.Type
  /// Where in the output the object begins.
  let start: Int
  private let outerScope: WritingScope
  /// Whether and when nil is written.
  private let nulls: EncodingOptions.Nulls
  var tree = MemberTree()
  /// The groups whose ends are the last bytes of the output, outermost first.
  var openGroups: [Int] = []
  /// Whether the output is as it should be.
  var isInOrder = true
  /// Objects whose members are added at the end.
  var additions: [Range<Int>] = []
  /// The member whose value is being written.
  var member = (node: 0, start: 0)

  /// Begins to write an object.
  ///
  /// - Precondition: `writer` stays valid as long as this is used.
  /// - Throws: ``MappingError`` with code `.depthLimit`.
  @usableFromInline
  init(_ writer: Lent<JSONWriter>, _ model: Any.Type) throws(MappingError) {
    _ = try writer.pointee.beginValue()
    try writer.pointee.enter()
    self.writer = writer
    identity = ThreadState.current.makeIdentity()
    self.model = model
    start = writer.pointee.count
    let scope = writer.pointee.scope
    outerScope = scope
    nulls = scope.writesAllNulls ? .always : writer.pointee.options.nulls
    // A model that does not know what has been changed is written whole, with all that is in it.
    writer.pointee.scope.changesOnly = false
    writer.pointee.writeByte(.openBrace)
  }

  /// Ends the object.
  @usableFromInline
  mutating func finish() throws(MappingError) {
    try addMembers()
    if !isInOrder { try assemble() }
    writer.pointee.writeByte(.closeBrace)
    writer.pointee.leave()
    writer.pointee.scope = outerScope
  }

  /// Ends an object that could not be written.
  ///
  /// - Returns: the error with its place.
  @usableFromInline
  @inline(never)
  func abandon(_ error: any Error) -> MappingError {
    writer.pointee.leave()
    writer.pointee.scope = outerScope
    return writer.pointee.wrap(error, since: start).named(typeName(of: model))
  }
}

extension ObjectWriter: HandedOut {
  @usableFromInline static var name: StaticString { "ObjectWriter" }
}

extension ObjectWriter {
  /// What was handed to `encode` for transforms and values.
  public var context: MappingContext { writer.pointee.context }

  /// The options in force.
  public var options: EncodingOptions { writer.pointee.options }
}

// MARK: - Members

extension ObjectWriter {
  /// Writes a member.
  ///
  /// - Parameter isNone: whether the value is nil.
  @inlinable
  mutating func write<Coding: ValueCoding>(
    _ value: Coding.Value, _ key: String, _ nested: Bool, _ delimiter: String, _ coding: Coding,
    isNone: Bool
  ) throws(MappingError) {
    guard try beginMember(key, nested, delimiter, isNone: isNone) else { return }
    if isNone {
      writeNull()
    } else {
      do throws(MappingError) {
        try writer.pointee.encodePiece(value, with: coding)
      } catch {
        throw named(error, key)
      }
    }
    endMember()
  }

  @usableFromInline
  func writeNull() { writer.pointee.encodeNull() }

  @usableFromInline
  func named(_ error: MappingError, _ key: String) -> MappingError { error.named(typeName(of: model), key) }

  /// Writes all that comes before a member's value.
  ///
  /// - Returns: false if the member is omitted.
  @usableFromInline
  mutating func beginMember(
    _ key: String, _ nested: Bool, _ delimiter: String, isNone: Bool
  ) throws(MappingError) -> Bool {
    guard !isNone || nulls == .always else { return false }
    let isPath = nested && !delimiter.isEmpty
    if let steps = try KeySteps.split(key, nested: isPath, delimiter, of: model) {
      try beginMember(at: steps, key)
    } else {
      try beginMember(key)
    }
    return true
  }

  /// The same for a key that is no path.
  private mutating func beginMember(_ key: String) throws(MappingError) {
    if let known = tree.child(of: 0, key) {
      guard tree[known].value == nil else { throw setTwice([key], key) }
      isInOrder = false
      member.node = known
    } else {
      member.node = tree.addChild(to: 0, key)
    }
    openGroups.removeAll(keepingCapacity: true)
    tree[member.node].name = key
    writer.pointee.writeKey(key)
    member.start = writer.pointee.count
  }

  /// Writes the brackets behind a member's value, and notes where it lies.
  @usableFromInline
  mutating func endMember() {
    tree[member.node].value = member.start..<writer.pointee.count
    for group in openGroups.reversed() {
      writer.pointee.writeByte(tree[group].isWrittenAsArray ? .closeBracket : .closeBrace)
    }
  }

  private mutating func beginMember(
    at steps: [String], _ key: String
  ) throws(MappingError) {
    var path: [Int] = []
    var newCount = 0
    var node = 0
    for step in steps {
      if let known = tree.child(of: node, step) {
        node = known
      } else {
        node = tree.addChild(to: node, step)
        newCount += 1
      }
      path.append(node)
    }
    guard tree[node].value == nil else { throw setTwice(steps, key) }
    tree[node].name = key
    member.node = node
    let groups = Array(path.dropLast())
    // How many groups the member shares with the one that was written last.
    let shared = zip(groups, openGroups).prefix { $0 == $1 }.count
    if newCount != steps.count - shared || groups.contains(where: { tree[$0].value != nil }) {
      isInOrder = false
    }
    if shared > 0, isInOrder, canContinue(groups[shared - 1], path[shared]) {
      writer.pointee.rewind(to: writer.pointee.count - shared)
      open(path[...], from: shared)
    } else {
      if shared > 0 { isInOrder = false }
      open(path[...], from: 0)
    }
    openGroups = groups
    member.start = writer.pointee.count
  }

  /// Whether a node can be written behind what the group holds already.
  private func canContinue(_ group: Int, _ child: Int) -> Bool {
    guard tree[group].isWrittenAsArray else { return true }
    guard let index = tree[child].index else { return false }
    return index >= tree[group].nextIndex
  }

  /// Writes keys and opening brackets up to a member's value.
  private mutating func open(_ path: ArraySlice<Int>, from first: Int) {
    for position in first..<path.endIndex {
      let node = path[position]
      if position > 0, tree[path[position - 1]].isWrittenAsArray {
        writeGap(in: path[position - 1], upTo: tree[node].index ?? 0)
      } else {
        writer.pointee.writeKey(tree[node].step)
      }
      guard position < path.endIndex - 1 else { return }
      let isArray = tree[path[position + 1]].index != nil
      tree[node].isWrittenAsArray = isArray
      tree[node].nextIndex = 0
      writer.pointee.writeByte(isArray ? .openBracket : .openBrace)
    }
  }

  /// Writes `null` for the elements in front of an index, and the comma.
  private mutating func writeGap(in group: Int, upTo index: Int) {
    while tree[group].nextIndex < index {
      writer.pointee.separate()
      writer.pointee.encodeNull()
      tree[group].nextIndex += 1
    }
    writer.pointee.separate()
    tree[group].nextIndex = index + 1
  }

  private func setTwice(_ steps: [String], _ key: String) -> MappingError {
    var error = MappingError(.notEncodable, expected: "this key is set a second time")
    error.details.byteOffset = start
    error.details.missing = JSONPath(keyPath: steps).components
    return error.named(typeName(of: model), key)
  }
}
