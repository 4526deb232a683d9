/// The times of one contender: seconds a run, one figure a round.
struct Measurement {
  let id: BenchmarkID
  let bytes: Int
  var seconds: [Double] = []

  var bestMegabytesPerSecond: Double {
    megabytesPerSecond(seconds.min() ?? .infinity)
  }

  var medianMegabytesPerSecond: Double {
    megabytesPerSecond(Statistics.median(seconds))
  }

  private func megabytesPerSecond(_ seconds: Double) -> Double {
    Double(bytes) / 1_000_000 / seconds
  }
}
