import Foundation
import MirrorMap
import Testing

/// What the documentation shows is compiled, and run, by the test of the article's name.
@Suite struct ArticleTests {
  @Test func eachLineOfEachArticleIsCompiled() throws {
    let names = try Article.all()
    #expect(names.contains("Failures"))
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    for name in names {
      let file = folder.appendingPathComponent("\(name)ArticleTests.swift").path
      let missing = try Article("\(Article.folder)/\(name).md").lines(missingIn: file)
      #expect(missing.isEmpty, "\(name).md has lines that are not compiled: \(missing)")
    }
  }
}
