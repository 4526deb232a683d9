import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// A list whose key paths and values overlap in all ways.
private struct Greedy: ImmutableMappable {
  let count: Int

  init(from object: inout ObjectReader) throws {
    let first: Greedy? = try object.value("c")
    let second: Greedy? = try object.value("c")
    let third: Greedy? = try object.value("c.c")
    count = 1 + (first?.count ?? 0) + (second?.count ?? 0) + (third?.count ?? 0)
  }
}

private struct Trying: ImmutableMappable {
  init(from object: inout ObjectReader) throws {
    if let _: Trying = try? object.value("c") { return }
    if let _: Trying = try? object.value("c") { return }
    if try !object.contains("end") { throw MappingError(expected: "an end") }
    throw MappingError(expected: "something else")
  }
}

private struct Endless: ImmutableMappable {
  init(from object: inout ObjectReader) throws {
    let _: Endless = try object.flattened()
  }
}

private struct Twofold: ImmutableMappable {
  struct Inner: ImmutableMappable {
    init(from object: inout ObjectReader) throws {
      let _: Twofold? = try object.value("c")
    }
  }

  init(from object: inout ObjectReader) throws {
    let _: Twofold? = try object.value("c")
    let _: Inner = try object.flattened()
  }
}

private struct List: ImmutableMappable {
  let length: Int

  init(from object: inout ObjectReader) throws {
    // Not there, so that the object is passed to its end first.
    let extra: Int? = try object.value("extra")
    let next: List? = try object.value("next")
    length = 1 + (next?.length ?? 0) + (extra ?? 0)
  }

  func encode(to object: inout ObjectWriter) throws {
    try object.set(length == 1 ? nil : self, "next")
  }
}

private struct Chain: ImmutableMappable {
  let length: Int

  init(from object: inout ObjectReader) throws {
    let next: Chain? = try object.value("next")
    length = 1 + (next?.length ?? 0)
  }
}

private struct Many: ImmutableMappable {
  let sum: Int

  init(from object: inout ObjectReader) throws {
    let count = object.context[Int.self] ?? 0
    var sum = 0
    for index in 0..<count { sum += try object.value("k\(count - 1 - index)") }
    for index in 0..<count { sum += try object.value("p.k\(index)") }
    for index in 0..<count { sum += try object.value("l.\(count - 1 - index)") }
    self.sum = sum
  }

  func encode(to object: inout ObjectWriter) throws {
    for index in 0..<sum { try object.set(index, "k\(index)") }
    for index in 0..<sum { try object.set(index, "p.k\(index)") }
    for index in 0..<sum { try object.set(index, "q\(index).k") }
    for index in 0..<sum { try object.set(index, "p.l\(index)") }
    try object.merge(["p": ["z": 1]] as JSONObject)
  }
}

private struct First: ImmutableMappable {
  let value: Int

  init(from object: inout ObjectReader) throws {
    value = try object.value("list.0")
  }
}

private func nested(_ depth: Int, _ end: String = "{}") -> String {
  String(repeating: #"{"c":"#, count: depth) + end + String(repeating: "}", count: depth)
}

private struct Merging: ImmutableMappable {
  let member: Int?
  let others: JSONObject

  init(from object: inout ObjectReader) throws {
    member = try object.value("p.q")
    others = try object.unmapped(as: JSONObject.self)
  }

  func encode(to object: inout ObjectWriter) throws {
    try object.set(member, "p.q")
    try object.merge(others)
  }
}

struct ImmutableLimitTests {
  @Test func valuesReadSeveralTimesDoNotTakeExponentialTime() throws {
    #expect(try Greedy.decode(from: nested(5)).count == 119)
    #expect(mappingError { try Greedy.decode(from: nested(200)) }?.code == .depthLimit)
    #expect(mappingError { try Trying.decode(from: nested(200)) }?.code != nil)
    #expect(mappingError { try Twofold.decode(from: nested(200)) }?.code == .depthLimit)
  }

  @Test func modelFlattenedIntoItselfEnds() {
    #expect(mappingError { try Endless.decode(from: "{}") }?.code == .depthLimit)
  }

  @Test func depthIsThatOfTheDocument() throws {
    var mapper = Mapper()
    mapper.maximumDepth = 4
    let list = #"{"next":{"next":{"next":{}}}}"#
    #expect(try List.decode(from: list, using: mapper).length == 4)
    mapper.maximumDepth = 3
    #expect(
      errorText { try List.decode(from: list, using: mapper) }
        == """
        $.next.next.next: expected less nesting, found more than the depth limit allows \
        (line 1, column 25, List)
        """)
    let long =
      String(repeating: #"{"next":"#, count: 511) + "{}" + String(repeating: "}", count: 511)
    #expect(try List.decode(from: long).length == 512)
    var unlimited = Mapper()
    unlimited.maximumDepth = .max
    let endless =
      String(repeating: #"{"next":"#, count: 100_000) + "{}"
      + String(repeating: "}", count: 100_000)
    #expect(mappingError { try Chain.decode(from: endless, using: unlimited) }?.code == .depthLimit)
  }

  @Test func mergedMembersAreOnTheLevelOfTheModel() throws {
    let texts = [#"{"z":2}"#, #"{"p":{"q":1},"z":2}"#, #"{"p":{"q":1},"z":{"y":[2]}}"#]
    for (depth, text) in zip(1..., texts) {
      var mapper = Mapper()
      mapper.maximumDepth = depth
      #expect(try Merging.decode(from: text, using: mapper).encodeString(using: mapper) == text)
      let merging = try Merging.decode(from: text)
      mapper.maximumDepth -= 1
      #expect(mappingError { try merging.encode(using: mapper) }?.code == .depthLimit)
    }
  }

  @Test func modelThatWritesItselfEnds() throws {
    let list = try List.decode(from: #"{"next":{}}"#)
    #expect(mappingError { try list.encode() }?.code == .depthLimit)
  }

  @Test func thousandsOfKeysInAnyOrder() throws {
    let count = 5_000
    let members = (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    let list = (0..<count).map(String.init).joined(separator: ",")
    let json = "{\"p\":{\(members)},\(members),\"l\":[\(list)]}"
    let many = try Many.decode(from: json, context: MappingContext(count))
    #expect(many.sum == 3 * count * (count - 1) / 2)
    let written = try Many.decode(from: "{}", context: MappingContext(0)).withSum(count).encode()
    let object = try JSONObject.decode(from: written)
    #expect(object.count == 2 * count + 1)
    #expect(object["p"]?.object?.count == 2 * count + 1)
  }

  @Test func restOfALongArrayIsNotRemembered() throws {
    let json = "{\"list\":[7" + String(repeating: ",8", count: 300_000) + "],\"x\":1}"
    #expect(try First.decode(from: json).value == 7)
    let cut = String(json.dropLast(9))
    #expect(mappingError { try First.decode(from: cut) }?.code == .unexpectedEnd)
  }

  @Test func manyUnknownKeys() {
    let members = (0..<20_000).map { "\"u\($0)\":[]" }.joined(separator: ",")
    var mapper = Mapper()
    mapper.unknownKeys = .report
    mapper.maximumIssueCount = 20_000
    let report = First.decodeReporting(from: "{\"list\":[7],\(members)}", using: mapper)
    #expect(report.issues.count == 20_000)
    #expect(
      report.issues.last?.description.hasPrefix("$.u19999: no property has this key") == true)
  }
}

extension Many {
  fileprivate init(sum: Int) { self.sum = sum }
  fileprivate func withSum(_ sum: Int) -> Many { Many(sum: sum) }
}
