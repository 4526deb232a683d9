import MirrorMap
import Testing

@testable import TestSupport

/// The writer as users' own types see it.
struct JSONWriterTests {
  /// A type that writes itself as a closure says.
  struct Scripted: MappableValue {
    var script: (inout JSONWriter) throws -> Void

    init(_ script: @escaping (inout JSONWriter) throws -> Void) { self.script = script }

    static func decode(from reader: inout JSONReader) throws -> Scripted {
      try reader.skipValue()
      return Scripted { $0.encodeNull() }
    }

    func encode(to writer: inout JSONWriter) throws { try script(&writer) }
  }

  private func text(_ script: @escaping (inout JSONWriter) throws -> Void) throws -> String {
    try Scripted(script).encodeString()
  }

  private struct OwnError: Error, CustomStringConvertible {
    var description: String { "out of order" }
  }

  struct Wrapper: Mappable {
    @Mapped("a.b") var value: Scripted?
    @Mapped("last") var last: Int = 1
  }

  struct Immutable: ImmutableMappable {
    let value: Scripted

    init(value: Scripted) { self.value = value }

    init(from object: inout ObjectReader) throws { value = try object.value("a.b") }

    func encode(to object: inout ObjectWriter) throws {
      try object.set(1, "first")
      try object.set(value, "a.b")
    }
  }

  @Test func arraysAndObjectsAreWrittenPieceByPiece() throws {
    #expect(try text { try $0.encodeArray { _ in } } == "[]")
    #expect(try text { try $0.encodeObject { _ in } } == "{}")
    let nested = try text { writer in
      try writer.encodeArray { array in
        try array.encodeElement(1)
        try array.encodeElement([String]())
        try array.encodeElement(["a": 1])
        try array.encodeElement(
          Scripted { writer in
            try writer.encodeObject { object in
              try object.encode(Int?.none, forKey: "n")
              try object.encode([[1], []], forKey: "[")
              try object.encode("{", forKey: "{")
              try object.encode(Scripted { try $0.encodeArray { _ in } }, forKey: "")
            }
          })
        try array.encodeElement("[")
        try array.encodeElement(true)
      }
    }
    #expect(nested == #"[1,[],{"a":1},{"n":null,"[":[[1],[]],"{":"{","":[]},"[",true]"#)
  }

