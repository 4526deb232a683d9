/// The limits on the size of a document and its parts, in the units of the ``Mapper``'s options.
///
/// Usually there are no limits, and then they cost nothing: the reader's fast paths stop at a bound
/// anyway, a position for strings and a count for arrays. With a limit, that bound is zero, so the
/// general paths read everything, and compare.
struct ReadingLimits: Sendable, Equatable {
  var stringLength = Int.max
  var collectionCount = Int.max
  var documentSize = Int.max
}
