import MirrorMap
import Testing

@testable import TestSupport

private struct Metrics: Mappable {
  @Mapped(#"cpu\.load"#, "cpu.load") var load: Double
}

private struct DottedHosts: Mappable {
  @Mapped(#"hosts.a\.b\.com.port"#) var port: Int
  @Mapped(#"list.0.x\.y"#) var item: Int?
}

private struct Literal: Mappable {
  @Mapped(#"C:\dir"#) var backslash: Int?
  @Mapped(#"a\.b"#, nested: false) var whole: Int?
  @Mapped("k\\->l->m", delimiter: "->") var arrow: Int?
  @Mapped(#"end\"#) var end: Int?
  @Mapped(#"p.end\"#) var nestedEnd: Int?
}

private struct Hosts: ImmutableMappable {
  let port: Int
  let all: [Int]
  init(from object: inout ObjectReader) throws {
    port = try object.value(#"a\.b.port"#, #"c\.d"#)
    all = try object.value(#"x\.y.*.n"#)
  }
  func encode(to object: inout ObjectWriter) throws { try object.set(port, #"a\.b.port"#) }
}

/// A backslash before a delimiter makes it part of a key.
struct EscapedKeyPathTests {
  @Test func literalKeyFirstAndPathSecond() throws {
    #expect(try Metrics.decode(from: #"{"cpu.load":0.5}"#).load == 0.5)
    #expect(try Metrics.decode(from: #"{"cpu":{"load":0.25}}"#).load == 0.25)
    let both = try Metrics.decode(from: #"{"cpu":{"load":0.25},"cpu.load":0.5}"#)
    #expect(both.load == 0.5)
    #expect(try both.encodeString() == #"{"cpu.load":0.5}"#)
    #expect(Metrics.mapping.properties[0].keyPaths == [["cpu.load"], ["cpu", "load"]])
    #expect(
      errorText { try Metrics.decode(from: "{}") }
        == #"$["cpu.load"]: required key is missing, as is "cpu.load", expected Double"#
        + " (line 1, column 1, Metrics.load)")
  }

  @Test func keyWithDotsInsideOfAPath() throws {
    let text = #"{"hosts":{"a.b.com":{"port":80}},"list":[{"x.y":1}]}"#
    let deep = try DottedHosts.decode(from: text)
    #expect(deep.port == 80)
    #expect(deep.item == 1)
    #expect(try deep.encodeString() == text)
    #expect(try Int.decode(from: text, at: #"hosts.a\.b\.com.port"#) == 80)
    #expect(try JSONView(text)[path: #"list.0.x\.y"#]?.int == 1)
  }

  @Test func otherBackslashesAreThemselves() throws {
    let text = #"{"C:\\dir":1,"a\\.b":2,"k->l":{"m":3},"end\\":4,"p":{"end\\":5}}"#
    let literal = try Literal.decode(from: text)
    #expect(literal.backslash == 1)
    #expect(literal.whole == 2)
    #expect(literal.arrow == 3)
    #expect(literal.end == 4)
    #expect(literal.nestedEnd == 5)
    #expect(try literal.encodeString() == text)
  }

  @Test func objectReadersAndWritersFollowTheSameRule() throws {
    let hosts = try Hosts.decode(from: #"{"a.b":{"port":80},"x.y":[{"n":1},{"n":2}]}"#)
    #expect(hosts.port == 80)
    #expect(hosts.all == [1, 2])
    #expect(try Hosts.decode(from: #"{"c.d":7,"x.y":[]}"#).port == 7)
    #expect(try hosts.encodeString() == #"{"a.b":{"port":80}}"#)
  }
}
