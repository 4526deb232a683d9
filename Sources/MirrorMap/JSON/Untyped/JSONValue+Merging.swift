extension JSONValue {
  /// Returns this value with the members of another one merged into it, level by level.
  ///
  /// Arrays are merged by index; a `null` that fills a position in the other one changes nothing.
  /// `null` is replaced by the other value, unless that contains nothing but `null`.
  ///
  /// - Returns: nil if the two are not both objects or both arrays.
  func merged(with other: JSONValue) -> JSONValue? {
    switch (self, other) {
    case (.null, _):
      // {"city": null} in place of null would be an object without its city.
      return other.holdsOnlyNulls ? .null : other
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

  /// Whether the value is `null`, or there is nothing else in it. An empty array or object is a value.
  var holdsOnlyNulls: Bool {
    switch self {
    case .null: true
    case .array(let elements): !elements.isEmpty && elements.allSatisfy(\.holdsOnlyNulls)
    case .object(let object): !object.isEmpty && object.allSatisfy(\.value.holdsOnlyNulls)
    default: false
    }
  }
}
