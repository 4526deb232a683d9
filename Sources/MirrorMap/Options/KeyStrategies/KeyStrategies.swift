/// Numbers for key strategies, so that a reader can carry one in four bytes and a plan can compare it
/// in one instruction. Equal strategies have one number; 0 takes names as they are.
enum KeyStrategies {
  private static let strategies = Locked<[any KeyStrategy]>([UnchangedKeys()])

  /// The number of a strategy.
  static func number(of strategy: (any KeyStrategy)?) -> Int32 {
    guard let strategy else { return 0 }
    while true {
      // The users' == does not run under the lock.
      let known = strategies.withLock { $0 }
      if let number = known.firstIndex(where: { $0.isEqual(to: strategy) }) { return Int32(number) }
      let isAdded = strategies.withLock { strategies in
        guard strategies.count == known.count else { return false }
        strategies.append(strategy)
        return true
      }
      if isAdded { return Int32(known.count) }
    }
  }

  /// The strategy of a number.
  static func strategy(_ number: Int32) -> any KeyStrategy {
    strategies.withLock { $0[Int(number)] }
  }
}
