/// One piece of work that can be timed again and again.
struct Contender {
  let id: BenchmarkID
  /// The bytes that one run stands for.
  let bytes: Int
  /// One run. It hands its result to ``blackHole(_:)``; releasing the result is part of the work.
  let run: () throws -> Void
}
