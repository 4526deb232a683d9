import MirrorMap
import Testing

@testable import TestSupport

// The code of the article on failures; `ArticleTests` checks that it is all here.

struct FailuresArticleTests {
  struct Track: Mappable {
    @Mapped var title: String
    @Mapped var seconds: Int = 0
    @Mapped var rating: Int?
  }

  struct Stay: Mappable, DecodeCompleting {
    @Mapped var nights: Int
    @Mapped("room.beds") var beds: Int

    func didDecode(in context: MappingContext) throws {
      guard beds > 0 else { throw MappingError(at: "room.beds", expected: "at least one bed") }
    }
  }

  struct Album: Mappable {
    @Mapped("tracks", onFailure: .lossy) var tracks: [Track]
    @Mapped("label", onFailure: .lenient) var label: String?
  }

  struct Reading: Mappable {
    @Mapped("value", coercion: .lenient) var value: Double
    @Mapped("ok", coercion: .lenient) var isValid: Bool
  }

  enum Genre: String, MappableValue, UnknownCaseProviding {
    case jazz, soul, other
    static var unknownCase: Genre { .other }
  }

  @Test func codeDoesWhatItSays() throws {
    let (console, logged) = (Console(), Console())
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }
    @Sendable func log(_ text: String) { logged.print(text) }

    let data = #"""
      [{"title": "So What", "seconds": "545", "rating": 5},
       {"seconds": 10},
       {"title": "Blue in Green", "rating": "good"}]
      """#

    do {
      _ = try [Track].decode(from: data)
    } catch let error as MappingError {
      print(error)
    }

    do {
      _ = try Stay.decode(from: #"{"nights": 2, "room": {"beds": 0}}"#)
    } catch {
      print(error)
    }

    var mapper = Mapper()
    mapper.failurePolicy = .lossy
    mapper.logger = { issue in log("dropped: \(issue)") }
    let tracks = try [Track].decode(from: data, using: mapper)
    print(tracks.map(\.title))
    #expect(logged.lines.count == 3)
    #expect(logged.lines.last?.hasPrefix("dropped: $[2].rating: expected Int") == true)

    let report = [Track].decodeReporting(from: data)
    for issue in report.issues { print(issue) }
    print(report.value == nil)

    mapper.coercion = .lossless
    let coerced = try [Track].decode(from: data, using: mapper)
    print(coerced[0].seconds)
    let reading = try Reading.decode(from: #"{"value": "21.5", "ok": "yes"}"#)
    #expect(reading.value == 21.5 && reading.isValid)

    let genres = try [Genre].decode(from: #"["jazz", "hyperpop"]"#)
    #expect(genres == [.jazz, .other])

    var picky = Mapper()
    picky.unknownKeys = .reject
    picky.duplicateKeys = .first
    #expect(throws: MappingError.self) { try Track.decode(from: #"{"titel": ""}"#, using: picky) }
    let twice = try Track.decode(from: #"{"title": "a", "title": "b"}"#, using: picky)
    #expect(twice.title == "a")

    #expect(try console.lines == Article("\(Article.folder)/Failures.md").output)
  }

  @Test func albumKeepsItsGoodTracks() throws {
    let album = try Album.decode(from: #"{"tracks": [{"title": "a"}, {}, 7], "label": 1}"#)
    #expect(album.tracks.map(\.title) == ["a"])
    #expect(album.label == nil)
  }
}
