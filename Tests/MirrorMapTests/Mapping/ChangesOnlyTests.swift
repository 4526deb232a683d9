import MirrorMap
import Testing

@testable import TestSupport

private struct City: Mappable, Equatable {
  @Mapped var name: String
  @Mapped var zip: String?
  @Mapped("geo.lat") var latitude: Double?
  @Mapped("geo.lon") var longitude: Double?
}

private final class Tag: Mappable {
  @Mapped var id: Int
  @Mapped var text: String?
  @Mapped var parent: Tag?
  init() {}
}

private struct Names: Mappable, Equatable {
  @Mapped var first: String
  @Mapped var last: String?
}

private struct Visitor: Mappable {
  @Mapped var id: Int
  @Mapped var email: String?
  @Mapped("contact.phone") var phone: String?
  @Mapped("contact.fax") var fax: String?
  @Mapped("codes.0") var first: Int?
  @Mapped("codes.1") var second: Int?
  @Mapped var city: City?
  @Mapped var tag: Tag?
  @Mapped var tags: [Tag] = []
  @Mapped var byName: [String: Tag] = [:]
  @Mapped var grid: [[Int]] = []
  @Mapped(direction: .decodeOnly) var etag: String?
  @Flattened var names: Names
  @Flattened var alias: Alias?
  @Extras var others: JSONObject

  struct Alias: Mappable {
    @Mapped var nick: String
    @Mapped("alias.since") var since: Int?
    @Mapped("alias.until") var until: Int?
  }
}

