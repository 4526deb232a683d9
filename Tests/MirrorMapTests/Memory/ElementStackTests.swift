import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

/// Where elements of arrays wait until their number is known: all are kept, once, or none.
struct ElementStackTests {
  struct Part: Mappable {
    @Mapped var value: Tracked
    @Mapped var name: String
  }

  struct Nested: Mappable {
    @Mapped var value: Tracked
    @Mapped var inner: [Nested] = []
  }

  struct Nothing: MappableValue {
    static func decode(from reader: inout JSONReader) throws -> Nothing {
      try reader.decodeObject { _, reader in try reader.skipValue() }
      return Nothing()
    }

    func encode(to writer: inout JSONWriter) throws { try writer.encodeObject { _ in } }
  }

  final class Object: Mappable {
    @Mapped var value: Tracked
  }

  private static func part(_ number: Int) -> String {
    #"{"value":\#(number),"name":"a name of more than fifteen bytes"}"#
  }

  private static func list(_ count: Int, failing: Int? = nil, _ make: (Int) -> String) -> String {
    "[" + (0..<count).map { make($0 == failing ? -1 : $0 + 100) }.joined(separator: ",") + "]"
  }

  /// How many elements fit onto the stack.
  private static func room<Element>(_ type: Element.Type) -> Int {
    ElementStack.size / MemoryLayout<Element>.stride
  }

  /// Decodes arrays of some lengths, and then those in which an element fails.
  private func check<Element: MappableValue>(
    _ type: Element.Type, counts: [Int], failing: [Int], _ make: (Int) -> String
  ) throws {
    for count in counts {
      try Ledger.keep { ledger in
        let elements = try [Element].decode(from: Self.list(count, make))
        #expect(elements.count == count && ledger.live == count && ledger.made == count)
        #expect(try elements.encodeString() == Self.list(count, make))
        #expect(elements.capacity < 2 * count + 8)
      }
      for place in failing where place < count {
        Ledger.keep { ledger in
          let text = Self.list(count, failing: place, make)
          let error = mappingError { try [Element].decode(from: text) }
          #expect(error?.path.description.hasPrefix("$[\(place)]") == true)
          #expect(ledger.live == 0 && ledger.made == place + 1, "\(place) of \(count)")
        }
      }
    }
  }

  @Test func shortArraysFailAtEachOfTheirElements() throws {
    try check(Part.self, counts: Array(0...12), failing: Array(0..<12), Self.part)
    try check(Tracked.self, counts: Array(0...12), failing: Array(0..<12)) { "\($0)" }
    try check(Object.self, counts: Array(0...12), failing: Array(0..<12)) {
      "{\"value\":\($0)}"
    }
  }

  @Test func arraysThatJustFitOntoTheStackAndThoseThatDoNot() throws {
    let room = Self.room(Part.self)
    try Part.validateMapping()
    try check(
      Part.self, counts: [room - 1, room, room + 1, 2 * room + 5],
      failing: [0, room - 1, room, room + 1, 2 * room + 4], Self.part)
  }

  @Test func largeElementsAndElementsLargerThanTheStack() {
    #expect(MemoryLayout<HugeValue>.size > ElementStack.size && Self.room(LargeValue.self) == 63)
    // Unoptimized code copies large values many times on its way.
    onAnotherThread(stackSize: 1 << 26) {
      do {
        try check(
          LargeValue.self, counts: [1, 62, 63, 64, 130], failing: [0, 61, 62, 63, 129]
        ) { "\($0)" }
        try check(HugeValue.self, counts: [0, 1, 2, 5], failing: Array(0..<12)) { "\($0)" }
      } catch {
        Issue.record(error)
      }
    }
  }

  @Test(arguments: [0, 1, 31, 1000, 32_767, 32_768, 32_769, 40_000])
  func elementsWithoutContent(count: Int) throws {
    let text = Self.list(count) { _ in "{}" }
    #expect(try [Nothing].decode(from: text).count == count)
    #expect(try [[Nothing]].decode(from: "[\(text)]").map(\.count) == [count])
    if count > 0 {
      let error = mappingError { try [Nothing].decode(from: text.dropLast(2) + "x]") }
      #expect(error?.path.description == "$[\(count - 1)]")
    }
  }

