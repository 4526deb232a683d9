import MirrorMap
import Testing

@testable import TestSupport

private struct Guarded: Mappable {
  @Mapped private(set) var id: Int
  @Mapped("meta.count") fileprivate(set) var count: Int = 0
  @Mapped var implicit: String!
  @Mapped var implicitModel: Inner!
  @Mapped var implicitDefault: Int! = 4
  @Mapped private var hidden: Int?
  var seen: Int? { hidden }
}

private struct Inner: Mappable {
  @Mapped var x: Int
}

private struct DeepOptionals: Mappable {
  @Mapped var four: Int????
  @Mapped var fourModels: Inner????
  @Mapped var maybeElements: [Int??]?
  @Mapped var fourth: Int???? = .some(.some(nil))
}

private struct Words: ValueCoding {
  func decode(from reader: inout JSONReader) throws -> [String] {
    try reader.decode(String.self).split(separator: " ").map(String.init)
  }
  func encode(_ value: [String], to writer: inout JSONWriter) throws {
    try writer.encode(value.joined(separator: " "))
  }
}

private struct CodedWords: Mappable {
  @Mapped("words", transform: Words()) var words: [String]
  @Mapped("lines.*", transform: Words()) var lines: [[String]] = []
  @Mapped(transform: Words()) var maybeWords: [String]?
  @Mapped("byKey", transform: Words()) var byKey: [String: [String]] = [:]
}

struct UnusualPropertyTests {
  @Test func privateSettersAndImplicitlyUnwrappedOptionals() throws {
    let text =
      #"{"id":1,"meta":{"count":2},"implicit":"a","implicitModel":{"x":3},"implicitDefault":5,"hidden":6}"#
    let model = try Guarded.decode(from: text)
    #expect(model.id == 1)
    #expect(model.count == 2)
    #expect(model.implicit == "a")
    #expect(model.implicitModel.x == 3)
    #expect(model.implicitDefault == 5)
    #expect(model.seen == 6)
    #expect(try model.encodeString() == text)
    let empty = try Guarded.decode(from: #"{"id":1}"#)
    #expect(empty.implicit == nil)
    #expect(empty.implicitModel == nil)
    #expect(empty.implicitDefault == 4)
    let null = try Guarded.decode(from: #"{"id":1,"implicit":null,"hidden":null}"#)
    #expect(
      try null.encodeString()
        == #"{"id":1,"meta":{"count":0},"implicit":null,"implicitDefault":4,"hidden":null}"#)
  }

  @Test func optionalsOfOptionalsAreNilOutermost() throws {
    let text = #"{"four":1,"fourModels":{"x":2},"maybeElements":[1,null],"fourth":3}"#
    let deep = try DeepOptionals.decode(from: text)
    #expect(deep.four == .some(.some(.some(.some(1)))))
    #expect(deep.fourModels????.x == 2)
    #expect(deep.maybeElements == [.some(.some(1)), nil])
    #expect(try deep.encodeString() == text)
    let null = try DeepOptionals.decode(
      from: #"{"four":null,"fourModels":null,"maybeElements":null}"#)
    #expect(null.four == .none)
    #expect(null.$four.presence == .null)
    #expect(
      try null.encodeString() == #"{"four":null,"fourModels":null,"maybeElements":null}"#)
    let absent = try DeepOptionals.decode(from: "{}")
    #expect(absent.four == .none)
    #expect(absent.$four.presence == .absent)
    #expect(absent.fourth == .some(.some(.none)))
    #expect(
      errorText { try DeepOptionals.decode(from: #"{"four":"x"}"#) }
        == "$.four: expected Int, found a string (line 1, column 9, DeepOptionals.four)")
    #expect(
      errorText { try DeepOptionals.decode(from: #"{"fourModels":{}}"#) }
        == "$.fourModels.x: required key is missing, expected Int (line 1, column 15, Inner.x)")
  }

  @Test func usersCodingsWithWildcardsAndContainers() throws {
    let coded = try CodedWords.decode(
      from: #"{"words":"a b","lines":["c d","e"],"maybeWords":"f","byKey":{"k":"g h"}}"#)
    #expect(coded.words == ["a", "b"])
    #expect(coded.lines == [["c", "d"], ["e"]])
    #expect(coded.maybeWords == ["f"])
    #expect(coded.byKey == ["k": ["g", "h"]])
    #expect(
      try coded.encodeString() == #"{"words":"a b","maybeWords":"f","byKey":{"k":"g h"}}"#)
    #expect(
      errorText { try CodedWords.decode(from: #"{"words":"a","lines":["b",1]}"#) }
        == "$.lines[1]: expected String, found a number (line 1, column 27, CodedWords.lines)")
  }
}