private let document = #"""
  {"id": 1, "email": "e", "contact": {"phone": "p", "fax": "f"}, "codes": [7, 8],
   "city": {"name": "Bonn", "zip": "5", "geo": {"lat": 1, "lon": 2}},
   "tag": {"id": 1, "parent": {"id": 2}}, "tags": [{"id": 3, "text": "t"}, {"id": 4}],
   "byName": {"x": {"id": 5, "text": "five"}, "y": {"id": 6}}, "grid": [[1], [2]], "etag": "q",
   "first": "Ann", "last": "Lee", "nick": "A", "alias": {"since": 3}, "own": 1}
  """#

struct ChangesOnlyTests {
  private func patch(_ change: (inout Visitor) throws -> Void) throws -> String {
    var guest = try Visitor.decode(from: document)
    try change(&guest)
    let text = try guest.encodeString(options: .changesOnly)
    // A patch has to have its effect, whatever it looks like.
    var other = try Visitor.decode(from: document)
    try other.apply(mergePatch: text)
    #expect(
      try JSONValue.decode(from: other.encode(options: .nullsOmitted))
        == JSONValue.decode(from: guest.encode(options: .nullsOmitted)))
    return text
  }

  @Test func unchangedModelWritesNothing() throws {
    #expect(try patch { _ in } == "{}")
  }

  @Test func valuesAreWrittenAndNilAsNullWhateverTheNullOptions() throws {
    #expect(
      try patch { guest in
        guest.id = 2
        guest.email = nil
      } == #"{"id":2,"email":null}"#)
    var guest = try Visitor.decode(from: document)
    guest.email = nil
    #expect(
      try guest.encodeString(options: [.changesOnly, .nullsOmitted]) == #"{"email":null}"#)
    #expect(
      try guest.encodeString(options: [.changesOnly, .nullsIncluded]) == #"{"email":null}"#)
  }

  @Test func assigningTheSameValueCounts() throws {
    #expect(try patch { $0.id = 1 } == #"{"id":1}"#)
  }

  @Test func groupsHaveTheChangedMembersArrayGroupsHaveAll() throws {
    #expect(try patch { $0.fax = "g" } == #"{"contact":{"fax":"g"}}"#)
    #expect(try patch { $0.fax = nil } == #"{"contact":{"fax":null}}"#)
    #expect(try patch { $0.second = 9 } == #"{"codes":[7,9]}"#)
    #expect(try patch { $0.first = nil } == #"{"codes":[null,8]}"#)
  }

  @Test func nestedStructWritesItsChangesAndAllWithNullsWhenAssigned() throws {
    #expect(
      try patch { $0.city?.zip = nil }
        == #"{"city":{"zip":null}}"#)
    #expect(
      try patch { guest in
        var city = City()
        city.name = "Ulm"
        guest.city = city
      } == #"{"city":{"name":"Ulm","zip":null,"geo":{"lat":null,"lon":null}}}"#)
    #expect(try patch { $0.city = nil } == #"{"city":null}"#)
  }

  @Test func objectChangedInsideAnUnchangedPropertyIsWrittenWithItsChanges() throws {
    #expect(try patch { $0.tag?.text = "x" } != "{}")
    var guest = try Visitor.decode(from: document)
    guest = try Visitor.decode(from: document)
    let tag = guest.tag
    tag?.text = "x"
    #expect(!guest.$tag.isChanged)
    #expect(try guest.encodeString(options: .changesOnly) == #"{"tag":{"text":"x"}}"#)
    tag?.parent?.id = 9
    #expect(
      try guest.encodeString(options: .changesOnly) == #"{"tag":{"text":"x","parent":{"id":9}}}"#)
  }

  @Test func arrayWithAChangedObjectHeldOnlyTheChangesOfItsElements() throws {
    #expect(
      try patch { guest in
        let tags = guest.tags
        tags[1].text = "four"
      } == #"{"tags":[{"id":3,"text":"t"},{"id":4,"text":"four"}]}"#)
    #expect(
      try patch { guest in guest.tags[0].text = nil }
        == #"{"tags":[{"id":3,"text":null},{"id":4}]}"#)
  }

  @Test func dictionaryWithAChangedObjectIsWrittenByKey() throws {
    let text = try patch { guest in
      let tags = guest.byName
      tags["y"]?.text = "six"
    }
    #expect(
      try JSONValue.decode(from: text) == ["byName": ["x": [:], "y": ["text": "six"]]])
  }

  @Test func flattenedModelsWriteChangesAllWhenAssignedAndNullsWhenNil() throws {
    #expect(try patch { $0.names.last = "Ray" } == #"{"last":"Ray"}"#)
    #expect(
      try patch { guest in
        var names = Names()
        names.first = "Eve"
        guest.names = names
      } == #"{"first":"Eve","last":null}"#)
    #expect(try patch { $0.alias = nil } == #"{"nick":null,"alias":null}"#)
    #expect(
      try patch { guest in
        guest.id = 3
        guest.alias = nil
        guest.others = ["own": 2]
      } == #"{"id":3,"nick":null,"alias":null,"own":2}"#)
  }

  @Test func nilFlattenedModelWasWrittenAsLettersOfTheWordNull() throws {
    var guest = try Visitor.decode(from: #"{"id": 1, "first": "A", "nick": "B"}"#)
    guest.alias = nil
    let text = #"{"id":1,"tags":[],"byName":{},"grid":[],"first":"A"}"#
    #expect(try guest.encodeString() == text)
    #expect(
      try Visitor.decode(from: guest.encode(options: .nullsIncluded)).alias == nil)
  }

  @Test func extrasAreWrittenWhenAssignedPropertiesNeverWrittenAreNot() throws {
    #expect(
      try patch { guest in
        guest.others["own"] = 5
        guest.others["more"] = [1]
        guest.etag = "z"
      } == #"{"own":5,"more":[1]}"#)
  }

  @Test func appendingSubscriptsAndInoutAreChanges() throws {
    func double(_ numbers: inout [[Int]]) { numbers += numbers }
    #expect(try patch { $0.grid.append([3]) } == #"{"grid":[[1],[2],[3]]}"#)
    #expect(try patch { $0.grid[0][0] = 9 } == #"{"grid":[[9],[2]]}"#)
    #expect(try patch { double(&$0.grid) } == #"{"grid":[[1],[2],[1],[2]]}"#)
  }

  @Test func modelThatWasNeverDecodedIsWrittenWhole() throws {
    var city = City()
    city.name = "Rom"
    #expect(try city.encodeString(options: .changesOnly) == #"{"name":"Rom"}"#)
    #expect(
      try [city].encodeString(options: .changesOnly) == #"[{"name":"Rom"}]"#)
  }

  @Test func elementsOfARootArrayAreWrittenWhole() throws {
    var cities = try [City].decode(from: #"[{"name": "A", "zip": "1"}, {"name": "B"}]"#)
    cities[1].zip = "2"
    #expect(
      try cities.encodeString(options: .changesOnly)
        == #"[{"name":"A","zip":"1"},{"name":"B","zip":"2"}]"#)
  }

  @Test func elementsOfArrayGroupsAndJSONInStringsAreWrittenWhole() throws {
    struct Leaf: Mappable {
      @Mapped var id: Int
      @Mapped var name: String?
    }
    struct Holder: Mappable {
      @Mapped("pair.0") var first: Int
      @Mapped("pair.1") var leaf: Leaf
      @Mapped("city.0") var city: City?
      @Mapped(transform: .stringifiedJSON()) var text: Leaf?
      @Mapped(transform: .stringifiedJSON([String: Tag].self)) var tags = [String: Tag]()
    }
    var holder = try Holder.decode(
      from: #"""
        {"pair": [1, {"id": 2, "name": "n"}], "text": "{\"id\":3,\"name\":\"m\"}", "tags": "{\"a\":{\"id\":4}}"}
        """#)
    holder.first = 9
    #expect(
      try holder.encodeString(options: .changesOnly) == #"{"pair":[9,{"id":2,"name":"n"}]}"#)
    holder.text?.id = 5
    holder.tags["a"]?.text = "t"
    let update = try holder.encodeString(options: .changesOnly)
    #expect(
      update
        == #"""
        {"pair":[9,{"id":2,"name":"n"}],"text":"{\"id\":5,\"name\":\"m\"}","tags":"{\"a\":{\"id\":4,\"text\":\"t\"}}"}
        """#)
  }

  @Test func keysFollowTheStrategy() throws {
    struct Account: Mappable {
      @Mapped var userName: String?
      @Mapped var homeCity: City?
      @Mapped var lastTag: Tag?
    }
    var mapper = Mapper()
    mapper.keyStrategy = .snakeCase
    var account = try Account.decode(
      from: #"{"user_name": "u", "home_city": {"name": "n"}, "last_tag": {"id": 1}}"#,
      using: mapper)
    account.userName = nil
    account.lastTag?.parent = Tag()
    account.lastTag?.parent?.id = 4
    let same = account.lastTag
    same?.id = 2
    let text = try account.encodeString(options: .changesOnly, using: mapper)
    #expect(
      text
        == #"{"user_name":null,"last_tag":{"id":2,"parent":{"id":4,"text":null,"parent":null}}}"#
    )
  }

  @Test func objectsInACircleMadeTheSearchForChangesEndless() throws {
    let (one, two) = (
      try Tag.decode(from: #"{"id": 1}"#), try Tag.decode(from: #"{"id": 2, "parent": {"id": 3}}"#)
    )
    two.parent = one
    try one.update(from: #"{"parent": {"id": 0}}"#)
    #expect(try one.encodeString(options: .changesOnly) == "{}")
    one.parent?.parent = one
    #expect(
      errorText { try one.encodeString(options: .changesOnly) }.hasSuffix(
        "found more than the depth limit allows (Tag.parent)"))
    one.parent?.parent = nil
  }

  @Test func longChainOfObjectsIsTooDeepToWriteButNotToSearch() throws {
    let first = try Tag.decode(from: #"{"id": 0}"#)
    var last = first
    for id in 1...20_000 {
      let next = Tag()
      next.id = id
      last.parent = next
      last = next
    }
    #expect(
      errorText { try first.encodeString(options: .changesOnly) }.hasSuffix(
        "found more than the depth limit allows (Tag.parent)"))
    // Freeing it link by link, as the stack would not do for freeing it at once.
    var next: Tag? = first
    while let tag = next {
      next = tag.parent
      tag.parent = nil
    }
  }
}
