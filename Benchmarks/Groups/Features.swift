import MirrorMap

/// The models of `twitter` as they are, and with key paths, transforms and alternatives on a tenth
/// of their properties.
enum Features {
  private static let plain = "MirrorMap plain"
  private static let featured = "MirrorMap with features"
  /// Features may cost 1.3 times the time.
  private static let goal = Goal.ratio(atLeast: 1 / 1.3)

  static let decoding = BenchmarkGroup(
    name: "features decode",
    summary: "twitter, a tenth of the properties with key paths, transforms and alternatives",
    metric: .throughput,
    baselines: [plain],
    contenders: [plain, featured],
    goals: [featured: goal],
    prepare: { workbench in
      let data = try workbench.document(.twitter)
      try check(MappedTimeline.decode(from: data), FeaturedTimeline.decode(from: data))
      return [
        Contender(plain, items: data.count) {
          blackHole(try MappedTimeline.decode(from: data))
        },
        Contender(featured, items: data.count) {
          blackHole(try FeaturedTimeline.decode(from: data))
        },
      ]
    })

  static let encoding = BenchmarkGroup(
    name: "features encode",
    summary: "the same, written",
    metric: .throughput,
    baselines: [plain],
    contenders: [plain, featured],
    goals: [featured: goal],
    prepare: { workbench in
      let data = try workbench.document(.twitter)
      let timeline = try MappedTimeline.decode(from: data)
      let other = try FeaturedTimeline.decode(from: data)
      try check(timeline, other)
      let size = try timeline.encode().count
      return [
        Contender(plain, items: size) { blackHole(try timeline.encode()) },
        Contender(featured, items: size) { blackHole(try other.encode()) },
      ]
    })

  private static func check(_ timeline: MappedTimeline, _ other: FeaturedTimeline) throws {
    // The same bytes: key paths are regrouped where the first of them was declared.
    try Agreement(about: "features").requireEqual(
      timeline.encodeString(), other.encodeString(), "plain and featured models differ")
  }
}
