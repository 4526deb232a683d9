import Foundation
import MirrorMap
import Testing

@testable import TestSupport

struct ModelRegistryTests {
  @Test func valuesInEveryPositionOfAProperty() throws {
    let text = #"""
      {"shapes":[{"type":"circle","radius":2.0},{"type":"square","side":3.0}],\#
      "main":{"type":"square","side":4.0,"label":"m"},"spare":{"type":"circle","radius":5.0},\#
      "byName":{"a":{"type":"circle","radius":6.0}},\#
      "deep":{"rows":[[],[{"type":"square","side":7.0}]]},\#
      "usual":{"type":"circle","radius":8.0}}
      """#
    let drawing = try Drawing.decode(from: text)
    #expect(drawing.shapes[0] as? Circle == Circle(radius: 2))
    #expect((drawing.shapes[1] as? Square)?.side == 3)
    #expect((drawing.main as? Square)?.label == "m")
    #expect((drawing.spare as? Circle)?.radius == 5)
    #expect((drawing.byName?["a"] as? Circle)?.radius == 6)
    #expect((drawing.rows?[1][0] as? Square)?.side == 7)
    #expect((drawing.usual as? Circle)?.radius == 8)
    #expect(try drawing.encodeString() == text)
  }

  @Test func absentAndNullValues() throws {
    let text = #"{"main":{"type":"circle","radius":1},"spare":null,"usual":null}"#
    let drawing = try Drawing.decode(from: text)
    #expect(drawing.shapes.isEmpty)
    #expect(drawing.spare == nil)
    #expect(drawing.$spare.presence == .null)
    #expect(drawing.byName == nil)
    #expect((drawing.usual as? Circle)?.radius == 1)
    #expect(
      try drawing.encodeString() == #"""
        {"shapes":[],"main":{"type":"circle","radius":1.0},"spare":null,\#
        "usual":{"type":"circle","radius":1.0}}
        """#)
    #expect(
      errorText { try Drawing.decode(from: #"{"shapes":[null]}"#) }
        == """
        $.shapes[0]: expected an object with the tag of Figure, found null \
        (line 1, column 12, Drawing.shapes)
        """)
  }

  @Test(arguments: [
    #"{"type":"circle","radius":2}"#, #"{"radius":2,"type":"circle"}"#,
    #" { "x" : [{"type":"square"}] , "ty\u0070e" : "c\u0069rcle" , "radius" : 2e0 } "#,
    #"{"radius":2,"more":{"type":5},"type":"circle","and":"\"type\":\"square\""}"#,
  ])
  func tagMayBeAnywhere(json: String) throws {
    #expect(try shape(json) as? Circle == Circle(radius: 2))
  }

  @Test func shapesInShapesInShapes() throws {
    let json =
      #"{"parts":[{"type":"circle","radius":1},{"parts":[{"type":"group","parts":[]}],"#
      + #""type":"group"}],"type":"group"}"#
    let group = try #require(try shape(json) as? Group)
    #expect((group.parts[1] as? Group)?.parts.count == 1)
    #expect(
      try text(group)
        == #"{"type":"group","parts":[{"type":"circle","radius":1.0},{"type":"group","#
        + #""parts":[{"type":"group","parts":[]}]}]}"#)
    #expect(
      errorText {
        try shape(#"{"type":"group","parts":[{"type":"group","parts":[{"type":"circle"}]}]}"#)
      } == """
        $.parts[0].parts[0].radius: required key is missing, expected Double \
        (line 1, column 51, Circle.radius)
        """)
  }

  @Test func largeDocumentOfManyShapes() throws {
    var text = #"{"main":{"type":"circle","radius":1.0},"shapes":["#
    for index in 0..<5000 {
      let last = index == 4999 ? "" : ","
      text +=
        index.isMultiple(of: 2)
        ? #"{"x":{"y":[1,2,{"type":null}]},"radius":\#(index),"type":"circle"}\#(last)"#
        : #"{"type":"group","parts":[{"side":\#(index),"type":"square"}]}\#(last)"#
    }
    text += "]}"
    let drawing = try Drawing.decode(from: text)
    #expect(drawing.shapes.count == 5000)
    #expect(drawing.shapes[4998].area == 3 * 4998 * 4998)
    #expect(drawing.shapes[4999].area == 4999 * 4999)
    let again = try Drawing.decode(from: try drawing.encode())
    #expect(again.shapes.map(\.area) == drawing.shapes.map(\.area))
    #expect(try again.encodeString() == drawing.encodeString())
  }

  @Test func shapesNestedAsDeeplyAsAllowed() throws {
    let json =
      String(repeating: #"{"type":"group","parts":["#, count: 250)
      + #"{"type":"circle","radius":1.0}"# + String(repeating: "]}", count: 250)
    let result = onAnotherThread(stackSize: 1 << 24) {
      Result { try text(try shape(json)) == json }
    }
    #expect(try result.get())
    let small = onAnotherThread(stackSize: 1 << 18) { errorText { try shape(json) } }
    #expect(small.contains("more than the thread's stack has room for"))
  }

  @Test func everyLayoutKeepsTheTagFirst() throws {
    #expect(
      try One(shape: Circle(radius: 1)).encodeString(
        options: .prettyPrinted, context: MappingContext(Drawing.shapes))
        == "{\n  \"type\": \"circle\",\n  \"radius\": 1.0\n}")
  }

  @Test func modelWithoutMembers() throws {
    let registry = ModelRegistry<any Figure>(.internal(tag: "t\"")).adding(Unregistered.self, as: 0)
    #expect(try text(Unregistered(), registry) == #"{"t\"":0}"#)
    #expect(try shape(#"{"t\"":0}"#, registry) is Unregistered)
    #expect(try shape(#"{"t\"":0.0}"#, registry) is Unregistered)
  }

  @Test func dotsInTagsAreNoPaths() throws {
    let registry = ModelRegistry<any Figure>(.internal(tag: "a.b")).adding(Circle.self, as: "c")
    let json = #"{"a.b":"c","radius":1.0}"#
    #expect(try text(try shape(json, registry), registry) == json)
  }

  @Test func severalTagsOfOneTypeAndIntegersBesideStrings() throws {
    let registry = ModelRegistry<any Figure>(.internal(tag: "t"))
      .adding(Circle.self, as: 1).adding(Circle.self, as: "1").adding(Square.self, as: -2)
    for tag in ["1", "\"1\"", "1.0", "10e-1"] {
      #expect(try shape(#"{"t":\#(tag),"radius":1}"#, registry) is Circle)
    }
    #expect(try text(Circle(radius: 1), registry) == #"{"t":1,"radius":1.0}"#)
    #expect(try text(Square(side: 1), registry) == #"{"t":-2,"side":1.0}"#)
    #expect(
      errorText { try shape(#"{"t":-1}"#, registry) }
        == #"$.t: expected 1, "1", or -2, found another tag (line 1, column 6)"#)
    #expect(
      errorText { try shape(#"{"t":1.5}"#, registry) }
        == """
        $.t: expected a string or an integer, found a number with a fraction (line 1, column 6)
        """)
    #expect(
      errorText { try shape(#"{"t":1e30}"#, registry) }
        == #"$.t: expected 1, "1", or -2, found another tag (line 1, column 6)"#)
  }

  @Test func tagsAreComparedByBytes() throws {
    let registry = ModelRegistry<any Figure>(.internal(tag: "é"))
      .adding(Circle.self, as: "é").adding(Square.self, as: "e\u{301}")
    #expect(try shape(#"{"é":"é","radius":1}"#, registry) is Circle)
    #expect(try shape("{\"é\":\"e\u{301}\",\"side\":1}", registry) is Square)
    #expect(
      errorText { try shape("{\"e\u{301}\":\"é\"}", registry) }
        == "$.é: required key is missing, expected the tag of Figure (line 1, column 1)")
  }

  @Test(arguments: [3, 40])
  func externalTagsThatAreIntegersAreKeys(count: Int) throws {
    var registry = ModelRegistry<Int>(.external)
    for number in 0..<count { registry = registry.adding(ModelTag(number), number) }
    for number in 0..<count {
      let text = try Self.numberText(number, registry)
      #expect(text == "\"\(number)\"")
      #expect(try Self.number(text, registry) == number)
      #expect(try Self.number("{\(text):null}", registry) == number)
    }
  }

  /// A number that the registry in the context reads and writes.
  private struct Tagged: MappableValue {
    var number: Int
    static func decode(from reader: inout JSONReader) throws -> Tagged {
      guard let registry = reader.context[ModelRegistry<Int>.self] else {
        throw MappingError(expected: "a registry")
      }
      return Tagged(number: try reader.decode(with: registry))
    }
    func encode(to writer: inout JSONWriter) throws {
      guard let registry = writer.context[ModelRegistry<Int>.self] else { return }
      try writer.encode(number, with: registry)
    }
  }

  private static func numberText(_ number: Int, _ registry: ModelRegistry<Int>) throws -> String {
    try Tagged(number: number).encodeString(context: MappingContext(registry))
  }

  private static func number(_ text: String, _ registry: ModelRegistry<Int>) throws -> Int {
    try Tagged.decode(from: text, context: MappingContext(registry)).number
  }

  @Test func manyTagsAreFound() throws {
    var registry = ModelRegistry<any Figure>(.internal(tag: "t"))
    for index in 0..<300 { registry = registry.adding(Circle.self, as: ModelTag("tag\(index)")) }
    #expect(try shape(#"{"t":"tag299","radius":1}"#, registry) is Circle)
    #expect(
      errorText { try shape(#"{"t":"tag300","radius":1}"#, registry) }
        == """
        $.t: expected "tag0", "tag1", "tag2", "tag3", "tag4", "tag5", "tag6", "tag7", or one of \
        292 others, found another tag (line 1, column 6)
        """)
  }

  private struct Transfer: Mappable {
    @Mapped var type: String
    @Mapped var count: Int
  }

  private struct Transfers: Mappable {
    static let registry = ModelRegistry<Transfer>(.internal(tag: "type"))
      .adding(Transfer.self, as: "push").adding(Transfer.self, as: "pull")

    @Mapped(transform: registry) var all: [Transfer]
  }

  @Test func aTypeWithSeveralTagsThatMapsTheTag() throws {
    let json = #"{"all":[{"type":"push","count":1},{"type":"pull","count":2}]}"#
    var transfers = try Transfers.decode(from: json)
    #expect(try transfers.encodeString() == json)
    transfers.all[1].type = "none"
    #expect(
      errorText { try transfers.encodeString() }
        == #"$.all[1].type: Transfer writes another tag than "push" or "pull", with which it was added (Transfers.all)"#
    )
  }
}

// MARK: - What is wrong with tags

struct TagErrorTests {
  @Test(arguments: [
    (
      #"{"shapes":[{"type":"circle","radius":1},{"radius":1}]}"#,
      "$.shapes[1].type: required key is missing, expected the tag of Figure (line 1, column 41, Drawing.shapes)"
    ),
    (
      #"{"shapes":[{"type":5}]}"#,
      "$.shapes[0].type: expected a string, found a number (line 1, column 20, Drawing.shapes)"
    ),
    (
      #"{"shapes":[{"type":null}]}"#,
      "$.shapes[0].type: expected a string, found null (line 1, column 20, Drawing.shapes)"
    ),
    (
      #"{"shapes":[{"type":["circle"]}]}"#,
      "$.shapes[0].type: expected a string, found an array (line 1, column 20, Drawing.shapes)"
    ),
    (
      #"{"shapes":[{"type":"SECRET"}]}"#,
      #"$.shapes[0].type: expected "circle", "square", "group", "labeled", or "point", found another tag (line 1, column 20, Drawing.shapes)"#
    ),
    (
      #"{"shapes":[{"type":"circle","radius":1,"typ\u0065":"circle"}]}"#,
      "$.shapes[0].type: key appears a second time (line 1, column 40, Drawing.shapes)"
    ),
    (
      #"{"shapes":["circle"]}"#,
      "$.shapes[0]: expected an object with the tag of Figure, found a string (line 1, column 12, Drawing.shapes)"
    ),
    (
      #"{"shapes":[{"type":"circle","radius":"SECRET"}]}"#,
      "$.shapes[0].radius: expected Double, found a string (line 1, column 38, Circle.radius)"
    ),
    (
      #"{"byName":{"x y":{"radius":1,"type":"circle" "a":1}}}"#,
      #"$.byName["x y"].type: expected ',' or '}', found '"' (line 1, column 46)"#
    ),
    (
      #"{"main":{"type":"circle","radius":1,"x":01}}"#,
      "$.main.x: expected a number without leading zeros, found a leading zero (line 1, column 41)"
    ),
    (
      #"{"shapes":[{"type":"point"}]}"#,
      "$.shapes[0]: expected Int, found an object (line 1, column 12, Drawing.shapes)"
    ),
  ])
  func textSaysWhatIsWrongWhere(json: String, message: String) {
    #expect(errorText { try Drawing.decode(from: json) } == message)
  }

  @Test(arguments: [Mapper.DuplicateKeys.first, .last])
  func tagIsNeverDoubtful(policy: Mapper.DuplicateKeys) {
    var mapper = Mapper()
    mapper.duplicateKeys = policy
    let json = #"{"shapes":[{"type":"circle","radius":1,"type":"square"}]}"#
    #expect(
      errorText { try Drawing.decode(from: json, using: mapper) }
        == "$.shapes[0].type: key appears a second time (line 1, column 40, Drawing.shapes)")
  }

  @Test func codesAreThoseOfOtherValues() {
    func code(_ json: String) -> MappingError.Code? { mappingError { try shape(json) }?.code }
    #expect(code("{}") == .missingKey)
    #expect(code(#"{"type":1}"#) == .typeMismatch)
    #expect(code(#"{"type":null}"#) == .unexpectedNull)
    #expect(code(#"{"type":"x"}"#) == .invalidValue)
    #expect(code(#"{"type":"circle","type":"circle"}"#) == .duplicateKey)
    #expect(code(#"{"type":"circle""#) == .unexpectedEnd)
  }
}

// MARK: - Writing

struct TagWritingTests {
  @Test func modelMayWriteItsTagItself() throws {
    let json = #"{"type":"labeled","n":1}"#
    let labeled = try #require(try shape(json) as? Labeled)
    #expect(labeled.type == "labeled")
    #expect(try text(labeled) == json)
    let other = ModelRegistry<any Figure>(.internal(tag: "n")).adding(Labeled.self, as: 1)
    #expect(try text(labeled, other) == json)
    #expect(
      try text(labeled, ModelRegistry(.internal(tag: "k")).adding(Labeled.self, as: "x"))
        == #"{"k":"x","type":"labeled","n":1}"#)
  }

  @Test func modelMayWriteNoOtherTag() throws {
    var drawing = Drawing()
    var labeled = Labeled()
    labeled.number = 1
    labeled.type = "circle"
    drawing.shapes = [Circle(radius: 1), labeled]
    #expect(
      errorText { try drawing.encode() }
        == """
        $.shapes[1].type: Labeled writes another tag than "labeled", with which it was added \
        (Drawing.shapes)
        """)
  }

  @Test func valuesThatAreNoObjectsHaveNoMembers() throws {
    var drawing = Drawing()
    drawing.shapes = [Circle(radius: 1), Pixel()]
    #expect(
      errorText { try drawing.encode() }
        == """
        $.shapes[1]: Pixel has to be written as an object, as its tag is to be a member of it \
        (Drawing.shapes)
        """)
  }

  @Test func typeThatWasNotAdded() {
    var drawing = Drawing()
    drawing.spare = Unregistered()
    let error = mappingError { try drawing.encode() }
    #expect(error?.code == .notEncodable)
    #expect(
      error?.description
        == "$.spare: Unregistered was not added to the registry of Figure (Drawing.spare)")
  }

  @Test func failuresInsideHaveTheirPath() {
    var drawing = Drawing()
    drawing.shapes = [Circle(radius: 1), Circle(radius: .nan)]
    #expect(
      errorText { try drawing.encode() } == "$.shapes[1].radius: JSON has no NaN (Circle.radius)")
    var group = Group()
    group.parts = [Group()]
    drawing.shapes = [group]
    #expect(
      errorText { try drawing.encode() }
        == """
        $.shapes[0].parts[0].parts: a required property was neither decoded nor assigned \
        (Group.parts)
        """)
  }

  @Test func failureAtTheVeryBeginningIsTheValues() {
    struct Broken: Figure, MappableValue {
      var area: Double { 0 }
      static func decode(from reader: inout JSONReader) throws -> Broken { Broken() }
      func encode(to writer: inout JSONWriter) throws {
        throw MappingError(.notEncodable, expected: "nothing at all")
      }
    }
    let registry = ModelRegistry<any Figure>(.internal(tag: "t")).adding(Broken.self, as: "b")
    #expect(errorText { try text(Broken(), registry) } == "$: nothing at all")
  }
}
