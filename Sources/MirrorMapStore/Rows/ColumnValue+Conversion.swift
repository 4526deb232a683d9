extension ColumnValue {
  /// The value as one of another type; nil if it can't be converted without a loss.
  ///
  /// Integers become texts and such texts integers, integers and reals each other where they are exact, and
  /// everything fits a column of any type.
  func converted(to type: StoredColumn.ValueType) -> ColumnValue? {
    switch (self, type) {
    case (.null, _), (_, .any), (.integer, .integer), (.real, .real), (.text, .text),
      (.blob, .blob):
      self
    case (.integer(let integer), .text): .text("\(integer)")
    case (.integer(let integer), .real): Double(exactly: integer).map(ColumnValue.real)
    case (.real(let real), .integer): Int64(exactly: real).map(ColumnValue.integer)
    case (.text(let text), .integer):
      // "007" and "+7" would come back as "7".
      Int64(text).flatMap { "\($0)" == text ? .integer($0) : nil }
    default: nil
    }
  }
}
