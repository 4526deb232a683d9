import Foundation
import Testing

@testable import MirrorMapTool

/// What the article on inference shows.
struct ArticleTests {
  @Test func theModelsAreThoseOfTheSample() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let article = try String(
      contentsOf: root.appending(path: "Sources/MirrorMap/MirrorMap.docc/InferringModels.md"),
      encoding: .utf8)
    let blocks = article.components(separatedBy: "```")
    let file = TemporaryFile(blocks[1])
    let run = Run("infer", file.path, "--name", "User", "--at", "data.items")
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect("swift\n\(run.output)" == blocks[3])
  }
}
