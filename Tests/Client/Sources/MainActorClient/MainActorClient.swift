import Checking
import Foundation
import MirrorMap
import PublicModels

// Whatever does not say otherwise is isolated to the main actor here. Models are not: that a type
// conforms to `Mappable` makes it nonisolated. Only subclasses, which inherit the conformance, have
// to say so.

struct Track: Mappable {
  @Mapped("id") var id: Int
  @Mapped("meta.title") var title: String
  @Mapped var length: Double = 1.5
  @Mapped("added", transform: .iso8601) var added: Date?
  @Mapped("prices", transform: .money) var prices: [Int]?
  @Mapped var genre: Genre?
  @Mapped var address: Address?
}

enum Genre: String, MappableValue { case jazz, rock }

class Media: Mappable {
  @Mapped var id: Int
  required init() {}
}

nonisolated final class Album: Media {
  @Mapped var isLive: Bool = false
  @Mapped var tracks: [Track]
  weak var next: Album?
}

struct Everywhere: Mappable, Sendable {
  @Mapped var x: Int
  @Mapped var text: String?
}

nonisolated func decodeOutside() async -> Int? {
  try? Everywhere.decode(from: #"{"x":5}"#).x
}

struct Named: Mappable, CustomStringConvertible {
  @Mapped var name: String?
  var description: String { "named" }
}

@concurrent nonisolated func printOutside() async -> String {
  "\([Everywhere()]) \([Named()])"
}

@concurrent nonisolated func pageOutside() async -> [Int]? {
  try? Page<Everywhere>.decode(from: #"{"meta":{"page":1},"items":[{"x":1},{"x":2}]}"#).items.map(
    \.x)
}

@main
struct MainActorClient {
  static func main() async {
    var checks = Checks("MainActorClient")
    let text =
      #"{"id":1,"isLive":true,"tracks":[{"id":2,"meta":{"title":"t"},"length":3.0,"#
      + #""added":"2024-01-01T00:00:00Z","prices":["1.00"],"genre":"jazz","#
      + #""address":{"street":"s"}}]}"#
    checks.equal(try Album.decode(from: text).encodeString(), text)
    checks.equal(try [Track].decode(from: text, at: "tracks").first?.title, "t")
    checks.equal(try Page<Track>.decode(from: #"{"meta":{"page":1},"items":[]}"#).items.count, 0)
    let outside = await decodeOutside()
    checks.equal(outside, 5)
    let page = await pageOutside()
    checks.equal(page, [1, 2])
    checks.equal(try Track.decode(from: #"{"id":1,"meta":{"title":"u"}}"#).length, 1.5)
    checks.fails(
      "$.tracks[0].meta.title: required key is missing, expected String "
        + "(line 1, column 21, Track.title)"
    ) {
      _ = try Album.decode(from: #"{"id":1,"tracks":[  {"id":2}]}"#)
    }
    checks.equal("\(Everywhere())", "Everywhere(x: unset, text: nil)")
    checks.equal("\(Named())", "named")
    checks.equal(Track.jsonSchema["properties"]?["genre"], ["type": ["string", "null"]])
    checks.equal(Track.mapping["prices"]?.coding == MoneyTransform.self, true)
    let printed = await printOutside()
    checks.equal(printed, "[Everywhere(x: unset, text: nil)] [named]")
    checks.finish()
  }
}
