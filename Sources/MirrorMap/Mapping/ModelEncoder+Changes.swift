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
    if let child = member.child {
      // An array is replaced, not merged, so its other elements are written as well.
      guard member.field < 0, !child.pointee.isArray else {
        return try writeValue(member, to: &writer)
      }
      try writer.enter()
      let hasMembers = try writeChangedMembers(child, to: &writer)
      writer.close(.closeBrace)
      return hasMembers
    }
    let outer = writer.scope
    defer { writer.scope = outer }
    if state(member.field).isChanged { enterChange(member.field, &writer) }
    let position = writer.count
    guard try writeField(member.field, to: &writer) else { return false }
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
    if member.field >= 0,
      state(member.field).isChanged
        || ChangeSearch.findsChange(inside: member.field, of: plan, at: base)
    {
      return true
    }
    guard let child = member.child?.pointee else { return false }
    return (0..<child.members.count).contains { hasChanges(child.members[$0]) }
  }
}
