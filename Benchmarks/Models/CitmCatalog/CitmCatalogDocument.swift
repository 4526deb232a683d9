/// Models of `citm_catalog.json`: every member of the document.
enum CitmCatalogDocument: BenchmarkDocument {
  static let corpus = Corpus.citmCatalog

  static func cast(_ tree: Any) -> PlainCatalog? {
    PlainCatalog(tree: tree)
  }

  static func plain(_ mapped: MappedCatalog) -> PlainCatalog {
    PlainCatalog(mapped)
  }
}
