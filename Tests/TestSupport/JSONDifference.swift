import MirrorMap

extension JSONValue {
  /// Where another value first differs from this one, such as `$.a[1]: 1 became 2`; nil if nowhere. The
  /// order of members does not matter.
  func difference(from other: JSONValue, at path: String = "$") -> String? {
    switch (self, other) {
    case (.object(let one), .object(let two)):
      for (key, value) in one {
        guard let changed = two[key] else { return "\(path).\(key): \(value) is gone" }
        if let found = value.difference(from: changed, at: "\(path).\(key)") { return found }
      }
      return two.first { one[$0.key] == nil }.map { "\(path).\($0.key): \($0.value) was added" }
    case (.array(let one), .array(let two)):
      for (index, value) in one.enumerated() where index < two.count {
        if let found = value.difference(from: two[index], at: "\(path)[\(index)]") { return found }
      }
      return one.count == two.count ? nil : "\(path): \(one.count) became \(two.count) elements"
    default:
      return self == other ? nil : "\(path): \(self) became \(other)"
    }
  }
}
