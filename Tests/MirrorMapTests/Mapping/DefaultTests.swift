import Foundation
import MirrorMap
import Testing

@testable import TestSupport

struct DefaultTests {
  @Test func valuesAssignedInInitUsedToBeNoDefaults() throws {
    let model = try Preset.decode(from: "{}")
    #expect(model.named == 1 && model.unnamed == 2 && model.optional == 3)
    #expect(model.date == Date(timeIntervalSince1970: 4) && model.list == ["5"])
    #expect(model.guest == Guest())
    for state in [model.$named, model.$unnamed, model.$optional, model.$date, model.$list] {
      #expect(state.presence == .absent && !state.isChanged)
    }
  }

  @Test func nullLeavesValuesAssignedInInit() throws {
    let model = try Preset.decode(
      from: #"{"named":null,"unnamed":null,"optional":null,"date":null,"list":null,"guest":null}"#)
    #expect(model.named == 1 && model.unnamed == 2 && model.optional == nil)
    #expect(model.date == Date(timeIntervalSince1970: 4) && model.list == ["5"])
    #expect(model.$named.presence == .null && !model.$named.isChanged)
  }

  @Test func valuesReplaceThoseAssignedInInit() throws {
    let model = try Preset.decode(
      from: #"{"named":10,"unnamed":20,"optional":30,"list":[],"guest":{"age":9}}"#)
    #expect(model.named == 10 && model.unnamed == 20 && model.optional == 30 && model.list == [])
    #expect(model.guest.age == 9)
    #expect(model.$named.presence == .value && !model.$named.isChanged)
    #expect(
      errorText { try Preset.decode(from: #"{"named":"x"}"#) }
        == "$.named: expected Int, found a string (line 1, column 10, Preset.named)")
  }

  @Test func nullIsNoDefaultForAValueThatWasRead() {
    var mapper = Mapper()
    mapper.duplicateKeys = .last
    #expect(
      errorText { try Single.decode(from: #"{"x":1,"x":null}"#, using: mapper) }
        == "$.x: expected Int, found null (line 1, column 12, Single.x)")
  }

  @Test func valuesAssignedByOnlySomeInstancesAreTheirDefaults() throws {
    #expect(try Sometimes.decode(from: #"{"b":1}"#).b == 1)
    let texts = (0..<4).map { _ in errorText { try Sometimes.decode(from: #"{}"#) } }
    #expect(texts.filter { $0 == "no error" }.count == 2)
    #expect(
      texts.filter { $0 != "no error" }
        == [String](
          repeating: "$.b: required key is missing, expected Int (line 1, column 1, Sometimes.b)",
          count: 2))
  }

  @Test func requiredKeyThatIsAnAlternativeOfAnotherUsedNotToBeMissed() throws {
    #expect(
      errorText { try Headline.decode(from: #"{"title":"t"}"#) }
        == "$.name: required key is missing, expected String (line 1, column 1, Headline.name)")
    let model = try Headline.decode(from: #"{"name":"n"}"#)
    #expect(model.name == "n" && model.title == "n")
    #expect(try model.encodeString() == #"{"name":"n","title":"n"}"#)
  }

  @Test func tokensInASharedDefaultReadAsAbsentAndUnchanged() throws {
    var model = try KeepsShared.decode(from: "{}")
    #expect(model.guest.$name.presence == .absent && !model.guest.$name.isChanged)
    #expect(try model.encodeString() == #"{"guest":{"name":"nobody","nick":"n"}}"#)
    model.guest.name = "new"
    #expect(model.guest.$name.presence == .value && model.guest.$name.isChanged)
    #expect(!model.guest.$nick.isChanged && model.guest.$nick.presence == .absent)
    model.guest.nick = nil
    #expect(model.guest.$nick.presence == .null && model.guest.$nick.isChanged)
    #expect(SharedGuest.unknown.name == "nobody" && !SharedGuest.unknown.$name.isChanged)
    #expect(SharedGuest.unknown == SharedGuest())
  }

  @Test func sharedDefaultObjectsStayShared() throws {
    let models = try [KeepsObject].decode(from: "[{},{}]")
    #expect(models[0].friend === KeepsObject.shared && models[1].friend === KeepsObject.shared)
    let other = try KeepsObject.decode(from: #"{"friend":{"name":"other"}}"#)
    #expect(other.friend.name == "other" && KeepsObject.shared.name == "shared")
  }
}

// MARK: - Models

struct Preset: Mappable {
  @Mapped("named") var named: Int
  @Mapped var unnamed: Int
  @Mapped var optional: Int?
  @Mapped("date", transform: .unixSeconds) var date: Date
  @Mapped("list") var list: [String]
  @Mapped("guest") var guest: Guest

  init() {
    named = 1
    unnamed = 2
    optional = 3
    date = Date(timeIntervalSince1970: 4)
    list = []
    list.append("5")
    guest = Guest()
  }
}

/// Every other instance has a default.
struct Sometimes: Mappable {
  nonisolated(unsafe) private static var count = 0
  @Mapped("b") var b: Int
  init() {
    Self.count += 1
    if Self.count % 2 == 0 { b = 2 }
  }
}

struct Headline: Mappable {
  @Mapped("name") var name: String
  @Mapped("title", "name") var title: String
}

struct SharedGuest: Mappable, Equatable {
  static let unknown = SharedGuest()
  @Mapped var name: String = "nobody"
  @Mapped var nick: String? = "n"
}
struct KeepsShared: Mappable { @Mapped var guest: SharedGuest = .unknown }

final class SharedFriend: Mappable { @Mapped var name: String }
final class KeepsObject: Mappable {
  nonisolated(unsafe) static let shared = {
    let friend = SharedFriend()
    friend.name = "shared"
    return friend
  }()
  @Mapped var friend: SharedFriend = KeepsObject.shared
}

private struct Single: Mappable { @Mapped var x: Int }
