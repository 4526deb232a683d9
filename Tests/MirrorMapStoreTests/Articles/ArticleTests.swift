import Foundation
import Testing

@testable import TestSupport

/// What the store's documentation shows is compiled, and run, by the test of the article's name.
struct ArticleTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Article.root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func eachLineOfEachArticleIsCompiled() throws {
    let names = try Article.all(in: Article.storeFolder)
    #expect(names.contains("Stores"))
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let support = folder.deletingLastPathComponent().appendingPathComponent("Support")
    for name in names {
      let missing = try Article(store: name).lines(
        missingIn: folder.appendingPathComponent("\(name)ArticleTests.swift").path,
        support.appendingPathComponent("DictionaryStorage.swift").path,
        support.appendingPathComponent("CoreDataStorage.swift").path)
      #expect(missing.isEmpty, "\(name).md has lines that are not compiled: \(missing)")
    }
  }

  @Test func eachPublicTypeIsInTheTopicsOnce() throws {
    let folder = "Sources/MirrorMapStore"
    let files = FileManager.default.enumerator(atPath: Article.root.path + "/\(folder)")
    let sources = try (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
      .map { try Self.text("\(folder)/\($0)") }
    let declaration =
      /^(?:@\w+ )*public (?:\w+ )*(?:protocol|struct|class|enum|actor|typealias) ([A-Z]\w*)/
      .anchorsMatchLineEndings()
    let declared = sources.flatMap { $0.matches(of: declaration).map { String($0.1) } }
    #expect(declared.contains("ModelStore"))
    let topic = /^- ``(\w+)``$/.anchorsMatchLineEndings()
    let listed = try Self.text("\(Article.storeFolder)/MirrorMapStore.md").matches(of: topic)
      .map { String($0.1) }
    #expect(Set(listed).count == listed.count)
    #expect(Set(declared).subtracting(listed).sorted() == [])
    #expect(Set(listed).subtracting(declared).sorted() == [])
  }

  @Test func eachLinkLeadsSomewhere() throws {
    let names = try Article.all(in: Article.storeFolder)
    let articles = try names.map { try Self.text("\(Article.storeFolder)/\($0).md") }.joined()
    let links = articles.matches(of: /<doc:(\w+)>/).map { String($0.1) }
    #expect(Set(links) == Set(names).subtracting(["MirrorMapStore"]))
  }
}

extension Article {
  static let storeFolder = "Sources/MirrorMapStore/MirrorMapStore.docc"

  /// An article of the store's documentation.
  init(store name: String) throws { try self.init("\(Self.storeFolder)/\(name).md") }
}

extension Console {
  /// Checks that what was printed is what an article says.
  func check(_ article: String) throws {
    let output = try Article(store: article).output
    for (line, expected) in zip(lines, output) { #expect(line == expected) }
    #expect(lines.count == output.count)
  }
}
