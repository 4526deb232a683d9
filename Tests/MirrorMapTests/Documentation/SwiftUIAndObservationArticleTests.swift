import Foundation
import MirrorMap
import Observation
import Testing

@testable import TestSupport

// The code of the article on SwiftUI; `ArticleTests` checks that it is all here.

private struct Item: Mappable, Identifiable, Hashable, Sendable {
  @Mapped var id: Int
  @Mapped var title: String
  @Mapped("is_done") var isDone: Bool = false
}

@MainActor @Observable
private final class ItemStore {
  private(set) var items: [Item] = []
  private(set) var message: String?

  func load(_ data: Data) async {
    do {
      items = try await decoded(data)
      message = nil
    } catch {
      message = "\(error)"
    }
  }

  func toggle(_ id: Item.ID) {
    guard let index = items.firstIndex(where: { $0.id == id }) else { return }
    items[index].isDone.toggle()
  }
}

@concurrent
private nonisolated func decoded(_ data: Data) async throws -> [Item] {
  try [Item].decode(from: data, at: "items")
}

@MainActor @Observable
private final class ItemEditor {
  private let original: Item
  var draft: Item
  init(_ item: Item) { (original, draft) = (item, item) }

  func changes() throws -> Data { try draft.mergePatch(since: original) }
}

@Observable
private final class Song: Mappable {
  @ObservationIgnored @Mapped("title") private var storedTitle: String
  @ObservationIgnored @Mapped var year: Int?
  var isPlaying = false

  var title: String {
    get {
      access(keyPath: \.title)
      return storedTitle
    }
    set { withMutation(keyPath: \.title) { storedTitle = newValue } }
  }

  init() {}
}

struct SwiftUIAndObservationArticleTests {
  @Test func codeDoesWhatItSays() async throws {
    let console = Console()
    @Sendable func print(_ items: Any...) {
      console.print(items.map { "\($0)" }.joined(separator: " "))
    }

    let item = try Item.decode(from: #"{"id": 7, "title": "Tea"}"#)
    let editor = await ItemEditor(item)
    await MainActor.run { editor.draft.title = "Green tea" }
    let patch = try await editor.changes()
    print(String(decoding: patch, as: UTF8.self))

    #expect(try console.lines == Article("\(Article.folder)/SwiftUIAndObservation.md").output)
  }

  @Test func mappedClassIsObservedWhereItSaysSo() throws {
    let console = Console()
    @Sendable func print(_ text: String) { console.print(text) }
    let song = try Song.decode(from: #"{"title": "So What", "year": 1959}"#)
    withObservationTracking {
      _ = (song.title, song.year)
    } onChange: {
      print("changed")
    }
    song.year = 1960
    #expect(console.lines.isEmpty)
    try song.update(from: #"{"title": "Freddie Freeloader"}"#)
    #expect(console.lines.isEmpty && song.title == "Freddie Freeloader")
    song.title = "Blue in Green"
    #expect(console.lines == ["changed"])
    #expect(try song.encodeString() == #"{"title":"Blue in Green","year":1960}"#)
    try Song.validateMapping()
  }

  @MainActor @Test func changeInsideAnItemIsObserved() async throws {
    let console = Console()
    let store = ItemStore()
    await store.load(Data(#"{"items": [{"id": 1, "title": "Tea"}]}"#.utf8))
    withObservationTracking {
      _ = store.items
    } onChange: {
      console.print("changed")
    }
    store.toggle(1)
    #expect(store.items.map(\.isDone) == [true])
    #expect(console.lines == ["changed"])

    await store.load(Data(#"{"items": [{"id": 1}]}"#.utf8))
    #expect(
      store.message
        == "$.items[0].title: required key is missing, expected String (line 1, column 12, Item.title)"
    )
    #expect(store.items.count == 1)
  }
}
