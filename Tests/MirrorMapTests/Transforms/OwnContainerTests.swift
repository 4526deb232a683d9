import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// A container of a user's own: a pair, written as an object.
private struct Pair<Item>: MappableContainer {
  var left: Item
  var right: Item

  static func decodeItems<Coding: ValueCoding<Item>>(
    from reader: inout JSONReader, with coding: Coding
  ) throws -> Pair {
    var items: [String: Item] = [:]
    try reader.decodeObject { key, reader in items[key] = try reader.decode(with: coding) }
    guard let left = items["left"], let right = items["right"] else {
      throw MappingError(expected: "left and right")
    }
    return Pair(left: left, right: right)
  }

  func encodeItems<Coding: ValueCoding<Item>>(
    to writer: inout JSONWriter, with coding: Coding
  ) throws {
    try writer.encodeObject { object in
      try object.encode(left, forKey: "left", with: coding)
      try object.encode(right, forKey: "right", with: coding)
    }
  }
}

private struct Span: Mappable {
  @Mapped("days", transform: .unixSeconds) var days: Pair<Date>
  @Mapped("more", transform: .unixSeconds) var more: [Pair<Date>]?
}

struct OwnContainerTests {
  @Test func transformServesContainersOfTheUsers() throws {
    let json = #"{"days":{"left":1,"right":2},"more":[{"left":3,"right":4.5}]}"#
    let span = try Span.decode(from: json)
    #expect(span.days.right == Date(timeIntervalSince1970: 2))
    #expect(span.more?[0].right == Date(timeIntervalSince1970: 4.5))
    #expect(try span.encodeString() == json)
    #expect(
      errorText { try Span.decode(from: #"{"days":{"left":1,"right":"x"}}"#) }
        == "$.days.right: expected a number, found a string (line 1, column 27, Span.days)")
    #expect(
      errorText { try Span.decode(from: #"{"days":{"left":1}}"#) }
        == "$.days: expected left and right (line 1, column 9, Span.days)")
  }
}
