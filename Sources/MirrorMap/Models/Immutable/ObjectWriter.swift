/// The object to which an ``ImmutableMappable`` model writes its properties.
///
/// Members are written in the order in which they are set. Key paths are regrouped into one tree,
/// whatever their order: a group is written where its first member was set. Steps that are indexes
/// make arrays, with `null` for the elements between them. An object that is set at `"user"` and a
/// member that is set at `"user.name"` are merged.
///
/// ```swift
/// try object.set(id, "id")
/// try object.set(name, "profile.name")
/// try object.set(joined, "joined", transform: .iso8601)
/// try object.set(zip, "addresses.0.zip")
/// ```
///
/// nil is omitted, and written as `null` with ``EncodingOptions/nullsIncluded``: whether it was
/// absent or
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
  /// The groups that are open at the end of the output, outermost first.
  private var openGroups: [Int] = []
  /// Whether the output is as it should be.
  var isInOrder = true
  /// Where objects are whose members are added at the end.
  var additions: [Range<Int>] = []
  /// The member whose value is being written.
  private var member = (node: 0, start: 0)

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
    closeGroups(after: 0)
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
    isNone: Bool? = nil
  ) throws(MappingError) {
    let isNone = isNone ?? coding.isNone(value)
    guard try beginMember(key, nested, delimiter, isNone: isNone) else { return }
    do throws(MappingError) {
      try writer.pointee.encodePiece(value, with: coding)
    } catch {
      throw named(error, key)
    }
    endMember()
  }

  @usableFromInline
  func named(_ error: MappingError, _ key: String) -> MappingError {
    error.named(typeName(of: model), key)
  }

  /// Writes what comes before a member's value.
  ///
  /// - Returns: false if the member is omitted.
  @usableFromInline
  mutating func beginMember(
    _ key: String, _ nested: Bool, _ delimiter: String, isNone: Bool
  ) throws(MappingError) -> Bool {
    guard !isNone || nulls == .always else { return false }
    let steps = try ObjectKey.steps(of: key, nested ? delimiter : "", model)
    if let steps {
      try beginMember(at: steps)
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
    member.start = writer.pointee.count
    guard isNone else { return true }
    writer.pointee.encodeNull()
    endMember()
    return false
  }

  /// Records where a member's value is.
  @usableFromInline
  mutating func endMember() {
    tree[member.node].value = member.start..<writer.pointee.count
  }

  /// Writes brackets and keys up to the value of a key path.
  private mutating func beginMember(at steps: [String]) throws(MappingError) {
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
    // How many groups the member shares with the one that was written last.
    var shared = zip(groups, openGroups).prefix { $0 == $1 }.count
    if knownCount != shared || groups.contains(where: { tree[$0].value != nil })
      || shared > 0 && !tree.canContinue(path[shared - 1], with: path[shared])
    {
      isInOrder = false
    }
    if !isInOrder { shared = 0 }
    closeGroups(after: shared)
    for position in shared..<path.count {
      let node = path[position]
      if position > 0, let next = tree[path[position - 1]].nextIndex {
        writeNulls(tree[node].index.map { $0 - next } ?? 0)
        tree[path[position - 1]].nextIndex = (tree[node].index ?? next) + 1
      } else {
        writer.pointee.writeKey(tree[node].step)
      }
      guard position < path.count - 1 else { break }
      let isArray = tree[path[position + 1]].index != nil
      tree[node].nextIndex = isArray ? 0 : nil
      writer.pointee.writeByte(isArray ? .openBracket : .openBrace)
      openGroups.append(node)
    }
  }

  /// Writes `null` for elements that were not set, and the comma.
  private func writeNulls(_ count: Int) {
    for _ in 0..<max(count, 0) {
      writer.pointee.separate()
      writer.pointee.encodeNull()
    }
    writer.pointee.separate()
  }

  /// Closes all open groups but the outermost ones.
  mutating func closeGroups(after count: Int) {
    while openGroups.count > count {
      let group = openGroups.removeLast()
      writer.pointee.writeByte(tree[group].nextIndex == nil ? .closeBrace : .closeBracket)
    }
  }

  /// The error for the members at a key path.
  func failure(_ steps: [String], _ cause: String, name: String?) -> MappingError {
    var error = MappingError(.notEncodable, expected: cause)
    error.details.byteOffset = start
    error.details.missing = JSONPath(keyPath: steps).components
    return error.named(typeName(of: model), name)
  }
}
