/// What one contender cost: one figure a round, for one item (see ``Metric``).
struct Measurement: Codable {
  let contender: String
  let items: Int
  var costs: [Double] = []
}

extension Measurement {
  /// All rounds of a contender that was measured in several processes; nil if it was in none.
  init?(joining parts: [Measurement]) {
    guard let first = parts.first else { return nil }
    self.init(contender: first.contender, items: first.items, costs: parts.flatMap(\.costs))
  }
}
