/// One piece of work that can be measured again and again.
struct Contender {
  enum Work {
    /// One run. It hands its result to ``blackHole(_:)``; releasing the result is part of the work.
    case timed(() throws -> Void)
    /// Measures itself, in a process of its own: the cost of one item.
    case measuring(() throws -> Double)
  }

  let name: String
  /// How many bytes, documents or keys (see ``Metric``) one run stands for.
  let items: Int
  let work: Work

  init(_ name: String, items: Int, run: @escaping () throws -> Void) {
    self.name = name
    self.items = items
    work = .timed(run)
  }

  private init(name: String, items: Int, work: Work) {
    self.name = name
    self.items = items
    self.work = work
  }

  static func inFreshProcess(
    _ name: String, items: Int, measure: @escaping () throws -> Double
  ) -> Contender {
    Contender(name: name, items: items, work: .measuring(measure))
  }
}
