import Foundation
import MirrorMap

/// Finds the first difference between two results, and says where it is.
///
/// Works on models, by reflection, and on the trees of `JSONSerialization`, which is slow and only
/// done before anything is timed. An annotated property counts as its value: `MappedTimeline` is
/// compared with `PlainTimeline` field by field.
struct Difference {
  /// How far apart two fractions may be, relative to their size; whole numbers never.
  var tolerance = 0.0
  /// Whether an object may say `null` where the other says nothing: to a model both are nil.
  var nullIsAbsent = false

  /// `$.statuses[3].user.name: "a" is not "b"`, or nil if there is no difference.
  func first(between left: Any, and right: Any, at path: String = "$") -> String? {
    if let left = left as? any Equatable, isExactly(left, right) { return nil }
    if let left = left as? [String: Any], let right = right as? [String: Any] {
      return firstInObjects(left, right, at: path)
    }
    if let left = left as? [Any], let right = right as? [Any] {
      return firstInArrays(left, right, at: path)
    }
    if let left = number(left), let right = number(right) {
      return isEqual(left, right) ? nil : "\(path): \(left) is not \(right)"
    }
    let (fields, others) = (fields(of: left), fields(of: right))
    if !fields.isEmpty, fields.map(\.name) == others.map(\.name) {
      for (field, other) in zip(fields, others) {
        let path = field.name == "some" ? path : "\(path).\(field.name)"
        if let difference = first(between: field.value, and: other.value, at: path) {
          return difference
        }
      }
      return nil
    }
    let (left, right) = (String(reflecting: left), String(reflecting: right))
    return left == right ? nil : "\(path): \(left) is not \(right)"
  }

  /// The fields of a model, or the wrapped value of an optional as a field `some`.
  private func fields(of value: Any) -> [(name: String, value: Any)] {
    Mirror(reflecting: value).children.map { child in
      guard let wrapper = child.value as? any AnnotatedProperty else {
        return (child.label ?? "?", child.value)
      }
      return (String((child.label ?? "?").dropFirst()), wrapper.content)
    }
  }

  private func isExactly<Value: Equatable>(_ left: Value, _ right: Any) -> Bool {
    left == right as? Value
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

/// What ``Difference`` looks through.
private protocol AnnotatedProperty {
  var content: Any { get }
}

extension Mapped: AnnotatedProperty {
  fileprivate var content: Any { wrappedValue }
}
