import Foundation
import MirrorMapStore
import Testing

@testable import TestSupport

struct FileStorageTests {
  static let thing = StoredEntity(
    name: "Thing",
    columns: [
      StoredColumn(name: "id", type: .integer, isRequired: true),
      StoredColumn(name: "value", type: .any, isRequired: false),
    ], idColumn: 0)

  @Test func allValuesComeBackAsTheyWere() throws {
    try withFolder { folder in
      var random = SeededGenerator(seed: 3)
      let reals =
        [
          0, -0.0, 1, -1, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22, 1e300, 0.1,
          0x1p53,
        ]
        + [0x1p62, 0x1p63, -0x1p63, 0x1p64, 9_223_372_036_854_774_784]
        + [
          .infinity, -.infinity, .greatestFiniteMagnitude, .leastNormalMagnitude,
          .leastNonzeroMagnitude,
        ]
        + (0..<2000).map { _ in Double(bitPattern: .random(in: 0 ... .max, using: &random)) }
        + (0..<500).map { _ in Double.random(in: -1e20...1e20, using: &random).rounded() }
      let integers =
        [0, 1, -1, .max, .min, 1 << 53 + 1]
        + (0..<500).map { _ in Int64.random(in: .min ... .max, using: &random) }
      let texts = ["", "a", "\"\\/\n\0\u{1F}", "é", "e\u{301}", "😀", "{\"real\": \"inf\"}", "3.0"]
      let blobs = [Data(), Data([0, 255]), Data(0...255)]
      let values =
        RowQueryTests.values + reals.filter { !$0.isNaN }.map(ColumnValue.real)
        + integers.map(ColumnValue.integer) + texts.map(ColumnValue.text)
        + blobs.map(ColumnValue.blob)
      let rows = values.enumerated().map { [.integer(Int64($0)), $1] as StoredRow }
      try write(rows, to: folder)
      // Twice: what was read has to be written as it was, too.
      for round in 0..<2 {
        let storage = try open(folder)
        let read = try storage.rows(of: Self.thing, matching: RowQuery())
        #expect(read.map(exact) == rows.map(exact), "\(round)")
        try storage.begin()
        try storage.write(rows[0], of: Self.thing, changed: ColumnSet())
        try storage.commit()
      }
    }
  }

  @Test func theFileIsReadableJSON() throws {
    try withFolder { folder in
      try write([[.integer(2), .real(3)], [.integer(1), .null]], to: folder)
      #expect(
        try text(of: folder)
          == #"{"format":1,"entities":{"Thing":[{"id":1,"value":null},{"id":2,"value":3.0}]}}"#)
    }
  }

  @Test func onlyCommittedRowsAreInTheFile() throws {
    try withFolder { folder in
      let storage = try open(folder)
      #expect(!exists(folder))
      try storage.begin()
      try storage.commit()
      #expect(!exists(folder), "an empty transaction writes nothing")
      try storage.begin()
      try storage.write([.integer(1), .null], of: Self.thing, changed: nil)
      storage.rollback()
      try storage.begin()
      try storage.commit()
      #expect(!exists(folder))
      try storage.begin()
      try storage.write([.integer(2), .null], of: Self.thing, changed: nil)
      try storage.commit()
      #expect(try text(of: folder).contains(#"[{"id":2,"value":null}]"#))
      #expect(try names(in: folder) == ["store.json", "store.json.lock"])
    }
  }

