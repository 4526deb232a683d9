import MirrorMap
import Testing

private final class Knot: Mappable {
  @Mapped var next: Knot?
  @Mapped var id: Int
}

private struct Branch: Mappable {
  @Mapped var branches: [Branch]
  @Mapped var leaf: Int
}

private struct Shelf: Mappable {
  @Mapped var table: [String: [String: Shelf]]
}

private final class Fork: Mappable {
  @Mapped("left") var left: Fork?
  @Mapped("left.size") var size: Int?
}

/// A value that fails deep inside, or many times, is skipped once.
struct DeepReportTests {
  @Test func eachLevelOfADeepNestReportsItsFailuresOnce() {
    let depth = 300
    let json =
      String(repeating: #"{"next":"#, count: depth) + "null"
      + String(repeating: #","id":"x"}"#, count: depth)
    let report = Knot.decodeReporting(from: json)
    #expect(report.value == nil)
    #expect(report.issues.count == depth)
    #expect(Set(report.issues.compactMap(\.byteOffset)).count == depth)
    #expect(report.issues.last?.path.components == [.key("id")])
    #expect(report.issues.first?.path.components.count == depth)
  }

  @Test func longValueAtTheBottomOfAFailingNestIsSkippedOnce() {
    let depth = 250
    let filler = String(repeating: "7,", count: 200_000) + "7"
    let json =
      String(repeating: #"{"branches":["#, count: depth) + #"{"filler":["# + filler + "]}"
      + String(repeating: "]}", count: depth)
    for policy in [FailurePolicy.strict, .lossy] {
      var mapper = Mapper()
      mapper.failurePolicy = policy
      let report = Branch.decodeReporting(from: json, using: mapper)
      #expect(report.value == nil)
      // The leaf of each level, and of the innermost one the branches as well.
      #expect(report.issues.count == depth + 2)
      #expect(report.issues.allSatisfy { $0.code == .missingKey })
    }
  }

  @Test func failingDictionariesInANestAreSkippedOnce() {
    let depth = 150
    let filler = String(repeating: "7,", count: 200_000) + "7"
    let json =
      String(repeating: #"{"table":{"a":{"b":"#, count: depth) + #"{"filler":["# + filler + "]}"
      + String(repeating: "}}}", count: depth)
    let report = Shelf.decodeReporting(from: json)
    #expect(report.value == nil)
    #expect(report.issues.map(\.property) == ["table"])
    #expect(report.issues.first?.path.components.count == depth * 3 + 1)
  }

  @Test func hundredThousandFailingElementsAreReportedOneByOne() {
    let count = 100_000
    let json = "[" + String(repeating: #""x","#, count: count) + "1]"
    var mapper = Mapper()
    mapper.failurePolicy = .lossy
    mapper.maximumIssueCount = .max
    let report = [Int].decodeReporting(from: json, using: mapper)
    #expect(report.value == [1])
    #expect(report.issues.count == count)
    #expect(report.issues[99_999].path.components == [.index(99_999)])
    #expect(report.issues[99_999].column == 400_000 - 2)
  }

  @Test func overlappingPathsInANestReportAFailureOnce() {
    let depth = 60
    let json =
      String(repeating: #"{"left":"#, count: depth) + #"{"size":"x"}"#
      + String(repeating: "}", count: depth)
    let report = Fork.decodeReporting(from: json)
    #expect(report.value != nil)
    #expect(report.issues.map { "\($0.path.components.count)" } == ["61"])
  }
}
