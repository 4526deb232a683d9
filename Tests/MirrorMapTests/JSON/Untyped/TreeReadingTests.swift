import Testing

@testable import MirrorMap
@testable import TestSupport

/// Trees are read by a fast path, in which objects share their keys, or by the general path. For any
/// document, both make the same tree or report the same error at the same position.
struct TreeReadingTests {
  /// What a way of reading makes of a text: the tree with its order and its numbers as written.
  private func outcome(
    _ text: [UInt8], _ limits: ReadingLimits, plainly: Bool
  ) -> (tree: JSONValue?, told: String) {
    text.withUnsafeBytes { buffer in
      var reader = JSONReader(Bytes(buffer), maximumDepth: 60, session: nil)
      reader.limit(limits)
      do throws(MappingError) {
        try reader.openDocument()
        let tree = plainly ? try reader.readTreePlainly(keepsFirst: false) : try reader.readTree()
        try reader.closeDocument()
        return (tree, "\(tree)")
      } catch {
        return (nil, "\(error.code) \(error.byteOffset ?? -1) \(error)")
      }
    }
  }

  /// White space behind a document, for which it is no longer a small one.
  private static let padding = String(repeating: " ", count: 300)

  /// Compares both paths for a text; and, as small documents always take the general path, for a padded one.
  private func check(_ text: [UInt8], _ limits: ReadingLimits? = nil) {
    compare(text, limits)
    compare(text + Self.padding.utf8, limits)
  }

