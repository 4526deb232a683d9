import Foundation
import MirrorMapStore
import Testing

@testable import TestSupport

// The code of the article on migrating from WAMapping; `ArticleTests` checks that it is all here.

struct MigratingFromWAMappingArticleTests {
  struct Employee: StoredModel {
    @Mapped var id: Int
    @Mapped("first_name") var firstName: String?
  }

  struct Enterprise: StoredModel {
    @Mapped var id: Int
    @Mapped var name: String?
    @Mapped("address.street_number") var streetNumber: Int?
    @Mapped("creation_date", transform: .date(format: "yyyy-MM-dd")) var creationDate: Date?
    @Related(policy: .merge) var employees: [Reference<Employee>]
    @Related var chiefs: [Reference<Employee>]
  }

  @Test func codeDoesWhatItSays() async throws {
    let console = Console()
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }
    let json = """
      {"id": 1, "name": "Wasappli", "creation_date": "2013-10-01", "chiefs": 7,
       "employees": [{"id": 7, "first_name": "Marian"}]}
      """

    let store = try ModelStore(.memory)
    let result = try await store.import(Enterprise.self, from: json)
    let enterprises = try await store.fetch(result.value)
    #expect(enterprises.map(\.employees) == [[Reference(7)]])

    let export = try await store.export(
      Enterprise.self, where: { $0.name == "Wasappli" },
      relations: [.ids(\Enterprise.chiefs), .omitted(\Enterprise.employees)],
      options: .nullsOmitted)
    print(String(decoding: export, as: UTF8.self))

    try console.check("MigratingFromWAMapping")
  }
}
