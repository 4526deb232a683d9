import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

/// Arrays written by one loop against their elements written one by one.
struct ArrayWritingTests {
  private func check<Element: MappableValue>(
    _ array: [Element], sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let elements = try array.map { try $0.encodeString() }
    let expected = "[" + elements.joined(separator: ",") + "]"
    #expect(try array.encodeString() == expected, sourceLocation: sourceLocation)
    #expect(
      try [array, [], array].encodeString() == "[\(expected),[],\(expected)]",
      sourceLocation: sourceLocation)
    #expect(
      try Optional(array).encodeString() == expected, sourceLocation: sourceLocation)
    #expect(
      try ["a": array].encodeString() == "{\"a\":\(expected)}", sourceLocation: sourceLocation)
    var writer = JSONWriter(session: nil)
    try writer.encodeEach(of: array, with: ValueItself())
    #expect(Array(writer.written) == Array(expected.utf8), sourceLocation: sourceLocation)
  }

  private struct Point: Mappable, Equatable {
    @Mapped var x: Int = 0
    @Mapped var y: Double?
    init() {}
    init(_ x: Int, _ y: Double?) { (self.x, self.y) = (x, y) }
  }

  private final class Node: Mappable {
    @Mapped var names: [String] = []
    @Mapped var next: [Node] = []
    init() {}
  }

  @Test func arraysOfScalarsAndOfModelsAreWrittenLikeTheirElements() throws {
    var random = SeededGenerator(seed: 31)
    for count in [0, 1, 2, 3, 50, 1000] {
      try check((0..<count).map { _ in Int(bitPattern: UInt(truncatingIfNeeded: random.next())) })
      try check(
        (0..<count).map { _ in Int(truncatingIfNeeded: random.next() >> random.next() % 64) })
      try check((0..<count).map { _ in Double.random(in: -1e6...1e6, using: &random) })
      try check((0..<count).map { _ in Float.random(in: -1...1, using: &random) })
      try check((0..<count).map { String(repeating: $0 % 7 == 0 ? "\"" : "é", count: $0 % 40) })
      try check((0..<count).map { $0 % 3 == 0 })
      try check((0..<count).map { Int8(truncatingIfNeeded: $0) })
      try check((0..<count).map { $0 % 2 == 0 ? Optional($0) : nil })
      try check((0..<count).map { Point($0, $0 % 2 == 0 ? 0.1 * Double($0) : nil) })
      try check((0..<min(count, 50)).map { Array(repeating: 0.25, count: $0) })
    }
    let leaf = Node()
    leaf.names = ["a", "b\n"]
    let node = Node()
    node.next = [leaf, leaf]
    try check([node, leaf])
  }

  @Test func infiniteNumberIsReportedAtItsIndex() throws {
    let numbers = [1, 2, .infinity, 3]
    #expect(throws: MappingError.self) { try numbers.encode() }
    for (path, encode) in [
      ("$[2]", { try numbers.encode() }), ("$[1][2]", { try [[], numbers].encode() }),
      ("$[0].y", { try [Point(1, .nan)].encode() }),
      ("$.a[1].y", { try ["a": [Point(1, 1), Point(1, .nan)]].encode() }),
    ] as [(String, () throws -> Data)] {
      do {
        _ = try encode()
        Issue.record("\(path) was written")
      } catch let error as MappingError {
        #expect("\(error.path)" == path)
        #expect(error.code == .notEncodable)
      }
    }
  }

  private struct Everything: Mappable {
    @Mapped var ints: [Int] = [1, -2]
    @Mapped var doubles: [Double] = [0.5]
    @Mapped var strings: [String] = ["a\""]
    @Mapped("group.ints") var grouped: [Int] = []
    @Mapped("group.list.1") var listed: [String] = []
    @Mapped var flag: Bool = true
    @Mapped var no: Bool = false
    @Mapped var none: [Int]?
    @Mapped var some: [Double]? = [1]
  }

  @Test func arraysThatArePropertiesAreWrittenInPlace() throws {
    #expect(
      try Everything().encodeString()
        == #"{"ints":[1,-2],"doubles":[0.5],"strings":["a\""],"group":{"ints":[],"list":[null,[]]},"#
        + #""flag":true,"no":false,"some":[1.0]}"#)
    #expect(
      try Everything().encodeString(options: .nullsIncluded).hasSuffix(
        #""none":null,"some":[1.0]}"#))
  }

  private struct Required: Mappable {
    @Mapped var ints: [Int]
    @Mapped var strings: [String] = []
  }

  @Test func requiredArrayThatWasNeverSetIsReported() throws {
    do {
      _ = try [Required()].encode()
      Issue.record("it was written")
    } catch let error as MappingError {
      #expect(error.property == "ints")
      #expect("\(error.path)" == "$[0].ints")
    }
  }
}
