/// What one contender cost: one figure a round, for one item (see ``Metric``).
struct Measurement {
  let contender: String
  let items: Int
  var costs: [Double] = []
}