  private func compare(_ text: [UInt8], _ limits: ReadingLimits?) {
    let quick = outcome(text, limits ?? ReadingLimits(), plainly: false)
    let plain = outcome(text, limits ?? ReadingLimits(), plainly: true)
    #expect(
      quick.told == plain.told && quick.tree == plain.tree,
      "\(String(decoding: text, as: UTF8.self))")
    guard limits == nil else { return }
    let reference = JSONReference.read(text, maximumDepth: 60)
    let isRight = quick.tree.map { reference?.isSame(as: $0) ?? false } ?? (reference == nil)
    #expect(isRight, "\(String(decoding: text, as: UTF8.self))")
  }

  private func check(_ text: String) { check(Array(text.utf8)) }

  @Test(arguments: 0..<20)
  func randomDocumentsAreReadAsByTheReferenceReader(seed: Int) {
    var documents = DocumentMaker(seed: UInt64(seed))
    for _ in 0..<25 {
      let text = Array(documents.document().utf8)
      check(text)
      for limit in [0, 1, 3, 16, 40] {
        check(text, ReadingLimits(collectionCount: limit))
        check(text, ReadingLimits(stringLength: limit))
      }
    }
  }

  @Test(arguments: 0..<8)
  func truncatedAndAlteredDocumentsFailAsInTheReferenceReader(seed: Int) {
    var documents = DocumentMaker(seed: 1000 + UInt64(seed))
    let text = Array(documents.document().utf8.prefix(600))
    for index in text.indices {
      check(Array(text[..<index]))
      for byte: UInt8 in [0x22, 0x7D, 0x5D, 0x2C, 0x3A, 0x20, 0x5C, 0x00, 0xFF] {
        var changed = text
        changed[index] = byte
        check(changed)
      }
    }
  }

  @Test func duplicatesKeepTheLastValueAtThePositionOfTheFirst() throws {
    let objects = [
      #"{"a":1,"a":2}"#, #"{"a":1,"b":2,"a":3}"#, #"{"a":1,"\u0061":2,"b":3}"#,
      #"{"\u0061":1,"a":2}"#, #"{"":1,"":2}"#, #"{"":1,"a":2,"":3,"b":4}"#,
      #"{"a key of more than fifteen bytes":1,"a key of more than fifteen bytes":2}"#,
      #"{"a":{"a":1,"a":2},"b":0,"a":{"b":1,"b":2}}"#,
    ]
    // The first time the keys are new, later they are expected; and in the other order.
    for list in [objects, objects.reversed(), objects + objects] {
      check("[" + list.joined(separator: ",") + "]")
    }
    let tree = try JSONValue.decode(from: "[\(objects[1]),\(objects[1])]" + Self.padding)
    #expect("\(tree)" == #"[{"a":3,"b":2},{"a":3,"b":2}]"#)
  }

  @Test func keysEqualAsTextButNotAsBytesAreDistinct() throws {
    let object = "{\"caf\u{E9}\":1,\"cafe\u{301}\":2}"
    let tree = try JSONValue.decode(from: "[\(object),\(object)]" + Self.padding)
    for index in 0..<2 {
      #expect(tree[index]?.object?.count == 2)
      #expect(tree[index]?["caf\u{E9}"] == 1 && tree[index]?["cafe\u{301}"] == 2)
    }
  }

  /// Keys that begin alike, end alike or have the same length, around the widths that are compared.
  @Test func keysThatDifferInOneByteAnywhereAreDistinct() {
    for length in 0...40 {
      let key = String(repeating: "k", count: length)
      var objects = [#"{"\#(key)":1}"#, #"{"\#(key)x":1}"#]
      for index in 0..<length {
        var bytes = Array(key.utf8)
        bytes[index] = 0x78
        objects.append(#"{"\#(String(decoding: bytes, as: UTF8.self))":\#(index),"\#(key)":0}"#)
        objects.append(#"{"\#(key)":\#(index)}"#)
      }
      check("[" + objects.joined(separator: ",") + "]")
    }
  }

  @Test func moreShapesThanAreKeptAreStillRead() {
    // More keys at one place, more members and more keys altogether than the tree of shapes has.
    let many = (0..<3_000).map { #"{"k\#($0)":1,"x\#($0 % 7)":{"y":\#($0)},"z":2}"# }
    check("[" + many.joined(separator: ",") + "]")
    let wide = "{" + (0..<300).map { #""member \#($0)":{"a":\#($0),"b":2}"# }.joined(separator: ",")
    check("[\(wide)},\(wide),\"member 7\":0},\(wide),\"member 200\":0}]")
    let again = many.prefix(20) + many.prefix(20).reversed() + many.prefix(40)
    check("[" + again.joined(separator: ",") + "]")
  }

  @Test func objectsThatShareTheirKeysChangeIndependently() throws {
    let object = #"{"id":1,"name":"Ann","a key of more than fifteen bytes":[1]}"#
    let tree = try JSONValue.decode(from: "[\(object),\(object),\(object)]" + Self.padding)
    var objects = (tree.array ?? []).compactMap(\.object)
    #expect(objects.count == 3 && objects[0].keyList.isIdentical(to: objects[1].keyList))
    objects[0]["new"] = 1
    objects[1]["id"] = nil
    objects[2]["name"] = "Bob"
    #expect(Array(objects[0].keys) == ["id", "name", "a key of more than fifteen bytes", "new"])
    #expect(Array(objects[1].keys) == ["name", "a key of more than fifteen bytes"])
    #expect(objects[2]["name"] == "Bob" && objects[2]["new"] == nil && objects[2]["id"] == 1)
    #expect(tree[0] == tree[1] && tree[0]?["new"] == nil && tree[1]?["id"] == 1)
    #expect(objects[2].keyList.isIdentical(to: tree[0]?.object?.keyList ?? JSONKeyList()))
  }

  @Test func treesOutliveTheInputTheirKeysWereComparedIn() throws {
    var text =
      Array(#"[{"a key of more than fifteen bytes":1},{"b":"é"}]"#.utf8) + Self.padding.utf8
    let tree = try JSONValue.decode(from: text)
    for index in text.indices { text[index] = 0 }
    #expect("\(tree)" == #"[{"a key of more than fifteen bytes":1},{"b":"é"}]"#)
  }
}

/// Makes documents whose objects repeat themselves, with a deviation here and there.
private struct DocumentMaker {
  private var sampler: Sampler
  private var shapes: [[String]] = []

  init(seed: UInt64) { sampler = Sampler(seed: seed, size: 8) }

  mutating func document() -> String {
    shapes = (0..<sampler.int(1...5)).map { _ in keys() }
    let items = (0..<sampler.int(1...12)).map { _ in value(depth: 3) }
    return "[" + items.joined(separator: sampler.pick([",", ", ", ",\n  "])) + "]"
  }

  private mutating func keys() -> [String] {
    let count = sampler.pick([0, 1, 2, 3, 5, 15, 16, 17, sampler.int(0...100)])
    let isDuplicated = sampler.bool(6)
    var keys = (0..<count).map { index in
      sampler.pick([
        "k\(index)", "a longer key with number \(index)", "\u{E9}\(index)", "e\u{301}\(index)",
        "\\u006b\(index)", "\(index)", "sixteen_bytes_\(index)", "\\\"\(index)",
        "\u{1F600}\(index)",
      ])
    }
    if isDuplicated, let key = keys.first {
      keys.append(contentsOf: [key, "", sampler.pick(keys), ""])
    }
    return keys
  }

  private mutating func object(depth: Int) -> String {
    var keys = sampler.pick(shapes)
    if sampler.bool(4), !keys.isEmpty { keys.remove(at: sampler.int(0...(keys.count - 1))) }
    if sampler.bool(4) {
      keys.insert("new \(sampler.int(0...99))", at: sampler.int(0...keys.count))
    }
    if sampler.bool(8) { keys = sampler.shuffled(keys) }
    let colon = sampler.pick([":", ": ", " : "])
    // Wide objects have small values.
    let depth = keys.count > 6 ? 0 : depth
    let members = keys.map { "\"\($0)\"\(colon)\(value(depth: depth))" }
    return "{" + members.joined(separator: sampler.pick([",", ",\n "])) + "}"
  }

  private mutating func value(depth: Int) -> String {
    guard depth > 0, !sampler.bool(4) else {
      return sampler.pick([
        "null", "true", "false", "0", "-1.50", "1e400", "12345678901234567890123", "[]", "{}",
        "\"\"",
        "\"short\"", "\"a string of more than fifteen bytes\"", "\"\\n\\u00e9\"", "\"\u{E9}\"",
      ])
    }
    if sampler.bool(3) {
      let items = (0..<sampler.int(0...5)).map { _ in value(depth: depth - 1) }
      return "[" + items.joined(separator: ",") + "]"
    }
    return object(depth: depth - 1)
  }
}
