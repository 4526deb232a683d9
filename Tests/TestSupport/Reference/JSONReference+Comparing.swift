import MirrorMap

extension JSONReference {
  /// Whether a tree is this document. The last of equal keys counts, at the position of the first.
  func isSame(as tree: JSONValue) -> Bool {
    switch (self, tree) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)):
      NumberReference(left) == NumberReference(Array(right.description.utf8))
    case (.string(let left), .string(let right)): left.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
    case (.object(let left), .object(let right)):
      JSONReference.unique(left).count == right.count
        && zip(JSONReference.unique(left), right).allSatisfy {
          $0.key.elementsEqual($1.key.utf8) && $0.value.isSame(as: $1.value)
        }
    default: false
    }
  }

  private static func unique(
    _ members: [(key: [UInt8], value: JSONReference)]
  ) -> [(key: [UInt8], value: JSONReference)] {
    var positions: [[UInt8]: Int] = [:]
    var unique: [(key: [UInt8], value: JSONReference)] = []
    for member in members {
      if let position = positions[member.key] {
        unique[position].value = member.value
      } else {
        positions[member.key] = unique.count
        unique.append(member)
      }
    }
    return unique
  }
}

extension JSONValue {
  /// Whether another tree is the same to the byte, including the order of members, the scale of
  /// numbers and the normalization of strings.
  func isIdentical(to other: JSONValue) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)):
      left == right && left.description == right.description
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isIdentical(to: $1) }
    case (.object(let left), .object(let right)):
      left.count == right.count
        && zip(left, right).allSatisfy {
          $0.key.utf8.elementsEqual($1.key.utf8) && $0.value.isIdentical(to: $1.value)
        }
    default: false
    }
  }
}
