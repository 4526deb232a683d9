import MirrorMap
import MirrorMapStore
import Testing

private final class Member: StoredModel {
  @Mapped var id = 0
  @Mapped var names: [String] = []
}

/// Calls a closure with access to a variable that it can modify.
private func modify<Value>(_ value: inout Value, _ body: (inout Value) throws -> Void) rethrows {
  try body(&value)
}

@Suite("Overlapping accesses to objects of a store")
struct OverlappingStoreAccessTests {
  private static let document = #"{"id": 1, "names": ["a name that needs memory of its own"]}"#

  private static func withMember(_ body: (StoreContext, Member) throws -> Void) throws {
    let context = try StoreContext(.memory)
    try context.import(Member.self, from: document)
    let member = try #require(try context.fetch(Member.self, id: 1))
    try body(context, member)
  }

  @Test func anImportEndsTheProcessWhileCodeModifiesAProperty() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try OverlappingStoreAccessTests.withMember { context, member in
        try modify(&member.names[0]) { name in
          try context.import(Member.self, from: #"{"id": 1, "names": []}"#)
          name += "!"
        }
      }
    }
    expectConflict(result)
  }

  @Test func savingEndsTheProcessWhileCodeModifiesAProperty() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try OverlappingStoreAccessTests.withMember { context, member in
        try modify(&member.names[0]) { name in
          name += "!"
          try context.save(member)
        }
      }
    }
    expectConflict(result)
  }

  private func expectConflict(_ result: ExitTest.Result?) {
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Simultaneous accesses to"), "\(message)")
  }
}