  // MARK: Arrays in arrays

  @Test func arraysInElementsOfArraysFailAnywhere() throws {
    func text(_ depth: Int, _ number: inout Int) -> String {
      let own = number + 100
      number += 1
      guard depth > 0 else { return "{\"value\":\(own)}" }
      let inner = (0..<3).map { _ in text(depth - 1, &number) }.joined(separator: ",")
      return "{\"value\":\(own),\"inner\":[\(inner)]}"
    }
    var count = 0
    let whole = "[\(text(3, &count)),\(text(2, &count))]"
    try Nested.validateMapping()
    try Ledger.keep { ledger in
      let all = try [Nested].decode(from: whole)
      #expect(ledger.live == count && all.count == 2)
      #expect(try all.encodeString().contains("\"value\":\(count + 99)"))
    }
    for number in 100..<(count + 100) {
      Ledger.keep { ledger in
        let bad = whole.replacingOccurrences(of: "\"value\":\(number)}", with: "\"value\":-1}")
          .replacingOccurrences(of: "\"value\":\(number),", with: "\"value\":-1,")
        #expect(mappingError { try [Nested].decode(from: bad) } != nil)
        #expect(ledger.live == 0 && ledger.made > 0)
      }
    }
  }

  /// The inner arrays fill what the outer one has left, so that some of them do not fit.
  @Test(arguments: [4000, 4090, 4095, 4096, 4097, 5000])
  func innerArraysReachTheEndOfTheStack(count: Int) throws {
    let inner = "[1,2,3,4,5,6,7,8,9]"
    let long = Self.list(count) { "\($0)" }
    try Ledger.keep { ledger in
      let all = try [[[Tracked]]].decode(from: "[[\(inner),\(long),\(inner)],[],[\(long)]]")
      #expect(all.map { $0.map(\.count) } == [[9, count, 9], [], [count]])
      #expect(
        all[0][1].map(\.number) == Array(100..<(count + 100))
          && all[2][0].last?.number == count + 99)
      #expect(ledger.live == 2 * count + 18)
    }
    Ledger.keep { ledger in
      let bad = Self.list(count, failing: count - 1) { "\($0)" }
      let error = mappingError { try [[[Tracked]]].decode(from: "[[\(inner),\(long)],[\(bad)]]") }
      #expect(error?.path.description == "$[1][0][\(count - 1)]")
      #expect(ledger.live == 0)
    }
  }

  @Test func elementsOfAllAlignmentsAreAdjacent() throws {
    struct Mixed: Mappable {
      @Mapped var flags: [Bool] = []
      @Mapped var wide: [Int128] = []
      @Mapped var bytes: [UInt8] = []
      @Mapped var texts: [String] = []
      @Mapped var inner: [Mixed] = []
    }
    func text(_ flags: String, _ inner: String) -> String {
      #"{"flags":\#(flags),"wide":[1,-2],"bytes":[7,8,9],"texts":["a","b"],"inner":[\#(inner)]}"#
    }
    var whole = text("[true,false,true]", "")
    for _ in 0..<4 { whole = text("[true]", "\(whole),\(whole)") }
    for _ in 0..<3 {
      #expect(
        try [Mixed].decode(from: "[\(whole),\(whole)]").encodeString() == "[\(whole),\(whole)]")
    }
  }

  // MARK: User code in between

  /// A value that decodes a whole array on its way, and one that does when it goes.
  private final class Busy: MappableValue {
    let count: Int
    init(_ count: Int) { self.count = count }

    deinit {
      let numbers = try? [Tracked].decode(from: "[1,2,3]")
      if numbers?.count != 3 { Issue.record("three numbers") }
    }

    static func decode(from reader: inout JSONReader) throws -> Busy {
      let count = try reader.decode(Int.self)
      if count < 0 { throw MappingError(expected: "a number from 0") }
      let inner = try [Tracked].decode(from: ElementStackTests.list(count) { "\($0)" })
      return Busy(inner.count)
    }

    func encode(to writer: inout JSONWriter) throws { try writer.encode(count) }
  }

  @Test func elementsThatDecodeArraysOfTheirOwnAreReleasedInTime() throws {
    try Ledger.keep { ledger in
      for count in [0, 1, 100, 4095, 4096] {
        var all = try [Busy].decode(from: "[1,\(count),3,\(count)]")
        #expect(all.map(\.count) == [1, count, 3, count])
        all = []
        #expect(mappingError { try [Busy].decode(from: "[1,\(count),3,-1]") } != nil)
        #expect(mappingError { try [[Busy]].decode(from: "[[1,2],[\(count)],[3,-1]]") } != nil)
      }
      #expect(ledger.live == 0)
    }
  }

  // MARK: Counts

  @Test(arguments: [0, 1, 7, 8, 9, 30, 1000])
  func elementCountIsLimitedOnBothSidesOfTheEndOfTheStack(limit: Int) throws {
    let mapper = Mapper.limited(counts: limit)
    func check<Element: MappableValue>(_ type: Element.Type, _ make: (Int) -> String) throws {
      let fits = Self.list(limit, make)
      #expect(try [Element].decode(from: fits, using: mapper).count == limit)
      let text = Self.list(limit + 1, make)
      let error = mappingError { try [Element].decode(from: text, using: mapper) }
      #expect(error?.code == .sizeLimit && error?.path.description == "$[\(limit)]")
    }
    try Ledger.keep { ledger in
      try check(Tracked.self) { "\($0)" }
      try check(Part.self, Self.part)
      try check(Int.self) { "\($0)" }
      #expect(ledger.live == 0)
    }
  }

  @Test func elementLimitAtTheEndOfTheStack() throws {
    let room = Self.room(Part.self)
    for limit in [room - 1, room, room + 1] {
      let mapper = Mapper.limited(counts: limit)
      Ledger.keep { ledger in
        let text = Self.list(limit + 1, Self.part)
        #expect(
          errorText { try [Part].decode(from: text, using: mapper) }.hasPrefix(
            "$[\(limit)]: expected at most \(limit) elements or members, found more of them"))
        #expect(ledger.live == 0)
      }
      #expect(try [Part].decode(from: Self.list(limit, Self.part), using: mapper).count == limit)
    }
  }

  // MARK: Numbers

  @Test(arguments: [0, 1, 2, 3, 31, 32, 33, 63, 64, 65, 1000], [", ", ",", " ,\n "])
  func numberArraysOfAllLengths(count: Int, separator: String) throws {
    let text = "[" + (0..<count).map { "\($0)" }.joined(separator: separator) + "]"
    #expect(try [Int].decode(from: text) == Array(0..<count))
    #expect(try [Double].decode(from: text) == (0..<count).map { Double($0) })
    #expect(try [[Int]].decode(from: "[\(text),[5]]") == [Array(0..<count), [5]])
    #expect(try [Int?].decode(from: text).count == count)
    for limit in [0, 1, 31, 32, 33, 64, 65] {
      let mapper = Mapper.limited(counts: limit)
      if count <= limit {
        #expect(try [Int].decode(from: text, using: mapper).count == count)
        #expect(try [Double].decode(from: text, using: mapper).count == count)
      } else {
        let expected = errorText { try [Int8?].decode(from: text, using: mapper) }
        #expect(expected.hasPrefix("$[\(limit)]: expected at most \(limit) elements"))
        #expect(errorText { try [Int].decode(from: text, using: mapper) } == expected)
        #expect(errorText { try [Double].decode(from: text, using: mapper) } == expected)
      }
    }
    for place in Set([0, 1, 31, 32, 33, count - 1]) where (0..<count).contains(place) {
      let bad =
        "[" + (0..<count).map { $0 == place ? "x" : "\($0)" }.joined(separator: separator) + "]"
      let error = mappingError { try [Int].decode(from: bad) }
      #expect(error?.path.description == "$[\(place)]" && error?.code.isSyntax == true)
      #expect("\(error.map { "\($0)" } ?? "")" == errorText { try [Double].decode(from: bad) })
    }
  }
}
