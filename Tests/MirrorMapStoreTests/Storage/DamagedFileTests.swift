import Foundation
import Testing

@testable import MirrorMapStore
@testable import TestSupport

/// A damaged file gives an error, or data of the right shape. It never crashes, and isn't overwritten by what can't
/// read it.
struct DamagedFileTests {
  struct Author: StoredModel {
    @Mapped var id: Int
    @Mapped var name: String
    @Mapped var born: Date?
    @Mapped var tags: [String: [Int]] = [:]
    @Related(inverse: \Book.author) var books: [Reference<Book>]
  }

  struct Book: StoredModel {
    enum Genre: String, MappableValue { case poem, novel }

    @Mapped var id: UUID
    @Mapped var title: String
    @Mapped var price: Double?
    @Mapped var genre: Genre?
    @Mapped var cover: Data?
    @Related var author: Reference<Author>?
  }

  enum Damage: CaseIterable { case truncation, flips, noise, zeros, moved }

  static let document: String = {
    var random = SeededGenerator(seed: 1)
    let authors = (0..<60).map { author in
      let books = (0..<4).map { _ in
        let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
        let id = UUID(
          uuid: (
            bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
            bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
          ))
        return """
          {"id": "\(id.uuidString)", "title": "A title of some length \(author)", "price": 9.5,
          "genre": "poem", "cover": "AAECAwQFBgcICQoL"}
          """
      }
      return """
        {"id": \(author), "name": "Author \(author)", "born": "2001-02-03T04:05:06Z", "tags": {"a": [\(author)]},
        "books": [\(books.joined(separator: ","))]}
        """
    }
    return "[\(authors.joined(separator: ","))]"
  }()

  /// A damaged copy.
  func damaged(
    _ data: Data, _ damage: Damage, page: Int, _ random: inout SeededGenerator
  ) -> Data {
    var data = data
    let count = data.count
    switch damage {
    case .truncation: data = data.prefix(.random(in: 1..<count, using: &random))
    case .flips:
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        data[.random(in: 0..<count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
    case .noise:
      let start = Int.random(in: 0..<count, using: &random)
      for index in start..<min(count, start + .random(in: 1...64, using: &random)) {
        data[index] = .random(in: 0...255, using: &random)
      }
    case .zeros:
      let start = Int.random(in: 0...(count - 1) / page, using: &random) * page
      for index in start..<min(count, start + page) { data[index] = 0 }
    case .moved:
      // As if a page had been written to the wrong place.
      let from = Int.random(in: 0...(count - 1) / page, using: &random) * page
      let to = Int.random(in: 0...(count - 1) / page, using: &random) * page
      for index in 0..<page where from + index < count && to + index < count {
        data[to + index] = data[from + index]
      }
    }
    return data
  }

  /// Opens a store, reads all of it, and writes to it.
  ///
  /// - Returns: how far it got without an error.
  func use(_ location: StoreLocation, isUnchanged: () throws -> Bool) throws -> String {
    let context: StoreContext
    do {
      context = try StoreContext(location)
    } catch let error as StoreError {
      #expect(try isUnchanged(), "\(error)")
      return "not opened"
    }
    do {
      let authors = try context.fetch(Author.self)
      let books = try context.fetch(Book.self, where: { $0.price > 1 }, orderBy: { $0.title })
      _ = try context.unresolved(Book.self)
      _ = (try authors.encode(), try books.encode())
    } catch let error as StoreError {
      #expect(try isUnchanged(), "\(error)")
      return "not read"
    }
    do {
      try context.import(
        Author.self, from: #"[{"id": 1, "name": "Changed"}, {"id": 99, "name": "N"}]"#)
      return "written"
    } catch is StoreError {
      return "not written"
    }
  }

  @Test func files() throws {
    try withFolder { folder in
      try StoreContext(.file(at: file(folder))).import(Author.self, from: Self.document)
      let whole = try Data(contentsOf: file(folder))
      var random = SeededGenerator(seed: 13)
      var outcomes: [String: Int] = [:]
      for variant in 0..<1000 {
        let damage = Damage.allCases[variant % Damage.allCases.count]
        let data = damaged(whole, damage, page: 512, &random)
        try data.write(to: file(folder))
        let outcome = try use(.file(at: file(folder))) {
          try Data(contentsOf: file(folder)) == data
        }
        outcomes[outcome, default: 0] += 1
      }
      #expect(outcomes["not opened", default: 0] > 200, "\(outcomes)")
      #expect(outcomes["written", default: 0] > 10, "\(outcomes)")
      #expect(outcomes["not read", default: 0] > 10, "\(outcomes)")
    }
  }

  @Test func databases() throws {
    let database = try TemporaryDatabase()
    let logURL = URL(fileURLWithPath: database.url.path + "-wal")
    try _ = StoreContext(.sqlite(at: database.url)).import(Author.self, from: Self.document)
    let whole = try Data(contentsOf: database.url)
    // What a process leaves that has been killed.
    let (main, log) = try {
      let context = try StoreContext(.sqlite(at: database.url))
      try context.delete(Author.self, where: { $0.id > 30 })
      try context.import(
        Author.self, from: #"[{"id": 5, "name": "Five"}, {"id": 200, "name": "M"}]"#)
      return (try Data(contentsOf: database.url), try Data(contentsOf: logURL))
    }()
    #expect(!log.isEmpty)
    var random = SeededGenerator(seed: 17)
    var outcomes: [String: Int] = [:]
    for variant in 0..<1000 {
      let damage = Damage.allCases[variant % Damage.allCases.count]
      let hasLog = variant / 5 % 4 == 0
      let data = hasLog ? main : damaged(whole, damage, page: 4096, &random)
      for name in try FileManager.default.contentsOfDirectory(atPath: database.folder.path) {
        try FileManager.default.removeItem(at: database.folder.appendingPathComponent(name))
      }
      try data.write(to: database.url)
      if hasLog { try damaged(log, damage, page: 4096, &random).write(to: logURL) }
      let outcome = try use(.sqlite(at: database.url)) {
        // A log may have been moved into the file, as far as it's whole.
        try hasLog || Data(contentsOf: database.url) == data
      }
      outcomes[(hasLog ? "log: " : "") + outcome, default: 0] += 1
    }
    #expect(outcomes["not opened", default: 0] > 100 && outcomes["written", default: 0] > 50)
    #expect(outcomes["not read", default: 0] > 50, "\(outcomes)")
    #expect(outcomes["log: written", default: 0] > 100, "\(outcomes)")
  }
}
