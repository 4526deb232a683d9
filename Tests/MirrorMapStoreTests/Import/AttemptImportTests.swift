import MirrorMapStore
import Testing

/// Values that may have several forms: one that fails leaves nothing in the store.
@Suite(.temporaryFolder) struct AttemptImportTests {
  @Test(arguments: StorageKind.allCases)
  func modelsOfAFailedFormAreNotInserted(kind: StorageKind) throws {
    let context = try kind.context()
    let json = #"{"id": 1, "content": {"who": {"id": 7, "first_name": "A", "name": "B"}}}"#
    let result = try context.import(Post.self, from: json)
    #expect(result.changes.description == "2 inserted")
    #expect(try context.count(Employee.self) == 0)
    #expect(try context.fetch(Child.self, id: 7)?.name == "B")
    // A form that fits keeps them, and so does one inside of it.
    let fitting = #"{"id": 1, "content": {"who": {"id": 7, "first_name": "A"}, "since": 3}}"#
    #expect(
      try context.import(Post.self, from: fitting).changes.description == "1 inserted, 1 updated")
    #expect(try context.fetch(Employee.self, id: 7)?.firstName == "A")
  }

  @Test(arguments: StorageKind.allCases)
  func storedModelsAreAsBeforeAFailedForm(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      Employee.self,
      from: #"[{"id": 7, "first_name": "Z", "age": 5}, {"id": 8, "first_name": "Y"}]"#)
    let before = try context.fetch(Employee.self)
    let json = #"""
      {"id": 1, "content": {"who": {"id": 7, "first_name": "A", "age": null, "name": "B"},
                            "others": [{"id": 8, "first_name": "B"}, {"id": 8, "first_name": "C"}]}}
      """#
    let result = try context.import(Post.self, from: json)
    #expect(result.changes.description == "2 inserted")
    #expect(try context.fetch(Employee.self) == before)
    // One that is read later in the document is updated.
    let both = #"[{"content": {"who": {"id": 7, "first_name": "A", "name": "B"}}, "id": 2}]"#
    let list = #"{"posts": \#(both), "employee": {"id": 7, "age": 6}}"#
    let page = try context.import(Page.self, from: list)
    #expect(page.changes.updated(Employee.self) == [7: ["age"]])
    #expect(try context.fetch(Employee.self, id: 7)?.firstName == "Z")
  }

  @Test(arguments: StorageKind.allCases)
  func relationsAreAsBeforeAFailedForm(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      Parent.self,
      from: #"""
        {"id": 1, "children": [{"id": 1, "name": "a"}], "wards": [{"id": 2, "name": "b"}]}
        """#)
    let (parents, children) = (try context.fetch(Parent.self), try context.fetch(Child.self))
    let json = #"{"id": 1, "content": {"parent": {"id": 1, "children": [], "wards": [3]}}}"#
    #expect(try context.import(Post.self, from: json).changes.description == "1 inserted")
    #expect(try context.fetch(Parent.self) == parents)
    #expect(try context.fetch(Child.self) == children)
  }

  @Test(arguments: StorageKind.allCases)
  func anObjectInsideItselfInAFailedForm(kind: StorageKind) throws {
    let context = try kind.context()
    let json =
      #"{"id": 1, "title": "a", "content": {"post": {"id": 1, "title": "b", "note": "c"}}}"#
    #expect(try context.import(Post.self, from: json).changes.description == "1 inserted")
    let post = try #require(try context.fetch(Post.self, id: 1))
    #expect(post.title == "a" && post.note == nil)
  }

  @Test(arguments: StorageKind.allCases)
  func liveObjectsAreAsBeforeAFailedForm(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      Person.self, from: #"[{"id": 1, "name": "a", "reports": [{"id": 2, "name": "b"}]}]"#)
    let people = try context.fetch(Person.self)
    let json = #"""
      {"id": 1, "content": {"person": {"id": 1, "name": "x", "reports": [{"id": 3, "name": "c"}]}}}
      """#
    #expect(try context.import(Post.self, from: json).changes.description == "1 inserted")
    #expect(people.map(\.name) == ["a", "b"] && people[1].boss == Reference(1))
    #expect(people[0].reports == .references(2))
    #expect(try context.fetch(Person.self, ids: [1, 2, 3]).elementsEqual(people, by: ===))
    // If the import fails later, they are as before, too.
    #expect(throws: MappingError.self) {
      try context.import([Post].self, from: "[\(json), 1]")
    }
    #expect(people.map(\.name) == ["a", "b"])
  }

  @Test(arguments: StorageKind.allCases)
  func aFailedFormKeepsUnsavedChanges(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(
      Person.self, from: #"[{"id": 1, "name": "a"}, {"id": 2, "boss": 1}, {"id": 3}]"#)
    let people = try context.fetch(Person.self, ids: [1, 2])
    people[0].name = "unsaved"
    people[1].boss = Reference(9)
    // One is changed by its object, the other one by an inverse.
    let json = #"""
      {"id": 1, "content": {"person": {"id": 1, "name": "x", "boss": {"id": 3, "reports": [2]}}}}
      """#
    #expect(try context.import(Post.self, from: json).changes.description == "1 inserted")
    #expect(people[0].name == "unsaved" && people[0].$name.isChanged && people[0].boss == nil)
    #expect(people[1].boss == Reference(9))
    #expect(try context.save(people).updated(Person.self) == [1: ["name"], 2: ["boss"]])
  }

  @Test(arguments: StorageKind.allCases)
  func changesAreAsBeforeAFailedForm(kind: StorageKind) async throws {
    let store = try kind.store()
    try await store.import(
      Parent.self,
      from: #"{"id": 1, "wards": [{"id": 2, "name": "b"}, {"id": 3, "name": "c"}]}"#)
    var changes = store.changes.makeAsyncIterator()
    try await store.transaction { context in
      try context.import(Child.self, from: #"[{"id": 2, "name": "x"}, {"id": 4, "name": "d"}]"#)
      // The form deletes two models, and updates one that has just been inserted.
      try context.import(
        Post.self,
        from: #"""
          {"id": 1, "content": {"parent": {"id": 1, "wards": []},
                                "post": {"id": 5, "content": {"who": {"id": 4, "name": "y"}}},
                                "who": {"id": 7, "first_name": "A", "name": "z"}}}
          """#)
    }
    let all = try #require(await changes.next())
    #expect(all.updated(Child.self) == [2: ["name"]])
    #expect(all.inserted(Child.self) == [4, 7] && all.inserted(Post.self) == [1])
    #expect(all.description == "3 inserted, 1 updated")
    // Nor do models count that only a failed form has found as they were.
    try await store.import(Employee.self, from: #"{"id": 8, "first_name": "A"}"#)
    let json = #"{"id": 2, "content": {"others": [{"id": 8, "first_name": "A"}]}}"#
    #expect(try await store.import(Post.self, from: json).changes.description == "1 inserted")
  }

  @Test(arguments: StorageKind.allCases)
  func formsInsideForms(kind: StorageKind) throws {
    let context = try kind.context()
    // The first form contains another value with forms, whose second one fits, and then lacks a key.
    let json = #"""
      {"id": 1, "nested": {"inner": {"who": {"id": 7, "first_name": "A", "name": "B"}}}}
      """#
    #expect(try context.import(Post.self, from: json).changes.description == "1 inserted")
    #expect(try context.count(Child.self) == 0 && context.count(Employee.self) == 0)
    let fitting = #"""
      {"id": 2, "nested": {"x": 1, "inner": {"who": {"id": 7, "first_name": "A", "name": "B"}}}}
      """#
    #expect(try context.import(Post.self, from: fitting).changes.description == "2 inserted")
    #expect(try context.count(Child.self) == 1 && context.count(Employee.self) == 0)
  }

  @Test(arguments: StorageKind.allCases)
  func modelsThatAFailedFormHasWrittenTwice(kind: StorageKind) throws {
    let context = try kind.context()
    let json = #"""
      {"id": 1, "content": {"person": {"id": 3, "reports": [
        {"id": 1, "name": "a", "reports": [3]}, {"id": 3, "boss": {"id": 1, "name": "a"}}]}}}
      """#
    #expect(try context.import(Post.self, from: json).changes.description == "1 inserted")
    #expect(try context.count(Person.self) == 0)
  }
}

private enum Content: Sendable {
  case employee(EmployeeForm)
  case child(ChildForm)

  static let forms = ModelRegistry<Content>(.untagged)
    .adding(embed: Content.employee) { if case .employee(let form) = $0 { form } else { nil } }
    .adding(embed: Content.child) { if case .child(let form) = $0 { form } else { nil } }
}

/// Reads all kinds of models, and then lacks a key.
private struct EmployeeForm: Mappable {
  @Mapped var who: Reference<Employee>?
  @Mapped var others: [Reference<Employee>] = []
  @Mapped var parent: Reference<Parent>?
  @Mapped var person: Reference<Person>?
  @Mapped var post: Reference<Post>?
  @Mapped var since: Int
}

private struct ChildForm: Mappable {
  @Mapped var who: Reference<Child>?
}

private enum Nested: Sendable {
  case full(FullForm)
  case empty(EmptyForm)

  static let forms = ModelRegistry<Nested>(.untagged)
    .adding(embed: Nested.full) { if case .full(let form) = $0 { form } else { nil } }
    .adding(embed: Nested.empty) { if case .empty(let form) = $0 { form } else { nil } }
}

private struct FullForm: Mappable {
  @Mapped(transform: Content.forms) var inner: Content
  @Mapped var x: Int
}

private struct EmptyForm: Mappable {}

private struct Post: StoredModel {
  @Mapped var id: Int
  @Mapped var title: String?
  @Mapped var note: String?
  @Mapped(transform: Content.forms) var content: Content?
  @Mapped(transform: Nested.forms) var nested: Nested?
}

private struct Page: Mappable {
  @Mapped var posts: [Reference<Post>]
  @Mapped var employee: Reference<Employee>
}
