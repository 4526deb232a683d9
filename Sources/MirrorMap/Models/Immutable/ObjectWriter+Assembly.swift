/// Adding members of other models and of extras, and putting an object together whose groups were not
/// set one after the other; see ``MemberTree``.
extension ObjectWriter {
  /// Adds members that no key was set for, such as those that ``ObjectReader/unmapped()`` has handed
  /// out. They stand behind all others.
  ///
  /// What lies below a key that was set is merged with it, as far as both are objects.
  ///
  /// - Throws: ``MappingError`` when the model has been written, if one of the members was set already.
  public mutating func merge(_ members: some ExtrasContainer) throws(MappingError) {
    try merge(members.extras, with: ValueItself())
  }

  /// Adds the members of an annotated model on this level: the inverse of
  /// ``ObjectReader/flattened(_:)-(Mappable.Type)``.
  ///
  /// - Throws: ``MappingError`` if the model cannot be written; when this one has been written, if a
  ///   member was set already.
  public mutating func merge<Model: Mappable>(_ model: Model) throws(MappingError) {
    try merge(model, with: ValueItself())
  }

  /// Adds the members of a model on this level.
  ///
  /// - Throws: ``MappingError`` if the model cannot be written; when this one has been written, if a
  ///   member was set already.
  public mutating func merge<Model: ImmutableMappable>(_ model: Model) throws(MappingError) {
    try merge(model, with: ValueItself())
  }

  private mutating func merge<Coding: ValueCoding>(
    _ object: Coding.Value, with coding: Coding
  ) throws(MappingError) {
    // As if it were a value behind a comma; the object is put together anew at the end.
    writer.pointee.writeByte(.comma)
    let position = writer.pointee.count
    try writer.pointee.encodePiece(object, with: coding)
    additions.append(position..<writer.pointee.count)
    openGroups.removeAll()
    isInOrder = false
  }

  /// Puts the members of merged objects into the tree.
  mutating func addMembers() throws(MappingError) {
    for range in additions {
      // Positions stay, the buffer does not: nothing is written meanwhile.
      let output = writer.pointee.written
      var reader = JSONReader(
        output[range], maximumDepth: .max, session: nil)
      guard try reader.beginObject() else { continue }
      repeat {
        let key = try reader.readKey()
        let first = range.lowerBound + (reader.cursor - reader.start)
        try reader.skipValue()
        let value = first..<range.lowerBound + (reader.cursor - reader.start)
        if let known = tree.child(of: 0, key) {
          tree[known].additions.append(value)
        } else {
          let node = tree.addChild(to: 0, key)
          tree[node].value = value
          tree[node].name = key
        }
      } while try reader.nextMember()
    }
  }

  /// Writes the object anew, without its closing bracket.
  @inline(never)
  func assemble() throws(MappingError) {
    let size = writer.pointee.count - start
    var assembly = JSONWriter(session: nil, capacity: size + 64)
    assembly.writeByte(.openBrace)
    for node in tree[0].children {
      assembly.writeKey(tree[node].step)
      try writeNode(node, to: &assembly)
    }
    writer.pointee.rewind(to: start)
    writer.pointee.writeVerbatim(assembly.written)
  }

  /// Writes all that lies at a node.
  private func writeNode(
    _ node: Int, to assembly: inout JSONWriter
  ) throws(MappingError) {
    let position = assembly.count
    if let value = tree[node].value { copy(value, to: &assembly) }
    let middle = assembly.count
    if !tree[node].children.isEmpty { try writeGroup(node, to: &assembly) }
    if position < middle, middle < assembly.count {
      try merge(in: &assembly, position, middle) {
        $0.merged(with: $1)
      } orElse: {
        failure(node, "a key path leads into this value, so it has to be written as an object")
      }
    }
    for addition in tree[node].additions {
      let middle = assembly.count
      copy(addition, to: &assembly)
      try merge(in: &assembly, position, middle) {
        $0.adding($1)
      } orElse: {
        failure(node, "the members to be merged hold a key that is set already")
      }
    }
  }

  private func writeGroup(_ node: Int, to assembly: inout JSONWriter) throws(MappingError) {
    guard tree[node].isArray else {
      assembly.writeByte(.openBrace)
      for child in tree[node].children {
        assembly.writeKey(tree[child].step)
        try writeNode(child, to: &assembly)
      }
      return assembly.writeByte(.closeBrace)
    }
    assembly.writeByte(.openBracket)
    var next = 0
    for child in tree[node].children.sorted(by: { tree[$0].index ?? 0 < tree[$1].index ?? 0 }) {
      while next < tree[child].index ?? 0 {
        assembly.separate()
        assembly.encodeNull()
        next += 1
      }
      assembly.separate()
      try writeNode(child, to: &assembly)
      next += 1
    }
    assembly.writeByte(.closeBracket)
  }

  private func copy(_ range: Range<Int>, to assembly: inout JSONWriter) {
    assembly.writeVerbatim(writer.pointee.written[range])
  }

  /// Makes one of the two values that were written one after the other.
  private func merge(
    in assembly: inout JSONWriter, _ position: Int, _ middle: Int,
    _ merging: (JSONValue, JSONValue) -> JSONValue?, orElse failure: () -> MappingError
  ) throws(MappingError) {
    let output = assembly.written
    let first = try JSONValue(
      rereading: output[position..<middle])
    let second = try JSONValue(rereading: output[middle...])
    guard let merged = merging(first, second) else { throw failure() }
    assembly.rewind(to: position)
    try assembly.writeTree(merged)
  }

  private func failure(_ node: Int, _ cause: String) -> MappingError {
    var error = MappingError(.notEncodable, expected: cause)
    error.details.byteOffset = start
    error.details.missing = JSONPath(keyPath: [tree[node].step]).components
    let name = tree[node].name
    return error.named(typeName(of: model), name.isEmpty ? nil : name)
  }
}
