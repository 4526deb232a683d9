import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Requests some keys, and reads the model at "next" in the same way.
private struct Requesting: ImmutableMappable {
  @TaskLocal static var keys: [String] = []

  private(set) var found: [String] = []
  private(set) var next: [Requesting] = []

  init(from object: inout ObjectReader) throws {
    for key in Self.keys {
      do {
        switch key {
        case "next": next = try object.value("next", default: [])
        case "?": found.append("\(try object.presence("c"))")
        case "*": found.append("\(try object.unmapped().keys.sorted())")
        case _ where key.contains("|"):
          let keys = key.split(separator: "|").map(String.init)
          let number: Int? = try object.value(keys[0], keys[1])
          found.append(number.map(String.init) ?? "nil")
        default:
          let number: Int? = try object.value(key)
          found.append(number.map(String.init) ?? "nil")
        }
      } catch {
        guard error.code == .typeMismatch, key != "next" else { throw error }
        // What can't be read as a number is read as a text.
        let keys = key.split(separator: "|").map(String.init)
        found.append(try object.value(keys[0], keys.last ?? ""))
      }
    }
  }

  var description: String { "\(found)\(next.map(\.description))" }
}

/// Sets some keys.
private struct Setting: ImmutableMappable {
  let keys: [String]
  let delimiter: String

  init(_ keys: [String], delimiter: String) { (self.keys, self.delimiter) = (keys, delimiter) }

  init(from object: inout ObjectReader) throws { (keys, delimiter) = ([], ".") }

  func encode(to object: inout ObjectWriter) throws {
    for (index, key) in keys.enumerated() {
      let value = key.hasSuffix("?") ? nil : index
      try object.set(value, key.filter { $0 != "?" }, delimiter: delimiter)
    }
  }
}

extension SeededGenerator {
  /// Mostly the same list, sometimes a changed one.
  fileprivate mutating func changed(_ list: [String], _ others: [String]) -> [String] {
    var list = list
    while Int.random(in: 0...9, using: &self) < 4 {
      let position = Int.random(in: 0...list.count - 1, using: &self)
      switch Int.random(in: 0...3, using: &self) {
      case 0 where list.count > 1: list.remove(at: position)
      case 1: list.swapAt(position, Int.random(in: 0...list.count - 1, using: &self))
      case 2: list.insert(list[Int.random(in: 0...list.count - 1, using: &self)], at: position)
      default: list.insert(others[Int.random(in: 0...others.count - 1, using: &self)], at: position)
      }
    }
    return list
  }

  private mutating func group() -> String {
    let members = changed(["8", "17", "26", "x", "188"], ["35"])
    return "{\(members.map { "\"k\($0)\":\($0.count)" }.joined(separator: ", "))}"
  }

  /// - Parameter others: The keys of further members.
  fileprivate mutating func object(depth: Int, others: [String] = []) -> String {
    let space = ["", "", "", " ", "\n  "][Int.random(in: 0...4, using: &self)]
    let members = changed(
      ["d", "a", "bb", "o", "c", "a long key of 27 characters", "next", "e"] + others,
      ["x", "a.b", "\\u0061", "bb", "o"]
    ).map { key in
      let value =
        switch key {
        // Like the object itself, but with an object in it, for key paths.
        case "o" where depth >= 0: object(depth: -1).replacing("\"c\"", with: "\"o\"")
        case "next" where depth > 0:
          "[\(object(depth: depth - 1, others: others)),"
            + "\(space)\(object(depth: depth - 1, others: others))]"
        case "next": "[]"
        case _ where key.hasPrefix("w"): group()
        case _ where key.hasPrefix("k"):
          ["1", "2", "3", "null"][Int.random(in: 0...3, using: &self)]
        default:
          ["1", "2.0", "\"t\"", "null", "-0", "{}", "7", "8", "[3"][
            Int.random(in: 0...1019, using: &self) / 125]
        }
      return "\"\(key)\"\(space):\(space)\(value)\(space)"
    }
    return "{\(space)\(members.joined(separator: ",\(space)"))}"
  }
}