  @Test func oneStorageAtATimeUsesAFile() throws {
    try withFolder { folder in
      var storage: FileStorage? = try open(folder)
      #expect(storeErrorCode { try FileStorage(at: file(folder)) } == .locked)
      let link = folder.appendingPathComponent("link.json")
      try write([[.integer(1), .null]], with: #require(storage))
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file(folder))
      #expect(storeErrorCode { try FileStorage(at: link) } == .locked, "by any of its names")
      storage = nil
      storage = try FileStorage(at: link)
      try #require(storage).open(Self.thing)
      try write([[.integer(2), .null]], with: #require(storage))
      #expect(try text(of: folder).contains(#"{"id":2"#), "a link stays a link")
    }
  }

  @Test func theLockEndsWithTheStorageEvenIfItsDescriptorIsDuplicated() throws {
    // As it is in a process that is being started.
    try withFolder { folder in
      var storage: FileStorage? = try open(folder)
      var lock = stat()
      #expect(stat(file(folder).path + ".lock", &lock) == 0)
      let duplicates = (0..<Int32(1024)).filter { descriptor in
        var other = stat()
        return fstat(descriptor, &other) == 0 && other.st_ino == lock.st_ino
          && other.st_dev == lock.st_dev
      }.map { dup($0) }
      defer { for duplicate in duplicates { close(duplicate) } }
      #expect(!duplicates.isEmpty)
      #expect(storeErrorCode { try open(folder) } == .locked)
      withExtendedLifetime(storage) {}
      storage = nil
      #expect(storeErrorCode { try open(folder) } == nil)
    }
  }

  @Test func permissionsStay() throws {
    try withFolder { folder in
      try write([[.integer(1), .null]], to: folder)
      let path = file(folder).path
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      try write([[.integer(2), .null]], to: folder)
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func failuresToOpenHaveTheirCodes() throws {
    try withFolder { folder in
      let folderOfNobody = folder.appendingPathComponent("missing/store.json")
      #expect(storeErrorCode { try FileStorage(at: folderOfNobody) } == .cannotOpen)
      try Data().write(to: folder.appendingPathComponent("plain"))
      let below = folder.appendingPathComponent("plain/store.json")
      #expect(storeErrorCode { try FileStorage(at: below) } == .cannotOpen)
      #expect(storeErrorCode { try FileStorage(at: folder) } == .cannotOpen)
      #expect(
        storeErrorCode { try FileStorage(at: URL(string: "https://example.com/a")!) } == .cannotOpen
      )
    }
  }

  @Test(
    arguments: [
      ("", .notAStore), ("random", .notAStore), ("[1]", .notAStore), ("{}", .notAStore),
      ("{\"a\":", .notAStore), ("\u{0}\u{1}", .notAStore), (#"{"format":"1"}"#, .notAStore),
      (#"{"format":0,"entities":{}}"#, .notAStore), (#"{"format":1}"#, .damaged),
      (#"{"format":1,"entities":[]}"#, .damaged), (#"{"format":1,"entities":{"A":1}}"#, .damaged),
      (#"{"format":1,"entities":{"A":[1]}}"#, .damaged), (#"{"format":1,"enti"#, .damaged),
      (#"{"format":2,"anything":[]}"#, .newerFormat),
      (#"{"format":1,"entities":{"Thing":[{"id":true}]}}"#, .damaged),
      (#"{"format":1,"entities":{"Thing":[{"id":1,"value":{"base64":"?"}}]}}"#, .damaged),
      (#"{"format":1,"entities":{"Thing":[{"id":1,"value":{"real":"x"}}]}}"#, .damaged),
      (#"{"format":1,"entities":{"Thing":[{"id":1,"value":1e999}]}}"#, .damaged),
      (#"{"format":1,"entities":{"Thing":[{"value":1}]}}"#, .schema),
      (#"{"format":1,"entities":{"Thing":[{"id":1},{"id":1}]}}"#, .schema),
    ] as [(String, StoreError.Code)])
  func filesThatAreNoStoresHaveTheirCodes(_ contents: String, _ expected: StoreError.Code) throws {
    try withFolder { folder in
      try Data(contents.utf8).write(to: file(folder))
      #expect(storeErrorCode { try open(folder) } == expected)
      #expect(try text(of: folder) == contents)
    }
  }

  @Test func aFailingCommitLeavesTheOldState() throws {
    try withFolder { folder in
      let storage = try open(folder)
      try write([[.integer(1), .null]], with: storage)
      let old = try text(of: folder)
      // A folder in the file's place can't be replaced, not even by root.
      try FileManager.default.moveItem(
        at: file(folder), to: folder.appendingPathComponent("aside"))
      try FileManager.default.createDirectory(
        at: file(folder).appendingPathComponent("in"), withIntermediateDirectories: true)
      try storage.begin()
      try storage.write([.integer(2), .null], of: Self.thing, changed: nil)
      #expect(storeErrorCode { try storage.commit() } == .cannotWrite)
      storage.rollback()
      #expect(try storage.count(of: Self.thing, matching: RowQuery()) == 1)
      #expect(try names(in: folder) == ["aside", "store.json", "store.json.lock"])

      try FileManager.default.removeItem(at: file(folder))
      try FileManager.default.moveItem(
        at: folder.appendingPathComponent("aside"), to: file(folder))
      #expect(try text(of: folder) == old)
      try write([[.integer(3), .null]], with: storage)
      #expect(try text(of: folder).contains(#"[{"id":1,"value":null},{"id":3,"value":null}]"#))
    }
  }

  #if os(Linux)
    @Test func aFullDiskLeavesTheOldState() async {
      // The limit on the size of files is one of the whole process.
      await #expect(processExitsWith: .success) {
        _ = signal(SIGXFSZ, SIG_IGN)
        try withFolder { folder in
          let storage = try FileStorageTests().open(folder)
          try FileStorageTests().write([[.integer(1), .null]], with: storage)
          let old = try text(of: folder)
          try limitFiles(to: 1 << 20)
          try storage.begin()
          let long = ColumnValue.text(String(repeating: "a", count: 2 << 20))
          try storage.write([.integer(2), long], of: Self.thing, changed: nil)
          #expect(storeErrorCode { try storage.commit() } == .full)
          storage.rollback()
          #expect(try storage.count(of: Self.thing, matching: RowQuery()) == 1)
          #expect(try text(of: folder) == old)
          #expect(try names(in: folder) == ["store.json", "store.json.lock"])
          try FileStorageTests().write([[.integer(2), .null]], with: storage)
          #expect(try text(of: folder).contains(#"{"id":2,"value":null}"#))
        }
      }
    }
  #endif

  @Test func damagedFilesAreErrorsAndStayAsTheyAre() throws {
    try withFolder { folder in
      var random = SeededGenerator(seed: 5)
      try write(RowQueryTests.values.enumerated().map { [.integer(Int64($0)), $1] }, to: folder)
      let whole = try Data(contentsOf: file(folder))
      for variant in 0..<400 {
        var bytes = whole
        switch variant % 4 {
        case 0: bytes = bytes.prefix(.random(in: 0..<whole.count, using: &random))
        case 1: bytes = Data((0..<200).map { _ in .random(in: 0...255, using: &random) })
        default:
          for _ in 0...(variant % 3) {
            bytes[Int.random(in: 0..<whole.count, using: &random)] ^=
              1 << UInt8.random(in: 0..<8, using: &random)
          }
        }
        try bytes.write(to: file(folder))
        do {
          let rows = try open(folder).rows(of: Self.thing, matching: RowQuery())
          #expect(rows.allSatisfy { $0.count == 2 && !$0[0].isNull })
        } catch let error as StoreError {
          let codes: [StoreError.Code] = [.damaged, .notAStore, .newerFormat, .schema]
          #expect(codes.contains(error.code), "\(error)")
        }
        #expect(try Data(contentsOf: file(folder)) == bytes)
      }
    }
  }
}
