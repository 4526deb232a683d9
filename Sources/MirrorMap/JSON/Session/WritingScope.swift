/// What is in force for the value that is written next, beside what holds for the whole document.
@frozen
@usableFromInline
struct WritingScope {
  /// The strategy that makes the keys; see ``KeyStrategies``.
  @usableFromInline var strategy: Int32 = 0
  /// Whether only properties that have been changed are written.
  @usableFromInline var isSelective = false
  /// Whether all optional properties that are nil are written as `null`, whatever the options say:
  /// inside a property that is written because it was changed.
  @usableFromInline var isWhole = false

  /// Whether the mapper's transform for a type is at work.
  @usableFromInline var isTransforming = false

  @usableFromInline
  init(strategy: Int32 = 0, isSelective: Bool = false) {
    self.strategy = strategy
    self.isSelective = isSelective
  }

  /// Whether models have to be written with more care than ordinary ones.
  @inlinable
  var needsCare: Bool { strategy != 0 || isSelective || isWhole }

  /// The same for the elements of an array, which is replaced and not merged: so they are written as
  /// if nobody had asked for changes.
  @inlinable
  var ofElements: WritingScope {
    var scope = self
    (scope.isSelective, scope.isWhole) = (false, false)
    return scope
  }
}
