import MirrorMap
import Testing

@testable import TestSupport

private struct Part: Mappable {
  @Mapped("x") var x: Int
}

private struct Item: ImmutableMappable {
  let id: Int
  let size: Int
  let note: String?
  let parts: [Part]

  init(from object: inout ObjectReader) throws {
    id = try object.value("id")
    size = try object.value("info.size", "size", default: 1)
    note = try object.value("note")
    parts = try object.value("parts", default: [], onFailure: .lossy)
  }
}

private struct Coerced: ImmutableMappable {
  let plain: Int
  let lossless: Int
  let none: Int
  let inner: Part?

  init(from object: inout ObjectReader) throws {
    plain = try object.value("plain")
    lossless = try object.value("lossless", coercion: .lossless)
    none = try object.value("none", coercion: Coercion.none)
    inner = try object.value("inner", coercion: .lenient)
  }
}

private struct Policies: ImmutableMappable {
  let lossy: [Int]
  let lenient: Int?
  let fallback: Int?
  let strict: Int?
  let following: [Int]?

  init(from object: inout ObjectReader) throws {
    lossy = try object.value("lossy", default: [0], onFailure: .lossy)
    lenient = try object.value("lenient", onFailure: .lenient)
    fallback = try object.value("fallback", default: 5, onFailure: .lenient)
    strict = try object.value("strict", onFailure: .strict)
    following = try object.value("following")
  }
}

