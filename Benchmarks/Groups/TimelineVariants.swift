import MirrorMap

/// The models of `twitter` against other ones of the same content: classes, and structs in which a
/// tenth of the properties have key paths, transforms and alternatives.
enum TimelineVariants {
  /// Classes may take 1.5 times as long.
  static let classes = groups(
    "classes", structs: "MirrorMap structs", "MirrorMap classes", ClassTimeline.self,
    goal: .ratio(atLeast: 1 / 1.5), summary: "twitter into structs and into classes")

  /// Features may cost 1.3 times the time.
  static let features = groups(
    "features", structs: "MirrorMap plain", "MirrorMap with features", FeaturedTimeline.self,
    goal: .ratio(atLeast: 1 / 1.3),
    summary: "twitter, a tenth of the properties with key paths, transforms and alternatives")

  private static func groups<Variant: Mappable & SendableMetatype>(
    _ name: String, structs: String, _ variant: String, _ type: Variant.Type,
    goal: BenchmarkGroup.Goal, summary: String
  ) -> [BenchmarkGroup] {
    ["decode", "encode"].map { direction in
      BenchmarkGroup(
        name: "\(name) \(direction)",
        summary: direction == "decode" ? summary : "the same, written",
        metric: .throughput,
        baselines: [structs],
        contenders: [structs, variant],
        goals: [variant: goal],
        prepare: { workbench in
          let data = try workbench.document(.twitter)
          let timeline = try MappedTimeline.decode(from: data)
          let other = try Variant.decode(from: data)
          // The same bytes: key paths are regrouped where the first of them was declared.
          try Agreement(about: name).requireEqual(
            timeline.encodeString(), other.encodeString(), "\(structs) and \(variant) differ")
          if direction == "decode" {
            return [
              Contender(structs, items: data.count) {
                blackHole(try MappedTimeline.decode(from: data))
              },
              Contender(variant, items: data.count) { blackHole(try Variant.decode(from: data)) },
            ]
          }
          let size = try timeline.encode().count
          return [
            Contender(structs, items: size) { blackHole(try timeline.encode()) },
            Contender(variant, items: size) { blackHole(try other.encode()) },
          ]
        })
    }
  }
}
