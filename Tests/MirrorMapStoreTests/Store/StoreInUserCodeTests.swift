import Foundation
import MirrorMapStore
import Testing

/// Models whose own code uses the store that has them.
@Suite(.temporaryFolder) struct StoreInUserCodeTests {
  @Test(arguments: StorageKind.allCases)
  func hookThatReadsDuringAnExportThatFails(kind: StorageKind) throws {
    let context = try kind.context()
    try Used.$context.withValue(Used(context)) {
      try context.import(Note.self, from: #"[{"id": 1, "text": "bad"}]"#)
      #expect(throws: (any Error).self) { try context.export(Note.self) }
      #expect(
        try context.import(Setting.self, from: #"{"id": 1}"#).changes.description == "1 inserted")
      #expect(try context.fetch(Setting.self).map(\.id) == [1])
    }
  }

  @Test(arguments: StorageKind.allCases)
  func hookThatWritesDuringAnExport(kind: StorageKind) throws {
    let context = try kind.context()
    try Used.$context.withValue(Used(context)) {
      try context.import(WritesInExports.self, from: #"{"id": 1}"#)
      let error = #expect(throws: (any Error).self) { try context.export(WritesInExports.self) }
      #expect("\(error!)".contains("a hook or transform can't write during an export"), "\(error!)")
      #expect(try context.count(Setting.self) == 0)
      // The export may be a part of a transaction, to which the row belongs then.
      try context.transaction { _ = try context.export(WritesInExports.self) }
      #expect(try context.count(Setting.self) == 1)
    }
  }

  @Test(arguments: StorageKind.allCases)
  func observerThatAQueryRunsCannotSave(kind: StorageKind) throws {
    let context = try kind.context()
    try Used.$context.withValue(Used(context)) {
      try context.import(SavesItself.self, from: #"{"id": 1, "name": "Ann"}"#)
      let found = try context.fetch(SavesItself.self, where: { $0.name == "Ann" })
      #expect(found.map(\.id) == [1])
      #expect(try context.count(SavesItself.self) == 1)
      found[0].name = "Bea"
      #expect(try context.fetch(SavesItself.self, where: { $0.name == "Bea" }).map(\.id) == [1])
    }
  }

  @Test(arguments: StorageKind.allCases)
  func initThatCountsItsModels(kind: StorageKind) throws {
    let context = try kind.context()
    try Used.$context.withValue(Used(context)) {
      for number in 1...3 {
        let note = Numbered()
        #expect(note.id == number)
        try context.save(note)
      }
      #expect(try context.count(Numbered.self) == 3)
    }
  }

  /// The elements of an array inside of an import are read on one thread, because the import belongs to it.
  @Test func parallelDecodingInsideAnImport() throws {
    let context = try StorageKind.sqlite.context()
    let count = 4000
    let rows = (0..<count).map {
      #"{"item": {"id": \#($0), "text": "\#(String(repeating: "x", count: 150))"}}"#
    }
    let text = try "[\(rows.joined(separator: ","))]".encodeString()
    try context.import(Envelope.self, from: #"{"batch": \#(text)}"#)
    #expect(try context.count(Item.self) == count)
  }
}

/// The context of a test, for the code of its models.
private struct Used: @unchecked Sendable {
  @TaskLocal static var context: Used?
  let value: StoreContext

  init(_ value: StoreContext) { self.value = value }
}

private struct Setting: StoredModel {
  @Mapped var id: Int
  @Mapped var prefix: String?
}

private struct Note: StoredModel, EncodePreparing {
  @Mapped var id: Int
  @Mapped var text: String

  mutating func willEncode(in context: MappingContext) throws {
    text = (try Used.context?.value.fetch(Setting.self, id: 1)?.prefix ?? "") + text
    if text == "bad" { throw CancellationError() }
  }
}

private struct WritesInExports: StoredModel, EncodePreparing {
  @Mapped var id: Int

  mutating func willEncode(in context: MappingContext) throws {
    try Used.context?.value.import(Setting.self, from: #"{"id": 2}"#)
  }
}

private final class SavesItself: StoredModel {
  @Mapped var id: Int = 0
  @Mapped var name: String = "" {
    didSet { _ = try? Used.context?.value.save(self) }
  }

  init() {}
}

private struct Numbered: StoredModel {
  @Mapped var id: Int = 0

  init() { id = ((try? Used.context?.value.count(Numbered.self)) ?? 0) + 1 }
}

private struct Row: Mappable, Sendable {
  @Mapped var item: Reference<Item>
}

/// A value that has its rows as JSON in a string.
private struct Batch: MappableValue {
  var rows: [Row]

  static func decode(from reader: inout JSONReader) throws -> Batch {
    let text = try reader.decode(String.self)
    return Batch(rows: try [Row].decode(from: text, parallel: true, context: reader.context))
  }

  func encode(to writer: inout JSONWriter) throws { try writer.encode(rows) }
}

private struct Envelope: Mappable {
  @Mapped var batch: Batch
}
