import Foundation

/// Numbers for key strategies, so that a reader can carry one in four bytes and a plan can compare it
/// in one instruction. Equal strategies have one number; 0 takes names as they are.
enum KeyStrategies {
  private nonisolated(unsafe) static var strategies: [any KeyStrategy] = [UnchangedKeys()]
  private static let lock = NSLock()

  /// The number of a strategy.
  static func number(of strategy: (any KeyStrategy)?) -> Int32 {
    guard let strategy else { return 0 }
    while true {
      // The users' == does not run under the lock.
      let known = lock.withLock { strategies }
      if let number = known.firstIndex(where: { $0.isEqual(to: strategy) }) { return Int32(number) }
      let isAdded = lock.withLock {
        guard strategies.count == known.count else { return false }
        strategies.append(strategy)
        return true
      }
      if isAdded { return Int32(known.count) }
    }
  }

  /// The strategy of a number.
  static func strategy(_ number: Int32) -> any KeyStrategy {
    lock.withLock { strategies[Int(number)] }
  }
}
