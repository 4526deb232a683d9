import MirrorMap
import Testing

@testable import TestSupport

private class Person: Mappable {
  @Mapped var id: Int
  @Mapped var name: String = "?"
  @Mapped var address: Address
  @Mapped var friend: Person?
  @Mapped var pets: [String: Pet] = [:]
  @Mapped var team: [Person] = []
  @Mapped var place: Place?
  required init() {}
}

private final class Employee: Person {
  @Mapped var wage: Int?
}

private final class Address: Mappable {
  @Mapped var street: String
  @Mapped var city: String?
  @Mapped var zone: Zone?
  required init() {}
}

private final class Zone: Mappable {
  @Mapped var code: Int
  @Mapped var name: String = ""
  required init() {}
}

private final class Pet: Mappable {
  @Mapped var kind: String
  @Mapped var age: Int = 0
  required init() {}
}

private struct Place: Mappable {
  @Mapped var name: String
  @Mapped var zone: Zone?
}

private let document = #"""
  {"id": 1, "name": "Ann", "address": {"street": "Elm", "city": "Bonn", "zone": {"code": 5}},
   "friend": {"id": 2, "address": {"street": "Oak"}}, "pets": {"rex": {"kind": "dog", "age": 3}},
   "place": {"name": "P", "zone": {"code": 1, "name": "one"}}}
  """#

struct UpdateClassTests {
  private func person() throws -> Person { try Person.decode(from: document) }

  @Test func objectAndTheObjectsInItKeepTheirIdentity() throws {
    let person = try person()
    let (address, zone, friend) = (person.address, person.address.zone, person.friend)
    let (rex, inner) = (person.pets["rex"], person.place?.zone)
    try person.update(
      from: #"""
        {"address": {"zone": {"name": "five"}}, "friend": {"name": "Bob"},
         "pets": {"rex": {"age": 4}, "tom": {"kind": "cat"}}, "place": {"zone": {"name": "uno"}}}
        """#)
    #expect(person.address === address && person.address.zone === zone)
    #expect(person.friend === friend && person.pets["rex"] === rex && person.place?.zone === inner)
    #expect(zone?.name == "five" && zone?.code == 5 && address.street == "Elm")
    #expect(friend?.name == "Bob" && friend?.id == 2 && rex?.age == 4 && rex?.kind == "dog")
    #expect(person.pets["tom"]?.kind == "cat" && inner?.name == "uno" && inner?.code == 1)
  }

  @Test func arraysOfObjectsAreReplacedByNewOnes() throws {
    let person = try person()
    try person.update(from: #"{"team": [{"id": 3, "address": {"street": "A"}}]}"#)
    let first = person.team[0]
    try person.update(from: #"{"team": [{"id": 4, "address": {"street": "B"}}]}"#)
    #expect(person.team[0] !== first && first.id == 3 && person.team[0].id == 4)
    #expect(
      errorText { try person.update(from: #"{"team": [{"id": 4}]}"#) }
        == "$.team[0].address: required key is missing, expected Address"
        + " (line 1, column 11, Person.address)")
  }

  @Test func objectIsUpdatedAsWhatItIsEvenWhereOnlyASuperclassIsKnown() throws {
    let person: Person = try Employee.decode(
      from: #"{"id": 1, "address": {"street": "S"}, "wage": 5}"#)
    try person.update(from: #"{"wage": 6, "id": 2}"#)
    #expect((person as? Employee)?.wage == 6 && person.id == 2)
    let other = try self.person()
    other.friend = person
    try other.update(from: #"{"friend": {"wage": 7}}"#)
    #expect(other.friend === person && (person as? Employee)?.wage == 7)
  }

  @Test func classIsUpdatedThroughConstantsAndGenericCodeAlike() throws {
    func update<Value: MappableValue>(_ value: Value, _ text: String) throws -> Value {
      var value = value
      try value.update(from: text)
      return value
    }
    let person = try person()
    #expect(try update(person, #"{"id": 9}"#) === person)
    #expect(person.id == 9)
  }

  @Test func errorNamesWhatWasUpdatedBeforeAFailureInsideToo() throws {
    let person = try person()
    let error = mappingError {
      try person.update(
        from:
          #"{"name": "B", "id": 7, "address": {"city": "X", "zone": {"name": "z", "code": ""}}}"#)
    }
    #expect(
      error.map { "\($0)" } == "$.address.zone.code: expected Int, found a string"
        + " (line 1, column 79, Zone.code)")
    #expect(
      error?.updatedProperties == ["id", "name", "address.city", "address.zone.name"])
    #expect(person.name == "B" && person.id == 7 && person.address.city == "X")
    #expect(person.address.zone?.name == "z" && person.address.zone?.code == 5)
  }

  @Test func malformedDocumentChangesNothingWhereverItBreaks() throws {
    for text in [
      #"{"name": "B", "id": 7"#, #"{"name": "B", "id": 7} x"#,
      #"{"name": "B", "id": 7, "u": [1,]}"#,
      #"{"name": "B", "id": 0x7}"#, #"{"name": "B" "id": 7}"#,
    ] {
      let person = try person()
      let error = mappingError { try person.update(from: text) }
      #expect(error != nil && error?.updatedProperties == [], "\(text)")
      #expect(person.name == "Ann" && person.id == 1, "\(text)")
    }
  }

  @Test func rejectedKeyComesAfterWhatWasUpdated() throws {
    let person = try person()
    let twice = mappingError { try person.update(from: #"{"name": "B", "name": "C"}"#) }
    #expect(
      twice.map { "\($0)" } == "$.name: key appears a second time (line 1, column 15, Person)")
    #expect(twice?.updatedProperties == ["name"])
    var mapper = Mapper()
    mapper.unknownKeys = .reject
    let unknown = mappingError {
      try person.update(from: #"{"id": 4, "address": {"city": "C", "u": 1}}"#, using: mapper)
    }
    #expect(
      unknown.map { "\($0)" }
        == "$.address.u: no property has this key (line 1, column 36, Address)")
    #expect(unknown?.updatedProperties == ["id", "address.city"])
  }

  @Test func keptPropertiesAreNotAmongTheUpdated() throws {
    let person = try person()
    var mapper = Mapper()
    mapper.nullsOnUpdate = .keep
    let error = mappingError {
      try person.update(from: #"{"friend": null, "name": null, "id": "x"}"#, using: mapper)
    }
    #expect(
      error.map { "\($0)" }
        == "$.id: expected Int, found a string (line 1, column 38, Person.id)")
    #expect(error?.updatedProperties == [])
    #expect(person.friend != nil && person.name == "Ann")
  }

  @Test func propertyObserversDoNotRunAsInDecoding() throws {
    final class Watched: Mappable {
      @Mapped var value: Int = 0 { didSet { count += 1 } }
      var count = 0
      init() {}
    }
    let watched = Watched()
    watched.value = 1
    try watched.update(from: #"{"value": 2}"#)
    #expect(watched.value == 2 && watched.count == 1)
  }

  @Test func objectsInACircleAreUpdatedAndTheOuterUpdateHasTheLastWord() throws {
    let (ann, bob) = (try person(), try person())
    ann.friend = bob
    bob.friend = ann
    try ann.update(
      from: #"{"name": "1", "friend": {"name": "2", "friend": {"name": "3", "friend": null}}}"#)
    #expect(ann.name == "3" && ann.friend === bob && bob.name == "2" && bob.friend === ann)
    bob.friend = nil
  }

  @Test func objectReleasedByAnUpdateOfItselfWasFreedTooEarly() throws {
    let ann = try person()
    ann.friend = try person()
    ann.friend?.friend = ann
    weak let bob = ann.friend
    try ann.update(
      from: #"{"friend": {"friend": {"friend": null}, "name": "late", "address": {"city": "c"}}}"#)
    #expect(bob?.name == "late" && bob?.address.city == "c" && ann.friend === bob)
    ann.friend = nil
    #expect(bob == nil)
  }

  @Test func subclassMadeInCodeAndUpdatedKnowsWhatWasAssignedAndRead() throws {
    let employee = Employee()
    employee.id = 4
    try employee.update(from: #"{"wage": 3, "address": {"street": "S"}}"#)
    #expect(employee.$id.isChanged && !employee.$wage.isChanged)
    #expect(employee.$wage.presence == .value && employee.address.street == "S")
  }
}
