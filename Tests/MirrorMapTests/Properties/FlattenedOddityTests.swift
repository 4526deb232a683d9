import MirrorMap
import Testing

private final class Scalar: Mappable {
  @Mapped var number: Int = 3
  required init() {}
  func encode(to writer: inout JSONWriter) throws { try writer.encode(number) }
}

private struct HoldsScalar: Mappable {
  @Flattened var scalar = Scalar()
  @Mapped var id: Int = 1
}

private struct Level: Mappable {
  @Mapped("user.name") var name: String?
  @Extras var others: JSONObject
}

private final class Node: Mappable {
  @Mapped var id: Int?
  @Flattened var links: Links?
  required init() {}
}

private struct Links: Mappable {
  @Mapped var next: Node?
}

private class Animal: Mappable, ModelProviding {
  @Mapped var legs: Int
  required init() {}
  class func modelType(
    for json: JSONView, in context: MappingContext
  ) throws -> any Mappable.Type {
    json["wings"] == nil ? Animal.self : Bird.self
  }
}

private final class Bird: Animal {
  @Mapped var wings: Int?
}

private struct Cage: Mappable {
  @Mapped var size: Int
  @Flattened var animal: Animal
}

private struct Choice: Mappable {
  @Flattened(wrappedValue: nil) var first: First?
  @Flattened var second: Second?
}

private struct First: Mappable { @Mapped var first: Int }
private struct Second: Mappable { @Mapped("second", "deux") var second: Int }

private struct Loose: Mappable {
  @Mapped var id: Int
  @Flattened var first: First?
  @Flattened var second = Second()
}

@Suite("Flattened models in odd places")
struct FlattenedOddityTests {
  @Test("one that writes no object is an error, at the model")
  func scalar() {
    #expect(
      errorText { try HoldsScalar().encode() }
        == "$: a flattened model has to be written as an object (HoldsScalar.scalar)")
  }

  @Test("a model that holds itself behind a flattened one")
  func recursive() throws {
    let text = #"{"id":1,"next":{"id":2,"next":{"next":{"id":4}}}}"#
    let node = try Node.decode(from: text)
    #expect(node.links?.next?.links?.next?.links?.next?.id == 4)
    #expect(try node.encodeString() == text)
  }

  @Test("nested as deeply as allowed, it takes no time worth mentioning")
  func deep() throws {
    let depth = 250
    let text =
      String(repeating: #"{"next":"#, count: depth) + #"{"id":1}"#
      + String(repeating: "}", count: depth)
    var node: Node? = try Node.decode(from: text)
    var count = 0
    while let next = node?.links?.next {
      node = next
      count += 1
    }
    #expect(count == depth)
    #expect(node?.id == 1)
  }

  @Test("a model that chooses its type")
  func providing() throws {
    let text = #"{"size":1,"legs":2,"wings":3}"#
    let cage = try Cage.decode(from: text)
    #expect((cage.animal as? Bird)?.wings == 3)
    #expect(try cage.encodeString() == text)
    #expect(type(of: try Cage.decode(from: #"{"size":1,"legs":4}"#).animal) == Animal.self)
  }

  @Test("one of several, and an alternative key")
  func choice() throws {
    #expect(try Choice.decode(from: #"{"first":1}"#).second == nil)
    let second = try Choice.decode(from: #"{"deux":2}"#)
    #expect(second.first == nil)
    #expect(second.second?.second == 2)
    #expect(try second.encodeString() == #"{"second":2}"#)
    #expect(
      try Choice.decode(from: #"{"\u0066irst":1,"sec\u006fnd":2}"#).second?.second == 2)
  }

  @Test("a lenient mapper replaces incomplete ones")
  func lenient() throws {
    var mapper = Mapper()
    mapper.failurePolicy = .lenient
    let loose = try Loose.decode(from: #"{"first":"x","id":1,"second":"y"}"#, using: mapper)
    #expect(loose.id == 1)
    #expect(loose.first == nil)
    let list = try [Loose].decode(
      from: #"[{"first":"x","id":1},{"id":2,"first":7}]"#, using: mapper)
    #expect(list.map(\.id) == [1, 2])
    #expect(list[1].first?.first == 7)
  }

  @Test("many members in an object that a key path leads through are kept in linear time")
  func manyExtras() throws {
    let members = (0..<20_000).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
    let text = #"{"user":{"name":"n",\#(members)}}"#
    let level = try Level.decode(from: text)
    #expect(level.others["user"]?.object?.count == 20_000)
    #expect(try level.encodeString() == text)
  }
}
