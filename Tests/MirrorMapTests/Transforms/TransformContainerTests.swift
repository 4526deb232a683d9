import MirrorMap
import Testing

@testable import TestSupport

private struct Shapes: Mappable {
  @Mapped("one", transform: HexNumber()) var one: Int
  @Mapped("optional", transform: HexNumber()) var optional: Int?
  @Mapped("list", transform: HexNumber()) var list: [Int]
  @Mapped("matrix", transform: HexNumber()) var matrix: [[Int]]
  @Mapped("map", transform: HexNumber()) var map: [String: Int]
  @Mapped("map_of_lists", transform: HexNumber()) var mapOfLists: [String: [Int]]
  @Mapped("set", transform: HexNumber()) var set: Set<Int>
  @Mapped("optional_list", transform: HexNumber()) var optionalList: [Int]?
  @Mapped("optional_matrix", transform: HexNumber()) var optionalMatrix: [[Int]]?
  @Mapped("list_of_optionals", transform: HexNumber()) var listOfOptionals: [Int?]
  @Mapped("optional_map", transform: HexNumber()) var optionalMap: [String: Int]?
  @Mapped("optional_lists", transform: HexNumber()) var optionalLists: [String: [Int]]?
  @Mapped("optional_set", transform: HexNumber()) var optionalSet: Set<Int>?
  @Mapped("list_of_maps", transform: HexNumber()) var listOfMaps: [[String: Int]]
  @Mapped("numbered", transform: HexNumber()) var numbered: [Int: Int]
}

private struct Defaults: Mappable {
  @Mapped("one", transform: HexNumber()) var one: Int = 1
  @Mapped("optional", transform: HexNumber()) var optional: Int? = 2
  @Mapped("list", transform: HexNumber()) var list: [Int] = [3]
  @Mapped("matrix", transform: HexNumber()) var matrix: [[Int]] = [[4]]
  @Mapped("map", transform: HexNumber()) var map: [String: Int] = ["five": 5]
  @Mapped("map_of_lists", transform: HexNumber()) var mapOfLists: [String: [Int]] = ["six": [6]]
  @Mapped("set", transform: HexNumber()) var set: Set<Int> = [7]
  @Mapped("optional_list", transform: HexNumber()) var optionalList: [Int]? = [8]
  @Mapped("optional_matrix", transform: HexNumber()) var optionalMatrix: [[Int]]? = [[9]]
  @Mapped("list_of_optionals", transform: HexNumber()) var listOfOptionals: [Int?] = [nil, 10]
  @Mapped(transform: HexNumber()) var unnamed: Int = 11
}

struct TransformContainerTests {
  private static let json = """
    {"one":"ff","optional":"10","list":["a","b"],"matrix":[["1"],[],["2","3"]],"map":{"k":"1f"},\
    "map_of_lists":{"k":["7f","80"]},"set":["c"],"optional_list":["d"],"optional_matrix":[["e"]],\
    "list_of_optionals":["f",null],"optional_map":{"k":"11"},"optional_lists":{"k":["12"]},\
    "optional_set":["13"],"list_of_maps":[{"k":"14"},{}],"numbered":{"-1":"15"}}
    """

  @Test func everyShapeIsReadItsItemsThroughTheTransform() throws {
    let shapes = try Shapes.decode(from: Self.json)
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
    #expect(shapes.optionalMap == ["k": 17])
    #expect(shapes.optionalLists == ["k": [18]])
    #expect(shapes.optionalSet == [19])
    #expect(shapes.listOfMaps == [["k": 20], [:]])
    #expect(shapes.numbered == [-1: 21])
  }

  @Test func everyShapeIsWrittenItsItemsThroughTheTransform() throws {
    #expect(try Shapes.decode(from: Self.json).encodeString() == Self.json)
  }

  @Test func optionalShapesMayBeAbsentOrNull() throws {
    let required = """
      "one":"1","list":[],"matrix":[],"map":{},"map_of_lists":{},"set":[],"list_of_optionals":[],\
      "list_of_maps":[],"numbered":{}
      """
    let absent = try Shapes.decode(from: "{\(required)}")
    #expect(absent.optional == nil)
    #expect(absent.optionalList == nil)
    #expect(absent.optionalMatrix == nil)
    #expect(absent.optionalMap == nil)
    #expect(absent.optionalLists == nil)
    #expect(absent.optionalSet == nil)
    #expect(absent.$optionalMatrix.presence == .absent)
    #expect(try absent.encodeString() == "{\(required)}")
    let nulls = """
      "optional":null,"optional_list":null,"optional_matrix":null,"optional_map":null,\
      "optional_lists":null,"optional_set":null
      """
    let null = try Shapes.decode(from: "{\(required),\(nulls)}")
    #expect(null.optional == nil)
    #expect(null.optionalMatrix == nil)
    #expect(null.$optionalList.presence == .null)
    #expect(null.$optionalSet.presence == .null)
    let written = try null.encodeString(options: .sortedKeys)
    #expect(written.contains(#""optional_lists":null"#))
    #expect(written.contains(#""optional_set":null"#))
    #expect(try null.encodeString(options: .nullsOmitted) == "{\(required)}")
  }

