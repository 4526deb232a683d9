import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private struct Tag: Mappable, Equatable {
  @Mapped("name") var name: String

  init() {}
  init(_ name: String) { self.name = name }
}

private struct User: ImmutableMappable, Equatable {
  let id: Int
  let name: String
  let joined: Date?
  let tags: [Tag]

  init(from object: inout ObjectReader) throws {
    id = try object.value("id")
    name = try object.value("profile.name", "name")
    joined = try object.value("joined", transform: .iso8601)
    tags = try object.value("tags", default: [], onFailure: .lossy)
  }

  func encode(to object: inout ObjectWriter) throws {
    try object.set(id, "id")
    try object.set(name, "profile.name")
    try object.set(joined, "joined", transform: .iso8601)
    try object.set(tags, "tags")
  }
}

private struct Shapes: ImmutableMappable, Equatable {
  let one: Int
  let optional: Int?
  let list: [Int]
  let matrix: [[Int]]
  let map: [String: Int]
  let mapOfLists: [String: [Int]]
  let set: Set<Int>
  let optionalList: [Int]?
  let optionalMatrix: [[Int]]?
  let listOfOptionals: [Int?]
  let optionalLists: [String: [Int]]?
  let withDefault: Int
  let listWithDefault: [Int]
  let matrixWithDefault: [[Int]]
  let cubeWithDefault: [[[Int]]]

  init(from object: inout ObjectReader) throws {
    one = try object.value("one", transform: HexNumber())
    optional = try object.value("optional", transform: HexNumber())
    list = try object.value("list", transform: HexNumber())
    matrix = try object.value("matrix", transform: HexNumber())
    map = try object.value("map", transform: HexNumber())
    mapOfLists = try object.value("map_of_lists", transform: HexNumber())
    set = try object.value("set", transform: HexNumber())
    optionalList = try object.value("optional_list", transform: HexNumber())
    optionalMatrix = try object.value("optional_matrix", transform: HexNumber())
    listOfOptionals = try object.value("list_of_optionals", transform: HexNumber())
    optionalLists = try object.value("optional_lists", transform: HexNumber())
    withDefault = try object.value("with_default", transform: HexNumber(), default: 7)
    listWithDefault = try object.value("list_with_default", transform: HexNumber(), default: [8])
    matrixWithDefault = try object.value(
      "matrix_with_default", transform: HexNumber(), default: [[9]])
    cubeWithDefault = try object.value(
      "cube_with_default", transform: HexNumber(), default: [[[10]]])
  }

  func encode(to object: inout ObjectWriter) throws {
    try object.set(one, "one", transform: HexNumber())
    try object.set(optional, "optional", transform: HexNumber())
    try object.set(list, "list", transform: HexNumber())
    try object.set(matrix, "matrix", transform: HexNumber())
    try object.set(map, "map", transform: HexNumber())
    try object.set(mapOfLists, "map_of_lists", transform: HexNumber())
    try object.set(set, "set", transform: HexNumber())
    try object.set(optionalList, "optional_list", transform: HexNumber())
    try object.set(optionalMatrix, "optional_matrix", transform: HexNumber())
    try object.set(listOfOptionals, "list_of_optionals", transform: HexNumber())
    try object.set(optionalLists, "optional_lists", transform: HexNumber())
    try object.set(withDefault, "with_default", transform: HexNumber())
    try object.set(listWithDefault, "list_with_default", transform: HexNumber())
    try object.set(matrixWithDefault, "matrix_with_default", transform: HexNumber())
    try object.set(cubeWithDefault, "cube_with_default", transform: HexNumber())
  }
}

/// Reads and writes numbers as `{"n": 1}`: a coding that is no transform.
private struct InObject: ValueCoding {
  func decode(from reader: inout JSONReader) throws -> Int {
    var number = 0
    try reader.decodeObject { _, reader in number = try reader.decode(Int.self) }
    return number
  }

  func encode(_ value: Int, to writer: inout JSONWriter) throws {
    try writer.encodeObject { try $0.encode(value, forKey: "n") }
  }
}

private struct Codings: ImmutableMappable, Equatable {
  let one: Int
  let optional: Int?
  let list: [Int]
  let lists: [[Int]]?
  let cube: [[[Int]]]
  let defaults: [Int]

