import MirrorMap

extension Mapper {
  /// A mapper with limits on sizes.
  static func limited(
    strings: Int = .max, counts: Int = .max, size: Int = .max,
    _ change: (inout Mapper) -> Void = { _ in }
  ) -> Mapper {
    var mapper = Mapper()
    mapper.maximumStringLength = strings
    mapper.maximumCollectionCount = counts
    mapper.maximumDocumentSize = size
    change(&mapper)
    return mapper
  }
}

/// What is said of a string or key that is too long.
func tooLong(_ path: String, _ limit: Int, _ column: Int) -> String {
  "\(path): expected at most \(limit) bytes of text, found more of them (line 1, column \(column))"
}

/// What is said of a collection that is too large.
///
/// - Parameter place: the column, and the property if it is one.
func tooMany(_ path: String, _ limit: Int, _ place: String) -> String {
  "\(path): expected at most \(limit) elements or members, found more of them (line 1, \(place))"
}
