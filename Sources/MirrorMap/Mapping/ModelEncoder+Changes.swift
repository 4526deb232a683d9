/// Writing only what has been changed since a model was decoded.
extension ModelEncoder {
  /// Writes the opening brace and the members of one level that have been changed.
  ///
  /// - Returns: whether there were any.
  func writeChangedMembers(
    _ node: Permanent<WriteNode>, to writer: inout JSONWriter
  ) throws(MappingError) -> Bool {
    var separator = UInt8.openBrace
    for index in 0..<node.pointee.members.count {
      let member = node.pointee.members[index]
      guard hasChanges(member) else { continue }
      _ = writer.reserved(member.key.count)
      separator = try writeMember(
        member, after: separator, changesOnly: true, to: &writer)
    }
    if separator == .openBrace { writer.writeByte(separator) }
    return separator == .comma
  }

  /// Writes a member that has been changed, or whose value has been changed inside.
  func writeChangedMember(
    _ member: WriteMember, to writer: inout JSONWriter
  ) throws(MappingError) -> Bool {
    guard let child = member.child else { return try writeChangedField(member.field, to: &writer) }
    // An array is replaced, not merged, so its other elements are written as well.
    if child.pointee.isArray { return try writeValue(member, to: &writer) }
    guard member.field >= 0, hasChanges(in: member.field) else {
      return try writeChangedObject(child, to: &writer)
    }
    let position = writer.count
    guard try writeChangedField(member.field, to: &writer) else {
      writer.rewind(to: position)
      return try writeChangedObject(child, to: &writer)
    }
    let middle = writer.count
    if writer.written[position] == .lowerN {
      return try removeValue(member.field, at: position, besides: child, &writer)
    }
    if try writeChangedObject(child, to: &writer) {
      try mergeValues(from: position, middle, member.field, &writer)
    } else {
      writer.rewind(to: middle)
    }
    return true
  }

  private func writeChangedObject(
    _ node: Permanent<WriteNode>, to writer: inout JSONWriter
  ) throws(MappingError) -> Bool {
    try writer.enter()
    let hasMembers = try writeChangedMembers(node, to: &writer)
    writer.close(.closeBrace)
    return hasMembers
  }

  /// Writes what removes a value that is nil now, but keeps what key paths lead to inside its object.
  ///
  /// - Parameter position: Where `null` has been written for the value.
  private func removeValue(
    _ field: Int, at position: Int, besides child: Permanent<WriteNode>,
    _ writer: inout JSONWriter
  ) throws(MappingError) -> Bool {
    let (outer, end) = (writer.scope, writer.count)
    writer.scope.changesOnly = false
    try writer.enter()
    let hasMembers = try writeCompactObject(child, to: &writer)
    writer.leave()
    writer.scope = outer
    let kept = hasMembers ? try JSONValue(rereading: writer.written(since: end)) : .null
    writer.rewind(to: end)
    guard !kept.holdsOnlyNulls, let members = kept.object else { return true }
    var removed = JSONObject()
    let type = unwrapped(plan.details.properties[field].declaration.valueType)
    if let model = type as? any Mappable.Type {
      let paths = try PlanCache.plan(model).writtenPaths(inside: outer.strategy).map { $0[...] }
      removed.setNulls(at: paths, beside: members, ignoringCase: false)
    }
    writer.rewind(to: position)
    try writer.encode(JSONValue.object(removed).merged(with: kept) ?? kept)
    return true
  }

  private func writeChangedField(
    _ index: Int, to writer: inout JSONWriter
  ) throws(MappingError) -> Bool {
    let outer = writer.scope
    defer { writer.scope = outer }
    if state(index).isChanged { enterChange(index, &writer) }
    let position = writer.count
    guard try writeField(index, to: &writer) else { return false }
    // A change of something that is never written writes nothing.
    let isEmpty =
      writer.scope.changesOnly && writer.count == position + 2
      && writer.written[position] == .openBrace
    return !isEmpty
  }

  /// Sets the scope for a property that has been changed. A value that was assigned is written whole, with
  /// `null` for everything that the receiver may have in its place; of a model in which something was
  /// assigned, only that.
  func enterChange(_ index: Int, _ writer: inout JSONWriter) {
    let isReplaced = state(index).isReplaced
    if !isReplaced,
      unwrapped(plan.details.properties[index].declaration.valueType) is any Mappable.Type,
      ChangeSearch.findsChange(inside: index, of: plan, at: base)
    {
      return
    }
    (writer.scope.changesOnly, writer.scope.writesAllNulls) = (false, isReplaced)
  }

  private func hasChanges(_ member: WriteMember) -> Bool {
    if member.field >= 0, hasChanges(in: member.field) { return true }
    guard let child = member.child?.pointee else { return false }
    return (0..<child.members.count).contains { hasChanges(child.members[$0]) }
  }

  private func hasChanges(in index: Int) -> Bool {
    state(index).isChanged || ChangeSearch.findsChange(inside: index, of: plan, at: base)
  }
}
