import Testing

@testable import MirrorMap
@testable import TestSupport

struct CopyOnWriteTests {
  @Test func changeOfACopyLeavesTheOthers() {
    let first = CopyOnWrite(["a"])
    var second = first
    var third = second
    second.value.append("b")
    third.value[0] += "c"
    third.value.append("d")
    #expect(first.value == ["a"])
    #expect(second.value == ["a", "b"])
    #expect(third.value == ["ac", "d"])
  }

  @Test func changesOfTheOnlyOneStay() {
    var only = CopyOnWrite(0)
    for number in 1...3 { only.value += number }
    #expect(only.value == 6)
    let copy = only
    only.value = 7
    #expect(copy.value == 6)
    #expect(only.value == 7)
  }

  @Test func namingAnErrorLeavesTheOneThatWasKept() {
    let error = MappingError(.invalidValue, expected: "a name")
    let named = error.named("User", "name")
    let read = named.readToEnd(3..<5)
    let located = [UInt8](#"{"a": 1}"#.utf8).withBytes {
      read.with { $0.byteOffset = 6 }.located(in: $0)
    }
    #expect(error.model == nil && error.details.readRange == nil)
    #expect(named.model == "User" && named.property == "name" && named.details.readRange == nil)
    #expect(read.details.readRange == 3..<5 && read.line == nil)
    #expect(located.line == 1 && located.column == 7 && "\(located.path)" == "$.a")
    #expect(located.model == "User" && read.byteOffset == nil)
  }
}
