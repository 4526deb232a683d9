import MirrorMap
import Testing

@testable import TestSupport

private struct Paging: Mappable, Equatable {
  @Mapped var page: Int
  @Mapped var total: Int?
}

private struct Cursor: Mappable, Equatable {
  @Mapped var next: String
  @Flattened var inner: Inner?
}

private struct Inner: Mappable, Equatable {
  @Mapped var depth: Int
}

private struct Results: Mappable, Equatable {
  @Mapped var items: [Int] = []
  @Mapped("meta.kind") var kind: String?
  @Flattened var paging: Paging
  @Flattened var cursor: Cursor?
  @Extras var others: JSONObject
}

private struct Overlapping: Mappable {
  @Mapped("user") var user: User?
  @Mapped("user.name") var name: String?
  @Mapped("user.tags.1") var tag: String?

  struct User: Mappable {
    @Mapped var name: String
    @Mapped var age: Int?
  }
}

struct UpdateShapeTests {
  private func results() throws -> Results {
    try Results.decode(
      from: #"""
        {"items": [1], "page": 1, "total": 9, "meta": {"kind": "k", "at": 1}, "more": {"a": [1, 2]}}
        """#)
  }

  @Test func flattenedModelIsUpdatedInPlaceAndAnAbsentOneStays() throws {
    var results = try results()
    try results.update(from: #"{"items": [2]}"#)
    #expect(results.paging.page == 1 && results.paging.total == 9 && results.cursor == nil)
    try results.update(from: #"{"total": null}"#)
    #expect(results.paging.page == 1 && results.paging.total == nil)
    #expect(results.paging.$total.presence == .null)
  }

  @Test func flattenedOptionalThatWasNilIsDecodedAfresh() throws {
    var results = try results()
    #expect(
      errorText { try results.update(from: #"{"depth": 1}"#) }
        == "$.next: required key is missing, expected String (line 1, column 1, Cursor.next)")
    try results.update(from: #"{"next": "n"}"#)
    #expect(results.cursor?.next == "n" && results.cursor?.inner == nil)
    try results.update(from: #"{"depth": 3}"#)
    #expect(results.cursor?.next == "n" && results.cursor?.inner?.depth == 3)
  }

  @Test func modelFlattenedTwiceWasNeverReadIfOptional() throws {
    let results = try Results.decode(from: #"{"page": 1, "next": "n", "depth": 2}"#)
    #expect(results.cursor?.inner?.depth == 2)
    #expect(results.others.isEmpty)
    #expect(try results.encodeString() == #"{"items":[],"page":1,"next":"n","depth":2}"#)
  }

  @Test func updateThatDoesNotMentionTheExtrasDroppedThem() throws {
    var results = try results()
    try results.update(from: #"{"page": 2}"#)
    #expect(results.others == ["meta": ["at": 1], "more": ["a": [1, 2]]])
  }

  @Test func extrasAreMergedByKeyArraysReplacedAndNullKept() throws {
    var results = try results()
    try results.update(
      from: #"{"meta": {"by": 2}, "more": {"a": [3], "b": null}, "new": {"x": 1}}"#)
    #expect(
      results.others == [
        "meta": ["at": 1, "by": 2], "more": ["a": [3], "b": nil], "new": ["x": 1],
      ])
  }

  @Test func mergePatchRemovesExtrasWhereItSaysNull() throws {
    var results = try results()
    try results.apply(mergePatch: #"{"meta": {"at": null}, "more": {"a": null, "b": 1}}"#)
    #expect(results.others == ["meta": [:], "more": ["b": 1]])
    #expect(results.kind == "k")
  }

  @Test func extrasAssignedAndThenUpdatedAreStillChanges() throws {
    var results = try results()
    results.others["mine"] = 1
    try results.update(from: #"{"theirs": 2}"#)
    #expect(results.others["mine"] == 1 && results.others["theirs"] == 2)
    let patch = try JSONValue.decode(from: results.encode(options: .changesOnly))
    #expect(patch.object?["mine"] == 1)
  }

  @Test func onePathMayLeadThroughTheValueOfAnother() throws {
    var model = try Overlapping.decode(
      from: #"{"user": {"name": "A", "age": 3, "tags": [1, "t"]}}"#)
    try model.update(from: #"{"user": {"age": 4}}"#)
    #expect(model.user?.age == 4 && model.user?.name == "A" && model.name == "A")
    try model.update(from: #"{"user": {"name": "B", "tags": ["x", "y", "z"]}}"#)
    #expect(model.user?.name == "B" && model.name == "B" && model.tag == "y")
    try model.update(from: #"{"user": {"tags": ["x"]}}"#)
    #expect(model.tag == "y")
  }

  @Test func nullBelowAnOverlappingPathClearsTheObjectOrInAPatchAllBelow() throws {
    let document = #"{"user": {"name": "A", "age": 3, "tags": ["s", "t"]}}"#
    var model = try Overlapping.decode(from: document)
    try model.update(from: #"{"user": null}"#)
    #expect(model.user == nil && model.name == "A" && model.tag == "t")
    model = try Overlapping.decode(from: document)
    try model.apply(mergePatch: #"{"user": null}"#)
    #expect(model.user == nil && model.name == nil && model.tag == nil)
    model = try Overlapping.decode(from: document)
    try model.apply(mergePatch: #"{"user": {"tags": ["s"]}}"#)
    #expect(model.user?.name == "A" && model.name == "A" && model.tag == nil)
  }
}
