/// Members, elements, and single values: what comes before each of them, and what happens if one fails.
extension NodeEncoder {
  /// Writes what comes before a member's value.
  ///
  /// - Returns: false if the value is complete.
  @inline(__always)
  func beginMember(_ key: String) throws -> Bool {
    guard try isActive() else { return false }
    try beginActiveMember(key)
    return true
  }

  /// - Parameter isNew: Whether the object is known not to have the key yet.
  @inline(__always)
  private func beginActiveMember(_ key: String, isNew: Bool = false) throws {
    let part = part
    guard part.levels[index].state == .object else {
      throw misuse("the object of the container is gone")
    }
    let count = part.levels[index].count
    part.levels[index].count = count &+ 1
    let hash = part.document.write(key: key, needsComma: count > 0)
    if isNew { return }
    let isKnown = part.levels[index].keys.insert(hash, part.hashes)
    if isKnown || part.levels[index].hasUnnotedKeys {
      part.document.mayHaveDuplicates = true
      // What is written now replaces a nested container that the key had.
      if part.levels[index].nested != nil { part.levels[index].nested?[key] = nil }
    }
  }

  /// Writes what comes before an element; returns false if the value is complete.
  @inline(__always)
  func beginElement() throws -> Bool {
    guard try isActive() else { return false }
    try beginActiveElement()
    return true
  }

  @inline(__always)
  private func beginActiveElement() throws {
    guard part.levels[index].state == .array else {
      throw misuse("the array of the container is gone")
    }
    let count = part.levels[index].count
    part.levels[index].count = count &+ 1
    if count > 0 { document.writer.pointee.writeByte(.comma) }
  }

  /// Prepares for the value of a single value container; returns false if the value is complete.
  @inline(__always)
  func beginValue() throws -> Bool {
    guard try isActive() else { return false }
    guard part.levels[index].state == .nothing else {
      throw misuse("a second value was encoded where one belongs")
    }
    part.levels[index].state = .value
    return true
  }

  // MARK: Values

  /// Writes a member that is no scalar.
  @inline(__always)
  func writeMember<T: Encodable>(
    _ value: T, _ key: String, _ step: @autoclosure () -> CodingStep, isNew: Bool = false
  ) throws {
    guard try isActive() else { return }
    let mark = document.mark(part)
    try beginActiveMember(key, isNew: isNew)
    do { try write(value, step()) } catch { throw abandon(mark, error) }
  }

  /// Writes an element.
  @inline(__always)
  func writeElement<T: Encodable>(_ value: T) throws {
    guard try isActive() else { return }
    let mark = document.mark(part)
    try beginActiveElement()
    do { try write(value, .element(part.levels[index].count - 1)) } catch {
      throw abandon(mark, error)
    }
  }

  /// Takes back a member or an element that couldn't be written.
  @inline(never)
  private func abandon(_ mark: EncodingDocument.Mark, _ error: any Error) -> any Error {
    document.rewind(part, to: mark)
    document.active = id
    part.levels[index].count &-= 1
    return error
  }

  /// Writes the value of a single value container.
  ///
  /// If it has a method of its own, that gets this encoder, so that members and elements can be added to what it writes.
  ///
  /// - Parameter isDocument: Whether it is an error if the method writes nothing.
  func writeValue<T: Encodable>(_ value: T, isDocument: Bool = false) throws {
    guard try isActive() else { return }
    let mark = document.mark(part)
    let (state, count) = (part.levels[index].state, part.levels[index].count)
    let hasUnnotedKeys = part.levels[index].hasUnnotedKeys
    let isDictionary = part.levels[index].isDictionary
    do {
      guard StackGuard.current.hasRoom() else { throw tooDeep() }
      if try writeInPlace(value) {
        if !isDocument, document.active == id, part.levels[index].state == .nothing {
          _ = begin(.object)
        }
      } else {
        guard try beginValue() else { return }
        try write(value, .none)
      }
    } catch {
      document.rewind(part, to: mark)
      document.active = id
      part.levels[index].state = state
      part.levels[index].count = count
      part.levels[index].hasUnnotedKeys = hasUnnotedKeys
      part.levels[index].isDictionary = isDictionary
      throw error
    }
  }

  // MARK: Parts

  /// The encoder of a part for a member or an element, whose key or comma has just been written.
  private func makePart(_ step: CodingStep) -> NodeEncoder {
    let place = EncodingPart.Place(step, in: part.place(of: index))
    return document.makePart(place, depth: part.levels[index].depth + 1).encoder
  }

  /// The encoder of a nested container; the one that the key has already.
  func nestedEncoder(_ key: String, _ step: @autoclosure () -> CodingStep) -> NodeEncoder {
    if isLive, let part = part.levels[index].nested?[key], !part.isRemoved { return part.encoder }
    let encoder = memberEncoder(key, step())
    if encoder.id != dead.id {
      part.levels[index].nested = part.levels[index].nested ?? [:]
      part.levels[index].nested?[key] = encoder.part
    }
    return encoder
  }

  /// The encoder of a member, which may be filled later. What doesn't belong here is written nowhere.
  func memberEncoder(_ key: String, _ step: CodingStep) -> NodeEncoder {
    guard (try? beginMember(key)) == true else { return dead }
    return makePart(step)
  }

  /// The encoder of the next element, which may be filled later.
  func elementEncoder() -> NodeEncoder {
    guard (try? beginElement()) == true else { return dead }
    return makePart(.element(part.levels[index].count - 1))
  }
}
