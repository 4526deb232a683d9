extension MappingError {
  /// The error of a part of a text, as one of the whole text.
  ///
  /// - Parameters:
  ///   - place: Where the part begins.
  ///   - path: The path of the part's value.
  func moved(to place: SourcePlace, _ path: [JSONPath.Component]) -> MappingError {
    with {
      $0.path = JSONPath(path + $0.path.components)
      if let offset = $0.byteOffset { $0.byteOffset = place.offset + offset }
      if let line = $0.line, let column = $0.column {
        $0.line = place.line + line - 1
        if line == 1 { $0.column = place.column + column - 1 }
      }
    }
  }
}
