/// Numbers for key strategies: a reader stores one in four bytes, and a plan compares it in one
/// instruction. Equal strategies have one number; 0 is `.unchanged`.
enum KeyStrategies {
  private static let strategies = Locked<[any KeyStrategy]>([StandardKeys.unchanged])

  /// The number of a strategy.
  static func number(of strategy: (any KeyStrategy)?) -> Int32 {
    guard let strategy else { return 0 }
    while true {
      // The lock isn't held while the user's == runs.
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

  /// The strategy with a number.
  static func strategy(_ number: Int32) -> any KeyStrategy {
    number == 0 ? StandardKeys.unchanged : strategies.withLock { $0[Int(number)] }
  }
}
