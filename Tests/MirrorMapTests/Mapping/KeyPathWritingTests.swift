import MirrorMap
import Testing

private struct Grouped: Mappable {
  @Mapped("id") var id: Int = 1
  @Mapped("user.name") var name: String = "n"
  @Mapped("tags.1") var second: String = "b"
  @Mapped("user.address.zip") var zip: String = "z"
  @Mapped("tags.0") var first: String = "a"
  @Mapped("user.age") var age: Int = 9
}

private struct Optionals: Mappable {
  @Mapped("a.b.c") var c: Int?
  @Mapped("a.b.d") var d: Int?
  @Mapped("a.e") var e: Int?
  @Mapped("list.0.x") var x: Int?
  @Mapped("list.1") var y: Int?
}

private struct Gaps: Mappable {
  @Mapped("v.1") var one: Int?
  @Mapped("v.4") var four: Int?
  @Mapped("v.2.k") var two: Int?
}

private struct Numbers: Mappable {
  @Mapped("0") var top: Int = 1
  @Mapped("mixed.0") var zero: Int = 2
  @Mapped("mixed.name") var name: Int = 3
  @Mapped("far.1024") var far: Int = 4
  @Mapped("padded.01") var padded: Int = 5
}

private struct DeepPaths: Mappable {
  @Mapped("a.0.b.1.c.0.d") var value: Int = 7
}

struct KeyPathWritingTests {
  @Test func pathsRegroupIntoOneTreeAtTheFirstPropertyOfAGroup() throws {
    #expect(
      try Grouped().encodeString()
        == #"{"id":1,"user":{"name":"n","address":{"zip":"z"},"age":9},"tags":["a","b"]}"#)
  }

  @Test func groupsInWhichNothingIsWrittenAreOmitted() throws {
    var model = Optionals()
    #expect(try model.encodeString() == "{}")
    model.d = 1
    #expect(try model.encodeString() == #"{"a":{"b":{"d":1}}}"#)
    model.x = 2
    #expect(try model.encodeString() == #"{"a":{"b":{"d":1}},"list":[{"x":2}]}"#)
    model.e = 3
    model.y = 4
    #expect(try model.encodeString() == #"{"a":{"b":{"d":1},"e":3},"list":[{"x":2},4]}"#)
    model.x = nil
    #expect(try model.encodeString() == #"{"a":{"b":{"d":1},"e":3},"list":[{"x":null},4]}"#)
    #expect(
      try model.encodeString(options: .nullsOmitted)
        == #"{"a":{"b":{"d":1},"e":3},"list":[null,4]}"#)
  }

  @Test func nullFillsThePositionsOfMissingElements() throws {
    var model = Gaps()
    #expect(try model.encodeString() == "{}")
    model.four = 4
    #expect(try model.encodeString() == #"{"v":[null,null,null,null,4]}"#)
    model.two = 2
    #expect(try model.encodeString() == #"{"v":[null,null,{"k":2},null,4]}"#)
    model.four = nil
    #expect(try model.encodeString() == #"{"v":[null,null,{"k":2},null,null]}"#)
    #expect(try model.encodeString(options: .nullsOmitted) == #"{"v":[null,null,{"k":2}]}"#)
    model.one = 1
    #expect(try model.encodeString(options: .nullsOmitted) == #"{"v":[null,1,{"k":2}]}"#)
    #expect(
      try Gaps().encodeString(options: .nullsIncluded)
        == #"{"v":[null,null,{"k":null},null,null]}"#)
  }

  @Test func valuesReadFromIndexesAreWrittenAsAnArrayAgain() throws {
    let json = #"{"v":[null,1,{"k":2},null,4]}"#
    #expect(try Gaps.decode(from: json).encodeString() == json)
  }

  @Test func objectIsWrittenAtTheRootBesideNamedKeysAndFromIndex1024() throws {
    #expect(
      try Numbers().encodeString()
        == #"{"0":1,"mixed":{"0":2,"name":3},"far":{"1024":4},"padded":{"01":5}}"#)
  }

  @Test func arraysAndObjectsAlternateDownAPath() throws {
    let json = #"{"a":[{"b":[null,{"c":[{"d":7}]}]}]}"#
    #expect(try DeepPaths().encodeString() == json)
    #expect(try DeepPaths.decode(from: json).value == 7)
  }

  @Test func prettyAndSortedOutputRegroupsToo() throws {
    #expect(
      try Grouped().encodeString(options: [.prettyPrinted, .sortedKeys])
        == """
        {
          "id": 1,
          "tags": [
            "a",
            "b"
          ],
          "user": {
            "address": {
              "zip": "z"
            },
            "age": 9,
            "name": "n"
          }
        }
        """)
  }
}
