extension ColumnValue {
  /// Whether two values are of the same kind and the same.
  ///
  /// Texts are compared by their UTF-8 bytes, as every storage does. To Swift's strings "é" is the same as "e" with
  /// an accent after it, but as ids they are two.
  public static func == (left: ColumnValue, right: ColumnValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    // The counts are stored, and most texts differ in them.
    case (.text(let left), .text(let right)):
      left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
    case (.blob(let left), .blob(let right)): left == right
    default: false
    }
  }
}