  @Test(arguments: [
    ("one", "Int", "String"), ("list", "[Int]", "an array"),
    ("matrix", "[[Int]]", "an array"),
    ("map", "[String: Int]", "an object"), ("set", "Set<Int>", "an array"),
  ])
  func requiredShapesMayNotBeAbsentOrNull(_ key: String, _ type: String, _ expected: String) throws
  {
    let object = try #require(try JSONValue.decode(from: Self.json).object)
    var without = object
    without[key] = nil
    #expect(
      errorText { try Shapes.decode(from: JSONValue.object(without).encodeString()) }
        == "$.\(key): required key is missing, expected \(type) (line 1, column 1, Shapes.\(key))")
    #expect(
      errorText { try Shapes.decode(from: #"{"\#(key)":null}"#) }
        == """
        $.\(key): expected \(expected), found null \
        (line 1, column \(key.utf8.count + 5), Shapes.\(key))
        """)
  }

  @Test(arguments: [
    (#""list":["1",null]"#, "$.list[1]", "list", 14),
    (#""matrix":[["1"],[null]]"#, "$.matrix[1][0]", "matrix", 19),
    (#""map":{"k":null}"#, "$.map.k", "map", 13),
    (#""map_of_lists":{"k":[null]}"#, "$.map_of_lists.k[0]", "mapOfLists", 23),
    (#""set":[null]"#, "$.set[0]", "set", 9),
    (#""optional_matrix":[["1",null]]"#, "$.optional_matrix[0][1]", "optionalMatrix", 26),
  ])
  func nullElementsAreRefusedUnlessElementsAreOptional(
    _ member: String, _ path: String, _ property: String, _ column: Int
  ) {
    #expect(
      errorText { try Shapes.decode(from: "{\(member)}") }
        == "\(path): expected String, found null (line 1, column \(column), Shapes.\(property))")
  }

  @Test func errorOfTheTransformHasThePathOfItsItem() {
    #expect(
      errorText { try Shapes.decode(from: #"{"map_of_lists":{"k":["1","xyz"]}}"#) }
        == """
        $.map_of_lists.k[1]: expected a hexadecimal number (line 1, column 27, Shapes.mapOfLists)
        """)
    #expect(
      errorText { try Shapes.decode(from: #"{"optional_matrix":[[],["1",5]]}"#) }
        == """
        $.optional_matrix[1][1]: expected String, found a number \
        (line 1, column 29, Shapes.optionalMatrix)
        """)
  }

  @Test func defaultsStayWhenAbsentAndAreWrittenThroughTheTransform() throws {
    let json = """
      {"one":"1","optional":"2","list":["3"],"matrix":[["4"]],"map":{"five":"5"},\
      "map_of_lists":{"six":["6"]},"set":["7"],"optional_list":["8"],"optional_matrix":[["9"]],\
      "list_of_optionals":[null,"a"],"unnamed":"b"}
      """
    #expect(try Defaults.decode(from: "{}").encodeString() == json)
    #expect(try Defaults.decode(from: json).encodeString() == json)
  }

  @Test func nullLeavesDefaultsButMakesOptionalsNil() throws {
    let model = try Defaults.decode(
      from: """
        {"one":null,"optional":null,"list":null,"matrix":null,"map":null,"map_of_lists":null,
         "set":null,"optional_list":null,"optional_matrix":null,"list_of_optionals":null}
        """)
    #expect(model.one == 1)
    #expect(model.optional == nil)
    #expect(model.list == [3])
    #expect(model.matrix == [[4]])
    #expect(model.map == ["five": 5])
    #expect(model.mapOfLists == ["six": [6]])
    #expect(model.set == [7])
    #expect(model.optionalList == nil)
    #expect(model.optionalMatrix == nil)
    #expect(model.listOfOptionals == [nil, 10])
  }

  @Test func valuesReplaceDefaultsAndWrongOnesAreErrors() throws {
    let model = try Defaults.decode(
      from: #"{"one":"20","list":[],"optional":"21","set":["1","1","2"],"unnamed":"22"}"#)
    #expect(model.one == 32)
    #expect(model.list == [])
    #expect(model.optional == 33)
    #expect(model.set == [1, 2])
    #expect(model.unnamed == 34)
    #expect(
      errorText { try Defaults.decode(from: #"{"one":32}"#) }
        == "$.one: expected String, found a number (line 1, column 8, Defaults.one)")
  }
}
