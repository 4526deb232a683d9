import Foundation
import MirrorMapStore
import Observation
import Testing

@testable import TestSupport

// The code of the article on stores; `ArticleTests` checks that it is all here.

@Suite(.temporaryFolder, .timeLimit(.minutes(20))) struct StoresArticleTests {
  struct Enterprise: StoredModel {
    @Mapped var id: Int
    @Mapped var name: String
    @Mapped("address.street_number") var streetNumber: Int?
    @Related("employees", policy: .merge, inverse: \Employee.enterprise)
    var employees: [Reference<Employee>]
    @Related var chiefs: [Reference<Employee>]
  }

  struct Employee: StoredModel {
    @Mapped var id: Int
    @Mapped("first_name") var firstName: String
    @Mapped var age: Int?
    @Related var enterprise: Reference<Enterprise>?
  }

  struct Response: Mappable {
    @Mapped var enterprise: Reference<Enterprise>
    @Mapped var employees: [Reference<Employee>]
    @Mapped var page: Int
  }

  @MainActor @Observable
  final class StaffList {
    private(set) var staff: [Employee] = []

    func follow(_ store: ModelStore) async throws {
      for try await staff in store.observe(Employee.self, where: { $0.age < 40 }) {
        self.staff = staff
      }
    }
  }

  @Test @MainActor func anObservableClassFollowsAStore() async throws {
    let store = try ModelStore(.memory)
    try await store.import(Employee.self, from: #"{"id": 1, "first_name": "Ada", "age": 36}"#)
    let list = StaffList()
    let task = Task { try await list.follow(store) }
    while list.staff.first?.firstName != "Ada" { try await Task.sleep(for: .milliseconds(1)) }
    try await store.import(Employee.self, from: #"{"id": 2, "first_name": "Bob", "age": 20}"#)
    while list.staff.count != 2 { try await Task.sleep(for: .milliseconds(1)) }
    task.cancel()
    try? await task.value
    #expect(list.staff.map(\.firstName) == ["Ada", "Bob"])
  }

  @Test func codeDoesWhatItSays() async throws {
    let (console, shown) = (Console(), Console())
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }
    @Sendable func show(_ text: String) { shown.print(text) }
    let folder = try #require(TemporaryFolder.current)
    let url = folder.appendingPathComponent("store.sqlite")

    let store = try ModelStore(.sqlite(at: url))
    let result = try await store.import(
      Enterprise.self,
      from: #"""
        {"response": {"items": [{
          "id": 1, "name": "Wasappli", "address": {"street_number": 5},
          "employees": [{"id": 7, "first_name": "Ada", "age": 36}, 8, {"id": 9, "first_name": "Bob"}],
          "chiefs": [7]
        }]}}
        """#, at: "response.items")
    print(result.changes)
    print(result.value)

    let wasappli = try await store.fetch(Enterprise.self, id: 1)!
    let chiefs = try await store.fetch(wasappli.chiefs)
    print(chiefs.map(\.firstName))
    print(try await store.fetch(chiefs[0].enterprise)!.name)

    let update = try await store.import(
      Enterprise.self,
      from: #"""
        {"id": 1, "address": null, "employees": [
          {"id": 7, "first_name": "Adele"}, {"id": 8, "first_name": "Cy", "age": 20}
        ]}
        """#)
    print(update.changes)
    print(update.changes.updated(Employee.self))

    let response = try await store.import(
      Response.self,
      from: #"{"enterprise": 1, "employees": [{"id": 9, "age": 41}], "page": 2}"#)
    print(response.value.page, response.changes)

    try await store.import(
      Employee.self, from: #"{"id": 10, "first_name": "Di", "enterprise": 2}"#)
    print(try await store.unresolved(Enterprise.self))

    let young = try await store.fetch(
      Employee.self, where: { $0.age < 40 && $0.enterprise == Reference(1) },
      orderBy: { $0.firstName }, limit: 20)
    print(young.map(\.firstName))

    let oldest = try await store.fetch(
      Employee.self, where: { $0.age != nil && !$0.firstName.isIn(["Bob"]) },
      orderBy: { $0.age.descending.then($0.firstName) })
    print(oldest.map(\.firstName))
    print(try await store.count(Employee.self, where: { $0.age == nil }))

    let changes = store.changes
    let listener = Task {
      for await change in changes where !change.updated(Employee.self).isEmpty {
        show("\(change)")
      }
    }
    let observer = Task {
      for try await staff in store.observe(Employee.self, where: { $0.age < 40 }) {
        show(staff.map(\.firstName).joined(separator: ", "))
      }
    }
    try await shown.wait(for: "Adele, Cy")

    var employee = young[0]
    employee.age = 30
    print(try await store.save(employee).updated(Employee.self))
    try await store.delete(Employee.self, ids: [8])
    try await shown.wait(for: "Adele")
    listener.cancel()
    observer.cancel()

    let json = try await store.export(
      Enterprise.self, ids: [1],
      relations: [.ids(\Enterprise.chiefs), .omitted(\Employee.enterprise)])
    print(String(decoding: json, as: UTF8.self))

    let progress = Progress(totalUnitCount: 0)
    try await store.import(Employee.self, from: "[]", progress: progress)
    print(progress.isFinished)

    try console.check("Stores")
  }

  struct Note: StoredModel {
    @Mapped var id = UUID()
    @Mapped var text: String
  }

  @Test func modelsCanMakeTheirIDs() async throws {
    let store = try ModelStore(.memory)
    for _ in 1...2 { try await store.import(Note.self, from: #"[{"text": "a"}]"#) }
    #expect(try await store.count(Note.self) == 2)
  }

  struct Order: StoredModel {
    @Mapped var id: String
    @Mapped var customer: String
    @Mapped var placed: Date

    static var indexes: [StoredIndex] { [StoredIndex(\Order.customer, \Order.placed)] }
  }

  @Test func indexesAreDeclared() async throws {
    let folder = try #require(TemporaryFolder.current)
    let store = try ModelStore(.sqlite(at: folder.appendingPathComponent("orders")))
    try await store.import(
      Order.self, from: #"{"id": "a", "customer": "b", "placed": "2026-01-01T00:00:00Z"}"#)
    let orders = try await store.fetch(
      Order.self, where: { $0.customer == "b" && $0.placed < .distantFuture })
    #expect(orders.map(\.id) == ["a"])
  }

  struct FormerCustomer: StoredModel {
    @Mapped var id: Int
    @Mapped var name: String

    static var entityName: String { "Customer" }
  }

  struct Customer: StoredModel {
    @Mapped var id: Int
    @Mapped var fullName: String
    @Mapped var isPremium: Bool = false

    static var renamedProperties: [String: String] { ["name": "fullName"] }
  }

  @Test func modelsCanChange() async throws {
    let folder = try #require(TemporaryFolder.current)
    let file = folder.appendingPathComponent("customers")
    for location in [
      StoreLocation.sqlite(at: file), .file(at: file.appendingPathExtension("json")),
    ] {
      try await ModelStore(location).import(FormerCustomer.self, from: #"{"id": 1, "name": "Ada"}"#)
      let customer = try await ModelStore(location).fetch(Customer.self, id: 1)
      #expect(customer?.fullName == "Ada" && customer?.isPremium == false)
    }
  }
}

extension Console {
  /// Waits until a line has been printed.
  func wait(for line: String) async throws {
    while !lines.contains(line) { try await Task.sleep(for: .milliseconds(10)) }
  }
}
