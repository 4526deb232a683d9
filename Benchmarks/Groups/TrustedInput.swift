import Foundation
import MirrorMap

/// What it brings not to validate the text of strings that nobody asks for: in a timeline, which has little of
/// it, and in letters of which only the numbers are read.
enum TrustedInput {
  private static let validating = Names.mirrorMap
  private static let trusting = "MirrorMap, ignored text trusted"

  static let timeline = group(
    "trusted input", summary: "twitter with and without validation of text that is ignored",
    MappedTimeline.self
  ) { try $0.document(.twitter) }

  static let letters = group(
    "trusted text", summary: "the same with letters of which all the text is ignored",
    [ListedLetter].self
  ) { _ in LetterGenerator.document(500) }

  private static func group<Model: MappableValue>(
    _ name: String, summary: String, _ type: Model.Type,
    _ document: @escaping @Sendable (Workbench) throws -> Data
  ) -> BenchmarkGroup {
    BenchmarkGroup(
      name: name,
      summary: summary,
      metric: .throughput,
      baselines: [validating],
      contenders: [validating, trusting],
      prepare: { workbench in
        let data = try document(workbench)
        var mapper = Mapper()
        mapper.validatesIgnoredText = false
        let trust = mapper
        try Agreement(about: name).requireEqual(
          Model.decode(from: data).encodeString(),
          Model.decode(from: data, using: trust).encodeString(),
          "trusting reads something else")
        return [
          Contender(validating, items: data.count) {
            blackHole(try Model.decode(from: data))
          },
          Contender(trusting, items: data.count) {
            blackHole(try Model.decode(from: data, using: trust))
          },
        ]
      })
  }
}
