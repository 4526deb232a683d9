/// How large a document and its parts may be.
///
/// There mostly are none of these limits, and then they cost nothing. The reader's quick ways are
/// told not to go beyond a point: for strings a place, for arrays a count. A limit moves that point
/// to the very beginning; the thorough ways, which everything then takes, compare.
struct ReadingLimits: Sendable, Equatable {
  /// How many bytes a string, a key or a number has at most that is kept as text.
  var stringLength = Int.max
  /// How many elements or members a collection has at most.
  var collectionCount = Int.max
  /// How many bytes the document has at most.
  var documentSize = Int.max
}
