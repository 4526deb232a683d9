import Foundation
import MirrorMapStore

/// Employees with eight properties, one of them a reference, for each contender of the `store` groups.
enum StoredEmployees {
  struct Company: StoredModel {
    @Mapped var id: Int
    @Mapped var name: String
  }

  /// The model that is stored.
  struct Employee: StoredModel {
    @Mapped var id: Int
    @Mapped("first_name") var firstName: String
    @Mapped("last_name") var lastName: String
    @Mapped var email: String
    @Mapped var age: Int?
    @Mapped var salary: Double
    @Mapped("is_active") var isActive: Bool
    @Related var company: Reference<Company>?
  }

  /// The same as a class.
  final class LiveEmployee: StoredModel {
    @Mapped var id: Int
    @Mapped("first_name") var firstName: String
    @Mapped("last_name") var lastName: String
    @Mapped var email: String
    @Mapped var age: Int?
    @Mapped var salary: Double
    @Mapped("is_active") var isActive: Bool
    @Related var company: Reference<Company>?
  }

  /// The same with a hook, so that an import reads into the objects themselves.
  final class CheckedEmployee: StoredModel, DecodeCompleting {
    @Mapped var id: Int
    @Mapped("first_name") var firstName: String
    @Mapped("last_name") var lastName: String
    @Mapped var email: String
    @Mapped var age: Int?
    @Mapped var salary: Double
    @Mapped("is_active") var isActive: Bool
    @Related var company: Reference<Company>?

    func didDecode(in context: MappingContext) throws {
      if salary < 0 { throw MappingError(expected: "a salary of 0 or more") }
    }
  }

  /// What a program without a store fills.
  struct Row: Codable, Equatable {
    var id: Int
    var firstName: String
    var lastName: String
    var email: String
    var age: Int?
    var salary: Double
    var isActive: Bool
    var company: Int?

    enum CodingKeys: String, CodingKey {
      case id, email, age, salary, company
      case firstName = "first_name"
      case lastName = "last_name"
      case isActive = "is_active"
    }
  }

  /// A document of employees; about 180 bytes each.
  ///
  /// - Parameter raise: what is added to the salary of two employees of three.
  static func document(count: Int, raise: Double = 0) -> Data {
    var json = "["
    json.reserveCapacity(count * 190)
    for id in 1...count {
      if id > 1 { json += ",\n" }
      let first = firstNames[id &* 7 % firstNames.count]
      let last = lastNames[id &* 13 % lastNames.count]
      let salary = Double(30_000 + id &* 37 % 60_000) + 0.25 + (id % 3 == 0 ? 0 : raise)
      let age = id % 10 == 0 ? "null" : "\(18 + id % 50)"
      json += """
        {"id": \(id), "first_name": "\(first)", "last_name": "\(last) the \(id)th of his name", \
        "email": "\(first).\(last).\(id)@example.org", "age": \(age), "salary": \(salary), \
        "is_active": \(id % 4 != 0), "company": \(1 + id / 100)}
        """
    }
    return Data((json + "]").utf8)
  }

  private static let firstNames = ["Ada", "Björn", "Chloé", "Dmitri", "Eun-ji", "Fatima", "Grace"]
  private static let lastNames = ["Lovelace", "Borg", "Dubois", "Mendeleev", "Kim", "Hopper"]
}

extension StoredEmployees.Row {
  /// What the store's model has.
  init(_ employee: StoredEmployees.Employee) {
    self.init(
      id: employee.id, firstName: employee.firstName, lastName: employee.lastName,
      email: employee.email, age: employee.age, salary: employee.salary,
      isActive: employee.isActive, company: employee.company?.id)
  }
}
