extension JSONPath {
  /// The path of a declared key path; steps that can be indexes are shown as such.
  init(keyPath: [String]) {
    self.init(keyPath.map { step in ArrayIndex(step).map { .index($0.value) } ?? .key(step) })
  }
}
