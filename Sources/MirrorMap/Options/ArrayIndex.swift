/// A step of a key path that can be an index into an array: `0`, `1`, … without leading zeros.
///
/// Larger numbers are only keys: "205705993" is a name, and no array should be filled up to it.
struct ArrayIndex {
  let value: Int

  init?(_ component: String, limit: Int = 1024) {
    guard let first = component.utf8.first, (UInt8.zero...UInt8.nine).contains(first),
      let value = Int(component), value >= 0, value < limit, "\(value)" == component
    else { return nil }
    self.value = value
  }
}

extension [JSONPath.Component] {
  /// The steps of a declared key path; those that can be indexes are shown as indexes.
  ///
  /// - Parameter isInObject: Whether the first step is a key in any case.
  init(keyPath: some Sequence<String>, isInObject: Bool = false) {
    self = keyPath.enumerated().map { position, step in
      let index = position == 0 && isInObject ? nil : ArrayIndex(step)
      return index.map { .index($0.value) } ?? .key(step)
    }
  }
}

extension JSONPath.Component {
  /// The step of a key path that leads to the same value.
  var keyPathStep: String {
    switch self {
    case .key(let key): key
    case .index(let index): String(index)
    }
  }
}
