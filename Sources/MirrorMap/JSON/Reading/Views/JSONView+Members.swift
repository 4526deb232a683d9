/// Access to the values in arrays and objects.
extension JSONView {
  /// The view of a part of this value.
  @inline(__always)
  private func part(_ reader: inout JSONReader, at cursor: BytePointer) -> JSONView {
    JSONView(storage: storage, position: cursor - reader.start, level: level + 1)
  }

  /// The value of an object's member; nil when there is none or the value is not an object.
  ///
  /// Of equal keys the last one counts.
  ///
  /// - Complexity: O(n) in the object's size, no allocation.
  public subscript(key: String) -> JSONView? {
    read { reader in
      guard reader.nextKind == .object else { return nil }
      guard
        let member = try reader.findMember(key, uniqueKeys: storage.uniqueKeys(at: position))
      else { return nil }
      return part(&reader, at: member)
    }
  }

  /// The element of an array; nil outside its bounds or when the value is not an array.
  ///
  /// - Complexity: O(n) in the size of the elements up to this one the first time, and of up to 16
  ///   elements afterwards: an array can be indexed element by element.
  public subscript(index: Int) -> JSONView? {
    read { reader in
      guard index >= 0, reader.nextKind == .array, try reader.beginArray() else { return nil }
      var number = 0
      if index >= ElementIndex.step,
        let known = storage.withElementIndex({ $0.last(upTo: index, inArrayAt: position) })
      {
        number = known.number
        reader.cursor = reader.start + min(known.position, reader.end - reader.start)
      }
      let first = number / ElementIndex.step * ElementIndex.step + ElementIndex.step
      var positions: [Int] = []
      defer {
        if !positions.isEmpty {
          storage.withElementIndex { $0.add(positions, from: first, inArrayAt: position) }
        }
      }
      while number < index {
        try reader.skip()
        guard try reader.nextElement() else { return nil }
        number += 1
        if number.isMultiple(of: ElementIndex.step) {
          positions.append(reader.cursor - reader.start)
        }
      }
      let element = reader.cursor
      try reader.skip()
      return part(&reader, at: element)
    }
  }

  /// The number of an array's elements, or of an object's members, equal keys counted once; 0 for
  /// all other values.
  ///
  /// - Complexity: O(n) in the value's size.
  public var count: Int {
    var count = 0
    return forEachElement { _ in count += 1 } ? count : keys.count
  }

  /// The elements of an array; none for other values, or if the array is malformed.
  ///
  /// - Complexity: O(n) in the array's size.
  public var elements: [JSONView] {
    var elements: [JSONView] = []
    return forEachElement { elements.append($0) } ? elements : []
  }

  /// Calls a closure with each element of an array; returns false if the value isn't one, or is malformed.
  private func forEachElement(_ body: (JSONView) -> Void) -> Bool {
    read { reader in
      guard reader.nextKind == .array else { return false }
      guard try reader.beginArray() else { return true }
      repeat {
        body(part(&reader, at: reader.cursor))
        try reader.skip()
      } while try reader.nextElement()
      return true
    } ?? false
  }

  /// The members of an object, in order; none for other values, or if the object is malformed. Of
  /// equal keys the last value is at the position of the first.
  ///
  /// - Complexity: O(n) in the object's size, on average.
  public var members: [(key: String, value: JSONView)] {
    read { reader in
      var members: [(key: String, value: JSONView)] = []
      var keys = JSONKeyList()
      guard reader.nextKind == .object, try reader.beginObject() else { return members }
      repeat {
        let key = try reader.readKey()
        let value = part(&reader, at: reader.cursor)
        if let known = JSONKey.withUTF8(key, { keys.position(of: $0) }) {
          members[known].value = value
        } else {
          keys.append(key)
          members.append((key, value))
        }
        try reader.skip()
      } while try reader.nextMember()
      return members
    } ?? []
  }

  /// The keys of an object, in order, each once; none for other values, or if the object is
  /// malformed.
  ///
  /// - Complexity: O(n) in the object's size, on average.
  public var keys: [String] { members.map(\.key) }
}
