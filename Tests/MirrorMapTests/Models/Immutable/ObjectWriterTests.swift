import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Writes what a closure says.
private struct Written: ImmutableMappable {
  let body: (inout ObjectWriter) throws -> Void

  init(_ body: @escaping (inout ObjectWriter) throws -> Void) { self.body = body }

  init(from object: inout ObjectReader) throws { body = { _ in } }

  func encode(to object: inout ObjectWriter) throws { try body(&object) }
}

private struct Pair: Mappable {
  @Mapped("a") var a: Int
  @Mapped("b") var b: Int?

  init() {}
  init(_ a: Int) { self.a = a }
}

private struct Owner: Mappable {
  @Mapped("pair") var written: Written?
  @Mapped("other") var other: Int = 1
}

private func text(
  _ options: EncodingOptions = [], _ body: @escaping (inout ObjectWriter) throws -> Void
) throws -> String {
  try Written(body).encodeString(options: options)
}

private func failure(_ body: @escaping (inout ObjectWriter) throws -> Void) -> String {
  errorText { try Written(body).encode() }
}

struct ObjectWriterTests {
  @Test func membersAreInOrderAndEscaped() throws {
    #expect(try text { _ in } == "{}")
    #expect(
      try text {
        try $0.set(1, "a")
        try $0.set("é\"\n", "quo\"te")
        try $0.set([true], "")
        try $0.set(["k": [1.5]], "c.d", nested: false)
        try $0.set(JSONValue.null, "null")
      } == #"{"a":1,"quo\"te":"é\"\n","":[true],"c.d":{"k":[1.5]},"null":null}"#)
  }

  @Test func nilIsOmittedOrWrittenByOption() throws {
    let body: (inout ObjectWriter) throws -> Void = { object in
      try object.set(Int?.none, "a")
      try object.set([Int]?.none, "b.c", transform: Ignored())
      try object.set(Int?.some(1), "d")
      try object.set(Int??.some(nil), "e")
    }
    #expect(try text([], body) == #"{"d":1}"#)
    #expect(try text(.nullsIncluded, body) == #"{"a":null,"b":{"c":null},"d":1,"e":null}"#)
    #expect(try text([.nullsIncluded, .nullsOmitted], body) == #"{"d":1}"#)
  }

  private struct Ignored: Transform {
    func decode(_ json: Int) -> Int { json }
    func encode(_ object: Int) -> Int { object }
  }

  @Test func groupsAreWhereTheirFirstMemberWasSet() throws {
    #expect(
      try text {
        try $0.set(1, "a")
        try $0.set(2, "u.x")
        try $0.set(3, "u.y.z")
        try $0.set(4, "u.y.w")
        try $0.set(5, "v")
      } == #"{"a":1,"u":{"x":2,"y":{"z":3,"w":4}},"v":5}"#)
    #expect(
      try text {
        try $0.set(2, "u.y.z")
        try $0.set(1, "a")
        try $0.set(3, "u.x")
        try $0.set(5, "v/w", delimiter: "/")
        try $0.set(4, "u.y.w")
        try $0.set(6, "v.k")
      } == #"{"u":{"y":{"z":2,"w":4},"x":3},"a":1,"v":{"w":5,"k":6}}"#)
    #expect(
      try text {
        try $0.set(1, "a.b.c.d")
        try $0.set(2, "a.e")
        try $0.set(3, "a.b.f")
      } == #"{"a":{"b":{"c":{"d":1},"f":3},"e":2}}"#)
  }

