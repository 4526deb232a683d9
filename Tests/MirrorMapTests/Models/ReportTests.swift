import Foundation
import MirrorMap
import Synchronization
import Testing

@testable import TestSupport

private struct Song: Mappable, Equatable {
  @Mapped var title: String
  @Mapped var seconds: Int?
  @Mapped var rating: Int = 3
}

private struct Album: Mappable {
  @Mapped var id: Int
  @Mapped("artist.name") var artist: String
  @Mapped var songs: [Song]
  @Mapped var bonus: Song?
  @Mapped var tags: Set<String> = []
  @Mapped var prices: [String: Double]?
  @Mapped var ranks: [Int: Int] = [:]
  @Mapped("released", transform: .iso8601) var released: Date
  @Mapped("dates", transform: .iso8601) var dates: [Date] = []
  @Mapped("label", "publisher") var label: String?
}

private struct Box<Content: MappableValue>: Mappable {
  @Mapped var content: Content
  @Mapped var spare: Content?
}

private class Vehicle: Mappable {
  @Mapped var wheels: Int
  required init() {}
}

private final class Bus: Vehicle {
  @Mapped var seats: Int
  @Mapped var next: Bus?
}

private struct Overlap: Mappable {
  @Mapped("user") var user: Song?
  @Mapped("user.title") var title: String?
  @Mapped("user.tags.0") var tag: Int?
}

private struct Strict: Mappable {
  @Mapped("a", onFailure: .strict) var numbers: [Int]?
  @Mapped var other: Int?
}

private struct Checked: Mappable, DecodeCompleting {
  @Mapped var low: Int?
  @Mapped var high: Int = 0
  mutating func didDecode(in context: MappingContext) throws {
    guard high > 0 else { throw MappingError(expected: "a positive high") }
  }
}

private func lines<Value>(_ report: MappingReport<Value>) -> [String] {
  report.issues.map { "\($0)" }
}

private func mapper(_ policy: FailurePolicy) -> Mapper {
  .with { $0.failurePolicy = policy }
}

struct ReportTests {
  @Test func cleanReportHasTheValueAndNothingElse() {
    let report = Song.decodeReporting(from: #"{"title": "So What", "seconds": 545}"#)
    #expect(report.value?.seconds == 545)
    #expect(report.isClean)
    #expect(report.description == "a value, 0 issues")
    #expect(Int.decodeReporting(from: "x").description.hasPrefix("no value, 1 issue\n$: "))
  }

  @Test func everyFailureIsReportedInTheOrderOfTheDocument() {
    let json = """
      {"id": "x", "artist": {"name": 7},
       "songs": [{"title": "a"}, {"title": 1, "seconds": "x"}, 7, {"seconds": 2, "rating": null}],
       "bonus": {"title": "b", "seconds": 1.5}, "tags": ["x", 2, null],
       "prices": {"usd": "x", "eur": []}, "ranks": {"one": 1, "2": "x"},
       "released": "yesterday", "dates": ["2024-01-01T00:00:00Z", "soon", 3],
       "publisher": 4}
      """
    let report = Album.decodeReporting(from: json)
    #expect(report.value == nil)
    #expect(
      lines(report) == [
        "$.id: expected Int, found a string (line 1, column 8, Album.id)",
        "$.artist.name: expected String, found a number (line 1, column 32, Album.artist)",
        "$.songs[1].title: expected String, found a number (line 2, column 38, Song.title)",
        "$.songs[1].seconds: expected Int, found a string (line 2, column 52, Song.seconds)",
        "$.songs[2]: expected an object for Song, found a number (line 2, column 58, Album.songs)",
        "$.songs[3].title: required key is missing, expected String (line 2, column 61, Song.title)",
        "$.songs[3].rating: expected Int, found null (line 2, column 86, Song.rating)",
        "$.bonus.seconds: expected Int, found a number with a fraction (line 3, column 37, Song.seconds)",
        "$.tags[1]: expected String, found a number (line 3, column 57, Album.tags)",
        "$.tags[2]: expected String, found null (line 3, column 60, Album.tags)",
        "$.prices.usd: expected Double, found a string (line 4, column 20, Album.prices)",
        "$.prices.eur: expected Double, found an array (line 4, column 32, Album.prices)",
        "$.ranks.one: expected a key of type Int, found another one (line 4, column 47, Album.ranks)",
        "$.ranks[\"2\"]: expected Int, found a string (line 4, column 62, Album.ranks)",
        "$.released: expected a date in the format of ISO 8601, found another string (line 5, column 14, Album.released)",
        "$.dates[1]: expected a date in the format of ISO 8601, found another string (line 5, column 61, Album.dates)",
        "$.dates[2]: expected String, found a number (line 5, column 69, Album.dates)",
        "$.publisher: expected String, found a number (line 6, column 15, Album.label)",
      ])
  }

