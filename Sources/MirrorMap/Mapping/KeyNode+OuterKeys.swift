/// The keys below a node of a model around the one that is being read.
private struct OuterNode: OuterKeys {
  let object: BytePointer
  let node: Permanent<KeyNode>
  let ignoresCase: Bool

  func contains(_ path: [String]) -> Bool {
    node.pointee.leads(to: path[...], ignoringCase: ignoresCase)
  }

  func record(at reader: inout JSONReader) {
    node.recordOuterKeys(ignoringCase: ignoresCase, at: &reader)
  }
}

extension Permanent<KeyNode> {
  /// Records, for the value at the cursor and the objects in it, which of their keys belong to the model of the node.
  func recordOuterKeys(ignoringCase: Bool, at reader: inout JSONReader) {
    let start = reader.place
    if reader.current == .openBrace {
      let keys = OuterNode(object: start.cursor, node: self, ignoresCase: ignoringCase)
      reader.session?.pointee.makeRecords().outerKeys.append(keys)
    }
    guard (0..<pointee.count).contains(where: { pointee.detail($0)?.child != nil }) else { return }
    var places: [Int: JSONReader.Place] = [:]
    // What is malformed is an error when it's read.
    try? pointee.findGroups(&places, in: &reader, ignoringCase: ignoringCase)
    for (index, place) in places {
      reader.go(to: place)
      pointee.detail(index)?.child?.recordOuterKeys(ignoringCase: ignoringCase, at: &reader)
    }
    reader.go(to: start)
  }
}

extension KeyNode {
  /// Finds the places of the values in the object or array at the cursor that key paths lead into, by the numbers of
  /// their entries.
  fileprivate func findGroups(
    _ places: inout [Int: JSONReader.Place], in reader: inout JSONReader, ignoringCase: Bool
  ) throws(MappingError) {
    func add(_ entry: Int) throws(MappingError) {
      if entry >= 0, detail(entry)?.child != nil,
        places[entry] == nil || reader.duplicateKeys == .last
      {
        places[entry] = reader.place
      }
      try reader.skipOnce()
    }
    if reader.current == .openBrace, try reader.beginObject() {
      repeat {
        let entry = try reader.readKey(in: table, ignoringCase: ignoringCase)
        try add(entry)
      } while try reader.nextMember()
    } else if reader.current == .openBracket, try reader.beginArray() {
      var (index, next) = (0, 0)
      repeat {
        let isNext = next < elements.count && elements[next].index == index
        try add(isNext ? elements[next].entry : -1)
        if isNext { next += 1 }
        index += 1
      } while try reader.nextElement()
    }
  }
}
