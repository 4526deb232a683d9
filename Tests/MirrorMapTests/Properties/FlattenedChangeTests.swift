import MirrorMap
import Testing

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

@Suite struct FlattenedChangeTests {
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
}
