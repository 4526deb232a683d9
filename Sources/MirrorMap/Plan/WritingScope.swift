/// What is in force for the value that is written next, beside what holds for the whole document.
struct WritingScope {
  /// The strategy that makes the keys; see ``KeyStrategies``.
  var strategy: Int32 = 0
  /// Whether only properties that have been changed are written.
  var isSelective = false
  /// Whether all optional properties that are nil are written as `null`, whatever the options say:
  /// inside a property that is written because it was changed.
  var isWhole = false

  /// Whether the mapper's transform for a type is at work.
  var isTransforming = false

  /// Whether models have to be written with more care than ordinary ones.
  var needsCare: Bool { strategy != 0 || isSelective || isWhole }
}
