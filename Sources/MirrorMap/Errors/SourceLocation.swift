/// A position in a document, for people.
struct SourceLocation: Equatable {
  var path: JSONPath
  /// The line, the first one being 1.
  var line: Int
  /// The column in Unicode scalars, the first one being 1.
  var column: Int
}