  init(from object: inout ObjectReader) throws {
    one = try object.value("one", transform: InObject())
    optional = try object.value("optional", transform: InObject())
    list = try object.value("list", transform: InObject())
    lists = try object.value("lists", transform: InObject())
    cube = try object.value("cube", transform: InObject())
    let first: [Int] = try object.value("d1", transform: InObject(), default: [1])
    let second = try object.value("d2", transform: InObject(), default: 2)
    let third: [[Int]] = try object.value("d3", transform: InObject(), default: [[3]])
    let fourth: [[[Int]]] = try object.value("d4", transform: InObject(), default: [[[4]]])
    defaults = first + [second] + third[0] + fourth[0][0]
  }

  func encode(to object: inout ObjectWriter) throws {
    try object.set(one, "one", transform: InObject())
    try object.set(optional, "optional", transform: InObject())
    try object.set(list, "list", transform: InObject())
    try object.set(lists, "lists", transform: InObject())
    try object.set(cube, "cube", transform: InObject())
  }
}

/// Makes optionals itself: an empty string is nil.
private struct EmptyAsNil: Transform {
  func decode(_ json: String) -> String? { json.isEmpty ? nil : json }
  func encode(_ object: String?) -> String { object ?? "" }
}

private struct Line: ImmutableMappable, Equatable {
  let text: String?

  init(from object: inout ObjectReader) throws {
    text = try object.value("text", transform: EmptyAsNil())
  }

  func encode(to object: inout ObjectWriter) throws {
    try object.set(text, "text", transform: EmptyAsNil())
  }
}

private struct Page<Item: MappableValue>: ImmutableMappable {
  let items: [Item]
  let next: Int?

  init(from object: inout ObjectReader) throws {
    items = try object.value("items")
    next = try object.value("paging.next")
  }

  func encode(to object: inout ObjectWriter) throws {
    try object.set(items, "items")
    try object.set(next, "paging.next")
  }
}

private class QuietCreature: ImmutableMappable {
  let name: String

  required init(from object: inout ObjectReader) throws {
    name = try object.value("name")
  }

  func encode(to object: inout ObjectWriter) throws {
    try object.set(name, "name")
  }
}

private final class QuietHound: QuietCreature {
  let tricks: [String]

  required init(from object: inout ObjectReader) throws {
    tricks = try object.value("tricks", default: [])
    try super.init(from: &object)
  }

  override func encode(to object: inout ObjectWriter) throws {
    try super.encode(to: &object)
    try object.set(tricks, "tricks")
  }
}

private struct Kennel: Mappable {
  @Mapped("owner") var owner: User
  @Mapped("dogs") var dogs: [QuietHound] = []
  @Mapped("by_name") var byName: [String: QuietHound] = [:]
  @Mapped("best") var best: QuietHound?
}

private struct Street: ImmutableMappable {
  let kennels: [Kennel]

  init(from object: inout ObjectReader) throws {
    kennels = try object.value("kennels")
  }

  func encode(to object: inout ObjectWriter) throws {
    try object.set(kennels, "kennels")
  }
}

private struct Keys: ImmutableMappable {
  let presences: [PropertyState.Presence]
  let contained: [Bool]

  init(from object: inout ObjectReader) throws {
    presences = [
      try object.presence("a"), try object.presence("b"), try object.presence("c"),
      try object.presence("c", "b"), try object.presence("d.e"),
      try object.presence("d.e", nested: false), try object.presence("d/f", delimiter: "/"),
    ]
    contained = [
      try object.contains("a"), try object.contains("b"), try object.contains("c"),
      try object.contains("c", "a"), try object.contains("d.0"),
    ]
  }
}

private struct Contextual: ImmutableMappable {
  let prefix: String
  let duplicates: Mapper.DuplicateKeys

  init(from object: inout ObjectReader) throws {
    prefix = object.context[String.self] ?? "none"
    duplicates = object.mapper.duplicateKeys
  }

  func encode(to object: inout ObjectWriter) throws {
    let prefix: String = object.context[String.self] ?? "none"
    try object.set(prefix, "prefix")
    try object.set(object.options.contains(.nullsIncluded), "nulls")
  }
}

private struct Gathered: ImmutableMappable {
  let ids: [Int]
  let names: Set<String>?
  let dates: [Date]
  let others: [Int]

