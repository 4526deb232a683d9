/// The options in force for the value that is written next, where they may differ from the document's.
@frozen @usableFromInline
struct WritingScope {
  /// The key strategy; see ``KeyStrategies``.
  @usableFromInline var strategy: Int32 = 0
  /// Whether only properties that have been changed are written.
  @usableFromInline var changesOnly = false
  /// Whether all optional properties that are nil are written as `null`, whatever the options are: inside a
  /// property that is written because it was changed.
  @usableFromInline var writesAllNulls = false
  /// Whether dictionaries and sets are written in an order that depends only on what they contain.
  @usableFromInline package var ordersCollections = false
  /// Whether sets of elements that have an order are written in that order.
  @usableFromInline var ordersSets = false
  /// The types whose transforms of the mapper are writing the value.
  @usableFromInline var transforming = TransformedTypes()

  /// Whether models are written by the general path, which knows all options.
  @inlinable
  var usesGeneralPath: Bool { strategy != 0 || changesOnly || writesAllNulls }

  /// The scope for the elements of an array. A changed array is replaced, not merged, so its elements are
  /// written whole.
  @inlinable
  var ofElements: WritingScope {
    var scope = self
    (scope.changesOnly, scope.writesAllNulls) = (false, false)
    return scope
  }
}
