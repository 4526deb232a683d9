#if Foundation
  import Foundation
  import MirrorMapStore

  /// Imports 100,000 objects into an SQLite file, and imports them again after some of them have changed.
  enum StoreExample {
    struct Company: StoredModel {
      @Mapped var id: Int
      @Mapped var name: String
      @Related(policy: .merge, inverse: \Employee.company) var board: [Reference<Employee>]
    }

    struct Employee: StoredModel {
      @Mapped var id: Int
      @Mapped("first_name") var firstName: String
      @Mapped("last_name") var lastName: String
      @Mapped var salary: Int?
      @Mapped("hired_at") var hired: Date
      @Related var company: Reference<Company>?

      static var indexes: [StoredIndex] { [StoredIndex(\Employee.lastName)] }
    }

    /// A document with both kinds of models.
    struct Staff: Mappable {
      @Mapped var companies: [Reference<Company>]
      @Mapped var employees: [Reference<Employee>]
    }

    static func run() async throws {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("MirrorMapQuickstart-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let store = try ModelStore(.sqlite(at: folder.appendingPathComponent("staff.sqlite")))

      try await load(StaffDocument.json(isLater: false), "Imported", store)
      try await load(StaffDocument.json(isLater: true), "Imported again", store)
      try await query(store)
    }

    /// Imports a document, and prints what it has changed.
    private static func load(_ json: Data, _ title: String, _ store: ModelStore) async throws {
      let progress = Progress(totalUnitCount: 0)
      let bar = ProgressBar(progress)
      let clock = ContinuousClock()
      let start = clock.now
      let result: ImportResult<Staff>
      do {
        result = try await store.import(Staff.self, from: json, progress: progress)
      } catch {
        await bar.finish()
        throw error
      }
      let duration = clock.now - start
      await bar.finish()
      let changes = result.changes
      print("\(title) \(json.count / 1024) KB in \(Quickstart.text(duration)): \(changes).")
      // The others are too many to print.
      guard changes.insertedCount < 10 else { return }
      for (id, properties) in changes.updated(Company.self).sorted(by: { $0.key < $1.key }) {
        print("  company \(id): \(properties.joined(separator: ", "))")
      }
      let employees = changes.updated(Employee.self).sorted { $0.key < $1.key }
      for (id, properties) in employees.prefix(3) {
        print("  employee \(id): \(properties.joined(separator: ", "))")
      }
      if employees.count > 3 { print("  … and \(employees.count - 3) other employees") }
      print("  new employees: \(changes.inserted(Employee.self).sorted())")
    }

    private static func query(_ store: ModelStore) async throws {
      let clock = ContinuousClock()
      var found: [Employee] = []
      let duration = try await clock.measure {
        found = try await store.fetch(
          Employee.self, where: { $0.lastName == "Lovelace" && $0.salary >= 9_000 },
          orderBy: { $0.salary.descending.then($0.id) }, limit: 5)
      }
      let count = try await store.count(
        Employee.self, where: { $0.lastName == "Lovelace" && $0.salary >= 9_000 })
      print(
        "\nFound \(found.count) of \(count) employees named Lovelace who earn 9000 or more in \(Quickstart.text(duration)):"
      )
      for employee in found {
        let company = try await store.fetch(employee.company)
        print(
          "  \(employee.id)  \(employee.firstName) \(employee.lastName), \(employee.salary ?? 0), \(company?.name ?? "?")"
        )
      }
    }
  }
#endif
