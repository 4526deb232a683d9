import MirrorMap

/// What it brings not to validate the text of strings that nobody asks for.
enum TrustedInput {
  private static let validating = Names.mirrorMap
  private static let trusting = "MirrorMap, ignored text trusted"

  static let group = BenchmarkGroup(
    name: "trusted input",
    summary: "twitter with and without validation of text that is ignored",
    metric: .throughput,
    baselines: [validating],
    contenders: [validating, trusting],
    prepare: { workbench in
      let data = try workbench.document(.twitter)
      var mapper = Mapper()
      mapper.validatesIgnoredText = false
      let trust = mapper
      try Agreement(about: "trusted input").requireEqual(
        MappedTimeline.decode(from: data).encodeString(),
        MappedTimeline.decode(from: data, using: trust).encodeString(),
        "trusting reads something else")
      return [
        Contender(validating, items: data.count) {
          blackHole(try MappedTimeline.decode(from: data))
        },
        Contender(trusting, items: data.count) {
          blackHole(try MappedTimeline.decode(from: data, using: trust))
        },
      ]
    })
}
