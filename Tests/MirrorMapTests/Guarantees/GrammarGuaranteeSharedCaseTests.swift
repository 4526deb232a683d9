import MirrorMap
import Testing

@testable import TestSupport

/// The labeled cases in the folder beside the repository: the label is the verdict, whichever way a text
/// is read. Without these cases there is nothing to be seen here.
struct GrammarGuaranteeSharedCaseTests {
  @Test(arguments: 0..<16)
  func eachCaseIsJudgedCorrectlyInAllWays(part: Int) {
    var wrong: [String] = []
    for (number, item) in SharedCases.settled.enumerated() where number % 16 == part {
      for way in WayOfReading.share(number / 16) {
        let document = way.document(item.bytes)
        var isJSON = item.expectation == "accept"
        // A frame may make JSON of what is none: an array of nothing, a string of half a string.
        let mayComplete = way.frame.contains("[") || way.frame.count { $0 == "?" } > 1
        if !isJSON, mayComplete { isJSON = JSONReference.accepts(document) }
        if !way.isRight(document, isJSON: isJSON) {
          wrong.append("\(way) of \(item.testDescription)")
        }
      }
    }
    #expect(wrong == [])
  }

  @Test func undecidedCasesAreReadWithoutATrap() {
    for (number, item) in SharedCases.cases.enumerated() where item.expectation == "either" {
      for way in WayOfReading.share(number, of: 8) { _ = way.verdict(way.document(item.bytes)) }
    }
  }

  @Test func referenceReaderAgreesWithTheLabels() {
    let wrong = SharedCases.settled.filter {
      JSONReference.accepts($0.bytes) != ($0.expectation == "accept")
    }
    #expect(wrong.map(\.testDescription) == [])
  }
}
