import Foundation
import Testing

@testable import MirrorMap

/// Decoding into an array that is used again and again.
@Suite struct DecodeIntoTests {
  struct Event: Mappable, Equatable {
    @Mapped var id: Int
    @Mapped var name: String?
    @Mapped var values: [Double] = []
  }

  final class Object: Mappable {
    @Mapped var value: Tracked
  }

  private static func text(_ ids: some Sequence<Int>) -> String {
    "[" + ids.map { "{\"id\":\($0),\"values\":[\($0)]}" }.joined(separator: ", ") + "]"
  }

  private func address<Element>(_ array: [Element]) -> UnsafeRawPointer? {
    array.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
  }

  @Test func `The content is replaced`() throws {
    var events: [Event] = []
    for ids in [0..<3, 5..<6, 0..<0, 7..<20, 1..<3] {
      try [Event].decode(from: Self.text(ids), into: &events)
      #expect(events.map(\.id) == Array(ids))
      #expect(try events == [Event].decode(from: Self.text(ids)))
    }
    try [Event].decode(from: "[ ]", into: &events)
    #expect(events.isEmpty)
  }

  @Test func `From all sources, and arrays of all values`() throws {
    var numbers = [1]
    try [Int].decode(from: "[1,2,3]", into: &numbers)
    #expect(numbers == [1, 2, 3])
    try [Int].decode(from: Data("[4]".utf8), into: &numbers)
    #expect(numbers == [4])
    try [Int].decode(from: Array("[5,6]".utf8)[...], into: &numbers)
    #expect(numbers == [5, 6])
    var optionals: [String?] = ["x"]
    try [String?].decode(from: #"["a",null]"#, into: &optionals)
    #expect(optionals == ["a", nil])
    var lists = [[9.0]]
    try [[Double]].decode(from: "[[1,2],[],[0.5]]", into: &lists)
    #expect(lists == [[1, 2], [], [0.5]])
  }

  @Test func `Its memory is kept once it has grown`() throws {
    var events: [Event] = []
    let text = Self.text(0..<100)
    for _ in 0..<2 { try [Event].decode(from: text, into: &events) }
    let (place, capacity) = (address(events), events.capacity)
    for count in [100, 50, 0, 1, 100] {
      try [Event].decode(from: Self.text(0..<count), into: &events)
      #expect(events.count == count)
      #expect(address(events) == place && events.capacity == capacity)
    }
    #expect(
      mappingError { try [Event].decode(from: text.dropLast() + ",7]", into: &events) } != nil)
    #expect(address(events) == place && events.count == 100)
  }

  @Test func `Memory that was reserved is enough`() throws {
    var events: [Event] = []
    events.reserveCapacity(20)
    let place = address(events)
    for _ in 0..<4 { try [Event].decode(from: Self.text(0..<10), into: &events) }
    #expect(address(events) == place)
  }

  @Test func `A copy that somebody else has stays as it is`() throws {
    var events = try [Event].decode(from: Self.text(0..<3))
    let copy = events
    try [Event].decode(from: Self.text(4..<9), into: &events)
    #expect(copy.map(\.id) == [0, 1, 2] && events.map(\.id) == [4, 5, 6, 7, 8])
  }

  // MARK: Failures

  private static let faults = [
    #"[{"id":1},{"id":"x"}]"#, #"[{"id":1},{}]"#, #"[{"id":1},]"#, #"[{"id":1}"#, #"[{"id":1}] x"#,
    #"[{"id":1}}"#, #"[{"id":1},{"id":2,"id":3}]"#, "", " ", "{}", "7", "null", "[1]",
    #"[{"id":1},{"id":2,"name":7}]"#, #"[{"id":1},{"id":2,"values":[1,true]}]"#, "[\u{1}]",
  ]

  @Test(arguments: faults)
  func `A failure leaves the array as it was, and is told as ever`(text: String) throws {
    let before = try [Event].decode(from: Self.text(10..<13))
    for count in [0, 3] {
      var events = Array(before.prefix(count))
      let outcome = errorText { try [Event].decode(from: text, into: &events) }
      #expect(outcome == errorText { try [Event].decode(from: text) })
      #expect(outcome.hasPrefix("$"))
      #expect(events == Array(before.prefix(count)))
    }
  }

