/// Writing members, elements, and single values, each of which may fail and then leaves nothing behind.
extension NodeEncoder {
  /// Writes what comes before a member's value.
  ///
  /// - Parameter isNew: Whether the object is known not to have the key yet.
  /// - Returns: false if no member belongs here.
  @inline(__always)
  func beginMember(_ key: String, isNew: Bool = false) -> Bool {
    guard state == .object, isOpen else {
      reportMisuse()
      return false
    }
    document.select(part)
    if count > 0 { document.writeByte(.comma) }
    count &+= 1
    if !isNew { note(key) }
    document.write(key)
    document.writeByte(.colon)
    return true
  }

  /// Writes what comes before an element.
  ///
  /// - Returns: false if no element belongs here.
  @inline(__always)
  func beginElement() -> Bool {
    guard state == .array, isOpen else {
      reportMisuse()
      return false
    }
    document.select(part)
    if count > 0 { document.writeByte(.comma) }
    count &+= 1
    return true
  }

  /// Prepares for the value of a single value container.
  ///
  /// - Returns: false if there is one already.
  func beginValue() -> Bool {
    guard state == .nothing, isOpen else {
      reportMisuse()
      return false
    }
    document.select(part)
    state = .value
    if isPart { part.ending = "" }
    return true
  }

  /// Writes a member.
  @inline(__always)
  func writeMember<T: Encodable>(
    _ value: T, _ key: String, _ step: @autoclosure () -> CodingStep, isNew: Bool = false
  ) throws {
    let mark = beginAttempt()
    guard beginMember(key, isNew: isNew) else { return }
    do { try write(value, step()) } catch { throw abandon(mark, error) }
  }

  /// Writes an element.
  @inline(__always)
  func writeElement<T: Encodable>(_ value: T) throws {
    let mark = beginAttempt()
    guard beginElement() else { return }
    do { try write(value, .element(count - 1)) } catch { throw abandon(mark, error) }
  }

  /// Writes the value of a single value container.
  @inline(__always)
  func writeValue<T: Encodable>(_ value: T) throws {
    let mark = beginAttempt()
    guard beginValue() else { return }
    do { try write(value, .none) } catch { throw abandon(mark, error) }
  }

  /// Notes where a value begins that may fail.
  @inline(__always)
  private func beginAttempt() -> EncodingDocument.Mark {
    document.select(part)
    return document.mark
  }

  /// Takes back a member or an element that couldn't be written.
  @inline(never)
  private func abandon(_ mark: EncodingDocument.Mark, _ error: any Error) -> any Error {
    document.rewind(part, to: mark)
    if state == .value {
      (state, count) = (.nothing, 0)
      if isPart { part.ending = "{}" }
    } else {
      count &-= 1
    }
    return error
  }
}
