import MirrorMap
import Synchronization

/// Counts the objects that a piece of work makes, and those that are still there.
final class Ledger: Sendable {
  /// The ledger of this test.
  @TaskLocal static var current = Ledger()

  private let madeCount = Atomic<Int>(0)
  private let freedCount = Atomic<Int>(0)

  /// How many objects have been made.
  var made: Int { madeCount.load(ordering: .acquiring) }
  /// How many of them there still are.
  var live: Int { made - freedCount.load(ordering: .acquiring) }

  fileprivate func add() { madeCount.wrappingAdd(1, ordering: .acquiringAndReleasing) }
  fileprivate func remove() { freedCount.wrappingAdd(1, ordering: .acquiringAndReleasing) }

  /// Does some work with a ledger of its own.
  static func keep<R>(_ body: (Ledger) throws -> R) rethrows -> R {
    let ledger = Ledger()
    return try $current.withValue(ledger) { try body(ledger) }
  }
}

/// A value whose instances are counted: a number in JSON. Negative numbers are an error, after the
/// object has been made; 13 cannot be written.
final class Tracked: MappableValue, Hashable {
  let number: Int
  private let ledger = Ledger.current
  /// More than fits into the object itself.
  let text: String

  init(_ number: Int) {
    self.number = number
    text = "the number \(number), as a text of some length"
    ledger.add()
  }

  deinit { ledger.remove() }

  static func decode(from reader: inout JSONReader) throws -> Tracked {
    let value = Tracked(try reader.decode(Int.self))
    if value.number < 0 { throw MappingError(expected: "a number from 0") }
    return value
  }

  func encode(to writer: inout JSONWriter) throws {
    if number == 13 { throw MappingError(expected: "another number than 13") }
    try writer.encode(number)
  }

  static func == (one: Tracked, other: Tracked) -> Bool { one.number == other.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
