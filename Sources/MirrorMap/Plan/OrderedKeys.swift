/// Keys in the order in which they were first met, told apart by their bytes.
struct OrderedKeys {
  private(set) var keys: [String] = []
  /// The keys' lengths, as few keys of a model have the same one: most comparisons end here.
  private var lengths: [Int] = []

  var count: Int { keys.count }

  /// The index of a key; the count if it is not there.
  func index(of key: String) -> Int {
    let length = key.utf8.count
    for index in lengths.indices where lengths[index] == length {
      if keys[index].utf8.elementsEqual(key.utf8) { return index }
    }
    return count
  }

  mutating func append(_ key: String) {
    keys.append(key)
    lengths.append(key.utf8.count)
  }
}
