import Foundation
import MirrorMapStore
import Testing

struct Enterprise: StoredModel, Equatable {
  @Mapped var id: Int
  @Mapped var name: String
  @Mapped("address.street_number") var streetNumber: Int?
  @Related("employees", policy: .merge, inverse: \Employee.enterprise)
  var employees: [Reference<Employee>]
  @Related var chiefs: [Reference<Employee>]
}

struct Employee: StoredModel, Equatable {
  @Mapped var id: Int
  @Mapped("first_name") var firstName: String
  @Mapped var age: Int?
  @Related var enterprise: Reference<Enterprise>?
}

@Suite struct FirstTests {
  @Test(arguments: [true, false]) func readmeExample(isSQLite: Bool) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try ModelStore(isSQLite ? .sqlite(at: folder.appending(path: "a.db")) : .memory)
    let json = """
      {"response": {"items": [
        {"id": 1, "name": "Wasappli", "address": {"street_number": 5},
         "employees": [{"id": 7, "first_name": "Ada", "age": 36}, 8, {"id": 9, "first_name": "Bob"}],
         "chiefs": [7, {"id": 9}]}
      ]}}
      """
    var result = try await store.import(Enterprise.self, from: json, at: "response.items")
    #expect(result.changes.description == "3 inserted")
    #expect(result.value == [Reference(1)])
    let one = try #require(try await store.fetch(Enterprise.self, id: 1))
    #expect(one.employees == [7, 8, 9].map { Reference($0) })
    #expect(one.streetNumber == 5)
    let chiefs = try await store.fetch(one.chiefs)
    #expect(chiefs.map(\.firstName) == ["Ada", "Bob"])
    #expect(chiefs[0].enterprise == Reference(1))
    #expect(try await store.unresolved(Employee.self) == [8])
    result = try await store.import(
      Enterprise.self,
      from:
        #"{"id": 1, "address": null, "employees": [{"id": 7, "first_name": "Adele"}, {"id": 8, "first_name": "Cy", "age": 20}]}"#
    )
    #expect(result.changes.description == "1 inserted, 2 updated")
    #expect(result.changes.updated(Employee.self) == [7: ["firstName"]])
    #expect(result.changes.updated(Enterprise.self) == [1: ["streetNumber"]])
    let young = try await store.fetch(
      Employee.self, where: { $0.age < 40 && $0.enterprise == Reference(1) },
      orderBy: { $0.firstName }, limit: 20)
    #expect(young.map(\.firstName) == ["Adele", "Cy"])
    var employee = young[0]
    employee.age = 30
    let saved = try await store.save(employee)
    #expect(saved.updated(Employee.self) == [7: ["age"]])
    try await store.delete(Employee.self, ids: [8])
    #expect(try await store.count(Employee.self) == 2)
    #expect(try await store.fetch(Employee.self, where: { $0.age == nil }).map(\.id) == [9])
  }
}

@Suite struct ExportTests {
  @Test func exportsNestedOnceAndImportsAgain() async throws {
    let store = try ModelStore(.memory)
    let json = """
      [{"id": 1, "name": "A", "address": {"street_number": 5},
        "employees": [{"id": 7, "first_name": "Ada", "age": 36}, 8], "chiefs": [7]}]
      """
    try await store.import(Enterprise.self, from: json)
    let data = try await store.export(Enterprise.self, ids: [1])
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"[{"id":1,"name":"A","address":{"street_number":5},"employees":[{"id":7,"first_name":"Ada","age":36,"enterprise":{"id":1}},8],"chiefs":[{"id":7}]}]"#
    )
    let again = try await store.import(Enterprise.self, from: data)
    #expect(again.changes.description == "2 unchanged")
    let ids = try await store.export(
      Enterprise.self, ids: [1],
      relations: [.ids(\Enterprise.chiefs), .omitted(\Enterprise.employees)])
    #expect(
      String(decoding: ids, as: UTF8.self)
        == #"[{"id":1,"name":"A","address":{"street_number":5},"chiefs":[7]}]"#)
  }
}
