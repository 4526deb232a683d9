import Testing

@testable import TestSupport

/// What holds for all values of a kind, tried on generated ones of growing size.
///
/// Where it does not hold, smaller values are tried until the smallest size is found at which it does
/// not, either. The failure names a seed and a size; to see that value again:
///
/// ```swift
/// try Property(seed: 1) { $0.string() } fault: { … }.check(again: (seed: 17, size: 3))
/// ```
struct Property<Value> {
  /// The first value's; the following ones count up from a multiple of it.
  let seed: UInt64
  var rounds = 40
  var maximumSize = 20
  let make: (inout Sampler) throws -> Value
  /// What is wrong with a value; nil if nothing is. What it throws is wrong as well.
  let fault: (Value) throws -> String?

  init(
    seed: UInt64, rounds: Int = 40, maximumSize: Int = 20,
    make: @escaping (inout Sampler) throws -> Value, fault: @escaping (Value) throws -> String?
  ) {
    self.seed = seed
    self.rounds = rounds
    self.maximumSize = maximumSize
    self.make = make
    self.fault = fault
  }

  /// A value for which the property doesn't hold.
  struct Failure: CustomStringConvertible {
    let seed: UInt64
    let size: Int
    let fault: String

    var description: String { "seed \(seed), size \(size): \(fault)" }
  }

  /// Expects the property to hold.
  ///
  /// - Parameter again: the one value to be tried, as an earlier failure named it.
  func check(
    again: (seed: UInt64, size: Int)? = nil,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let failure = again.map { self.failure($0.seed, $0.size) } ?? smallestFailure()
    guard let failure else { return }
    Issue.record("\(failure)", sourceLocation: sourceLocation)
  }

  /// Tries values of growing size, and after a failure smaller ones.
  func smallestFailure() -> Failure? {
    for round in 0..<rounds {
      let size = maximumSize * round / max(rounds - 1, 1)
      guard let failure = failure(seed &* 1_000_003 &+ UInt64(round), size) else { continue }
      return smaller(than: failure)
    }
    return nil
  }

  /// The failure of the smallest size that some seed has.
  private func smaller(than failure: Failure) -> Failure {
    for size in 0..<failure.size {
      for attempt in 0..<50 {
        if let smaller = self.failure(failure.seed &+ UInt64(attempt), size) { return smaller }
      }
    }
    return failure
  }

  private func failure(_ seed: UInt64, _ size: Int) -> Failure? {
    do {
      var sampler = Sampler(seed: seed, size: size)
      return try fault(try make(&sampler)).map { Failure(seed: seed, size: size, fault: $0) }
    } catch {
      return Failure(seed: seed, size: size, fault: "\(error)")
    }
  }
}
