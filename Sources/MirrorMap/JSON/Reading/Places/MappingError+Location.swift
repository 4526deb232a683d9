extension MappingError {
  /// The error with its position in the document: path, line and column.
  ///
  /// - Parameters:
  ///   - bytes: the document that was being read, or what had been written of one.
  ///   - snippetLength: how many bytes to quote on each side.
  /// - Complexity: O(`byteOffset`).
  consuming func located(
    in bytes: Bytes, isOutput: Bool = false, snippetLength: Int = 0
  ) -> MappingError {
    var scanner = SourceScanner(bytes)
    return located(by: &scanner, isOutput: isOutput, snippetLength)
  }

  fileprivate consuming func located(
    by scanner: inout SourceScanner, isOutput: Bool, _ snippetLength: Int
  ) -> MappingError {
    if details.isLocated { return self }
    return with { details in
      details.isLocated = true
      guard let offset = details.byteOffset else { return }
      let location = scanner.location(of: offset)
      details.path = location.path
      details.path.append(details.subpath)
      if isOutput {
        details.byteOffset = nil
      } else {
        (details.line, details.column) = (location.line, location.column)
        details.snippet = scanner.snippet(around: offset, snippetLength)
      }
    }
  }
}

extension [MappingError] {
  /// The errors, in the same order, each with its position in the document.
  ///
  /// - Parameters:
  ///   - bytes: the document that was being read.
  ///   - snippetLength: how many bytes to quote on each side of each position.
  /// - Complexity: one scan of the document for all of them, O(n log n) in their number, and
  ///   each path's depth.
  func located(in bytes: Bytes, snippetLength: Int = 0) -> [MappingError] {
    var result = self
    var scanner = SourceScanner(bytes)
    // The scanner only moves forward. Most errors are in the document's order anyway.
    for index in indices.sortedWithoutSpecialization(by: { self[$0].byteOffset ?? 0 }) {
      result[index] = self[index].located(by: &scanner, isOutput: false, snippetLength)
    }
    return result
  }
}

extension MappingError {
  /// The error without its place in a document that the user doesn't have. The path stays.
  var withoutPlace: MappingError {
    with { ($0.byteOffset, $0.line, $0.column, $0.snippet) = (nil, nil, nil, nil) }
  }
}
