/// Models of `canada.json`: every member of the document.
enum CanadaDocument: BenchmarkDocument {
  static let corpus = Corpus.canada

  static func cast(_ tree: Any) -> PlainGeoJSON? {
    PlainGeoJSON(tree: tree)
  }

  static func plain(_ mapped: MappedGeoJSON) -> PlainGeoJSON {
    PlainGeoJSON(mapped)
  }
}