  @Test func `At each end of the document`() throws {
    let text = Self.text(0..<4)
    var events = try [Event].decode(from: Self.text(7..<9))
    for end in text.indices {
      let part = String(text[..<end])
      #expect(
        errorText { try [Event].decode(from: part, into: &events) }
          == errorText { try [Event].decode(from: part) })
      #expect(events.map(\.id) == [7, 8])
    }
  }

  // MARK: Options

  @Test func `At key paths`() throws {
    var events = try [Event].decode(from: Self.text(7..<9))
    let text = #"{"a":{"b.c":[0,\#(Self.text(1..<4))]},"d":null}"#
    try [Event].decode(from: text, into: &events, at: "a/b.c/1", delimiter: "/")
    #expect(events.map(\.id) == [1, 2, 3])
    for (path, document) in [("a.x", text), ("d", text), ("d", text + "]")] {
      #expect(
        errorText { try [Event].decode(from: document, into: &events, at: path) }
          == errorText { try [Event].decode(from: document, at: path) })
      #expect(events.map(\.id) == [1, 2, 3])
    }
  }

  @Test func `Policies hold as for other arrays`() throws {
    let text = #"[{"id":1},{"id":"x"},{"id":"3"},7,{"id":4,"values":[1,"y",2]}]"#
    for policy in [FailurePolicy.lossy, .lenient, .strict] {
      for coercion in [Coercion.none, .lenient] {
        var mapper = Mapper()
        mapper.failurePolicy = policy
        mapper.coercion = coercion
        var events = try [Event].decode(from: Self.text(7..<9))
        let outcome = errorText { try [Event].decode(from: text, into: &events, using: mapper) }
        #expect(outcome == errorText { try [Event].decode(from: text, using: mapper) })
        if outcome == "no error" {
          #expect(try events == [Event].decode(from: text, using: mapper))
        } else {
          #expect(events.map(\.id) == [7, 8])
        }
      }
    }
  }

  @Test func `Issues are told once`() throws {
    let issues = Locked<[String]>([])
    var mapper = Mapper()
    mapper.failurePolicy = .lossy
    mapper.logger = { issue in issues.withLock { $0.append(issue.path.description) } }
    var events: [Event] = []
    try [Event].decode(from: #"[{"id":1},{},{"id":2}]"#, into: &events, using: mapper)
    #expect(events.map(\.id) == [1, 2])
    #expect(issues.withLock { $0 } == ["$[1].id"])
  }

  @Test func `Only new elements count`() throws {
    let mapper = Mapper.limited(counts: 3)
    var events = try [Event].decode(from: Self.text(0..<9))
    try [Event].decode(from: Self.text(1..<4), into: &events, using: mapper)
    #expect(events.map(\.id) == [1, 2, 3])
    #expect(
      errorText { try [Event].decode(from: Self.text(1..<5), into: &events, using: mapper) }
        == errorText { try [Event].decode(from: Self.text(1..<5), using: mapper) })
    #expect(events.map(\.id) == [1, 2, 3])
  }

  @Test func `The context is handed on`() throws {
    struct Factor { var value: Int }
    struct Scaled: MappableValue, Equatable {
      var value: Int
      static func decode(from reader: inout JSONReader) throws -> Scaled {
        Scaled(value: try reader.decode(Int.self) * (reader.context[Factor.self]?.value ?? 1))
      }
      func encode(to writer: inout JSONWriter) throws { try writer.encode(value) }
    }
    var values: [Scaled] = []
    try [Scaled].decode(from: "[1,2]", into: &values, context: MappingContext(Factor(value: 5)))
    #expect(values.map(\.value) == [5, 10])
  }

  // MARK: Lifetimes

  @Test func `Objects go when they have been replaced, or when those after them fail`() throws {
    try Object.validateMapping()
    try Ledger.keep { ledger in
      var objects: [Object] = []
      try [Object].decode(from: #"[{"value":1},{"value":2},{"value":3}]"#, into: &objects)
      let first = objects[0]
      #expect(ledger.live == 3)
      try [Object].decode(from: #"[{"value":4},{"value":5}]"#, into: &objects)
      #expect(ledger.live == 3 && first.value.number == 1)
      for text in [
        #"[{"value":6},{"value":-1}]"#, #"[{"value":6},{"value":7}"#, #"[{"value":6}]]"#,
      ] {
        #expect(mappingError { try [Object].decode(from: text, into: &objects) } != nil)
        #expect(ledger.live == 3 && objects.map(\.value.number) == [4, 5])
      }
      try [Object].decode(from: "[]", into: &objects)
      #expect(ledger.live == 1)
    }
  }
}
