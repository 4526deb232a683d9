import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// What the documentation shows is compiled, and run, by the test of the article's name.
struct ArticleTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardized

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func eachLineOfEachArticleIsCompiled() throws {
    let names = try Article.all()
    #expect(names.contains("Failures"))
    #expect(names.contains("Extensions/Mapped"))
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    for name in names {
      let file = folder.appendingPathComponent("\(name)ArticleTests.swift").path
      let missing = try Article("\(Article.folder)/\(name).md").lines(missingIn: file)
      #expect(missing.isEmpty, "\(name).md has lines that are not compiled: \(missing)")
    }
  }

  @Test func eachPublicTypeIsInTheTopicsOnce() throws {
    let files = FileManager.default.enumerator(atPath: Self.root.path + "/Sources/MirrorMap")
    let sources = try (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
      .map { try Self.text("Sources/MirrorMap/\($0)") }
      // Code inside an `#if` of a trait is indented.
      .map { $0.hasPrefix("#if Foundation") ? $0.replacing("\n  ", with: "\n") : $0 }
    let declaration =
      /^(?:@\w+ )*(?:public|open) (?:\w+ )*(?:protocol|struct|class|enum|actor) ([A-Z]\w*)/
      .anchorsMatchLineEndings()
    let declared = sources.flatMap { $0.matches(of: declaration).map { String($0.1) } }
    #expect(declared.contains("Mappable"))
    let topic = /^- ``(\w+)``$/.anchorsMatchLineEndings()
    let listed = try Self.text("\(Article.folder)/MirrorMap.md").matches(of: topic)
      .map { String($0.1) }
    #expect(Set(listed).count == listed.count)
    #expect(Set(declared).subtracting(listed).sorted() == [])
    #expect(Set(listed).subtracting(declared).sorted() == [])
  }

  @Test func eachLinkLeadsSomewhere() throws {
    let names = try Article.all()
    let articles = try names.map { try Self.text("\(Article.folder)/\($0).md") }.joined()
    let links = articles.matches(of: /<doc:(\w+)>/).map { String($0.1) }
    let linked = names.filter { $0 != "MirrorMap" && !$0.hasPrefix("Extensions/") }
    #expect(Set(links) == Set(linked))

    let readme = try Self.text("README.md")
    let anchors = readme.matches(of: /^#+ (.+)$/.anchorsMatchLineEndings()).map {
      "#" + $0.1.lowercased().replacing(" ", with: "-")
    }
    let targets = readme.matches(of: /\]\(([^)]+)\)|(?:src|srcset)="([^"]+)"/)
      .map { String($0.1 ?? $0.2 ?? "") }
    #expect(targets.count > 20)
    for target in targets {
      let exists =
        target.hasPrefix("#")
        ? anchors.contains(target)
        : FileManager.default.fileExists(atPath: Self.root.appendingPathComponent(target).path)
      #expect(exists, "README.md links to \(target)")
    }
  }
}
