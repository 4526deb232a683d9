extension Optional {
  /// The value that a conversion returned.
  ///
  /// - Throws: the error, if it returned none.
  @inlinable @inline(__always)
  func orThrow(_ error: @autoclosure () -> MappingError) throws(MappingError) -> Wrapped {
    guard let self else { throw error() }
    return self
  }
}
