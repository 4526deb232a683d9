import Foundation
import Testing

@testable import MirrorMapStore
@testable import TestSupport

@Suite(.temporaryFolder) struct ChangeRecorderTests {
  @Test(arguments: StorageKind.allCases)
  func valuesOfAnObjectAreKeptOnce(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Person.self, from: #"{"id": 1, "name": "a"}"#)
    let one = try #require(try context.fetch(Person.self, id: 1))
    one.name = "assigned"
    let people = (10..<60).map { #"{"id": \#($0), "boss": {"id": 1, "name": "x\#($0)"}}"# }
    let error = errorText {
      try context.transaction {
        try context.import(Person.self, from: "[\(people.joined(separator: ","))]")
        let count = try #require(context.recorder?.restorations.count)
        #expect(count <= people.count)
        for number in 0..<50 {
          one.name = "\(number)"
          try context.save(one)
        }
        #expect(context.recorder?.restorations.count == count)
        throw StoreError(.failed, "on purpose")
      }
    }
    #expect(error == "on purpose")
    #expect(one.name == "assigned" && one.$name.isChanged)
    #expect(try context.fetch(Person.self, id: 1) === one)
    #expect(try context.save(one).updated(Person.self) == [1: ["name"]])
  }

  @Test(arguments: StorageKind.allCases)
  func anObjectThatIsDeletedAndSavedAgain(kind: StorageKind) throws {
    let context = try kind.context()
    try context.import(Person.self, from: #"{"id": 1, "name": "a"}"#)
    let one = try #require(try context.fetch(Person.self, id: 1))
    let other = Person()
    (other.id, other.name) = (1, "other")
    let error = errorText {
      try context.transaction {
        one.name = "b"
        try context.save(one)
        try context.delete(Person.self, ids: [1])
        try context.save(other)
        try context.delete(Person.self, ids: [1])
        try context.save(one)
        try context.delete(Person.self, ids: [1])
        try context.save(other)
        throw StoreError(.failed, "on purpose")
      }
    }
    #expect(error == "on purpose")
    #expect(try context.fetch(Person.self, id: 1) === one)
    #expect(one.name == "b" && one.$name.isChanged && other.name == "other")
  }
}
