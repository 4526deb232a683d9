import MirrorMap

/// The models of `twitter` as structs and as classes, to the same content.
enum ModelKinds {
  private static let structs = "MirrorMap structs"
  private static let classes = "MirrorMap classes"
  /// Classes may take 1.5 times as long.
  private static let goal = Goal.ratio(atLeast: 1 / 1.5)

  static let decoding = BenchmarkGroup(
    name: "classes decode",
    summary: "twitter into structs and into classes",
    metric: .throughput,
    baselines: [structs],
    contenders: [structs, classes],
    goals: [classes: goal],
    prepare: { workbench in
      let data = try workbench.document(.twitter)
      try check(MappedTimeline.decode(from: data), ClassTimeline.decode(from: data))
      return [
        Contender(structs, items: data.count) {
          blackHole(try MappedTimeline.decode(from: data))
        },
        Contender(classes, items: data.count) {
          blackHole(try ClassTimeline.decode(from: data))
        },
      ]
    })

  static let encoding = BenchmarkGroup(
    name: "classes encode",
    summary: "twitter from structs and from classes",
    metric: .throughput,
    baselines: [structs],
    contenders: [structs, classes],
    goals: [classes: goal],
    prepare: { workbench in
      let data = try workbench.document(.twitter)
      let timeline = try MappedTimeline.decode(from: data)
      let objects = try ClassTimeline.decode(from: data)
      try check(timeline, objects)
      let size = try timeline.encode().count
      return [
        Contender(structs, items: size) { blackHole(try timeline.encode()) },
        Contender(classes, items: size) { blackHole(try objects.encode()) },
      ]
    })

  private static func check(_ timeline: MappedTimeline, _ objects: ClassTimeline) throws {
    try Agreement(about: "classes").requireEqual(
      timeline.encodeString(), objects.encodeString(), "structs and classes differ")
  }
}