  init(from object: inout ObjectReader) throws {
    ids = try object.value("items.*.id")
    names = try object.value("people.*")
    dates = try object.value("items.*.at", transform: .unixSeconds, default: [])
    others = try object.value("others.*.x", default: [7])
  }
}

struct ImmutableModelTests {
  @Test func constantsAreReadAndWritten() throws {
    let json = """
      {"id":7,"profile":{"name":"Ann"},"joined":"2020-01-02T03:04:05Z",\
      "tags":[{"name":"a"},{"name":"b"}]}
      """
    let user = try User.decode(from: json)
    #expect(user.id == 7)
    #expect(user.name == "Ann")
    #expect(user.joined == Date(timeIntervalSince1970: 1_577_934_245))
    #expect(user.tags == [Tag("a"), Tag("b")])
    #expect(try user.encodeString() == json)
  }

  @Test func absentOptionalsDefaultsAndAlternativesInAnyOrder() throws {
    let user = try User.decode(
      from: #"{"x": [1, {"y": 2}], "name": "Bob", "joined": null, "id": 8, "z": "\u0041"}"#)
    #expect(user.id == 8)
    #expect(user.name == "Bob")
    #expect(user.joined == nil)
    #expect(user.tags == [])
    #expect(try user.encodeString() == #"{"id":8,"profile":{"name":"Bob"},"tags":[]}"#)
  }

  @Test func everyShapeIsReadAndWrittenItsItemsThroughTheTransform() throws {
    let json = """
      {"one":"ff","optional":"10","list":["a","b"],"matrix":[["1"],[],["2","3"]],\
      "map":{"k":"1f"},"map_of_lists":{"k":["7f","80"]},"set":["c"],"optional_list":["d"],\
      "optional_matrix":[["e"]],"list_of_optionals":["f",null],"optional_lists":{"k":["12"]},\
      "with_default":"1","list_with_default":["2"],"matrix_with_default":[["3"]],\
      "cube_with_default":[[["4"]]]}
      """
    let shapes = try Shapes.decode(from: json)
    #expect(shapes.one == 255)
    #expect(shapes.optional == 16)
    #expect(shapes.list == [10, 11])
    #expect(shapes.matrix == [[1], [], [2, 3]])
    #expect(shapes.map == ["k": 31])
    #expect(shapes.mapOfLists == ["k": [127, 128]])
    #expect(shapes.set == [12])
    #expect(shapes.optionalList == [13])
    #expect(shapes.optionalMatrix == [[14]])
    #expect(shapes.listOfOptionals == [15, nil])
    #expect(shapes.optionalLists == ["k": [18]])
    #expect(shapes.withDefault == 1)
    #expect(shapes.listWithDefault == [2])
    #expect(shapes.matrixWithDefault == [[3]])
    #expect(shapes.cubeWithDefault == [[[4]]])
    #expect(try shapes.encodeString() == json)
  }

  @Test func optionalShapesMayBeAbsentOrNullOthersTakeTheirDefaults() throws {
    let required = """
      "one":"1","list":[],"matrix":[],"map":{},"map_of_lists":{},"set":[],"list_of_optionals":[]
      """
    let nulls = """
      ,"optional":null,"optional_list":null,"optional_matrix":null,"optional_lists":null,\
      "with_default":null,"list_with_default":null,"matrix_with_default":null,\
      "cube_with_default":null
      """
    for json in ["{\(required)}", "{\(required)\(nulls)}"] {
      let shapes = try Shapes.decode(from: json)
      #expect(shapes.optional == nil)
      #expect(shapes.optionalList == nil)
      #expect(shapes.optionalMatrix == nil)
      #expect(shapes.optionalLists == nil)
      #expect(shapes.withDefault == 7)
      #expect(shapes.listWithDefault == [8])
      #expect(shapes.matrixWithDefault == [[9]])
      #expect(shapes.cubeWithDefault == [[[10]]])
    }
    #expect(
      errorText { try Shapes.decode(from: "{}") }
        == "$.one: required key is missing, expected Int (line 1, column 1, Shapes.one)")
    #expect(
      errorText { try Shapes.decode(from: #"{"one":"1","list":null}"#) }
        == "$.list: expected an array, found null (line 1, column 19, Shapes.list)")
  }

  @Test func codingsThatAreNoTransforms() throws {
    let json = """
      {"one":{"n":1},"optional":{"n":2},"list":[{"n":3}],"lists":[[{"n":4}]],"cube":[[[{"n":5}]]]}
      """
    let codings = try Codings.decode(from: json)
    #expect(codings.one == 1)
    #expect(codings.optional == 2)
    #expect(codings.list == [3])
    #expect(codings.lists == [[4]])
    #expect(codings.cube == [[[5]]])
    #expect(codings.defaults == [1, 2, 3, 4])
    #expect(try codings.encodeString() == json)
  }

  @Test func transformThatMakesOptionalsItself() throws {
    #expect(try Line.decode(from: #"{"text":"a"}"#).text == "a")
    #expect(try Line.decode(from: #"{"text":""}"#).text == nil)
    #expect(try Line.decode(from: #"{"text":null}"#).text == nil)
    #expect(try Line.decode(from: "{}").text == nil)
    #expect(try Line.decode(from: "{}").encodeString() == "{}")
    #expect(try Line.decode(from: #"{"text":"a"}"#).encodeString() == #"{"text":"a"}"#)
  }

  @Test func genericModels() throws {
    let json = #"{"items":[{"id":1,"profile":{"name":"A"},"tags":[]}],"paging":{"next":2}}"#
    let page = try Page<User>.decode(from: json)
    #expect(page.items.map(\.name) == ["A"])
    #expect(page.next == 2)
    #expect(try page.encodeString() == json)
    #expect(try Page<[Int]>.decode(from: #"{"items":[[1],[]]}"#).items == [[1], []])
    #expect(
      errorText { try Page<Bool>.decode(from: #"{"items":[true,1]}"#) }
        == "$.items[1]: expected Bool, found a number (line 1, column 16, Page<Bool>.items)")
  }

  @Test func subclassReadsWhatItsSuperclassReads() throws {
    let json = #"{"name":"Rex","tricks":["sit"]}"#
    let dog = try QuietHound.decode(from: json)
    #expect(dog.name == "Rex")
    #expect(dog.tricks == ["sit"])
    #expect(try dog.encodeString() == json)
    let animal: QuietCreature = dog
    #expect(try animal.encodeString() == json)
    #expect(try QuietCreature.decode(from: json).encodeString() == #"{"name":"Rex"}"#)
    #expect(
      errorText { try QuietHound.decode(from: #"{"tricks":[]}"#) }
        == "$.name: required key is missing, expected String (line 1, column 1, QuietHound.name)")
  }

  @Test func annotatedAndImmutableModelsHoldEachOther() throws {
    let json = """
      {"kennels":[{"owner":{"id":1,"profile":{"name":"A"},"tags":[{"name":"t"}]},\
      "dogs":[{"name":"R","tricks":[]},{"name":"S","tricks":["x"]}],\
      "by_name":{"R":{"name":"R","tricks":[]}},"best":{"name":"S","tricks":[]}}]}
      """
    let street = try Street.decode(from: json)
    #expect(street.kennels[0].owner.tags == [Tag("t")])
    #expect(street.kennels[0].dogs.map(\.name) == ["R", "S"])
    #expect(street.kennels[0].byName["R"]?.name == "R")
    #expect(street.kennels[0].best?.name == "S")
    #expect(try street.encodeString() == json)
    #expect(
      errorText {
        try Street.decode(
          from: #"{"kennels":[{"owner":{"id":1,"name":"A"},"dogs":[{"name":1}]}]}"#)
      }
        == "$.kennels[0].dogs[0].name: expected String, found a number (line 1, column 58, QuietHound.name)"
    )
    #expect(
      errorText {
        try Street.decode(from: #"{"kennels":[{"owner":{"id":1,"name":"A","tags":[{}]}},{}]}"#)
      }
        == "$.kennels[1].owner: required key is missing, expected User (line 1, column 55, Kennel.owner)"
    )
  }

  @Test func arraysDictionariesOptionalsAndPartsOfDocuments() throws {
    let json = #"{"a": {"b": [{"name": "X"}, null, {"name": "Y", "tricks": ["z"]}]}}"#
    let dogs = try [QuietHound?].decode(from: json, at: "a.b")
    #expect(dogs.map { $0?.name } == ["X", nil, "Y"])
    #expect(try QuietHound.decode(from: json, at: "a.b.2").tricks == ["z"])
    #expect(try [String: [QuietHound?]].decode(from: json, at: "a")["b"]?.count == 3)
    #expect(try QuietHound?.decode(from: json, at: "a.c") == nil)
    #expect(try [QuietHound].decode(from: "[]").isEmpty)
    #expect((try? QuietHound.decode(from: "{}")) == nil)
  }

  @Test func updateReplacesTheModel() throws {
    var kennel = try Kennel.decode(from: #"{"owner":{"id":1,"name":"A"},"best":{"name":"R"}}"#)
    try kennel.update(from: #"{"owner":{"id":2,"name":"B"}}"#)
    #expect(kennel.owner.id == 2)
    #expect(kennel.best?.name == "R")
    #expect(
      errorText { try kennel.update(from: #"{"owner":{"id":3}}"#) }
        == """
        $.owner.profile.name: required key is missing, as is "name", expected String \
        (line 1, column 10, User.profile.name)
        """)
    var user = kennel.owner
    try user.update(from: #"{"id":4,"name":"C"}"#)
    #expect(user.name == "C")
  }

  @Test func whatIsKnownOfKeys() throws {
    let json = #"{"a":1,"b":null,"d":{"e":null,"f":[]},"d.e":2}"#
    let keys = try Keys.decode(from: json)
    #expect(keys.presences == [.value, .null, .absent, .null, .null, .value, .value])
    #expect(keys.contained == [true, true, false, true, false])
  }

  @Test func contextAndOptionsReachTheModel() throws {
    var mapper = Mapper()
    mapper.duplicateKeys = .last
    let context = MappingContext("p")
    let model = try Contextual.decode(from: "{}", using: mapper, context: context)
    #expect(model.prefix == "p")
    #expect(model.duplicates == .last)
    #expect(
      try model.encodeString(options: .nullsIncluded, context: context)
        == #"{"prefix":"p","nulls":true}"#)
    #expect(try model.encodeString() == #"{"prefix":"none","nulls":false}"#)
  }

  @Test func keyPathsWithWildcards() throws {
    let gathered = try Gathered.decode(
      from: #"{"people":{"x":"a","y":"b","z":"a"},"items":[{"id":1,"at":0},{},{"id":2}]}"#)
    #expect(gathered.ids == [1, 2])
    #expect(gathered.names == ["a", "b"])
    #expect(gathered.dates == [Date(timeIntervalSince1970: 0)])
    #expect(gathered.others == [7])
    #expect(try Gathered.decode(from: #"{"items":[]}"#).names == nil)
    #expect(try Gathered.decode(from: #"{"items":[],"people":null}"#).names == nil)
    #expect(
      errorText { try Gathered.decode(from: "{}") }
        == "$.items: required key is missing, expected [Int] "
        + "(line 1, column 1, Gathered.items.*.id)")
    #expect(
      errorText { try Gathered.decode(from: #"{"items":[{"id":1},{"id":"x"}]}"#) }
        == "$.items[1].id: expected Int, found a string (line 1, column 26, Gathered.items.*.id)")
  }

  @Test func malformedValuesOnTheWayOfAKeyPathUsedToBeMissingKeys() {
    for (text, found) in [
      (#"{"id": 1, "profile": "#, "the end of the input"), (#"{"id": 1, "profile": ]"#, "']'"),
      (#"{"id": 1, "profile": "x"#, "the end of the input"),
    ] {
      let error = mappingError { try User.decode(from: text) }
      #expect(
        error?.code.isSyntax == true && error?.found == found, "\(error?.description ?? text)")
    }
    #expect(
      errorText { try User.decode(from: #"{"id": 1, "profile": 7}"#) }
        == "$.profile.name: required key is missing, as is \"name\", expected String"
        + " (line 1, column 1, User.profile.name)")
  }

  @Test func modelThatIsOnlyDecoded() throws {
    let keys = try [Keys].decode(from: "[{}]")
    #expect(
      errorText { try keys.encode() }
        == "$[0]: the model is only decoded, as it does not implement encode(to:) (Keys)")
  }

  @Test func parsedObjectsAreDecoded() throws {
    let object: [String: Any] = ["id": 3, "profile": ["name": "N"], "tags": [["name": "t"]]]
    let user = try User.decode(fromObject: object)
    #expect(user.tags == [Tag("t")])
    let written = try user.encodeObject()
    #expect(written["id"] as? Int == 3)
  }
}
