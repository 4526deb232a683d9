import MirrorMap
import Testing

@testable import TestSupport

private struct Table: Mappable {
  @Mapped("required") var required: Int
  @Mapped("defaulted") var defaulted: Int = 3
  @Mapped("optional") var optional: Int?
  @Mapped("optional_default") var optionalDefault: Int? = 4
  @Mapped("list") var list: [String] = ["a"]
  @Mapped("list_optional") var listOptional: [String]? = ["b"]
  @Mapped("any") var any: JSONValue = "default"
}

private enum Role: String, MappableValue { case admin, member }

private struct Typed: Mappable {
  @Mapped var role: Role = .member
  @Mapped var child: Leaf = Leaf()
  @Mapped var children: [String: Leaf] = ["x": Leaf()]
}

private struct Leaf: Mappable, Equatable {
  @Mapped var size: Int = 1
}

private struct Assigning: Mappable {
  @Mapped var name: String
  @Mapped var note: String?
  init() {
    name = "from init"
    note = "note from init"
  }
}

struct MappedDefaultTests {
  @Test func absentKeysLeaveDefaults() throws {
    let table = try Table.decode(from: #"{"required":1}"#)
    #expect(table.required == 1)
    #expect(table.defaulted == 3)
    #expect(table.optional == nil)
    #expect(table.optionalDefault == 4)
    #expect(table.list == ["a"])
    #expect(table.listOptional == ["b"])
    #expect(table.any == "default")
  }

  @Test func whatTheInitializerAssignsIsADefault() throws {
    let absent = try Assigning.decode(from: "{}")
    #expect(absent.name == "from init" && absent.note == "note from init")
    #expect(absent.$name.presence == .absent && absent.$note.presence == .absent)
    let null = try Assigning.decode(from: #"{"name":null,"note":null}"#)
    #expect(null.name == "from init" && null.note == nil)
    let present = try Assigning.decode(from: #"{"note":"b","name":"a"}"#)
    #expect(present.name == "a" && present.note == "b")
    #expect(try Assigning().encodeString() == #"{"name":"from init","note":"note from init"}"#)
  }

  @Test func nullLeavesADefaultAndMakesAnOptionalNilWhateverItsDefault() throws {
    let table = try Table.decode(
      from: """
        {"required":1,"defaulted":null,"optional":null,"optional_default":null,"list":null,
         "list_optional":null,"any":null}
        """)
    #expect(table.defaulted == 3)
    #expect(table.optional == nil)
    #expect(table.optionalDefault == nil)
    #expect(table.list == ["a"])
    #expect(table.listOptional == nil)
    #expect(table.any == .null)
    #expect(table.$defaulted.presence == .null)
    #expect(table.$optional.presence == .null)
    #expect(table.$optionalDefault.presence == .null)
  }

  @Test(arguments: [
    ("required", "[1]", "Int", "an array", "required"),
    ("defaulted", #""3""#, "Int", "a string", "defaulted"),
    ("optional", "{}", "Int", "an object", "optional"),
    ("optional_default", "false", "Int", "a boolean", "optionalDefault"),
    ("list", "7", "an array", "a number", "list"),
    ("list_optional", #""b""#, "an array", "a string", "listOptional"),
  ])
  func wrongTypeIsAnErrorForAllDeclarations(
    _ key: String, _ value: String, _ expected: String, _ found: String, _ property: String
  ) {
    let column = key.utf8.count + 5
    #expect(
      errorText { try Table.decode(from: #"{"\#(key)":\#(value)}"#) }
        == """
        $.\(key): expected \(expected), found \(found) (line 1, column \(column), Table.\(property))
        """)
  }

  @Test func requiredPropertyMayBeNeitherAbsentNorNull() {
    #expect(
      errorText { try Table.decode(from: "{}") }
        == "$.required: required key is missing, expected Int (line 1, column 1, Table.required)")
    #expect(
      errorText { try Table.decode(from: #"{"required":null}"#) }
        == "$.required: expected Int, found null (line 1, column 13, Table.required)")
  }

  @Test func defaultsOfEnumsModelsAndDictionaries() throws {
    let model = try Typed.decode(from: #"{"role":null,"child":null}"#)
    #expect(model.role == .member)
    #expect(model.child == Leaf())
    #expect(model.children == ["x": Leaf()])
    let other = try Typed.decode(from: #"{"role":"admin","child":{},"children":{}}"#)
    #expect(other.role == .admin)
    #expect(other.child.size == 1)
    #expect(other.children.isEmpty)
    #expect(
      errorText { try Typed.decode(from: #"{"role":"root"}"#) }
        == """
        $.role: expected a raw value of Role, found one that it does not have \
        (line 1, column 9, Typed.role)
        """)
  }
}
