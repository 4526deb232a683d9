import Foundation

extension JSONValue {
  /// The value as the objects that `JSONSerialization` uses.
  ///
  /// `NSNull`, `Bool`, `String`, `[Any]` and `[String: Any]`. A number that is written without
  /// point and exponent becomes an `Int`, or a `UInt64` where `Int` is too small; any other a
  /// `Double` if that loses nothing, which is to say that the shortest decimal of the `Double` is
  /// the number, and else a `Decimal` if that holds it exactly. Numbers that no type holds become
  /// the nearest `Double`, infinite beyond its range.
  ///
  /// Swift's dictionaries hold canonically equivalent keys to be equal: of such members, which a
  /// JSON object can have side by side, the last wins.
  ///
  /// - Complexity: O(*n*). No recursion.
  public var foundationObject: Any {
    var open: [FoundationBuilder] = []
    var value = self
    while true {
      var finished: Any
      switch value {
      case .null: finished = NSNull()
      case .bool(let bool): finished = bool
      case .number(let number): finished = number.foundationObject
      case .string(let string): finished = string
      case .array, .object:
        open.append(FoundationBuilder(value))
        guard let first = open[open.count - 1].next() else {
          finished = open.removeLast().object
          break
        }
        value = first
        continue
      }
      // What is finished goes into the container around it, and may be the last that it waits for.
      while true {
        guard !open.isEmpty else { return finished }
        open[open.count - 1].add(finished)
        if let next = open[open.count - 1].next() {
          value = next
          break
        }
        finished = open.removeLast().object
      }
    }
  }
}

/// A container on its way to Foundation.
private struct FoundationBuilder {
  private var restOfArray: IndexingIterator<[JSONValue]>?
  private var elements: [Any] = []
  private var restOfObject: JSONObject.Iterator?
  private var members: [String: Any] = [:]
  private var key = ""

  init(_ container: JSONValue) {
    restOfArray = container.array?.makeIterator()
    restOfObject = container.object?.makeIterator()
  }

  mutating func next() -> JSONValue? {
    if restOfArray != nil { return restOfArray?.next() }
    guard let (key, value) = restOfObject?.next() else { return nil }
    self.key = key
    return value
  }

  mutating func add(_ object: Any) {
    if restOfArray != nil { elements.append(object) } else { members[key] = object }
  }

  var object: Any { restOfArray != nil ? elements : members }
}

extension JSONNumber {
  /// The number as the Swift type that fits best, as told at ``JSONValue/foundationObject``.
  fileprivate var foundationObject: Any {
    if isWrittenAsInteger {
      if let int { return int }
      if let unsigned = exactly(UInt64.self) { return unsigned }
    }
    let double = self.double
    if let double, JSONNumber(double) == self { return double }
    if let decimal { return decimal }
    return double ?? (isWrittenNegative ? -Double.infinity : .infinity)
  }

  /// Whether the text has neither point nor exponent, `-0` excepted: only a Double keeps its sign.
  private var isWrittenAsInteger: Bool {
    switch storage {
    case .compact(significand: 0, _, isNegative: true): return false
    case .compact(_, let exponent, _): return exponent >= 0
    case .text(let text):
      return text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0 &- UInt8(ascii: "0") < 10 }
    }
  }
}
