import EssentialFoundation

/// The number of threads that decode an array.
///
/// ```swift
/// let events = try [Event].decode(from: data, parallel: true)   // one per core
/// let events = try [Event].decode(from: data, parallel: 2)
/// ```
public struct Parallelism: Sendable, Hashable, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  /// The maximum number of threads; at least 1.
  public let threads: Int

  /// - Parameter threads: The maximum number of threads; 1 for less.
  public init(threads: Int) { self.threads = max(threads, 1) }

  /// One thread for each active core of the machine.
  public static var automatic: Parallelism {
    Parallelism(threads: ProcessInfo.processInfo.activeProcessorCount)
  }

  public init(integerLiteral threads: Int) { self.init(threads: threads) }

  /// `true` is ``automatic``, `false` one thread.
  public init(booleanLiteral isParallel: Bool) {
    self = isParallel ? .automatic : Parallelism(threads: 1)
  }
}
