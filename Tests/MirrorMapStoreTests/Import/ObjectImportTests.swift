import Foundation
import MirrorMapStore
import Testing

@testable import TestSupport

@Suite(.temporaryFolder) struct ObjectImportTests {
  private var list: [String: Any] {
    let ada: [String: Any] = ["id": 1, "first_name": "Ada", "age": NSNull()]
    return ["items": [ada, ["id": 2, "first_name": "Bo"] as NSDictionary]]
  }

  @Test(arguments: StorageKind.allCases)
  func objectsAreImportedLikeTheirJSON(kind: StorageKind) throws {
    let context = try kind.context()
    let result = try context.import(Employee.self, fromObject: list, at: "items")
    #expect(result.value == .references(1, 2))
    #expect(result.changes.description == "2 inserted")
    #expect(
      try context.import([Employee].self, fromObject: list, at: "items").changes.description
        == "2 unchanged")
    let data = Data(#"{"id": 1, "age": 30}"#.utf8)
    let object = try JSONSerialization.jsonObject(with: data)
    #expect(
      try context.import(Employee.self, fromObject: object).changes.description == "1 updated")
    #expect(try context.fetch(Employee.self, id: 1)?.age == 30)
    let page = try context.import(
      Page.self, fromObject: ["page": 2, "employee": ["id": 3, "first_name": "Cy"]])
    #expect(page.value.page == 2 && page.value.employee == Reference(3))
    #expect(try context.count(Employee.self) == 3)
  }

  @Test(arguments: StorageKind.allCases)
  func objectsAreImportedFromAnyActor(kind: StorageKind) async throws {
    let store = try kind.store()
    let result = try await importHere(store)
    #expect(result.value == .references(1, 2))
    #expect(
      try await store.import([Employee].self, fromObject: list, at: "items").changes.description
        == "2 unchanged")
    let page = try await store.import(
      Page.self, fromObject: ["page": 2, "employee": ["id": 3, "first_name": "Cy"]])
    #expect(page.value.employee == Reference(3) && page.changes.description == "1 inserted")
  }

  @MainActor
  private func importHere(_ store: ModelStore) async throws -> ImportResult<[Reference<Employee>]> {
    try await store.import(Employee.self, fromObject: list, at: "items")
  }

  @Test(arguments: StorageKind.allCases)
  func errorsHaveAPathAndNoLine(kind: StorageKind) async throws {
    let (context, store) = (try kind.context(), try kind.store("other"))
    let wrong: [[String: Any]] = [["id": 1, "first_name": "Ada"], ["id": 2, "first_name": 5]]
    let text = "$[1].first_name: expected String, found a number (Employee.firstName)"
    #expect(errorText { try context.import(Employee.self, fromObject: wrong) } == text)
    #expect(await errorText { try await store.import(Employee.self, fromObject: wrong) } == text)
    #expect(try context.count(Employee.self) == 0)
    #expect(try await store.count(Employee.self) == 0)
    let date = ["id": Date()]
    #expect(
      errorText { try context.import(Employee.self, fromObject: date) }
        == errorText { try Employee.decode(fromObject: date) })
  }
}

private struct Page: Mappable {
  @Mapped var page: Int
  @Mapped var employee: Reference<Employee>
}
