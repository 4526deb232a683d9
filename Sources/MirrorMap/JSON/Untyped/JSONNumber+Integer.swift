extension JSONNumber {
  /// Whether the number is mathematically an integer, of whatever size: `1.0` is one, `1.5` is not.
  public var isInteger: Bool {
    let canonical = self.canonical
    if canonical.isZero { return true }
    return switch canonical.exponent {
    case .small(let exponent): exponent >= 0
    case .large(let isNegative, _): !isNegative
    }
  }
}
