import Foundation
import MirrorMapStore
import Testing

@testable import TestSupport

// The code of the README's section on stores; the README's own test checks that it is all here.

@Suite(.temporaryFolder) struct StoreReadmeTests {
  struct Enterprise: StoredModel {
    @Mapped var id: Int
    @Mapped var name: String
    @Related("employees", policy: .merge, inverse: \Employee.enterprise)
    var employees: [Reference<Employee>]
  }

  struct Employee: StoredModel {
    @Mapped var id: Int
    @Mapped("first_name") var firstName: String
    @Mapped var age: Int?
    @Related var enterprise: Reference<Enterprise>?
  }

  @Test func codePrintsWhatTheReadmeSays() async throws {
    let console = Console()
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }
    let url = try #require(TemporaryFolder.current).appendingPathComponent("store.sqlite")

    let store = try ModelStore(.sqlite(at: url))
    let response = #"""
      {"items": [{"id": 1, "name": "Wasappli", "employees": [{"id": 7, "first_name": "Ada", "age": 28}, 8]}]}
      """#
    let result = try await store.import(Enterprise.self, from: response, at: "items")
    print(result.changes)

    let young = try await store.fetch(
      Employee.self, where: { $0.age < 30 && $0.enterprise == Reference(1) },
      orderBy: { $0.firstName })
    print(young.map(\.firstName), try await store.unresolved(Employee.self))

    let update = try await store.import(Employee.self, from: #"{"id": 7, "age": 29}"#)
    print(update.changes.updated(Employee.self))

    #expect(try console.lines == Array(Article("README.md").output.suffix(3)))
  }
}
