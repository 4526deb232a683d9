import MirrorMap
import Testing

@testable import TestSupport

private struct NoPayload: Mappable, Equatable {}

private final class EmptyObject: Mappable {
  required init() {}
}

private struct Response<Payload: MappableValue>: Mappable {
  @Mapped var ok: Bool
  @Mapped var payload: Payload
}

private struct Mapless: Mappable { var count = 3 }

private struct MakesAnother: Mappable {
  init() { _ = Response<Int>() }
}

private final class MakesAnotherToo: Mappable {
  required init() { _ = Response<Int>() }
}

/// A model without properties is the type of an empty payload.
struct EmptyModelTests {
  @Test func modelWithoutPropertiesIsAnEmptyObject() throws {
    let response = try Response<NoPayload>.decode(from: #"{"ok":true,"payload":{}}"#)
    #expect(response.payload == NoPayload())
    #expect(try response.encodeString() == #"{"ok":true,"payload":{}}"#)
    #expect(try Response<NoPayload>.decode(from: #"{"ok":true,"payload":{"x":1}}"#).ok)
    #expect(try [EmptyObject].decode(from: "[{},{}]").count == 2)
    #expect(try EmptyObject().encodeString() == "{}")
    let list = try Response<[NoPayload]?>.decode(from: #"{"ok":true,"payload":[{}]}"#)
    #expect(list.payload?.count == 1)
    #expect(NoPayload.jsonSchema["type"] == "object")
    #expect(NoPayload.mapping.properties.isEmpty)
    #expect("\(NoPayload())" == "NoPayload()")
    try NoPayload.validateMapping()
    var nothing = NoPayload()
    try nothing.update(from: "{}")
  }

  @Test func emptyModelWhoseInitMakesAnotherModel() throws {
    #expect(try MakesAnother.decode(from: #"{"x":1}"#).encodeString() == "{}")
    #expect(try [MakesAnotherToo].decode(from: "[{}]").encodeString() == "[{}]")
  }

  @Test func otherJSONIsNoEmptyModel() {
    #expect(
      errorText { try Response<NoPayload>.decode(from: #"{"ok":true,"payload":[]}"#) }
        == "$.payload: expected an object for NoPayload, found an array"
        + " (line 1, column 22, Response<NoPayload>.payload)")
    #expect(
      errorText {
        try NoPayload.decode(from: #"{"x":1}"#, using: .with { $0.unknownKeys = .reject })
      } == "$.x: no property has this key (line 1, column 2, NoPayload)")
  }

  @Test func modelThatForgotToMapItsPropertiesIsStillAnError() {
    #expect(
      errorText { try Mapless.decode(from: "{}") }
        == "Mapless cannot be mapped: it has no mapped property")
  }
}
