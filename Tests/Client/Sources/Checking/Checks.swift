import Foundation
import MirrorMap

/// Collects what a client expected and did not get.
public struct Checks {
  private let name: String
  private var count = 0
  private var failures: [String] = []

  public init(_ name: String) { self.name = name }

  /// Expects two values to be equal.
  public mutating func equal<Value: Equatable>(
    _ value: @autoclosure () throws -> Value, _ expected: Value, line: Int = #line
  ) {
    count += 1
    do {
      let value = try value()
      if value != expected { failures.append("line \(line): \(value) is not \(expected)") }
    } catch {
      failures.append("line \(line): \(error)")
    }
  }

  /// Expects `body` to throw an error of this text.
  public mutating func fails(
    _ text: String, line: Int = #line, _ body: () throws -> Void
  ) {
    count += 1
    do {
      try body()
      failures.append("line \(line): nothing was thrown")
    } catch {
      if "\(error)" != text { failures.append("line \(line): \(error) is not \(text)") }
    }
  }

  /// Expects a document to be written again as it was read.
  public mutating func trips<Value: MappableValue>(
    _ type: Value.Type, _ text: String, line: Int = #line
  ) {
    equal(try Value.decode(from: text).encodeString(), text, line: line)
  }

  /// Prints the outcome on one line and ends the process.
  public func finish() -> Never {
    if failures.isEmpty {
      print("\(name): \(count) checks passed")
      exit(0)
    }
    print(
      "\(name): \(failures.count) of \(count) checks failed; " + failures.joined(separator: "; "))
    exit(1)
  }
}