  @Test func valueIsBuiltAsFarAsPossible() throws {
    let json = """
      {"id": 1, "artist": {"name": "Nina"}, "songs": [{"title": "a", "seconds": "x"}],
       "bonus": {}, "tags": ["x", 2], "prices": {"usd": "x", "eur": 2}, "ranks": {"one": 1, "2": 2},
       "released": "2024-01-01T00:00:00Z", "dates": ["soon"], "label": []}
      """
    let lenient = try #require(Album.decodeReporting(from: json).value)
    #expect(lenient.songs.map(\.title) == ["a"])
    #expect(lenient.bonus == nil && lenient.prices == nil && lenient.label == nil)
    #expect(lenient.tags == [] && lenient.ranks == [:] && lenient.dates == [])
    let lossy = try #require(Album.decodeReporting(from: json, using: mapper(.lossy)).value)
    #expect(lossy.tags == ["x"])
    #expect(lossy.prices == ["eur": 2])
    #expect(lossy.ranks == [2: 2])
    #expect(
      lines(Album.decodeReporting(from: json, using: mapper(.lossy)))
        == lines(Album.decodeReporting(from: json)))
  }

  // MARK: Shapes

  @Test func rootsOfAllShapesReport() {
    #expect(
      lines([Int].decodeReporting(from: #"[1, "x", 2.5]"#)) == [
        "$[1]: expected Int, found a string (line 1, column 5)",
        "$[2]: expected Int, found a number with a fraction (line 1, column 10)",
      ])
    #expect([Int].decodeReporting(from: #"[1, "x"]"#).value == nil)
    #expect([Int].decodeReporting(from: #"[1, "x"]"#, using: mapper(.lossy)).value == [1])
    #expect([Int?].decodeReporting(from: #"[1, "x"]"#).value == [1, nil])
    #expect(
      lines([String: Int].decodeReporting(from: #"{"a": true, "b": {}}"#)) == [
        "$.a: expected Int, found a boolean (line 1, column 7)",
        "$.b: expected Int, found an object (line 1, column 18)",
      ])
    #expect(
      lines(Int.decodeReporting(from: "[]")) == [
        "$: expected Int, found an array (line 1, column 1)"
      ])
    let optional = Int?.decodeReporting(from: "[]")
    #expect(optional.value == .some(nil))
    #expect(lines(optional) == ["$: expected Int, found an array (line 1, column 1)"])
    #expect(
      lines([[Int]].decodeReporting(from: #"[["x"], 1, [2, null]]"#)) == [
        "$[0][0]: expected Int, found a string (line 1, column 3)",
        "$[1]: expected an array, found a number (line 1, column 9)",
        "$[2][1]: expected Int, found null (line 1, column 16)",
      ])
  }

  @Test func valueAtAKeyPathReportsWithItsFullPath() {
    let json = #"{"data": {"songs": [{"title": 1}, {}]}}"#
    let report = [Song].decodeReporting(from: json, at: "data.songs")
    #expect(
      lines(report) == [
        "$.data.songs[0].title: expected String, found a number (line 1, column 31, Song.title)",
        "$.data.songs[1].title: required key is missing, expected String (line 1, column 35, Song.title)",
      ])
    #expect(
      lines(Song.decodeReporting(from: "{}", at: "a.b")) == [
        "$.a.b: required key is missing (line 1, column 1)"
      ])
    #expect(Song?.decodeReporting(from: "{}", at: "a.b").value == .some(nil))
  }

  @Test func genericClassAndInheritedModelsReport() throws {
    #expect(
      lines(Box<[Int]>.decodeReporting(from: #"{"content": ["x"], "spare": [1, "y"]}"#)) == [
        "$.content[0]: expected Int, found a string (line 1, column 14, Box<[Int]>.content)",
        "$.spare[1]: expected Int, found a string (line 1, column 33, Box<[Int]>.spare)",
      ])
    let report = Bus.decodeReporting(
      from: #"{"wheels": "x", "next": {"seats": 4, "next": {"wheels": 1, "seats": 2}}}"#)
    #expect(report.value == nil)
    #expect(
      lines(report) == [
        "$.seats: required key is missing, expected Int (line 1, column 1, Bus.seats)",
        "$.wheels: expected Int, found a string (line 1, column 12, Bus.wheels)",
        "$.next.wheels: required key is missing, expected Int (line 1, column 25, Bus.wheels)",
      ])
    let partial = Bus.decodeReporting(from: #"{"wheels": 4, "seats": 9, "next": {"wheels": 3}}"#)
    #expect(partial.value?.seats == 9)
    #expect(partial.value?.next == nil)
    #expect(partial.issues.map(\.model) == ["Bus"])
    #expect(partial.issues.map(\.property) == ["seats"])
  }

  @Test func overlappingPathsReportWhatEachOfThemMet() {
    let report = Overlap.decodeReporting(from: #"{"user": {"title": 1, "tags": ["x"]}}"#)
    #expect(
      lines(report) == [
        "$.user.title: expected String, found a number (line 1, column 20, Song.title)",
        "$.user.title: expected String, found a number (line 1, column 20, Overlap.title)",
        "$.user.tags[0]: expected Int, found a string (line 1, column 32, Overlap.tag)",
      ])
    #expect(report.value != nil)
  }

  @Test func strictPropertyReportsAllItsElements() {
    let report = Strict.decodeReporting(from: #"{"a": ["x", 1, "y"], "other": "z"}"#)
    #expect(
      lines(report) == [
        "$.a[0]: expected Int, found a string (line 1, column 8, Strict.numbers)",
        "$.a[2]: expected Int, found a string (line 1, column 16, Strict.numbers)",
        "$.other: expected Int, found a string (line 1, column 31, Strict.other)",
      ])
    #expect(report.value?.numbers == nil)
  }

  @Test func failureThatEndsDecodingIsInOrderAmongTheIssues() {
    let report = Checked.decodeReporting(from: #"{"low": "x", "high": -1}"#)
    #expect(report.value == nil)
    #expect(
      lines(report) == [
        "$: expected a positive high (line 1, column 1, Checked)",
        "$.low: expected Int, found a string (line 1, column 9, Checked.low)",
      ])
  }

  // MARK: Logging

  @Test func loggerReceivesStoppedFailuresAfterReading() throws {
    let log = Mutex<[String]>([])
    var mapper = mapper(.lossy)
    mapper.logger = { issue in log.withLock { $0.append("\(issue)") } }
    let songs = try [Song].decode(
      from: #"[{"title": 1}, {"title": "a", "seconds": "x"}]"#, using: mapper)
    #expect(songs.map(\.title) == ["a"])
    #expect(
      log.withLock { $0 } == [
        "$[0].title: expected String, found a number (line 1, column 12, Song.title)",
        "$[1].seconds: expected Int, found a string (line 1, column 42, Song.seconds)",
      ])
  }

  @Test func loggerReceivesNothingWithoutIssuesOrWhenTheOnlyOneIsThrown() {
    let log = Mutex<[String]>([])
    var mapper = Mapper()
    mapper.logger = { issue in log.withLock { $0.append("\(issue)") } }
    _ = try? Song.decode(from: #"{"title": "a"}"#, using: mapper)
    _ = try? Song.decode(from: #"{"title": 1}"#, using: mapper)
    #expect(log.withLock { $0 } == [])
  }

  @Test func malformedTextAfterAFailedRootUsedToGoUnreported() {
    let mismatch = "$: expected Int, found a string (line 1, column 1)"
    #expect(
      lines(Int.decodeReporting(from: #""x" ]"#)) == [
        mismatch, "$: unexpected content after the end of the value (line 1, column 5)",
      ])
    #expect(
      lines(Int.decodeReporting(from: #""\x""#)) == [
        mismatch, "$: expected an escape sequence, found an invalid one (line 1, column 2)",
      ])
    #expect(
      lines(Song.decodeReporting(from: #"{"title": 1}}"#)) == [
        "$.title: expected String, found a number (line 1, column 11, Song.title)",
        "$: unexpected content after the end of the value (line 1, column 13)",
      ])
    #expect(lines(Int.decodeReporting(from: #""x" "#)) == [mismatch])
  }

  // MARK: Duplicates

  @Test func firstDuplicateCountsWhereFailuresAreStopped() throws {
    let json = #"{"title": "a", "title": "b", "rating": 1, "rating": "x"}"#
    let report = Song.decodeReporting(from: json)
    #expect(report.value?.title == "a")
    #expect(report.value?.rating == 1)
    #expect(
      lines(report) == [
        "$.title: key appears a second time (line 1, column 16, Song)",
        "$.rating: key appears a second time (line 1, column 43, Song)",
      ])
  }

  @Test func duplicateOfADroppedMemberIsStillADuplicate() {
    let report = [String: Int].decodeReporting(
      from: #"{"a": "x", "a": 1, "b": 2, "b": "y"}"#, using: mapper(.lossy))
    #expect(report.value == ["b": 2])
    #expect(
      lines(report) == [
        "$.a: expected Int, found a string (line 1, column 7)",
        "$.a: key appears a second time (line 1, column 12)",
        "$.b: key appears a second time (line 1, column 28)",
      ])
  }

  @Test func failuresOfEarlierMembersAreNoneWhereTheLastCounts() throws {
    for policy in [FailurePolicy.strict, .lenient, .lossy] {
      var mapper = mapper(policy)
      mapper.duplicateKeys = .last
      #expect(try [String: Int].decode(from: #"{"a": "x", "a": 1}"#, using: mapper) == ["a": 1])
      mapper.duplicateKeys = .first
      #expect(try [String: Int].decode(from: #"{"a": 1, "a": "x"}"#, using: mapper) == ["a": 1])
      let lossy = [String: Int].decodeReporting(from: #"{"a": "x", "a": 1, "b": 2}"#, using: mapper)
      #expect(lossy.value == (policy == .lossy ? ["b": 2] : nil))
      #expect(lines(lossy) == ["$.a: expected Int, found a string (line 1, column 7)"])
    }
  }

  // MARK: Secrecy

  @Test func noIssueHoldsAValueOfTheDocument() {
    let json = """
      {"id": "S3CRET", "artist": {"name": 98761234}, "songs": ["S3CRET", {"title": 98761234}],
       "bonus": "S3CRET", "tags": [98761234], "prices": {"x": "S3CRET"}, "ranks": {"1": "S3CRET"},
       "released": "S3CRET", "dates": ["S3CRET"], "label": 98761234}
      """
    for coercion in [Coercion.none, .lossless, .lenient] {
      var mapper = Mapper()
      mapper.coercion = coercion
      let report = Album.decodeReporting(from: json, using: mapper)
      #expect(report.issues.count == (coercion == .none ? 11 : 7))
      #expect(!report.description.contains("S3CRET"))
      #expect(!report.description.contains("98761234"))
    }
  }
}
