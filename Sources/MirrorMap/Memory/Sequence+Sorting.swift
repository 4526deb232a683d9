extension Sequence {
  /// The elements in ascending order of a key, for what is seldom sorted. The code is compiled once for all types; a
  /// specialized sort is faster, but takes 3 KB for each type.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  func sortedWithoutSpecialization<Key: Comparable>(by key: (Element) -> Key) -> [Element] {
    sorted { key($0) < key($1) }
  }
}