struct RequestedKeysTests {
  // With a limit on lengths, members are always found by the index. Of more than 64 keys, a part is at hand at a
  // time; more than 255 don't have numbers.
  @Test(arguments: [(0, 500), (50, 60), (70, 60), (130, 30), (240, 20), (300, 5)])
  func membersInTheExpectedOrderAreReadAsAllOthers(
    _ otherCount: Int, _ threadCount: Int
  ) throws {
    var random = SeededGenerator(seed: 17 + UInt64(otherCount))
    var limited = Mapper()
    limited.maximumStringLength = 1_000_000
    let others = (0..<otherCount).map { $0 % 9 == 8 ? "w\($0 / 90).k\($0)" : "k\($0)" }
    let members = others.filter { !$0.contains(".") } + ["w0", "w2"]
    var successCount = 0
    // A thread learns the keys while it reads its first documents.
    for _ in 0..<threadCount {
      var expectedKeys = [
        "a", "bb", "o.a", "o.bb", "c|d", "o.a long key of 27 characters", "next", "o.e",
      ]
      let position = Int.random(in: 0...8, using: &random)
      expectedKeys.insert(contentsOf: others, at: position)
      let documents = (0..<30).map { _ in
        let document = random.object(
          depth: Int.random(in: 0...2, using: &random), others: otherCount > 0 ? members : [])
        let keys = random.changed(
          expectedKeys,
          [
            "a.b", "next.0.a", "?", "*", "y", "o", "o.o.a", "o.y.z", "e", "x|e", "c", "c|a",
            "d|o.x",
          ] + others)
        return (document, keys)
      }
      let results = onAnotherThread {
        documents.map { document, keys in
          Requesting.$keys.withValue(keys) {
            Result { try Requesting.decode(from: document).description }
          }
        }
      }
      for (result, (document, keys)) in zip(results, documents) {
        let expected = Requesting.$keys.withValue(keys) {
          Result { try Requesting.decode(from: document, using: limited).description }
        }
        switch (result, expected) {
        case (.success(let text), .success(let expected)):
          #expect(text == expected, "\(keys) of \(document)")
          successCount += 1
        case (.failure(let error), .failure(let expected)):
          #expect("\(error)" == "\(expected)", "\(keys) of \(document)")
        default: Issue.record("\(result) \(expected) \(keys) of \(document)")
        }
      }
    }
    #expect(successCount > (otherCount == 0 ? 1_000 : threadCount))
  }

  @Test func keysOfEqualNamesInAnObjectAndAroundItAreToldApart() throws {
    let documents = [
      #"{"o":{"a":1,"bb":2},"a":3}"#, #"{"o":{"x":0,"a":4,"bb":5},"a":6}"#,
      #"{"a":9,"o":{"bb":8,"a":7}}"#, #"{"o":{"x":0},"a":4,"bb":5}"#, #"{"o":{},"x":0,"a":1}"#,
    ]
    // Each document comes after each other one.
    let texts = onAnotherThread {
      documents.flatMap { first in
        documents.map { second in
          Requesting.$keys.withValue(["o.bb", "a", "o.a"]) {
            Result {
              [try Requesting.decode(from: first).found, try Requesting.decode(from: second).found]
            }
          }
        }
      }
    }
    let expected = [
      ["2", "3", "1"], ["5", "6", "4"], ["8", "9", "7"], ["nil", "4", "nil"], ["nil", "1", "nil"],
    ]
    for (index, text) in texts.enumerated() {
      #expect(try text.get() == [expected[index / 5], expected[index % 5]])
    }
  }

  // With a delimiter of their own, keys are always kept in a tree.
  @Test(arguments: [(0, 20_000), (55, 500), (66, 500), (140, 200), (260, 100)])
  func membersInTheExpectedOrderAreWrittenAsAllOthers(
    _ otherCount: Int, _ documentCount: Int
  ) throws {
    var random = SeededGenerator(seed: 18)
    var expectedKeys = [
      "a", "bb?", "u.v", "u.w.x", "u.w.y?", "p.q.r", "a long key of 27 characters", "é\"\n",
    ]
    let others = (0..<otherCount).map { ["k\($0)", "k\($0)?", "w\($0 / 9).k\($0)"][$0 % 7 / 3] }
    expectedKeys.insert(contentsOf: others, at: 3)
    for _ in 0..<documentCount {
      let keys = random.changed(
        expectedKeys,
        ["a.b", "u.z", "u.w", "f.1", "a?", "g.0.h", "p.s", "e", "p", "w1.k1"] + others)
      let paths = keys.map { String($0.map { $0 == "." ? "/" : $0 }) }
      let result = Result { try Setting(keys, delimiter: ".").encodeString() }
      let expected = Result { try Setting(paths, delimiter: "/").encodeString() }
      switch (result, expected) {
      case (.success(let text), .success(let expected)): #expect(text == expected, "\(keys)")
      case (.failure(let error), .failure(let expected)):
        #expect("\(error)" == "\(expected)".replacingOccurrences(of: "/", with: "."), "\(keys)")
      default: Issue.record("\(result) \(expected) \(keys)")
      }
    }
  }
}
