import Foundation

/// Finds the first place where two results differ, and says where.
///
/// Works on models (by reflection) and on the trees of `JSONSerialization`, which is slow and only
/// done before anything is timed.
struct Difference {
  /// How far apart two fractions may be, relative to their size; whole numbers never.
  var tolerance = 0.0
  /// Whether an object may say `null` where the other says nothing: to a model both are nil.
  var nullIsAbsent = false

  /// `$.statuses[3].user.name: "a" is not "b"`, or nil if there is no difference.
  func first(between left: Any, and right: Any, at path: String = "$") -> String? {
    if let left = left as? [String: Any], let right = right as? [String: Any] {
      return firstInObjects(left, right, at: path)
    }
    if let left = left as? [Any], let right = right as? [Any] {
      return firstInArrays(left, right, at: path)
    }
    if let left = number(left), let right = number(right) {
      return isEqual(left, right) ? nil : "\(path): \(left) is not \(right)"
    }
    let (mirror, other) = (Mirror(reflecting: left), Mirror(reflecting: right))
    if !mirror.children.isEmpty, mirror.children.count == other.children.count {
      for (left, right) in zip(mirror.children, other.children) {
        let member = mirror.displayStyle == .optional ? path : "\(path).\(left.label ?? "?")"
        if let difference = first(between: left.value, and: right.value, at: member) {
          return difference
        }
      }
      return nil
    }
    let (left, right) = (String(reflecting: left), String(reflecting: right))
    return left == right ? nil : "\(path): \(left) is not \(right)"
  }

  private func firstInObjects(
    _ left: [String: Any], _ right: [String: Any], at path: String
  ) -> String? {
    let (left, right) = (present(left), present(right))
    for key in Set(left.keys).union(right.keys).sorted() {
      guard let ours = left[key], let theirs = right[key] else {
        return "\(path).\(key) is only in the \(left[key] == nil ? "second" : "first")"
      }
      if let difference = first(between: ours, and: theirs, at: "\(path).\(key)") {
        return difference
      }
    }
    return nil
  }

  private func firstInArrays(_ left: [Any], _ right: [Any], at path: String) -> String? {
    guard left.count == right.count else {
      return "\(path): \(left.count) elements are not \(right.count)"
    }
    for (index, pair) in zip(left, right).enumerated() {
      if let difference = first(between: pair.0, and: pair.1, at: "\(path)[\(index)]") {
        return difference
      }
    }
    return nil
  }

  private func present(_ members: [String: Any]) -> [String: Any] {
    nullIsAbsent ? members.filter { !($0.value is NSNull) } : members
  }

  private func number(_ value: Any) -> NSNumber? {
    switch value {
    case let value as Double: NSNumber(value: value)
    case let value as NSNumber: value
    default: nil
    }
  }

  private func isEqual(_ left: NSNumber, _ right: NSNumber) -> Bool {
    if left == right { return true }
    let (left, right) = (left.doubleValue, right.doubleValue)
    if left == left.rounded(), right == right.rounded() { return false }
    return abs(left - right) <= tolerance * max(abs(left), abs(right))
  }
}
