import MirrorMap
import Synchronization
import Testing

@testable import TestSupport

struct IssueLimitTests {
  struct Row: Mappable { @Mapped("id") var id: Int = 0 }

  private func rows(_ count: Int) -> String {
    "[" + Array(repeating: #"{"id":"x"}"#, count: count).joined(separator: ",") + "]"
  }

  @Test func issuesBeyondTheLimitAreOneThatSaysSo() throws {
    let report = [Row].decodeReporting(from: rows(2500))
    #expect(report.value?.count == 2500)
    #expect(report.issues.count == 1001)
    #expect(
      report.issues[999].description
        == "$[999].id: expected Int, found a string (line 1, column 10997, Row.id)")
    #expect(
      report.issues[1000].description
        == "$[1000].id: expected at most 1000 issues, found more (line 1, column 11008)")
    #expect(report.issues[1000].code == .sizeLimit)
  }

  @Test func asManyIssuesAsAllowedHaveNoneThatSaysSo() {
    let report = [Row].decodeReporting(from: rows(1000))
    #expect(report.issues.count == 1000)
    #expect(report.issues.allSatisfy { $0.code == .typeMismatch })
  }

  @Test(arguments: [-1, 0, 1, 7])
  func limitIsAnOption(_ maximum: Int) {
    let report = [Row].decodeReporting(
      from: rows(20), using: .with { $0.maximumIssueCount = maximum })
    #expect(report.value?.count == 20)
    #expect(report.issues.count == max(maximum, 0) + 1)
    #expect(report.issues.last?.code == .sizeLimit)
  }

  struct Entry: Mappable {
    @Mapped var a: Int?
    @Mapped var b: Int?
    @Mapped var c: Int
  }

  /// A missing key is where its object begins.
  @Test func whatSaysSoIsTheLastIssue() {
    let report = [Entry].decodeReporting(
      from: #"[{"a": "x", "b": "y"}, {"a": 1}]"#,
      using: .with {
        $0.maximumIssueCount = 2
        $0.failurePolicy = .lossy
      })
    #expect(report.issues.map { "\($0.path)" } == ["$[0].a", "$[0].b", "$[0]"])
    #expect(report.issues.last?.code == .sizeLimit)
  }

  @Test func documentsWithoutIssuesAreNotConcerned() {
    let report = [Row].decodeReporting(
      from: #"[{"id":1}]"#, using: .with { $0.maximumIssueCount = 0 })
    #expect(report.issues.isEmpty && report.value?.first?.id == 1)
  }
}