struct ObjectReaderPolicyTests {
  @Test func coercionOfAKeyAndOfTheMapper() throws {
    #expect(
      errorText { try Coerced.decode(from: #"{"plain":"1"}"#) }
        == "$.plain: expected Int, found a string (line 1, column 10, Coerced.plain)")
    #expect(
      errorText { try Coerced.decode(from: #"{"plain":1,"lossless":"2","none":"3"}"#) }
        == "$.none: expected Int, found a string (line 1, column 34, Coerced.none)")
    let mapper = Mapper.with { $0.coercion = .lenient }
    let coerced = try Coerced.decode(
      from: #"{"plain":" 1 ","lossless":"2","none":3,"inner":{"x":"4"}}"#, using: mapper)
    #expect(coerced.plain == 1)
    #expect(coerced.lossless == 2)
    #expect(coerced.inner?.x == 4)
    #expect(
      errorText {
        try Coerced.decode(
          from: #"{"plain":"1","lossless":" 2 ","none":3}"#, using: mapper)
      } == "$.lossless: expected Int, found a string (line 1, column 25, Coerced.lossless)")
    // A nested model follows the mapper.
    #expect(
      errorText {
        try Coerced.decode(from: #"{"plain":1,"lossless":2,"none":3,"inner":{"x":"4"}}"#)
      } == "$.inner.x: expected Int, found a string (line 1, column 47, Part.x)")
  }

  @Test func failurePoliciesOfKeys() throws {
    let json = #"{"lossy":[1,"x",2],"lenient":"x","fallback":"x","following":[1]}"#
    let policies = try Policies.decode(from: json)
    #expect(policies.lossy == [1, 2])
    #expect(policies.lenient == nil)
    #expect(policies.fallback == 5)
    #expect(policies.following == [1])
    #expect(try Policies.decode(from: #"{"lossy":7}"#).lossy == [0])
    #expect(try Policies.decode(from: #"{"fallback":null}"#).fallback == nil)
    #expect(try Policies.decode(from: "{}").fallback == 5)
    #expect(
      errorText { try Policies.decode(from: #"{"following":[1,"x"]}"#) }
        == "$.following[1]: expected Int, found a string (line 1, column 17, Policies.following)")
    let lenient = Mapper.with { $0.failurePolicy = .lenient }
    #expect(try Policies.decode(from: #"{"following":[1,"x"]}"#, using: lenient).following == nil)
    #expect(
      errorText { try Policies.decode(from: #"{"strict":"x"}"#, using: lenient) }
        == "$.strict: expected Int, found a string (line 1, column 11, Policies.strict)")
  }

  @Test func reportsNameModelAndKey() {
    let report = [Item].decodeReporting(
      from: """
        [{"id": 1, "note": 2, "info": {"size": null}, "parts": [{"x": 1}, 7, {"y": 1}]},
         {"note": [], "id": true}, {"id": 3, "id": 4}]
        """)
    #expect(report.value == nil)
    #expect(
      report.issues.map(\.description) == [
        "$[0].note: expected String, found a number (line 1, column 20, Item.note)",
        "$[0].info.size: expected Int, found null (line 1, column 40, Item.info.size)",
        "$[0].parts[1]: expected an object for Part, found a number (line 1, column 67, Item.parts)",
        "$[0].parts[2].x: required key is missing, expected Int (line 1, column 70, Part.x)",
        "$[1].id: expected Int, found a boolean (line 2, column 21, Item.id)",
        "$[2].id: key appears a second time (line 2, column 38, Item)",
      ])
    let lossy = [Item].decodeReporting(
      from: #"[{"id":1},{"id":true},{}]"#, using: Mapper.with { $0.failurePolicy = .lossy })
    #expect(lossy.value?.map(\.id) == [1])
    #expect(
      lossy.issues.map(\.description) == [
        "$[1].id: expected Int, found a boolean (line 1, column 17, Item.id)",
        "$[2].id: required key is missing, expected Int (line 1, column 23, Item.id)",
      ])
  }

  private final class Log: @unchecked Sendable {
    var lines: [String] = []
  }

  @Test func loggerReceivesStoppedFailures() throws {
    let log = Log()
    let mapper = Mapper.with { $0.logger = { log.lines.append($0.description) } }
    _ = try Item.decode(from: #"{"id":1,"parts":[0]}"#, using: mapper)
    #expect(
      log.lines == [
        "$.parts[0]: expected an object for Part, found a number (line 1, column 18, Item.parts)"
      ])
  }

  @Test func duplicatesOfRequestedKeys() throws {
    let json = #"{"id":1,"z":0,"z":0,"note":"a","id":2,"info":{"size":3,"size":4,"q":1,"q":2}}"#
    #expect(
      errorText { try Item.decode(from: json) }
        == "$.id: key appears a second time (line 1, column 32, Item)")
    let first = try Item.decode(from: json, using: Mapper.with { $0.duplicateKeys = .first })
    #expect(first.id == 1)
    #expect(first.size == 3)
    let last = try Item.decode(from: json, using: Mapper.with { $0.duplicateKeys = .last })
    #expect(last.id == 2)
    #expect(last.size == 4)
    #expect(
      errorText { try Item.decode(from: #"{"id":1,"size":1,"\u0073ize":2}"#) }
        == "$.size: key appears a second time (line 1, column 18, Item)")
    // An alternative that lost is a key all the same.
    #expect(
      errorText { try Item.decode(from: #"{"id":1,"info":{"size":1},"size":1,"size":2}"#) }
        == "$.size: key appears a second time (line 1, column 36, Item)")
    #expect(try Item.decode(from: #"{"id":1,"z":0,"z":0}"#).id == 1)
  }

  @Test func keysInAnyCase() throws {
    let mapper = Mapper.with { $0.keyStrategy = .caseInsensitive }
    let item = try Item.decode(
      from: #"{"ID":1,"Info":{"SIZE":2},"Note":"n","parts":[{"X":3}]}"#, using: mapper)
    #expect(item.id == 1)
    #expect(item.size == 2)
    #expect(item.note == "n")
    #expect(item.parts.map(\.x) == [3])
    #expect(
      errorText { try Item.decode(from: #"{"ID":1,"id":2}"#, using: mapper) }
        == "$.id: key appears a second time (line 1, column 9, Item)")
    // Other strategies do not change keys that are named.
    let snake = Mapper.with { $0.keyStrategy = .snakeCase }
    #expect(try Item.decode(from: #"{"id":1,"note":"n"}"#, using: snake).note == "n")
  }
}
