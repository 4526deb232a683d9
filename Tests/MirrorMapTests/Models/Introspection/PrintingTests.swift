import Foundation
import Testing

@testable import MirrorMap

private struct User: Mappable {
  @Mapped var id: Int
  @Mapped var name: String
  @Mapped("mail") var email: String?
  @Mapped var tags: [String] = []
  @Mapped var scores: [String: Int] = [:]
  var note = "local"
}

private class Person: Mappable {
  @Mapped var id: Int
  @Mapped var next: Person?
  lazy var shout = "\(id)!"
  required init() {}
}

private final class Employee: Person {
  @Mapped var salary: Decimal = 1.5
  @Mapped var role: Role = .admin
}

private enum Role: String, MappableValue { case admin }

private struct Described: Mappable, CustomStringConvertible {
  @Mapped var id: Int = 1
  var description: String { "own \(id)" }
}

/// Its JSON has keys that look like descriptions.
private struct Repository: Mappable {
  @Mapped var description: String?
  @Mapped var name: String
}

private struct SelfQuoting: Mappable, CustomStringConvertible {
  @Mapped var id: Int = 1
  var description: String { "<\(debugDescription)>" }
}

private struct Debugged: Mappable, CustomDebugStringConvertible {
  @Mapped var id: Int = 1
  var debugDescription: String { "debug \(id)" }
}

private final class Bridged: NSObject, Mappable {
  @Mapped var id: Int = 1
  override var description: String { "bridged" }
  override init() {}
}

private struct Shelf: Mappable {
  @Flattened var user: User
  @Extras var others: [String: JSONValue]
  @Mapped var described: Described? = Described()
  @Mapped var debugged: [Debugged] = [Debugged()]
  @Mapped var json: JSONValue = ["a": [1, nil]]
}

private struct Nested<Item: MappableValue>: Mappable {
  @Mapped var item: Item
}

private enum Impossible: Mappable {
  case only
  init() { self = .only }
}

private struct Unplannable: Mappable {
  @Mapped("k") var first: Int = 1
  @Mapped("k") var second: Int = 2
}

private struct PrintsItself: Mappable {
  @Mapped var id: Int
  var text = ""
  init() { text = "\(self)" }
}

/// A class without `Mappable` whose description leads back to a model.
private final class Owner: CustomStringConvertible {
  var model: Owned?
  var description: String { "Owner of \(model.map { "\($0)" } ?? "nothing")" }
}
private final class Owned: Mappable {
  @Mapped var id: Int = 1
  var owner: Owner?
}

struct PrintingTests {
  @Test func propertiesArePrintedByName() throws {
    var user = User()
    #expect(
      "\(user)"
        == #"User(id: unset, name: unset, email: nil, tags: [], scores: [:], note: "local")"#)
    user.id = 7
    user.name = "A\"d\na"
    user.email = "a@b.c"
    user.tags = ["x", "y"]
    user.scores = ["z": 1]
    let text =
      #"User(id: 7, name: "A\"d\na", email: "a@b.c", tags: ["x", "y"], scores: ["z": 1], "#
      + #"note: "local")"#
    #expect("\(user)" == text)
    #expect(String(describing: user) == text)
    #expect(String(reflecting: user) == text)
    #expect("\([user])" == "[\(text)]")
    #expect("\(Optional(user) as Any)" == "Optional(\(text))")
    var printed = ""
    print(user, to: &printed)
    #expect(printed == text + "\n")
  }

  @Test func propertiesOfSuperclassesComeFirst() throws {
    let employee = Employee()
    employee.id = 2
    let text = "Employee(id: 2, next: nil, salary: 1.5, role: admin)"
    #expect("\(employee)" == text)
    #expect("\(employee as Person)" == text)
    _ = employee.shout
    #expect("\(employee)" == #"Employee(id: 2, next: nil, shout: "2!", salary: 1.5, role: admin)"#)
  }

  @Test func ownDescriptionsComeFirst() {
    #expect("\(Described())" == "own 1")
    #expect("\([Described()])" == "[own 1]")
    #expect("\(Debugged())" == "debug 1")
    #expect("\(Bridged())" == "bridged")
    #expect("\(Role.admin)" == "admin")
  }

  /// The debugging text of such a type is its description, which quotes that text; this must end.
  @Test func descriptionMadeOfTheDebuggingTextEnds() {
    #expect(SelfQuoting().debugDescription == "<SelfQuoting(id: 1)>")
    #expect("\([SelfQuoting()])" == "[<<SelfQuoting(id: 1)>>]")
    #expect("\(SelfQuoting())" == "<SelfQuoting(id: 1)>")
  }

  @Test func propertyNamedDescriptionIsAPropertyLikeAnyOther() {
    var repository = Repository()
    #expect("\(repository)" == "Repository(description: nil, name: unset)")
    repository.description = "own"
    #expect(repository.description == "own")
    #expect("\(repository)" == #"Repository(description: "own", name: unset)"#)
    #expect(!(repository is any CustomStringConvertible))
  }

