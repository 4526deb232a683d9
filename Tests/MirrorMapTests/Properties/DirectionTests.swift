import MirrorMap
import Testing

@testable import TestSupport

private struct Login: Mappable {
  @Mapped("user.name") var name: String
  @Mapped("user.password", direction: .encodeOnly) var password: String?
  @Mapped("user.id", direction: .decodeOnly) var id: Int?
  @Mapped("version", direction: .encodeOnly) var version: Int = 3
}

private struct Renamed: Mappable {
  @Mapped("title", direction: .decodeOnly) var old: String?
  @Mapped("title") var title: String
}

private struct Split: Mappable {
  @Mapped("value", direction: .decodeOnly) var read: Int = 0
  @Mapped("value", direction: .encodeOnly) var written: Int = 1
}

private struct Required: Mappable {
  @Mapped("a", direction: .encodeOnly) var a: Int
}

private struct SetInInit: Mappable {
  @Mapped var id: Int
  @Mapped("client", direction: .encodeOnly) var client: String?
  init() { client = "app" }
}

private struct Holder: Mappable {
  @Mapped var login: Login
  @Mapped var note: String?
}

struct DirectionTests {
  @Test func propertyThatIsOnlyWrittenIsNotReadAndTheOtherWayRound() throws {
    var login = try Login.decode(
      from: #"{"user":{"name":"n","password":7,"id":1},"version":"x"}"#)
    #expect(login.password == nil)
    #expect(login.$password.presence == .absent)
    #expect(login.id == 1)
    #expect(login.version == 3)
    #expect(try login.encodeString() == #"{"user":{"name":"n"},"version":3}"#)
    login.password = "p"
    login.id = 9
    #expect(try login.encodeString() == #"{"user":{"name":"n","password":"p"},"version":3}"#)
    #expect(
      try login.encodeString(options: .changesOnly) == #"{"user":{"password":"p"}}"#)
  }

  @Test func oneKeyForTwoProperties() throws {
    let renamed = try Renamed.decode(from: #"{"title":"t"}"#)
    #expect(renamed.old == "t")
    #expect(renamed.title == "t")
    #expect(try renamed.encodeString() == #"{"title":"t"}"#)
    #expect(
      errorText { try Renamed.decode(from: "{}") }
        == "$.title: required key is missing, expected String (line 1, column 1, Renamed.title)")
    let split = try Split.decode(from: #"{"value":5}"#)
    #expect(split.read == 5)
    #expect(split.written == 1)
    #expect(try split.encodeString() == #"{"value":1}"#)
  }

  @Test func keysThatAreOnlyWrittenAreKnown() throws {
    var mapper = Mapper()
    mapper.unknownKeys = .reject
    #expect(
      try Login.decode(from: #"{"user":{"name":"n","password":[]},"version":{}}"#, using: mapper)
        .name == "n")
    #expect(
      errorText { try Login.decode(from: #"{"user":{"name":"n","pass":1}}"#, using: mapper) }
        == "$.user.pass: no property has this key (line 1, column 21, Login)")
  }

  @Test func alternativesOfAKeyThatIsOnlyWrittenAreUnknownAlsoInAFlattenedModel() throws {
    struct Inner: Mappable {
      @Mapped("new", "old", direction: .encodeOnly) var value: Int?
    }
    struct Outer: Mappable {
      @Mapped var id: Int
      @Flattened var inner: Inner
      @Extras var extras: JSONObject
    }
    let outer = try Outer.decode(from: #"{"id":1,"old":2}"#)
    #expect(try outer.encodeString() == #"{"id":1,"old":2}"#)
  }

  @Test func directionsApplyInUpdates() throws {
    var login = try Login.decode(from: #"{"user":{"name":"n"}}"#)
    login.password = "p"
    try login.update(from: #"{"user":{"password":null,"id":4},"version":8}"#)
    #expect(login.password == "p")
    #expect(login.id == 4)
    #expect(login.version == 3)
    try login.apply(mergePatch: #"{"user":{"password":null,"id":null}}"#)
    #expect(login.password == "p")
    #expect(login.id == nil)
  }

  @Test func initialValueOfAPropertyThatIsOnlyWrittenIsNoChange() throws {
    let model = try SetInInit.decode(from: #"{"id":1}"#)
    #expect(!model.$client.isChanged)
    #expect(try model.encodeString() == #"{"id":1,"client":"app"}"#)
    #expect(try model.encodeString(options: .changesOnly) == "{}")
    let recorded = try Login.decode(from: #"{"user":{"name":"n"}}"#)
    #expect(try recorded.encodeString(options: .changesOnly) == "{}")
  }

  @Test func changeThatIsNotWrittenLeavesNoTraces() throws {
    var holder = try Holder.decode(from: #"{"login":{"user":{"name":"n"}},"note":"x"}"#)
    holder.login.id = 3
    holder.note = "y"
    #expect(
      try holder.encodeString(options: .changesOnly)
        == #"{"note":"y"}"#)
  }

  @Test func propertyThatIsOnlyWrittenNeedsAValue() {
    #expect(
      errorText { try Required.decode(from: "?") }
        == "Required.a cannot be mapped: an encode-only property has to be optional or have a"
        + " default")
  }
}
