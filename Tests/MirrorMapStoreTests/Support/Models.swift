import Foundation
import MirrorMapStore

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

/// One relation of each kind, and one with each policy.
struct Box: StoredModel, Equatable {
  @Mapped var id: Int
  @Mapped var label: String = "new"
  @Related var owner: Reference<Item>?
  @Related var items: [Reference<Item>]
  @Related("item_set") var itemSet: Set<Reference<Item>>
  @Related(policy: .merge) var merged: [Reference<Item>]
  @Related("merged_set", policy: .merge) var mergedSet: Set<Reference<Item>>
  @Related("merged_one", policy: .merge) var mergedOne: Reference<Item>?
  @Related(policy: .replace) var replaced: [Reference<Item>]
  @Related("replaced_one", policy: .replace) var replacedOne: Reference<Item>?
  @Mapped var plain: Reference<Item>?
  @Mapped("plain_list") var plainList: [Reference<Item>]?
}

struct Item: StoredModel, Equatable {
  @Mapped var id: Int
  @Mapped var text: String
}

/// A relation that must be there.
struct Ticket: StoredModel, Equatable {
  @Mapped var id: Int
  @Related var item: Reference<Item>
}

/// Nodes of a graph: an object can be inside itself at any depth.
struct Node: StoredModel, Equatable {
  @Mapped var id: Int
  @Mapped var name: String
  @Mapped var note: String?
  @Related var next: Reference<Node>?
  @Related var links: [Reference<Node>]
}

/// Children that leave a list lose their parent, or are deleted.
struct Parent: StoredModel, Equatable {
  @Mapped var id: Int
  @Related(inverse: \Child.parent) var children: [Reference<Child>]
  @Related(policy: .replace, inverse: \Child.guardian) var wards: [Reference<Child>]
  @Related(policy: .merge, inverse: \Child.friend) var friends: [Reference<Child>]
  @Related(inverse: \Child.favorite) var favorite: Reference<Child>?
}

struct Child: StoredModel, Equatable {
  @Mapped var id: Int
  @Mapped var name: String
  @Related var parent: Reference<Parent>?
  @Related var guardian: Reference<Parent>?
  @Related var friend: Reference<Parent>?
  @Related var favorite: Reference<Parent>?
}

final class Person: StoredModel {
  @Mapped var id: Int
  @Mapped var name: String?
  @Related var boss: Reference<Person>?
  @Related(inverse: \Person.boss) var reports: [Reference<Person>]

  required init() {}
}

extension Array {
  /// References to the models with these ids.
  static func references<Model: StoredModel>(_ ids: Model.ID...) -> [Reference<Model>]
  where Element == Reference<Model> {
    ids.map { Reference($0) }
  }
}

extension Set {
  /// References to the models with these ids.
  static func references<Model: StoredModel>(_ ids: Model.ID...) -> Set<Reference<Model>>
  where Element == Reference<Model> {
    Set(ids.map { Reference<Model>($0) })
  }
}
