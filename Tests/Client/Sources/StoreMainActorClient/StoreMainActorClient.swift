import Checking
import Foundation
import MirrorMapStore

// Whatever does not say otherwise is isolated to the main actor here, as in new apps; models are not.

struct Album: StoredModel, Equatable {
  @Mapped var id: Int
  @Mapped var title: String
  @Mapped var genre: Genre?
  @Related(policy: .merge, inverse: \Track.album) var tracks: [Reference<Track>]
  @Related var similar: Set<Reference<Album>>
}

struct Track: StoredModel, Equatable {
  @Mapped var id: String
  @Mapped("meta.length") var length: Double = 1.5
  @Related var album: Reference<Album>?
}

enum Genre: String, MappableValue { case jazz, rock }

final class Listener: StoredModel {
  @Mapped var id: Int
  @Mapped var name: String?
  @Related var favorite: Reference<Album>?
  init() {}
}

/// A view's model: it has the live objects, and the context with them.
final class Library {
  let context: StoreContext
  var listeners: [Listener] = []

  init() throws { context = try StoreContext(.memory) }

  func load(_ json: String) throws {
    let ids = try context.import(Listener.self, from: json).value
    listeners = try context.fetch(ids)
  }
}

@main
struct StoreMainActorClient {
  static func main() async {
    var checks = Checks("StoreMainActorClient")
    do {
      let store = try ModelStore(.memory)
      let json = """
        [{"id": 1, "title": "A", "genre": "jazz", "similar": [{"id": 2, "title": "B"}, 3],
          "tracks": [{"id": "x", "meta": {"length": 3}}, "y"]}]
        """
      let result = try await store.import(Album.self, from: json)
      checks.equal(result.changes.description, "3 inserted")
      let jazz = try await store.fetch(Album.self, where: { $0.genre == .jazz })
      checks.equal(jazz.map(\.title), ["A"])
      let tracks = try await store.fetch(jazz[0].tracks)
      checks.equal(tracks.map(\.album), [Reference(1)])
      for try await albums in store.observe(Album.self, orderBy: { $0.title.descending }) {
        checks.equal(albums.map(\.title), ["B", "A"])
        break
      }
      let name = try await store.transaction { context in
        try context.import(Listener.self, from: #"{"id": 1, "name": "Ann", "favorite": 1}"#)
        return try context.fetch(Listener.self, id: 1)?.name
      }
      checks.equal(name, "Ann")
      let library = try Library()
      try library.load(
        #"[{"id": 1, "name": "Ann", "favorite": {"id": 7, "title": "T"}}, {"id": 2, "name": "B"}]"#)
      let ann = library.listeners[0]
      checks.equal(try library.context.fetch(ann.favorite)?.title, "T")
      try library.load(#"[{"id": 1, "name": "Anna"}]"#)
      checks.equal(library.listeners[0] === ann, true)
      checks.equal(ann.name, "Anna")
    } catch {
      checks.equal("\(error)", "no error")
    }
    checks.finish()
  }
}
