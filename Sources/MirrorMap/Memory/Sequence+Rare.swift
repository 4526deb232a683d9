extension Sequence {
  /// The elements in order, for what is seldom sorted: the code is compiled once for all types. A specialized sort is
  /// faster, but 3 KB of code for each type.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  func sortedRarely<Key: Comparable>(by key: (Element) -> Key) -> [Element] {
    sorted { key($0) < key($1) }
  }
}
