import MirrorMap
import Testing

@testable import TestSupport

private struct Paging: Mappable, Equatable {
  @Mapped var page: Int
  @Mapped var total: Int?
  init() {}
  init(page: Int) { self.page = page }
}

private struct Results: Mappable, Equatable {
  @Mapped var items: [Int] = []
  @Flattened var paging: Paging
}

private struct MaybeResults: Mappable, Equatable {
  @Mapped var items: [Int] = []
  @Flattened var paging: Paging?
}

private final class Counter: Mappable {
  @Mapped var count: Int
  @Mapped var step: Int?
  required init() {}
}

private struct Counting: Mappable {
  @Mapped var name: String?
  @Flattened var counter: Counter
  @Flattened var paging: MaybeResults?
}

struct FlattenedChangeTests {
  @Test func updatesReachFlattenedModelsAndLeaveWhatIsNotMentioned() throws {
    var results = try Results.decode(from: #"{"items":[1],"page":1,"total":2}"#)
    try results.update(from: #"{"page":5}"#)
    #expect(results.paging.page == 5)
    #expect(results.paging.total == 2)
    #expect(results.items == [1])
    try results.update(from: #"{"items":[2]}"#)
    #expect(results.paging.page == 5)
    var maybe = try MaybeResults.decode(from: "{}")
    try maybe.update(from: #"{"items":[7]}"#)
    #expect(maybe.paging == nil)
    try maybe.update(from: #"{"page":1}"#)
    #expect(maybe.paging?.page == 1)
    try maybe.apply(mergePatch: #"{"total":4}"#)
    #expect(maybe.paging?.total == 4)
    try maybe.apply(mergePatch: #"{"total":null}"#)
    #expect(maybe.paging?.total == nil)
    #expect(maybe.paging?.page == 1)
  }

  @Test func failedUpdateOfAStructChangesNothing() throws {
    var maybe = try MaybeResults.decode(from: "{}")
    #expect(
      errorText { try maybe.update(from: #"{"items":[7],"total":1}"#) }
        == "$.page: required key is missing, expected Int (line 1, column 1, Paging.page)")
    #expect(maybe == MaybeResults())
  }

  @Test func objectsKeepTheirIdentity() throws {
    var counting = try Counting.decode(from: #"{"count":1,"step":3}"#)
    let counter = counting.counter
    try counting.update(from: #"{"count":2}"#)
    #expect(counting.counter === counter)
    #expect(counter.count == 2)
    #expect(counter.step == 3)
  }

  @Test func changeInsideIsWrittenAndNothingElse() throws {
    let counting = try Counting.decode(from: #"{"name":"n","count":1,"step":3}"#)
    #expect(try counting.encodeString(options: .changesOnly) == "{}")
    counting.counter.step = nil
    #expect(try counting.encodeString(options: .changesOnly) == #"{"step":null}"#)
  }

  @Test func assignedModelIsWrittenWholeWithNullForNil() throws {
    var results = try Results.decode(from: #"{"items":[1],"page":1,"total":2}"#)
    #expect(try results.encodeString(options: .changesOnly) == "{}")
    results.paging = Paging(page: 7)
    #expect(try results.encodeString(options: .changesOnly) == #"{"page":7,"total":null}"#)
    let other = try Results.decode(from: #"{"page":8}"#)
    results.paging = other.paging
    #expect(try results.encodeString(options: .changesOnly) == #"{"page":8,"total":null}"#)
    results = try Results.decode(from: #"{"items":[1],"page":1,"total":2}"#)
    results.paging.page = 3
    results.items = []
    #expect(try results.encodeString(options: .changesOnly) == #"{"items":[],"page":3}"#)
  }

  @Test func modelAssignedNilWritesNullForAllItsKeys() throws {
    var maybe = try MaybeResults.decode(from: #"{"items":[1],"page":1,"total":2}"#)
    maybe.paging = nil
    #expect(try maybe.encodeString(options: .changesOnly) == #"{"page":null,"total":null}"#)
    var counting = try Counting.decode(from: #"{"count":1,"page":1}"#)
    counting.paging = nil
    #expect(
      try counting.encodeString(options: .changesOnly)
        == #"{"items":null,"page":null,"total":null}"#)
    let absent = try MaybeResults.decode(from: "{}")
    #expect(try absent.encodeString(options: .changesOnly) == "{}")
  }

  @Test func smallestPatch() throws {
    let before = try MaybeResults.decode(from: #"{"items":[1],"page":1,"total":2}"#)
    var after = before
    after.paging?.page = 2
    #expect(
      String(decoding: try after.mergePatch(since: before), as: UTF8.self) == #"{"page":2}"#)
    after.paging = nil
    #expect(
      String(decoding: try after.mergePatch(since: before), as: UTF8.self)
        == #"{"page":null,"total":null}"#)
  }

  private struct Owner: Mappable, Equatable {
    @Mapped var id: Int
    @Mapped("group.name") var name: String?
    @Flattened var paging: Paging?
  }

  private struct Owned: Mappable, Equatable {
    @Mapped var number: Int
    @Flattened var owner: Owner?
  }

  private struct OwnedWithExtras: Mappable, Equatable {
    @Mapped var number: Int
    @Flattened var owner: Owner?
    @Extras var others: JSONObject
  }

  private struct Holder: Mappable {
    @Mapped var results: MaybeResults?
    @Mapped var owned: OwnedWithExtras?
  }

  @Test(arguments: [
    #"{"id":null,"group":{"name":null}}"#, #"{"id":null,"group":null}"#, #"{"id":null}"#,
    #"{"id":null,"group":{"other":7}}"#, #"{"id":null,"page":null,"total":null}"#,
  ])
  func patchRemovesAModelByNullInItsGroups(_ patch: String) throws {
    var owned = try Owned.decode(from: #"{"number":1,"id":2,"group":{"name":"n"},"page":3}"#)
    try owned.apply(mergePatch: patch)
    #expect(owned.owner == nil && owned.number == 1)
    try owned.apply(mergePatch: patch)
    #expect(owned.owner == nil)
  }

  @Test func valueForAnyPropertyOfAModelKeepsIt() throws {
    let before = try Owned.decode(from: #"{"number":1,"id":2,"group":{"name":"n"},"page":3}"#)
    var owned = before
    try owned.apply(mergePatch: #"{"group":{"name":null},"page":null,"total":null}"#)
    #expect(owned.owner?.id == 2 && owned.owner?.name == nil && owned.owner?.paging == nil)
    owned = before
    try owned.apply(mergePatch: #"{"group":{"name":null},"page":4}"#)
    #expect(owned.owner?.paging?.page == 4 && owned.owner?.name == nil)
    owned = before
    #expect(throws: MappingError.self) { try owned.apply(mergePatch: #"{"id":null,"page":4}"#) }
    #expect(owned == before)
  }

  @Test func unmappedMembersOfAGroupStayWithoutTheModel() throws {
    let text = #"{"number":1,"id":2,"group":{"name":"n","other":6}}"#
    let before = try OwnedWithExtras.decode(from: text)
    var after = before
    after.owner = nil
    var patched = before
    try patched.apply(mergePatch: after.mergePatch(since: before))
    #expect(patched == after && patched.others == ["group": ["other": 6]])
    try patched.apply(mergePatch: #"{"id":null,"group":{"name":null,"other":7}}"#)
    #expect(patched.others == ["group": ["other": 7]])
    try patched.apply(mergePatch: #"{"group":null}"#)
    #expect(patched.others.isEmpty && patched.owner == nil)
    var holder = Holder()
    try holder.apply(
      mergePatch: #"{"owned":{"number":1,"id":null,"group":{"name":null,"other":8}}}"#)
    #expect(holder.owned?.owner == nil && holder.owned?.others == ["group": ["other": 8]])
  }

  private struct Place: Mappable, Equatable {
    @Mapped var id: Int
    @Flattened var position: Position?
  }

  private struct Position: Mappable, Equatable {
    @Mapped("geo.lat") var latitude: Double
    @Mapped("geo.datum.name") var datum: String?
    @Mapped("geo.source.name") var source: String?
    init() {}
  }

  private struct Visit: Mappable, Equatable {
    @Mapped var number: Int
    @Flattened var place: Place?
    @Extras var others: JSONObject
  }

  @Test func changesOfAModelAssignedNilRemovedUnmappedMembersOfItsGroups() throws {
    let before = try Visit.decode(
      from: #"""
        {"number":1,"id":2,"geo":{"lat":3,"datum":{"name":"d","epoch":4},"source":{"name":"s"},"raw":5}}
        """#)
    var after = before
    after.place = nil
    let changes = try after.encodeString(options: .changesOnly)
    #expect(
      changes == #"{"id":null,"geo":{"lat":null,"datum":{"name":null},"source":null}}"#)
    var patched = before
    try patched.apply(mergePatch: changes)
    #expect(patched == after && patched.others == ["geo": ["datum": ["epoch": 4], "raw": 5]])
    after.others["beta"] = true
    after.others["geo"] = ["raw": 6]
    #expect(
      try after.encodeString(options: .changesOnly)
        == #"{"id":null,"geo":{"lat":null,"datum":null,"source":null,"raw":6},"beta":true}"#)
    // A model inside of one that was assigned.
    after = before
    var place = Place()
    place.id = 7
    after.place = place
    #expect(
      try after.encodeString(options: .changesOnly)
        == #"{"id":7,"geo":{"lat":null,"datum":{"name":null},"source":null}}"#)
    let plain = try Place.decode(from: #"{"id":2,"geo":{"lat":3}}"#)
    var moved = plain
    moved.position = nil
    #expect(try moved.encodeString(options: .changesOnly) == #"{"geo":null}"#)
    #expect(
      String(decoding: try moved.mergePatch(since: plain), as: UTF8.self) == #"{"geo":null}"#)
  }

  @Test func nullForAModelThatIsNotThereRemovesNothing() throws {
    for patch in [#"{"total":null}"#, #"{"page":null}"#, #"{"page":null,"total":null}"#] {
      var maybe = try MaybeResults.decode(from: #"{"items":[1]}"#)
      try maybe.apply(mergePatch: patch)
      #expect(maybe.paging == nil && maybe.items == [1])
      var holder = Holder()
      try holder.apply(mergePatch: #"{"results":\#(patch)}"#)
      #expect(holder.results != nil && holder.results?.paging == nil)
    }
    #expect(throws: MappingError.self) { try MaybeResults.decode(from: #"{"page":null}"#) }
  }

  @Test func changesOfANewModelArePatchedIntoNothing() throws {
    var holder = try Holder.decode(from: "{}")
    holder.results = try MaybeResults.decode(from: #"{"items":[1]}"#)
    let changes = try holder.encodeString(options: .changesOnly)
    var copy = try Holder.decode(from: "{}")
    try copy.apply(mergePatch: changes)
    #expect(copy.results == holder.results)
  }

  @Test func nullThatKeepsValuesKeepsAModelThatIsNotThere() throws {
    var mapper = Mapper()
    mapper.nullsOnUpdate = .keep
    var maybe = try MaybeResults.decode(from: #"{"items":[1]}"#)
    try maybe.update(from: #"{"total":null}"#, using: mapper)
    #expect(maybe.paging == nil)
    try maybe.update(from: #"{"page":1,"total":2}"#)
    try maybe.update(from: #"{"total":null}"#, using: mapper)
    #expect(maybe.paging?.total == 2)
  }

  private struct Sizes: Mappable, Equatable {
    @Mapped var width: Int?
    @Mapped var height: Int?
  }

  private struct Frame: Mappable, Equatable {
    @Mapped var id: Int
    @Flattened var sizes: Sizes?
  }

  @Test func aPatchRemovesAModelWithoutNamingWhatIsNil() throws {
    let frame = try Frame.decode(from: #"{"id": 1, "width": 2}"#)
    var empty = frame
    empty.sizes = nil
    var copy = frame
    try copy.apply(mergePatch: empty.mergePatch(since: frame))
    #expect(copy == empty && copy.sizes == nil)
    copy = try Frame.decode(from: #"{"id": 1, "width": 2, "height": 3}"#)
    try copy.apply(mergePatch: #"{"width": null}"#)
    #expect(copy.sizes?.height == 3 && copy.sizes?.width == nil)
  }
}
