import MirrorMap
import Testing

@testable import TestSupport

private final class Cache: @unchecked Sendable {
  var users: [Int: User] = [:]
  var created = 0
}

private class User: Mappable, ModelProviding, DecodeValidating, DecodeCompleting {
  @Mapped var id: Int
  @Mapped var name: String
  @Mapped var friend: User?
  @Mapped var note: String?
  var completions = 0
  var cache: Cache?
  required init() {}

  class func instance(for json: JSONView, in context: MappingContext) throws -> Self? {
    guard let cache = context[Cache.self], let id = json["id"]?.int else { return nil }
    if id < 0 { throw MappingError(expected: "a positive id") }
    return cache.users[id] as? Self
  }

  class func willDecode(_ json: JSONView, in context: MappingContext) throws {
    if json["name"]?.string == "" { throw MappingError(expected: "a name") }
  }

  func didDecode(in context: MappingContext) throws {
    completions += 1
    guard let cache = context[Cache.self] else { return }
    if cache.users[id] == nil { cache.created += 1 }
    cache.users[id] = self
  }
}

private final class Admin: User {
  @Mapped var rights: [String] = []
}

struct ProvidedInstanceTests {
  private let cache = Cache()
  private var context: MappingContext { MappingContext(cache) }

  @Test func oneObjectForOneIdentityInADocumentAndInTheNext() throws {
    let users = try [User].decode(
      from: #"""
        [{"id": 1, "name": "Ann", "friend": {"id": 2, "name": "Bob"}},
         {"id": 2, "name": "Bobby", "note": "n"}, {"id": 1, "name": "Anna"}]
        """#, context: context)
    #expect(users[0] === users[2] && users[0].friend === users[1] && cache.created == 2)
    #expect(users[0].name == "Anna" && users[1].name == "Bobby" && users[1].note == "n")
    let again = try [String: User].decode(from: #"{"x": {"id": 2}}"#, context: context)
    #expect(again["x"] === users[1] && users[1].name == "Bobby" && users[1].note == "n")
    #expect(users[1].completions == 3)
    #expect(!users[1].$name.isChanged && users[1].$note.presence == .value)
  }

  @Test func withoutACacheInTheContextEachObjectIsNew() throws {
    let users = try [User].decode(from: #"[{"id": 1, "name": "A"}, {"id": 1, "name": "B"}]"#)
    #expect(users[0] !== users[1])
    #expect(
      errorText { try [User].decode(from: #"[{"id": 1}]"#) }
        == "$[0].name: required key is missing, expected String (line 1, column 2, User.name)")
  }

  @Test func objectIsUpdatedAsWhatItIsWithItsOwnHooksAndErrors() throws {
    let admin = try Admin.decode(
      from: #"{"id": 7, "name": "Root", "rights": ["all"]}"#, context: context)
    let user = try User.decode(from: #"{"id": 7, "rights": ["none"]}"#, context: context)
    #expect(user === admin && admin.rights == ["none"] && admin.completions == 2)
    #expect(
      errorText { try [User].decode(from: #"[{"id": 7, "rights": [1]}]"#, context: context) }
        == "$[0].rights[0]: expected String, found a number (line 1, column 23, Admin.rights)")
    #expect(
      errorText { try [User].decode(from: #"[{"id": 7, "name": ""}]"#, context: context) }
        == "$[0]: expected a name (line 1, column 2, Admin)")
    #expect(
      errorText { try [User].decode(from: #"[{"id": -1}]"#, context: context) }
        == "$[0]: expected a positive id (line 1, column 2, User)")
  }

  @Test func objectThatHoldsItself() throws {
    let user = try User.decode(from: #"{"id": 1, "name": "A"}"#, context: context)
    let same = try User.decode(
      from: #"{"id": 1, "friend": {"id": 1, "name": "B", "friend": {"id": 1, "note": "n"}}}"#,
      context: context)
    #expect(same === user && user.friend === user && user.name == "B" && user.note == "n")
    user.friend = nil
  }

  @Test func structMayProvideAnInitialValue() throws {
    struct Setting: Mappable, ModelProviding {
      @Mapped var key: String
      @Mapped var value: Int
      static func instance(for json: JSONView, in context: MappingContext) throws -> Setting? {
        guard json["key"]?.string == "known" else { return nil }
        var setting = Setting()
        setting.key = "known"
        setting.value = 42
        return setting
      }
    }
    let settings = try [Setting].decode(
      from: #"[{"key": "known"}, {"key": "known", "value": 1}, {"key": "new", "value": 2}]"#)
    #expect(settings.map(\.value) == [42, 1, 2])
    #expect(
      errorText { try [Setting].decode(from: #"[{"key": "new"}]"#) }
        == "$[0].value: required key is missing, expected Int (line 1, column 2, Setting.value)")
  }
}
