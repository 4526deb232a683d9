import Foundation
import MirrorMap
import Testing

/// Notes who has seen the context.
private final class Witness: @unchecked Sendable {
  private(set) var seen: [String] = []
  func add(_ text: String) { seen.append(text) }
}

private func saw(_ text: String, _ context: MappingContext) {
  context[Witness.self]?.add(text)
}

private struct Noted: ContextualTransform {
  let name: String
  func decode(_ json: Int, in context: MappingContext) throws -> Int {
    saw("decode \(name)", context)
    return json
  }
  func encode(_ object: Int, in context: MappingContext) throws -> Int {
    saw("encode \(name)", context)
    return object
  }
}

private struct Raw: MappableValue, Hashable {
  var value: Int
  static func decode(from reader: inout JSONReader) throws -> Raw {
    let context = reader.context
    saw("decode raw", context)
    return Raw(value: try reader.decode(Int.self))
  }
  func encode(to writer: inout JSONWriter) throws {
    saw("encode raw", writer.context)
    try writer.encode(value)
  }
}

private class Inner: Mappable, ModelProviding, DecodeValidating, DecodeCompleting, EncodePreparing {
  @Mapped("v", transform: Noted(name: "inner")) var value: Int = 0
  required init() {}
  class func modelType(
    for json: JSONView, in context: MappingContext
  ) throws -> any Mappable.Type {
    saw("type", context)
    return Inner.self
  }
  class func instance(for json: JSONView, in context: MappingContext) throws -> Self? {
    saw("instance", context)
    return nil
  }
  class func willDecode(_ json: JSONView, in context: MappingContext) throws {
    saw("will decode", context)
  }
  func didDecode(in context: MappingContext) throws { saw("did decode", context) }
  func willEncode(in context: MappingContext) throws { saw("will encode", context) }
}

private struct Outer: Mappable {
  @Mapped("a.b", transform: Noted(name: "path")) var path: Int?
  @Mapped("list", transform: Noted(name: "list")) var list: [String: [Int]] = [:]
  @Mapped var raws: [Raw] = []
  @Mapped var inner: Inner?
  @Mapped("text", transform: JSONStringTransform<[Raw]>()) var text: [Raw] = []
  @Flattened var flat: Flat
}

private struct Flat: Mappable {
  @Mapped("f", transform: Noted(name: "flat")) var value: Int
}

struct ContextTests {
  private let document =
    #"{"a": {"b": 1}, "list": {"k": [1]}, "raws": [1], "inner": {"v": 1}, "text": "[2]", "f": 1}"#

  @Test func contextReachesAllPartsOfDecoding() throws {
    let witness = Witness()
    _ = try Outer.decode(from: document, context: MappingContext(witness))
    #expect(
      witness.seen == [
        "decode path", "decode list", "decode raw", "instance", "type", "will decode",
        "decode inner", "did decode", "decode raw", "decode flat",
      ])
    let other = Witness()
    let report = Outer.decodeReporting(from: document, context: MappingContext(other))
    #expect(report.isClean && other.seen == witness.seen)
    let array = Witness()
    _ = try [Outer].decode(from: #"{"x": [\#(document)]}"#, at: "x", context: MappingContext(array))
    #expect(array.seen == witness.seen)
  }

  @Test func contextReachesAllPartsOfAnUpdateExistingAndNew() throws {
    let witness = Witness()
    var outer = try Outer.decode(from: document)
    try outer.update(from: document, context: MappingContext(witness))
    #expect(
      witness.seen == [
        "decode path", "decode list", "decode raw", "instance", "will decode", "decode inner",
        "did decode",
        "decode raw", "decode flat",
      ])
    let patch = Witness()
    try outer.apply(mergePatch: #"{"inner": {"v": 2}}"#, context: MappingContext(patch))
    #expect(patch.seen == ["instance", "will decode", "decode inner", "did decode"])
    outer.inner = nil
    let fresh = Witness()
    try outer.update(from: #"{"inner": {"v": 2}}"#, context: MappingContext(fresh))
    #expect(fresh.seen == ["instance", "type", "will decode", "decode inner", "did decode"])
  }

  @Test func contextReachesAllPartsOfEncoding() throws {
    let expected = [
      "encode path", "encode list", "encode raw", "will encode", "encode inner", "encode raw",
      "encode flat",
    ]
    let witness = Witness()
    let outer = try Outer.decode(from: document)
    _ = try outer.encode(context: MappingContext(witness))
    #expect(witness.seen == expected)
    let object = Witness()
    _ = try [outer].encodeObject(context: MappingContext(object))
    #expect(object.seen == expected)
    let patch = Witness()
    _ = try outer.mergePatch(since: outer, context: MappingContext(patch))
    #expect(patch.seen == expected + expected)
    let pretty = Witness()
    _ = try outer.encodeString(options: .prettyPrinted, context: MappingContext(pretty))
    #expect(pretty.seen == expected)
  }

  @Test func onlyWrittenValuesSeeTheContextOfChanges() throws {
    var outer = try Outer.decode(from: document)
    outer.path = 2
    let witness = Witness()
    _ = try outer.encode(options: .changesOnly, context: MappingContext(witness))
    #expect(witness.seen == ["encode path"])
  }

  @Test func contextHoldsOneValueOfEachTypeAndNoneByDefault() throws {
    var context = MappingContext("text")
    context[Int.self] = 4
    context[Int?.self] = .some(nil)
    #expect(context[String.self] == "text" && context[Int.self] == 4)
    #expect(context[Double.self] == nil)
    context[String.self] = nil
    #expect(context[String.self] == nil)
    #expect(MappingContext.none[Int.self] == nil)
  }
}