  @Test func typeThatWritesNothingIsReportedAtItsPath() {
    let nothing = Scripted { _ in }
    #expect(errorText { try nothing.encode() } == "$: the code for this value wrote nothing")
    #expect(
      errorText { try [Scripted { $0.encodeNull() }, nothing].encode() }
        == "$[1]: the code for this value wrote nothing")
    #expect(
      errorText { try ["k": nothing].encode() } == "$.k: the code for this value wrote nothing")
    #expect(
      errorText {
        try text { try $0.encodeObject { try $0.encode(nothing, forKey: "x y") } }
      } == #"$["x y"]: the code for this value wrote nothing"#)
    var wrapper = Wrapper()
    wrapper.value = nothing
    #expect(
      errorText { try wrapper.encode() }
        == "$.a.b: the code for this value wrote nothing (Wrapper.value)")
  }

  @Test func typeThatWritesTwoValuesIsReportedAtItsPath() {
    let twice = Scripted { writer in
      try writer.encode(1)
      try writer.encode(2)
    }
    let error = "the code for this value wrote more than one"
    #expect(errorText { try twice.encode() } == "$: \(error)")
    #expect(errorText { try [twice].encode() } == "$[0]: \(error)")
    #expect(errorText { try ["k": twice].encode() } == "$.k: \(error)")
    let arrays = Scripted { writer in
      try writer.encodeArray { _ in }
      try writer.encodeArray { _ in }
    }
    #expect(errorText { try [arrays].encode() } == "$[0]: \(error)")
    let elements = Scripted { writer in
      try writer.encodeArray { array in
        try array.encode(1)
        try array.encode(2)
      }
    }
    #expect(
      errorText { try [elements].encode() }
        == "$[0]: the code for this value wrote an element without encodeElement(_:)")
    let members = Scripted { writer in
      try writer.encodeObject { object in try object.encode(1) }
    }
    #expect(
      errorText { try members.encode() }
        == "$: the code for this value wrote a value without a key; use encode(_:forKey:)")
    var wrapper = Wrapper()
    wrapper.value = twice
    #expect(errorText { try wrapper.encode() } == "$.a.b: \(error) (Wrapper.value)")
  }

  @Test func usersOwnErrorBecomesTheCause() {
    let failing = Scripted { _ in throw OwnError() }
    #expect(errorText { try [failing].encode() } == "$[0]: out of order")
    do {
      _ = try ["a": ["b": failing]].encode()
      Issue.record("the error is lost")
    } catch let error as MappingError {
      #expect("\(error)" == "$.a.b: out of order")
      #expect(error.code == .custom)
      #expect(error.underlying is OwnError)
      #expect(error.byteOffset == nil)
    } catch { Issue.record(error) }
    let half = Scripted { writer in
      try writer.encodeArray { array in
        try array.encodeElement(1)
        try array.encodeElement(failing)
      }
    }
    #expect(errorText { try ["h": half].encode() } == "$.h[1]: out of order")
    let refusing = Scripted { _ in throw MappingError(.notEncodable, expected: "no such thing") }
    #expect(errorText { try [refusing].encode() } == "$[0]: no such thing")
  }

  @Test func valueThatCouldNotBeBegunMayBeReplaced() throws {
    let fallback = Scripted { writer in
      if (try? writer.encode(Double.nan)) == nil { writer.encodeNull() }
    }
    #expect(try [fallback, fallback].encodeString() == "[null,null]")
  }

  @Test func misuseOfTheWriterIsReported() {
    let member = Scripted { try $0.encode(1, forKey: "a") }
    #expect(
      errorText { try [member].encode() }
        == "$[0]: the code for this value wrote a member outside of an object")
    #expect(
      errorText { try text { try $0.encodeObject { try $0.encode(member, forKey: "k") } } }
        == "$.k: the code for this value wrote a member outside of an object")
    #expect(
      errorText { try ["k": Scripted { try $0.encodeElement(1) }].encode() }
        == "$.k: the code for this value wrote an element outside of an array")
    #expect(
      errorText { try [Scripted { try $0.encodeObject { try $0.encodeElement(1) } }].encode() }
        == "$[0]: the code for this value wrote an element outside of an array")
    let swallowed = Scripted { writer in
      try writer.encodeArray { array in
        try? array.encodeElement(Double.nan)
        try array.encodeElement(1)
      }
    }
    #expect(
      errorText { try swallowed.encode() }
        == "$: the code for a value went on after an error or wrote null twice")
  }

  /// Whatever users' code does with the writer, what comes out is JSON, or it is an error.
  @Test(
    arguments: [
      (
        "two nulls",
        { @Sendable (writer: inout JSONWriter) in
          writer.encodeNull()
          writer.encodeNull()
        }
      ),
      ("a member without an object", { try $0.encode(1, forKey: "a") }),
      (
        "members without an object",
        {
          try $0.encode(1, forKey: "a")
          try $0.encode(2, forKey: "b")
        }
      ),
      ("an element without an array", { try $0.encodeElement(1) }),
      (
        "elements without an array",
        {
          try $0.encodeElement(1)
          try $0.encodeElement(2)
        }
      ),
      ("a member in an array", { try $0.encodeArray { try $0.encode(1, forKey: "a") } }),
      ("an element in an object", { try $0.encodeObject { try $0.encodeElement(1) } }),
      ("a bare value in an object", { try $0.encodeObject { try $0.encode(1) } }),
      (
        "an element behind a member",
        {
          try $0.encodeObject {
            try $0.encode(1, forKey: "a")
            try $0.encodeElement(2)
          }
        }
      ),
      ("null in an object", { try $0.encodeObject { $0.encodeNull() } }),
      (
        "two nulls in an array",
        {
          try $0.encodeArray {
            $0.encodeNull()
            $0.encodeNull()
          }
        }
      ),
      (
        "a swallowed error in an array",
        {
          try $0.encodeArray {
            try? $0.encodeElement(Double.nan)
            try $0.encodeElement(2)
          }
        }
      ),
      (
        "a swallowed error at an array's end",
        {
          try $0.encodeArray {
            try $0.encodeElement(2)
            try? $0.encodeElement([1, Double.nan])
          }
        }
      ),
      (
        "a swallowed error in an object",
        { try $0.encodeObject { try? $0.encode(Double.nan, forKey: "a") } }
      ),
      (
        "a swallowed error of a nested array",
        {
          try $0.encodeArray {
            try? $0.encodeArray { array in
              try array.encodeElement(1)
              throw OwnError()
            }
          }
        }
      ),
      (
        "a swallowed error of numbers that write themselves",
        {
          try? [1, Double.nan].encode(to: &$0)
          try 2.encode(to: &$0)
        }
      ),
      (
        "a swallowed error of arrays that write themselves",
        {
          try? [[1], [Double.nan]].encode(to: &$0)
          try 2.encode(to: &$0)
        }
      ),
      (
        "a swallowed error of a dictionary that writes itself",
        {
          try? ["a": Double.nan].encode(to: &$0)
          try "b".encode(to: &$0)
        }
      ),
      (
        "a swallowed error of a set that writes itself",
        {
          try? Set([Double.nan]).encode(to: &$0)
          try 1.encode(to: &$0)
        }
      ),
      (
        "a swallowed error of a model that writes itself",
        {
          var model = Wrapper()
          model.value = Scripted { _ in throw OwnError() }
          try? model.encode(to: &$0)
          try "b".encode(to: &$0)
        }
      ),
      (
        "a swallowed error of models that write themselves",
        {
          var model = Wrapper()
          model.value = Scripted { _ in throw OwnError() }
          try? [Wrapper(), model].encode(to: &$0)
          try "b".encode(to: &$0)
        }
      ),
      (
        "a swallowed error of an immutable model that writes itself",
        {
          try? Immutable(value: Scripted { _ in throw OwnError() }).encode(to: &$0)
          try "b".encode(to: &$0)
        }
      ),
    ] as [(String, @Sendable (inout JSONWriter) throws -> Void)])
  func misuseOfTheWriterNeverMakesMalformedJSON(
    name: String, script: @escaping @Sendable (inout JSONWriter) throws -> Void
  ) {
    let misused = Scripted(script)
    var wrapper = Wrapper()
    wrapper.value = misused
    let texts = [
      try? misused.encodeBytes(), try? [misused].encodeBytes(), try? ["k": misused].encodeBytes(),
      try? [[misused], []].encodeBytes(), try? wrapper.encodeBytes(),
      try? [misused].encodeBytes(options: .prettyPrinted),
      try? Scripted { try $0.encodeObject { try $0.encode(misused, forKey: "k") } }.encodeBytes(),
      try? Scripted { try $0.encodeArray { try $0.encodeElement(misused) } }.encodeBytes(),
    ]
    for case let text? in texts {
      Issue.record("\(name): \(String(decoding: text, as: UTF8.self))")
    }
  }
}