  @Test func propertyNamedDebugDescriptionUsedToTrapWhenPrintedUnset() {
    struct Report: Mappable {
      @Mapped var debugDescription: String
      @Mapped("d") var description: String?
    }
    var report = Report()
    let texts = { (report: Report) in
      ["\(report)", String(describing: report), String(reflecting: report), "\([report])"]
    }
    let unset = "Report(debugDescription: unset, description: nil)"
    #expect(texts(report) == [unset, unset, unset, "[\(unset)]"])
    report.debugDescription = "x"
    let set = #"Report(debugDescription: "x", description: nil)"#
    #expect(texts(report) == [set, set, set, "[\(set)]"])
  }

  @Test func modelsInsideModelsArePrinted() {
    var shelf = Shelf()
    shelf.user = User()
    shelf.others = ["x": [true]]
    #expect(
      "\(shelf)"
        == #"Shelf(user: User(id: unset, name: unset, email: nil, tags: [], scores: [:], "#
        + #"note: "local"), others: ["x": [true]], described: own 1, debugged: [debug 1], "#
        + #"json: {"a":[1,null]})"#)
    #expect("\(Shelf())".hasPrefix("Shelf(user: unset, others: [:], "))
    #expect("\(Nested<Int>())" == "Nested<Int>(item: unset)")
  }

  @Test func depthEndsWithAnEllipsis() throws {
    typealias Deep = Nested<Nested<Nested<Nested<Nested<Int>>>>>
    let deep = try Deep.decode(from: #"{"item":{"item":{"item":{"item":{"item":1}}}}}"#)
    let text = "\(deep)"
    #expect(text.hasSuffix("(item: Nested<Int>(…)))))"))
    #expect(text.components(separatedBy: "(item: ").count == 5)
  }

  @Test func cyclesEndWithAnEllipsis() {
    let first = Person()
    first.id = 1
    first.next = first
    #expect("\(first)" == "Person(id: 1, next: Person(…))")
    let second = Person()
    second.id = 2
    second.next = first
    first.next = second
    #expect("\(first)" == "Person(id: 1, next: Person(id: 2, next: Person(…)))")
    first.next = nil
    #expect("\([first, first])" == "[Person(id: 1, next: nil), Person(id: 1, next: nil)]")
  }

  @Test func cycleThroughAForeignDescriptionEnds() {
    let owned = Owned()
    owned.owner = Owner()
    owned.owner?.model = owned
    #expect("\(owned)" == "Owned(id: 1, owner: Owner of Owned(…))")
    owned.owner?.model = nil
  }

  @Test func longValuesAreAbridged() {
    var user = User()
    user.id = 1
    user.name = String(repeating: "n", count: 101)
    user.email = String(repeating: "e", count: 100)
    user.tags = (0..<1_000_000).map { "\($0)" }
    #expect(
      "\(user)"
        == "User(id: 1, name: \"" + String(repeating: "n", count: 100) + "…\", email: \""
        + String(repeating: "e", count: 100)
        + #"", tags: ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", … 999990 more], "#
        + #"scores: [:], note: "local")"#)
    var wide = Nested<[[[[String]]]]>()
    let text = String(repeating: "x", count: 90)
    wide.item = Array(
      repeating: Array(
        repeating: Array(repeating: Array(repeating: text, count: 10), count: 10), count: 10),
      count: 10)
    #expect(wide.debugDescription.utf8.count < 9_000)
    #expect(wide.debugDescription.hasSuffix("]]]])") || wide.debugDescription.hasSuffix("more])"))
  }

  @Test func dumpShowsValuesAndNotTheirStorage() {
    var nested = Nested<User>()
    nested.item = User()
    nested.item.id = 7
    nested.item.tags = ["a"]
    var text = ""
    dump(nested, to: &text)
    #expect(
      text == """
        ▿ \(nested)
          ▿ _item: \(nested.item)
            - _id: 7
            - _name: unset
            - _email: nil
            ▿ _tags: 1 element
              - "a"
            - _scores: 0 key/value pairs
            - note: "local"

        """)
  }

  @Test func unmappableModelsCanBePrinted() {
    #expect("\(Impossible.only)" == "Impossible")
    #expect("\(Unplannable())" == "Unplannable(first: 1, second: 2)")
  }

  @Test func printingRunsNoInitAndPlansNothing() throws {
    let model = try PrintsItself.decode(from: #"{"id":3}"#)
    #expect(model.text == #"PrintsItself(id: unset, text: "")"#)
    #expect("\(model)" == #"PrintsItself(id: 3, text: "PrintsItself(id: unset, text: \"\")")"#)
  }

  @Test func threadsDoNotMixTheirTexts() async {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<8 {
        group.addTask {
          let person = Person()
          person.id = number
          person.next = person
          defer { person.next = nil }
          return (0..<200).allSatisfy { _ in
            "\(person)" == "Person(id: \(number), next: Person(…))"
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
