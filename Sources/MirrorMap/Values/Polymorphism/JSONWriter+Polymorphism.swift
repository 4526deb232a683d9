/// Writing tags.
extension JSONWriter {
  /// Writes a value with its tag.
  ///
  /// - Parameter payload: writes the value.
  @usableFromInline
  mutating func writeTagged(
    _ form: TagForm, _ payload: (inout JSONWriter) throws(MappingError) -> Void
  ) throws(MappingError) {
    guard let tag = form.tag else { return try payload(&self) }
    switch form.tagging {
    case .untagged: return try payload(&self)
    case .internal(let key): return try writeInternal(key, tag, form, payload)
    case .adjacent(let key, let content):
      try enter()
      openTag(key, tag)
      writeKey(content)
    case .external:
      try enter()
      writeByte(.openBrace)
      writeKey(tag.key)
    }
    try payload(&self)
    writeByte(.closeBrace)
    leave()
  }

  /// Writes the tag of a value without a payload.
  @usableFromInline
  mutating func writeTagAlone(_ form: TagForm) throws(MappingError) {
    guard let tag = form.tag else { return encodeNull() }
    switch form.tagging {
    case .internal(let key), .adjacent(let key, _):
      try checkDepth()
      openTag(key, tag)
      writeByte(.closeBrace)
    case .external: writeString(tag.key)
    case .untagged: encodeNull()
    }
  }

  /// Writes the beginning of an object, up to its tag.
  private mutating func openTag(_ key: String, _ tag: ModelTag) {
    writeByte(.openBrace)
    writeKey(key)
    switch tag.form {
    case .string(let string): writeString(string.key)
    case .integer(let integer): writeInt(Int64(integer))
    }
  }
}

// MARK: - Tags as members of what they stand for

// The value writes a whole object, and the tag has to become a member of it. Nothing is moved for that:
// the object's brace lands where the comma behind the tag belongs.
//
//     {"type":"circle"               the tag has been written; its last byte is kept aside …
//     {"type":"circle,               … and is a comma for as long as a value is awaited
//     {"type":"circle,{"radius":1}   the value has been written
//     {"type":"circle","radius":1}   both bytes are put right; as they are after a failure, so that
//                                    the path to what failed is found

extension JSONWriter {
  private mutating func writeInternal(
    _ key: String, _ tag: ModelTag, _ form: TagForm,
    _ payload: (inout JSONWriter) throws(MappingError) -> Void
  ) throws(MappingError) {
    let start = count
    openTag(key, tag)
    let joint = count
    let last = written[joint - 1]
    replaceByte(at: joint - 1, with: .comma)
    do throws(MappingError) {
      try payload(&self)
    } catch {
      isMalformed = true
      replaceByte(at: joint - 1, with: last)
      if count > joint { replaceByte(at: joint, with: .comma) }
      var error = error
      if error.details.byteOffset == joint { error.details.byteOffset = start }
      throw error
    }
    replaceByte(at: joint - 1, with: last)
    guard count - joint >= 2, written[joint] == .openBrace else {
      throw notEncodable(
        "\(form.name) has to be written as an object, as its tag is to be a member of it", at: start
      )
    }
    let own = try findOwnTag(key, from: joint)
    replaceByte(at: joint, with: .comma)
    if let own {
      // The tag that the value has written itself is kept instead of the one before it.
      guard own.tag == tag || own.tag.map(form.others.contains) == true else {
        let tags = ([tag] + form.others).map(String.init(describing:)).listed(with: "or")
        throw notEncodable(
          "\(form.name) writes another tag than \(tags), with which it was added", at: own.position)
      }
      closeGap(before: joint..<count, at: start)
      replaceByte(at: start, with: .openBrace)
    } else if count == joint + 2 {
      replaceByte(at: joint, with: .closeBrace)
      rewind(to: joint + 1)
    }
  }

  /// Looks for a tag among the members of the object that was written from `joint` on.
  ///
  /// - Returns: the tag, nil if it is something else, and where it begins.
  private func findOwnTag(
    _ key: String, from joint: Int
  ) throws(MappingError) -> (tag: ModelTag?, position: Int)? {
    let output = written(since: joint)
    guard isMalformed || JSONKey.withUTF8(key, { output.mayHaveKey($0) }) else { return nil }
    var reader = JSONReader(output, maximumDepth: .max, session: nil)
    let found: BytePointer?
    do throws(MappingError) {
      found = try reader.findMembers(key).first
    } catch {
      throw MappingError(.notEncodable, expected: "a value with a tag was written as no valid JSON")
    }
    guard let found else { return nil }
    reader.cursor = found
    let position = joint + (found - reader.start)
    switch reader.nextKind {
    case .string?: return (ModelTag(try reader.readString()), position)
    case .number?: return (try reader.readNumber().int.map { ModelTag($0) }, position)
    default: return (nil, position)
    }
  }

  private func notEncodable(_ expected: String, at position: Int) -> MappingError {
    MappingError(
      MappingError.Details(code: .notEncodable, byteOffset: position, expected: expected))
  }
}
