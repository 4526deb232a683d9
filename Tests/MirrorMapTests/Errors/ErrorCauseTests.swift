import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private enum ColorError: Error, CustomStringConvertible {
  case unknown(Int)

  var description: String {
    switch self {
    case .unknown(let count): "no color has \(count) letters"
    }
  }
}

private struct Color: Transform {
  func decode(_ json: String) throws -> Int {
    guard json == "red" else { throw ColorError.unknown(json.count) }
    return 1
  }

  func encode(_ object: Int) throws -> String {
    guard object == 1 else { throw ColorError.unknown(object) }
    return "red"
  }
}

private struct Payload: Mappable {
  @Mapped var ids: [Int]
}

/// JSON in a string in JSON.
private struct Stringified: Transform {
  func decode(_ json: String) throws -> Payload { try Payload.decode(from: json) }
  func encode(_ object: Payload) throws -> String { try object.encodeString() }
}

private struct Event: Mappable {
  @Mapped("color", transform: Color()) var color: Int?
  @Mapped("colors", transform: Color()) var colors: [String: [Int]] = [:]
  @Mapped("payload", transform: Stringified()) var payload: Payload?
  @Mapped var even: Even?
  @Mapped var evens: [Even] = []
}

private struct Stripes: Mappable {
  @Mapped var events: [Event]
}

/// A value of the user's own.
private struct Even: MappableValue {
  var value: Int

  static func decode(from reader: inout JSONReader) throws -> Even {
    let value = try reader.decode(Int.self)
    guard value % 2 == 0 else {
      throw MappingError(expected: "an even number", found: "an odd one")
    }
    return Even(value: value)
  }

  func encode(to writer: inout JSONWriter) throws {
    guard value >= 0 else { throw CancellationError() }
    try writer.encode(value)
  }
}

/// A value that reads or writes less or more than one value.
private struct Careless: MappableValue {
  static func decode(from reader: inout JSONReader) throws -> Careless { Careless() }
  func encode(to writer: inout JSONWriter) throws {}
}

private struct Twice: MappableValue {
  static func decode(from reader: inout JSONReader) throws -> Twice { Twice() }
  func encode(to writer: inout JSONWriter) throws {
    try writer.encode(1)
    try writer.encode(2)
  }
}

private struct Holder: Mappable {
  @Mapped var careless: [Careless]
}

struct ErrorCauseTests {
  @Test func errorOfAnotherTypeBecomesTheCauseWithItsOwnText() throws {
    let error = try #require(mappingError { try Event.decode(from: #"{"color":"blue"}"#) })
    #expect("\(error)" == "$.color: no color has 4 letters (line 1, column 10, Event.color)")
    #expect(error.code == .custom)
    #expect(error.byteOffset == 9)
    #expect(error.expected == nil)
    #expect(error.found == nil)
    guard case ColorError.unknown(4)? = error.underlying else {
      Issue.record("the cause is \(String(describing: error.underlying))")
      return
    }
  }

  @Test func usersMappingErrorGetsPositionAndNames() throws {
    let error = try #require(mappingError { try Event.decode(from: #"{"even":3}"#) })
    #expect(
      "\(error)"
        == "$.even: expected an even number, found an odd one (line 1, column 9, Event.even)")
    #expect(error.code == .invalidValue)
    #expect(error.underlying == nil)
    #expect(
      errorText { try [Even].decode(from: "[2, 4, 5]") }
        == "$[2]: expected an even number, found an odd one (line 1, column 8)")
    #expect(
      errorText { try Event.decode(from: #"{"even":"3"}"#) }
        == "$.even: expected Int, found a string (line 1, column 9, Event.even)")
  }

  @Test func errorsInContainersHaveThePathOfTheirItem() {
    #expect(
      errorText {
        try Stripes.decode(
          from: #"{"events":[{},{"colors":{"a":[],"b":["red","red","green"]}}]}"#)
      } == "$.events[1].colors.b[2]: no color has 5 letters (line 1, column 50, Event.colors)")
    #expect(
      errorText { try Event.decode(from: #"{"evens":[2,4,7]}"#) }
        == "$.evens[2]: expected an even number, found an odd one (line 1, column 15, Event.evens)")
  }

  @Test func errorOfAnInnerDocumentIsTheCauseWithItsOwnPosition() throws {
    let json = #"{"color":"red","payload":"{\"ids\":[1,\n\"x\"]}"}"#
    let error = try #require(mappingError { try Event.decode(from: json) })
    #expect(error.code == .custom)
    #expect(error.path == JSONPath([.key("payload")]))
    #expect(error.byteOffset == 25)
    #expect(error.model == "Event")
    #expect(error.property == "payload")
    let cause = try #require(error.underlying as? MappingError)
    #expect(
      "\(cause)" == "$.ids[1]: expected Int, found a string (line 2, column 1, Payload.ids)")
    #expect(
      "\(error)"
        == """
        $.payload: in another document: $.ids[1]: expected Int, found a string \
        (line 2, column 1, Payload.ids) (line 1, column 26, Event.payload)
        """)
  }

  @Test func innerDocumentThatCannotBeWrittenIsTheCause() {
    var event = Event()
    event.payload = Payload()
    var stripes = Stripes()
    stripes.events = [event]
    #expect(
      errorText { try stripes.encode() }
        == """
        $.events[0].payload: in another document: $.ids: a required property was neither decoded \
        nor assigned (Payload.ids) (Event.payload)
        """)
  }

  @Test func errorsWhileWritingHaveAPathButNoPositionInADocument() throws {
    var event = Event()
    event.colors = ["k": [1, 1, 7]]
    let error = try #require(mappingError { try event.encode() })
    #expect("\(error)" == "$.colors.k[2]: no color has 7 letters (Event.colors)")
    #expect(error.code == .custom)
    #expect(error.byteOffset == nil)
    #expect(error.line == nil)
    #expect(error.column == nil)
    event = Event()
    event.evens = [Even(value: 2), Even(value: -1)]
    #expect(errorText { try event.encode() } == "$.evens[1]: CancellationError() (Event.evens)")
  }

  @Test func codeThatReadsOrWritesNothingOrTooMuchIsReported() {
    #expect(
      errorText { try Holder.decode(from: #"{"careless":[1]}"#) }
        == """
        $.careless[0]: the code for this value neither read nor skipped it \
        (line 1, column 14, Holder.careless)
        """)
    #expect(
      errorText { try [Careless()].encode() } == "$[0]: the code for this value wrote nothing")
    #expect(
      errorText { try ["k": Twice()].encode() }
        == "$.k: the code for this value wrote more than one")
  }

  @Test func whatWasFoundIsShownWithEachCodeOfYourOwn() {
    for code in [MappingError.Code.custom, .notEncodable, .invalidValue] {
      let error = MappingError(code, expected: "an even number", found: "an odd one")
      #expect("\(error)".contains("expected an even number, found an odd one"), "\(error)")
    }
    #expect("\(MappingError(.custom, expected: "too late"))".hasSuffix(": too late"))
  }
}
