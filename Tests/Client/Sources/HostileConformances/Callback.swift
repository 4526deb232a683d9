import MirrorMap

/// Where the code of models, values and transforms calls back, and what happens there.
///
/// A scenario happens once for each callback: at the first one the first time, at the second one
/// the second time, and so on. So whatever the library is in the middle of, something happens in
/// the middle of it.
enum Callback {
  /// How many callbacks pass before the one at which something happens; nil if nothing does.
  nonisolated(unsafe) private static var rest: Int?
  nonisolated(unsafe) private static var action: () throws -> Void = {}

  static func call() {
    guard let rest else { return }
    self.rest = rest > 0 ? rest - 1 : nil
    if rest == 0 { try? action() }
  }

  /// Runs `body` once for each callback that it leads to after it has called `arm`, and does
  /// something there.
  static func atEach(
    _ action: @escaping () throws -> Void, _ body: (_ arm: () -> Void) throws -> Void
  ) throws {
    Callback.action = action
    defer { (rest, Callback.action) = (nil, {}) }
    for number in 0..<10_000 {
      try body { rest = number }
      // It came to its end without that many callbacks.
      if rest != nil { return try expect(number > 0, true) }
    }
  }
}

/// A transform that changes nothing.
struct Calling: Transform {
  func decode(_ json: String) throws -> String {
    Callback.call()
    return json
  }
  func encode(_ object: String) throws -> String {
    Callback.call()
    return object
  }
}

/// A string that's too long to be stored inline.
func text(_ letter: Character) -> String { String(repeating: letter, count: 40) }
