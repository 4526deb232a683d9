/// The limits on the size of a document and its parts, in the units of the ``Mapper``'s options.
///
/// Usually there are no limits, and then they cost nothing: the reader's fast paths stop at a bound
/// anyway, a position for strings and a count for arrays. With a limit, that bound is zero, so the
/// general paths read everything, and compare.
struct ReadingLimits: Sendable, Equatable {
  /// The maximum length of a string, a key, or a number that is kept as text, in bytes.
  var stringLength = Int.max
  /// The maximum number of elements or members of a collection.
  var collectionCount = Int.max
  /// The maximum size of the document, in bytes.
  var documentSize = Int.max
}
