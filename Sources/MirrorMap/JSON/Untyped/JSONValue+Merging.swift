extension JSONValue {
  /// Reads what a writer has just written.
  init(rereading bytes: Bytes) throws(MappingError) {
    var reader = JSONReader(bytes, maximumDepth: .max, session: nil)
    self = try reader.readTree()
  }

  /// This value with the members of another one put into it, level by level.
  ///
  /// Arrays are merged by index; a `null` that keeps a place in the other one changes nothing. What
  /// is put into `null` replaces it.
  ///
  /// - Returns: nil if the two are not both objects or both arrays.
  func merged(with other: JSONValue) -> JSONValue? {
    switch (self, other) {
    case (.null, _):
      return other
    case (.object(var object), .object(let others)):
      for member in others {
        let merged = object[member.key].flatMap { $0.merged(with: member.value) }
        object[member.key] = merged ?? member.value
      }
      return .object(object)
    case (.array(var elements), .array(let others)):
      for (index, element) in others.enumerated() {
        if index >= elements.count {
          elements.append(element)
        } else if !element.isNull {
          elements[index] = elements[index].merged(with: element) ?? element
        }
      }
      return .array(elements)
    default:
      return nil
    }
  }
}