  @Test func indexesMakeArrays() throws {
    #expect(
      try text {
        try $0.set(1, "t.0")
        try $0.set(2, "t.2")
        try $0.set(3, "t.3.0.x")
        try $0.set(4, "t.3.0.y")
      } == #"{"t":[1,null,2,[{"x":3,"y":4}]]}"#)
    #expect(
      try text {
        try $0.set(1, "t.2")
        try $0.set(2, "t.0")
        try $0.set(3, "0")
      } == #"{"t":[2,null,1],"0":3}"#)
    #expect(
      try text {
        try $0.set(1, "t.0")
        try $0.set(2, "t.k")
        try $0.set(3, "t.1")
      } == #"{"t":{"0":1,"k":2,"1":3}}"#)
    #expect(
      try text {
        try $0.set(1, "t.k")
        try $0.set(3, "t.1")
        try $0.set(4, "u.5000")
      } == #"{"t":{"k":1,"1":3},"u":{"5000":4}}"#)
    #expect(try text { try $0.set(1, "t.3.2") } == #"{"t":[null,null,null,[null,null,1]]}"#)
  }

  @Test func objectAndMembersInsideItAreMergedObjectFirst() throws {
    #expect(
      try text {
        try $0.set(9, "user.zip")
        try $0.set(["name": 1], "user")
        try $0.set(2, "x")
      } == #"{"user":{"name":1,"zip":9},"x":2}"#)
    #expect(
      try text {
        try $0.set(Pair(1), "user")
        try $0.set(2, "user.c")
        try $0.set([1, 2], "list")
        try $0.set(3, "list.1")
      } == #"{"user":{"a":1,"c":2},"list":[1,3]}"#)
    #expect(
      failure {
        try $0.set(1, "user")
        try $0.set(2, "user.c")
      }
        == "$.user: a key path leads into this value, so it has to be written as an object "
        + "(Written.user)")
    #expect(
      failure {
        try $0.set(1, "p.list.0")
        try $0.set(2, "list")
        try $0.set(3, "p.list.0.x")
      }
        == "$.p.list[0]: a key path leads into this value, so it has to be written as an object "
        + "(Written.p.list.0)")
  }

  @Test(arguments: 0..<50)
  func sameMembersAsAnAnnotatedModelInAnyOrder(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let keys = [
      "a", "u.x", "u.y.0", "u.y.1", "u.y.3.k", "v.0", "v.1.a.b", "v.1.a.c", "w", "u.z", "7", "a b",
      "u.n.m",
    ]
    let order = keys.shuffled(using: &generator)
    let written = try Written { object in
      for (index, key) in order.enumerated() { try object.set(index, key) }
    }.encode()
    var expected: JSONValue = [
      "a": 0, "u": ["x": 1, "y": [2, 3, .null, ["k": 4]], "z": 9, "n": ["m": 12]],
      "v": [5, ["a": ["b": 6, "c": 7]]], "w": 8, "7": 10, "a b": 11,
    ]
    expected = expected.renumbered { order.firstIndex(of: keys[$0]) ?? -1 }
    #expect(try JSONValue.decode(from: written) == expected)
    let firsts = order.map { $0.split(separator: ".")[0] }
    let top = try JSONObject.decode(from: written).map(\.key)
    #expect(
      top == firsts.enumerated().filter { firsts.firstIndex(of: $1) == $0 }.map { String($1) })
  }

  @Test func keyThatIsSetTwice() {
    #expect(
      failure {
        try $0.set(1, "a")
        try $0.set(2, "a")
      } == "$.a: this key is set a second time (Written.a)")
    #expect(
      failure {
        try $0.set(1, "a.b")
        try $0.set(1, "c")
        try $0.set(2, "a/b", delimiter: "/")
      } == "$.a.b: this key is set a second time (Written.a/b)")
    #expect(
      failure { try $0.set(2, "a..b") }
        == "Written.a..b cannot be mapped: its key path has an empty step; use nested: false for a "
        + "key with delimiters in it")
  }

  @Test func valuesThatCannotBeWritten() {
    #expect(
      failure {
        try $0.set(1, "a")
        try $0.set(Double.nan, "b")
      } == "$.b: JSON has no NaN (Written.b)")
    #expect(
      failure {
        try $0.set(1, "a.b")
        try $0.set(2, "c")
        try $0.set([1, -Double.infinity], "a.d")
      } == "$.a.d[1]: JSON has no infinite numbers (Written.a.d)")
    #expect(
      failure { try $0.set([Pair(1), Pair()], "p.1") }
        == "$.p[1][1].a: a required property was neither decoded nor assigned (Pair.a)")
    #expect(failure { _ in throw Broken() } == "$: broken (Written)")
    #expect(
      failure { object in
        try? object.set(Double.nan, "b")
        try object.set(1, "c")
      } == "$: the code for a value went on after an error or wrote null twice")
  }

  private struct Broken: Error, CustomStringConvertible {
    let description = "broken"
  }

  @Test func membersThatAreMerged() throws {
    #expect(
      try text {
        try $0.merge(["z": 1, "u": ["k": 2]] as JSONObject)
        try $0.set(1, "a")
        try $0.set(3, "u.x")
        try $0.merge(Pair(4).renamed)
      } == #"{"a":1,"u":{"x":3,"k":2},"z":1,"b":4}"#)
    #expect(try text { try $0.merge([:] as JSONObject) } == "{}")
    #expect(
      failure {
        try $0.merge(["a": 1] as JSONObject)
        try $0.set(1, "a")
      } == "$.a: the members to be merged hold a key that is set already (Written.a)")
    #expect(
      failure {
        try $0.set(1, "u.k")
        try $0.merge(["u": ["k": 1]] as JSONObject)
      } == "$.u: the members to be merged hold a key that is set already (Written)")
    #expect(
      failure { try $0.merge(Pair()) }
        == "$.a: a required property was neither decoded nor assigned (Pair.a)")
  }

  @Test func insideAnnotatedModelsWithOptions() throws {
    var owner = try Owner.decode(from: #"{"pair":{}}"#)
    #expect(try owner.encodeString(options: .changesOnly) == "{}")
    owner.written = Written {
      try $0.set(Pair(1), "p.q")
      try $0.set(Int?.none, "n")
    }
    #expect(
      try owner.encodeString(options: .changesOnly)
        == #"{"pair":{"p":{"q":{"a":1,"b":null}},"n":null}}"#)
    #expect(try owner.encodeString() == #"{"pair":{"p":{"q":{"a":1}}},"other":1}"#)
    #expect(
      try owner.encodeString(options: [.sortedKeys, .prettyPrinted])
        == """
        {
          "other": 1,
          "pair": {
            "p": {
              "q": {
                "a": 1
              }
            }
          }
        }
        """)
  }

  private struct Numbers: Mappable {
    func encode(to writer: inout JSONWriter) throws { try writer.encode([1]) }
  }

  @Test func modelsToMergeThatAreNotObjects() {
    #expect(
      errorText {
        try text {
          try $0.set(1, "id")
          try $0.merge(Numbers())
        }
      }.contains("a flattened model has to be written as an object"))
  }

  @Test func wildcardsAreOnlyRead() throws {
    #expect(
      errorText { try text { try $0.set([1], "items.*.id") } }.contains(
        "a key path with a wildcard is only read"))
    #expect(try text { try $0.set(1, "*", nested: false) } == #"{"*":1}"#)
  }

  /// And not that of the member that was written last.
  @Test func errorsOfTheModelItselfHaveItsPath() {
    struct Failure: Error {}
    let failing = Written {
      try $0.set(1, "a.b")
      throw Failure()
    }
    #expect(errorText { try [failing].encodeString() } == "$[0]: Failure() (Written)")
  }
}

extension Pair {
  /// The same under another key.
  fileprivate var renamed: JSONObject { ["b": .number(JSONNumber(a))] }
}

extension JSONValue {
  /// Each number replaced by what a closure makes of it.
  fileprivate func renumbered(_ body: (Int) -> Int) -> JSONValue {
    switch self {
    case .number(let number): .number(JSONNumber(body(number.int ?? -1)))
    case .array(let elements): .array(elements.map { $0.renumbered(body) })
    case .object(let object):
      .object(JSONObject(object.map { ($0.key, $0.value.renumbered(body)) }))
    default: self
    }
  }
}
