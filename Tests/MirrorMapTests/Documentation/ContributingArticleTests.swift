import Foundation
import Testing

@testable import TestSupport

/// The files and rooms that the article names exist.
struct ContributingArticleTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Article.root.appendingPathComponent(path), encoding: .utf8)
  }

  private static let article = "\(Article.folder)/Contributing.md"

  @Test func filesExist() throws {
    let code = try Self.text(Self.article).matches(of: /`([^`\n]+)`/).map { String($0.1) }
    let words = code.flatMap { $0.split(separator: " ") }
    let paths = words.filter { $0.contains(/^(?:\.ci|Sources|Tests|Benchmarks)\//) }
    #expect(paths.count > 20)
    for path in paths {
      let file = Article.root.appendingPathComponent(String(path)).path
      #expect(FileManager.default.fileExists(atPath: file), "\(path)")
    }
  }

  @Test func roomsAreThoseOfTheList() throws {
    let room = /^[A-Z]\w+: +[A-Z].*$/.anchorsMatchLineEndings()
    let shown = try Self.text(Self.article).matches(of: room).map { $0.output }
    let list = try Self.text(".ci/layers/MirrorMap").split(separator: "\n")
    #expect(shown.count == 3)
    for line in shown {
      #expect(list.contains(line), "\(line)")
    }
  }
}
