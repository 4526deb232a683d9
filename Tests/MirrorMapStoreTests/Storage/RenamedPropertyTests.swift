import Foundation
import MirrorMapStore
import Testing

/// Names of properties that are used again.
@Suite(.temporaryFolder) struct RenamedPropertyTests {
  static let kinds = StorageKind.allCases.filter(\.keepsRows)

  /// The values of a removed property count where a row has them, and no other one is lost.
  @Test(arguments: kinds)
  func aNameThatARemovedPropertyHad(kind: StorageKind) throws {
    try kind.context().import(Named.self, from: #"[{"id": 1, "name": "old"}, {"id": 4}]"#)
    try kind.context().import(
      Titled.self,
      from: #"[{"id": 1, "title": "a"}, {"id": 2, "title": "b"}, {"id": 3, "title": null}]"#)
    for _ in 0..<2 {
      #expect(try kind.context().fetch(Renamed.self).map(\.name) == ["old", "b", nil, nil])
    }
    try kind.context().import(Renamed.self, from: #"{"id": 2, "name": "c"}"#)
    #expect(try kind.context().fetch(Renamed.self).map(\.name) == ["old", "c", nil, nil])
  }

  @Test(arguments: kinds)
  func aRequiredPropertyWithSuchAName(kind: StorageKind) throws {
    try kind.context().import(Named.self, from: #"{"id": 1, "name": "old"}"#)
    try kind.context().import(
      Titled.self, from: #"[{"id": 1, "title": "a"}, {"id": 2, "title": "b"}]"#)
    #expect(try kind.context().fetch(Required.self).map(\.name) == ["old", "b"])
  }

  /// Both properties were there for a time.
  @Test(arguments: kinds)
  func aPropertyThatTakesThePlaceOfAnother(kind: StorageKind) throws {
    try kind.context().import(
      Titled.self, from: #"[{"id": 1, "title": "a"}, {"id": 2, "title": "b"}]"#)
    try kind.context().import(Both.self, from: #"[{"id": 1, "name": "c"}, {"id": 3, "name": "d"}]"#)
    #expect(try kind.context().fetch(Renamed.self).map(\.name) == ["c", "b", "d"])
  }

  /// What an older program writes under the former name counts only where there is no value under the new one.
  @Test(arguments: kinds)
  func anOlderProgramOpensTheFileAgain(kind: StorageKind) throws {
    try kind.context().import(
      Titled.self, from: #"[{"id": 1, "title": "a"}, {"id": 2, "title": "b"}]"#)
    try kind.context().import(Renamed.self, from: #"{"id": 3}"#)
    #expect(try kind.context().fetch(Titled.self).map(\.title) == [nil, nil, nil])
    try kind.context().import(Titled.self, from: #"{"id": 4}"#)
    #expect(try kind.context().fetch(Renamed.self).map(\.name) == ["a", "b", nil, nil])
    try kind.context().import(
      Titled.self, from: #"[{"id": 2, "title": "c"}, {"id": 3, "title": "d"}]"#)
    #expect(try kind.context().fetch(Renamed.self).map(\.name) == ["a", "b", "d", nil])
  }

  @Test(arguments: kinds)
  func aFormerNameThatIsInUse(kind: StorageKind) throws {
    try kind.context().import(Pair.self, from: #"[{"id": 1, "a": 1, "c": 3}, {"id": 2}]"#)
    for _ in 0..<2 {
      let rows = try kind.context().fetch(Merged.self)
      #expect(rows.map(\.d) == [1, nil] && rows.map(\.c) == [3, nil])
    }
    let context = try kind.context()
    var row = try #require(try context.fetch(Merged.self, id: 1))
    row.c = 99
    #expect(try context.save(row).updated(Merged.self) == [1: ["c"]])
    try context.import(Merged.self, from: #"{"id": 2, "d": 5}"#)
  }

  @Test(arguments: kinds)
  func aFormerNameThatIsInUseIsWritten(kind: StorageKind) throws {
    try aFormerNameThatIsInUse(kind: kind)
    let rows = try kind.context().fetch(Merged.self)
    #expect(rows.map(\.d) == [1, 5] && rows.map(\.c) == [99, nil])
  }

  @Test(arguments: kinds)
  func aFormerNameThatIsInUseAndSortsFirst(kind: StorageKind) throws {
    try kind.context().import(
      Pair.self, from: #"[{"id": 1, "a": 3, "c": 1}, {"id": 2, "a": 4}, {"id": 3}]"#)
    let rows = try kind.context().fetch(MergedLater.self)
    #expect(rows.map(\.d) == [1, 4, nil] && rows.map(\.a) == [3, nil, nil])
  }

  /// Rows from before both renamings, and from between them.
  @Test(arguments: kinds)
  func twoFormerNames(kind: StorageKind) throws {
    try kind.context().import(Named.self, from: #"[{"id": 1, "name": "a"}, {"id": 3}]"#)
    try kind.context().import(Titled.self, from: #"[{"id": 2, "title": "b"}, {"id": 4}]"#)
    for _ in 0..<2 {
      #expect(
        try kind.context().fetch(Labeled.self).map(\.label) == ["a", "b", nil, nil])
    }
    try kind.context().import(Titled.self, from: #"{"id": 3, "title": "c"}"#)
    #expect(try kind.context().fetch(Labeled.self).map(\.label) == ["a", "b", "c", nil])
  }

  /// Each value has moved to the next name.
  @Test(arguments: kinds)
  func namesInAChain(kind: StorageKind) throws {
    try kind.context().import(
      Pair.self, from: #"[{"id": 1, "a": 1, "c": 3}, {"id": 2, "a": null, "c": 4}]"#)
    for _ in 0..<2 {
      let rows = try kind.context().fetch(Chained.self)
      #expect(rows.map(\.c) == [1, nil] && rows.map(\.e) == [3, 4])
    }
  }

  @Test(arguments: kinds)
  func namesInAChainWithAFirstOne(kind: StorageKind) throws {
    try kind.context().import(
      Pair.self, from: #"[{"id": 1, "a": 1, "c": 3}, {"id": 2, "a": 2, "c": null}]"#)
    for _ in 0..<2 {
      let rows = try kind.context().fetch(Shifted.self)
      #expect(
        rows.map(\.a) == [nil, nil] && rows.map(\.c) == [1, 2] && rows.map(\.e) == [3, nil])
    }
    try kind.context().import(Shifted.self, from: #"[{"id": 1, "a": 5}, {"id": 3, "c": 6}]"#)
    let rows = try kind.context().fetch(Shifted.self)
    #expect(rows.map(\.a) == [5, nil, nil] && rows.map(\.c) == [1, 2, 6])
    #expect(rows.map(\.e) == [3, nil, nil])
  }
}

private struct Named: StoredModel {
  static var entityName: String { "Doc" }
  @Mapped var id: Int
  @Mapped var name: String?
}

private struct Titled: StoredModel {
  static var entityName: String { "Doc" }
  @Mapped var id: Int
  @Mapped var title: String?
}

private struct Both: StoredModel {
  static var entityName: String { "Doc" }
  @Mapped var id: Int
  @Mapped var title: String?
  @Mapped var name: String?
}

private struct Renamed: StoredModel {
  static var entityName: String { "Doc" }
  static var renamedProperties: [String: String] { ["title": "name"] }
  @Mapped var id: Int
  @Mapped var name: String?
}

private struct Required: StoredModel {
  static var entityName: String { "Doc" }
  static var renamedProperties: [String: String] { ["title": "name"] }
  @Mapped var id: Int
  @Mapped var name: String
}

private struct Pair: StoredModel {
  static var entityName: String { "Pair" }
  @Mapped var id: Int
  @Mapped var a: Int?
  @Mapped var c: Int?
}

private struct Merged: StoredModel {
  static var entityName: String { "Pair" }
  static var renamedProperties: [String: String] { ["a": "d", "c": "d"] }
  @Mapped var id: Int
  @Mapped var d: Int?
  @Mapped var c: Int?
}

private struct MergedLater: StoredModel {
  static var entityName: String { "Pair" }
  static var renamedProperties: [String: String] { ["a": "d", "c": "d"] }
  @Mapped var id: Int
  @Mapped var a: Int?
  @Mapped var d: Int?
}

private struct Labeled: StoredModel {
  static var entityName: String { "Doc" }
  static var renamedProperties: [String: String] { ["name": "label", "title": "label"] }
  @Mapped var id: Int
  @Mapped var label: String?
}

private struct Chained: StoredModel {
  static var entityName: String { "Pair" }
  static var renamedProperties: [String: String] { ["a": "c", "c": "e"] }
  @Mapped var id: Int
  @Mapped var c: Int?
  @Mapped var e: Int?
}

private struct Shifted: StoredModel {
  static var entityName: String { "Pair" }
  static var renamedProperties: [String: String] { ["a": "c", "c": "e"] }
  @Mapped var id: Int
  @Mapped var a: Int?
  @Mapped var c: Int?
  @Mapped var e: Int?
}
