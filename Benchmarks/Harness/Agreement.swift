import Foundation
import MirrorMap

/// The checks before anything is timed: a contender whose result differs doesn't take part.
///
/// `JSONSerialization` of some Foundations gets the last digits of long fractions wrong (most of
/// those in `canada` among them). So fractions that came through it are compared with a tolerance,
/// while everyone else has to agree to the last bit.
struct Agreement {
  /// For fractions that came through `JSONSerialization`.
  static let serializationTolerance = 1e-14

  /// The group, for the message.
  let subject: String

  init(about subject: String) {
    self.subject = subject
  }

  /// - Throws: `BenchmarkFailure` with the first difference.
  func requireEqual<Value: Equatable>(_ left: Value, _ right: Value, _ complaint: String) throws {
    if left != right {
      throw failure(complaint, Difference().first(between: left, and: right))
    }
  }

  /// Compares models of different types field by field, or trees, see ``Difference``.
  func requireAlike(
    _ left: Any, _ right: Any, tolerance: Double = 0, nullIsAbsent: Bool = false,
    _ complaint: String
  ) throws {
    let difference = Difference(tolerance: tolerance, nullIsAbsent: nullIsAbsent)
    if let first = difference.first(between: left, and: right) {
      throw failure(complaint, first)
    }
  }

  func failure(_ complaint: String, _ difference: String? = nil) -> BenchmarkFailure {
    let place = difference.map { "\n  \($0)" } ?? ""
    return BenchmarkFailure("\(subject): \(complaint)\(place)")
  }
}
