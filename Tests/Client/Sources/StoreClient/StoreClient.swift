import Checking
import Foundation
import MirrorMapStore

// Stored models as users declare them: structs that refer to each other and to themselves, ids of all kinds, enums,
// classes.

struct Enterprise: StoredModel, Equatable, Sendable {
  @Mapped var id: UUID
  @Mapped var name: String
  @Mapped("address.city") var city: String?
  @Related("employees", policy: .merge, inverse: \Employee.enterprise)
  var employees: [Reference<Employee>]
  @Related var chief: Reference<Employee>?
}

struct Employee: StoredModel, Equatable, Sendable {
  enum Role: String, MappableValue { case engineer, manager }

  @Mapped("login", "user") var id: String
  @Mapped var role: Role = .engineer
  @Mapped var level: Level?
  @Mapped var birthday: Date?
  @Related var enterprise: Reference<Enterprise>?

  static var indexes: [StoredIndex] { [StoredIndex(\Employee.role, \Employee.birthday)] }
}

enum Level: Int, MappableValue, Sendable {
  case junior = 1
  case senior
}

struct Node: StoredModel, Equatable, Sendable {
  @Mapped var id = UUID()
  @Mapped var name: String
  @Related var parent: Reference<Node>?
  @Related(policy: .replace, inverse: \Node.parent) var children: [Reference<Node>]
  @Related var links: Set<Reference<Node>>
}

final class Person: StoredModel {
  @Mapped var id: Int
  @Mapped var name: String?
  @Related var boss: Reference<Person>?
  @Related(inverse: \Person.boss) var staff: [Reference<Person>]
  init() {}
}

struct Unidentified: StoredModel {
  var id: Int { number }
  @Mapped var number: Int
}

@main
struct StoreClient {
  static let wasappli = UUID(uuidString: "6F9619FF-8B86-D011-B42D-00CF4FC964FF")!
  static let document = """
    {"items": [{"id": "6F9619FF-8B86-D011-B42D-00CF4FC964FF", "name": "W", "address": {"city": "Paris"},
      "employees": [{"login": "ada", "role": "manager", "level": 2}, "bob", {"user": "cy", "level": null}],
      "chief": {"login": "ada"}}]}
    """

  static func main() async {
    var checks = Checks("StoreClient")
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("StoreClient-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let locations: [StoreLocation] = [
        .memory, .file(at: folder.appendingPathComponent("a.json")),
        .sqlite(at: folder.appendingPathComponent("a.sqlite")),
      ]
      for location in locations {
        try await useValues(location, &checks)
        try await useNodes(location, &checks)
        try useObjects(location, &checks)
      }
      await useWrongInput(&checks)
    } catch {
      checks.equal("\(error)", "no error")
    }
    try? FileManager.default.removeItem(at: folder)
    checks.finish()
  }

  static func useValues(_ location: StoreLocation, _ checks: inout Checks) async throws {
    let store = try ModelStore(location)
    var result = try await store.import(Enterprise.self, from: document, at: "items")
    checks.equal(result.changes.description, "3 inserted")
    checks.equal(result.value, [Reference(wasappli)])
    let enterprise = try await store.fetch(result.value)[0]
    checks.equal(enterprise.employees.map(\.id), ["ada", "bob", "cy"])
    checks.equal(enterprise.city, "Paris")
    let managers = try await store.fetch(
      Employee.self, where: { $0.role == .manager && $0.level == .senior })
    checks.equal(managers.map(\.id), ["ada"])
    let ofEnterprise = try await store.fetch(
      Employee.self, where: { $0.enterprise == Reference(wasappli) }, orderBy: { $0.id.descending })
    checks.equal(ofEnterprise.map(\.id), ["cy", "ada"])
    let missing = try await store.unresolved(Employee.self)
    checks.equal(missing, ["bob"])
    result = try await store.import(Enterprise.self, from: document, at: "items")
    checks.equal(result.changes.description, "3 unchanged")
    var chief = managers[0]
    chief.level = nil
    let saved = try await store.save(chief)
    checks.equal(saved.updated(Employee.self), ["ada": ["level"]])
    let exported = try await store.export(
      Enterprise.self, ids: [wasappli],
      relations: [.ids(\Enterprise.employees), .omitted(\Enterprise.chief)])
    checks.equal(
      try JSONValue.decode(from: exported)[0]?["employees"], ["ada", "bob", "cy"])
  }

  static func useNodes(_ location: StoreLocation, _ checks: inout Checks) async throws {
    let store = try ModelStore(location)
    let json =
      #"{"name": "a", "children": [{"name": "b", "children": [{"name": "c"}]}, {"name": "d"}]}"#
    let root = try await store.import(Node.self, from: json).value[0]
    let count = try await store.count(Node.self)
    checks.equal(count, 4)
    let children = try await store.fetch(Node.self, where: { $0.parent == root })
    checks.equal(Set(children.map(\.name)), ["b", "d"])
    let emptied = try await store.import(
      Node.self, from: #"{"id": "\#(root.id)", "children": []}"#)
    checks.equal(emptied.changes.description, "1 updated, 2 deleted")
  }

  static func useObjects(_ location: StoreLocation, _ checks: inout Checks) throws {
    let context = try StoreContext(location)
    try context.import(
      Person.self,
      from: #"{"id": 1, "name": "Ann", "staff": [{"id": 2, "name": "Bob"}, {"id": 3, "boss": 3}]}"#)
    guard let person = try context.fetch(Person.self, id: 1),
      let bob = try context.fetch(Person.self, id: 2)
    else { return checks.equal("no objects", "") }
    checks.equal(try context.fetch(bob.boss) === person, true)
    try context.import(Person.self, from: #"[{"id": 1, "name": null}, {"id": 2, "name": "Bert"}]"#)
    checks.equal(person.name, nil)
    checks.equal(bob.name, "Bert")
    person.name = "Anna"
    checks.equal(try context.save(person).updated(Person.self), [1: ["name"]])
  }

  static func useWrongInput(_ checks: inout Checks) async {
    func text(_ body: () async throws -> Void) async -> String {
      do {
        try await body()
        return "no error"
      } catch {
        return "\(error)"
      }
    }
    do {
      let store = try ModelStore(.memory)
      let missing = await text {
        try await store.import(
          Enterprise.self,
          from:
            #"{"id": "6F9619FF-8B86-D011-B42D-00CF4FC964FF", "name": "W", "employees": [{"role": "x", "login": "e"}]}"#
        )
      }
      checks.equal(missing.hasPrefix("$.employees[0].role: "), true)
      let outside = await text { _ = try [Enterprise].decode(from: document, at: "items") }
      checks.equal(outside.contains("objects are read only by the import of a store"), true)
      let unidentified = await text {
        try await store.import(Unidentified.self, from: #"{"number": 1}"#)
      }
      checks.equal(unidentified.contains("its id isn't a mapped property"), true)
      let nothing = try await store.count(Employee.self)
      checks.equal(nothing, 0)
    } catch {
      checks.equal("\(error)", "no error")
    }
  }
}
