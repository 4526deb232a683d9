import Foundation

/// On how many threads an array is decoded.
///
/// ```swift
/// let events = try [Event].decode(from: data, parallel: true)   // one per core
/// let events = try [Event].decode(from: data, parallel: 2)
/// ```
public struct Parallelism: Sendable, Hashable, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  /// How many threads there are at most; at least 1.
  public let threads: Int

  /// - Parameter threads: how many threads there are at most; 1 for less.
  public init(threads: Int) { self.threads = max(threads, 1) }

  /// As many threads as the machine has active cores.
  public static var automatic: Parallelism {
    Parallelism(threads: ProcessInfo.processInfo.activeProcessorCount)
  }

  public init(integerLiteral threads: Int) { self.init(threads: threads) }

  /// `true` stands for ``automatic``, `false` for one thread.
  public init(booleanLiteral isParallel: Bool) {
    self = isParallel ? .automatic : Parallelism(threads: 1)
  }
}
