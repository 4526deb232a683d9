import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

private struct Point: Mappable {
  @Mapped var x: Int8
  @Mapped var label: String?
}

private enum Color: String, MappableValue, MappableKey, CaseIterable { case red, green }
private enum Open: String, MappableValue, CaseIterable {
  case known, other
  static func decode(from reader: inout JSONReader) throws -> Open {
    Open(rawValue: try reader.decode(String.self)) ?? .other
  }
}
private enum Plain: Int, MappableValue { case one = 1 }
private struct Flags: OptionSet, MappableValue { let rawValue: UInt8 }

private struct Tree: Mappable {
  @Mapped var value: Int
  @Mapped var left: Box<Tree>?
}
private final class Box<Value: MappableValue>: Mappable {
  @Mapped var content: Value
  required init() {}
}
private struct Boxes: Mappable {
  @Mapped var a: Box<Point>
  @Mapped var b: Box<[Point]>
  @Mapped var c: Box<Point>?
}

private struct Defaults: Mappable {
  @Mapped var count: Int = 3
  @Mapped var tags: Set<String> = ["c", "a", "b"]
  @Mapped var groups: [Set<Int>]? = [[3, 1, 2, 0], [5, 4]]
  @Mapped var point: Point? = {
    var point = Point()
    point.x = 1
    return point
  }()
  @Mapped var incomplete: Point = Point()
  @Mapped var id: UUID = UUID()
  @Mapped("at", transform: .unixSeconds) var at: Date = Date(timeIntervalSince1970: 5)
  @Mapped var given: Int
  init() { given = 7 }
}

private struct Directions: Mappable {
  @Mapped(direction: .decodeOnly) var etag: String
  @Mapped(direction: .encodeOnly) var password: String?
}

private struct Paths: Mappable {
  @Mapped("user.name") var name: String
  @Mapped("user.mail", "mail") var mail: String?
  @Mapped("zips.1") var zip: Int
  @Mapped("tags.*.id") var ids: [Int] = []
}

private struct Transformed: Mappable {
  @Mapped(transform: .iso8601) var a: Date
  @Mapped(transform: .unixSeconds(text: .accepted)) var b: Date?
  @Mapped(transform: .date(format: "yyyy-MM-dd")) var c: [Date]
  @Mapped(transform: .date(format: "yyyy")) var d: Date
  @Mapped(transform: .base64URL) var e: Data
  @Mapped(transform: .decimalText) var f: Decimal
  @Mapped(transform: .firstOf(.iso8601, .unixSeconds)) var g: Date
  @Mapped(transform: .stringifiedJSON()) var h: Point
  @Mapped(transform: .any) var i: [String: Any]
  @Mapped(transform: .url(relativeTo: URL(string: "https://a.b"))) var j: URL
  @Mapped(transform: TransformOf<Int, [Bool]>(decode: { $0.count }, encode: { _ in [] })) var k: Int
  @Mapped(transform: .rawValue()) var l: Raw
  @Mapped(transform: .codable()) var m: CodedAlone
  @Mapped var n: RGBAColor
}
private enum Raw: String, CaseIterable { case yes, no }
private struct CodedAlone: Codable { var x = 1 }

private struct Celsius: MappableValue {
  static func decode(from reader: inout JSONReader) throws -> Celsius {
    _ = try reader.decode(Double.self)
    return Celsius()
  }
  func encode(to writer: inout JSONWriter) throws { try writer.encode(0) }
  static var shape: ValueShape { .number(minimum: -273.15) }
}
private struct Unknown: MappableValue {
  static func decode(from reader: inout JSONReader) throws -> Unknown {
    try reader.skipValue()
    return Unknown()
  }
  func encode(to writer: inout JSONWriter) throws { writer.encodeNull() }
}
private indirect enum Formula: MappableValue {
  case number(Double)
  case sum([Formula])
  static func decode(from reader: inout JSONReader) throws -> Formula {
    if let number = try? reader.decode(Double.self) { return .number(number) }
    return .sum(try reader.decode([Formula].self))
  }
  func encode(to writer: inout JSONWriter) throws { writer.encodeNull() }
  static var shape: ValueShape { .anyOf([.number(), .array(of: Formula.self)]) }
}

/// A model that says more about itself.
private struct Documented: Mappable {
  @Mapped var next: [Documented]?
  static var shape: ValueShape { .described(.model(Documented.self), as: "documented") }
}

private struct Page<Item: MappableValue>: Mappable {
  @Mapped var item: Item
}
private enum Other { struct Point: Mappable { @Mapped var y: Bool } }
private struct Points: Mappable {
  @Mapped var one: Point
  @Mapped var other: Other.Point
}

private struct Twice: Mappable {
  @Mapped("k") var first: Int
  @Mapped("k") var second: Int
}

private class Vehicle: Mappable, ModelProviding {
  @Mapped var wheels: UInt8
  required init() {}
  class func instance(for json: JSONView, in context: MappingContext) throws -> Self? {
    let known = Self()
    known.wheels = 4
    return known
  }
}

private struct Outer: Mappable {
  @Flattened var point: Point
  @Flattened var tree: Tree?
  @Extras var others: JSONObject
}

struct JSONSchemaTests {
  private static let draft: JSONValue = "https://json-schema.org/draft/2020-12/schema"

  /// The schema without what all of them begin with.
  private func schema<Value: MappableValue>(
    _ type: Value.Type, _ change: (inout Mapper) -> Void = { _ in }
  ) -> JSONValue {
    var mapper = Mapper()
    change(&mapper)
    guard case .object(var object) = type.jsonSchema(using: mapper) else { return false }
    #expect(object.removeValue(forKey: "$schema") == Self.draft)
    return .object(object)
  }

  @Test func textOfASchema() throws {
    #expect(
      try Point.jsonSchema.encodeString(options: .prettyPrinted) == """
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "Point",
          "type": "object",
          "properties": {
            "x": {
              "type": "integer",
              "minimum": -128,
              "maximum": 127
            },
            "label": {
              "type": [
                "string",
                "null"
              ]
            }
          },
          "required": [
            "x"
          ]
        }
        """)
  }

  @Test func boundsOfIntegers() {
    func bounds<I: FixedWidthInteger & MappableValue>(_ type: I.Type) -> Bool {
      schema(type)
        == [
          "type": "integer", "minimum": .number(JSONNumber(I.min)),
          "maximum": .number(JSONNumber(I.max)),
        ]
    }
    #expect(bounds(Int.self) && bounds(Int8.self) && bounds(Int16.self) && bounds(Int32.self))
    #expect(bounds(Int64.self) && bounds(Int128.self) && bounds(UInt.self) && bounds(UInt8.self))
    #expect(bounds(UInt16.self) && bounds(UInt32.self) && bounds(UInt64.self))
    #expect(
      schema(UInt128.self)["maximum"]?.description == "340282366920938463463374607431768211455")
  }

  @Test func typesAndFormatsOfScalars() {
    #expect(schema(Bool.self) == ["type": "boolean"])
    #expect(schema(Double.self) == ["type": "number"])
    #expect(
      schema(Float?.self) == [
        "type": ["number", "null"], "minimum": -3.4028235677973366e38,
        "maximum": 3.4028235677973366e38,
      ])
    #expect(schema(Decimal.self) == ["type": "number"])
    #expect(schema(JSONNumber.self) == ["type": "number"])
    #expect(schema(String.self) == ["type": "string"])
    #expect(schema(Date.self) == ["type": "string", "format": "date-time"])
    #expect(schema(URL.self) == ["type": "string", "format": "uri"])
    #expect(schema(UUID?.self) == ["type": ["string", "null"], "format": "uuid"])
    #expect(schema(Data.self) == ["type": "string", "contentEncoding": "base64"])
    #expect(schema(JSONValue.self) == [:] && schema(JSONValue?.self) == [:])
    #expect(schema(JSONObject.self) == ["type": "object"])
    #expect(schema(Unknown.self) == [:])
  }

  @Test func casesOfEnums() {
    #expect(schema(Color.self) == ["type": "string", "enum": ["red", "green"]])
    #expect(schema(Color?.self) == ["type": ["string", "null"], "enum": ["red", "green", nil]])
    #expect(schema(Open.self) == ["type": "string"])
    #expect(schema(Plain.self) == schema(Int.self))
    #expect(schema(Flags.self) == schema(UInt8.self))
  }

  @Test func itemsOfContainers() {
    #expect(schema([String].self) == ["type": "array", "items": ["type": "string"]])
    #expect(schema(Set<Bool?>.self) == ["type": "array", "items": ["type": ["boolean", "null"]]])
    #expect(schema([[JSONValue]].self) == ["type": "array", "items": ["type": "array"]])
    #expect(
      schema([String: Bool].self) == [
        "type": "object", "additionalProperties": ["type": "boolean"],
      ])
    #expect(
      schema([Int: JSONValue].self)
        == ["type": "object", "propertyNames": ["pattern": "^(0|-?[1-9][0-9]*)$"]])
    #expect(
      schema([UInt: JSONValue].self)
        == ["type": "object", "propertyNames": ["pattern": "^(0|[1-9][0-9]*)$"]])
    #expect(
      schema([Color: JSONValue]?.self)
        == ["type": ["object", "null"], "propertyNames": ["enum": ["red", "green"]]])
  }

  @Test func modelsInContainers() {
    let point = schema(Point.self)
    #expect(
      schema([Point?].self)
        == [
          "type": "array", "items": ["anyOf": [["$ref": "#/$defs/Point"], ["type": "null"]]],
          "$defs": ["Point": point],
        ])
  }

  @Test func recursiveModelsReferToThemselves() {
    let value = schema(Int.self)
    #expect(
      schema(Tree.self)
        == [
          "title": "Tree", "type": "object",
          "properties": [
            "value": value, "left": ["anyOf": [["$ref": "#/$defs/Box_Tree"], ["type": "null"]]],
          ],
          "required": ["value"],
          "$defs": [
            "Box_Tree": [
              "title": "Box<Tree>", "type": "object", "properties": ["content": ["$ref": "#"]],
              "required": ["content"],
            ]
          ],
        ])
    #expect(
      schema(Formula.self)
        == [
          "anyOf": [["type": "number"], ["type": "array", "items": ["$ref": "#"]]]
        ])
    #expect(
      schema([Formula].self)["$defs"]
        == [
          "Formula": [
            "anyOf": [
              ["type": "number"], ["type": "array", "items": ["$ref": "#/$defs/Formula"]],
            ]
          ]
        ])
  }

  @Test func namesAreUnique() {
    let boxes = schema(Boxes.self)
    #expect(boxes["properties"]?["a"] == ["$ref": "#/$defs/Box_Point"])
    #expect(boxes["properties"]?["b"] == ["$ref": "#/$defs/Box_Array_Point"])
    #expect(
      boxes["$defs"]?.object?.map(\.key).sorted() == ["Box_Array_Point", "Box_Point", "Point"])
    let points = schema(Points.self)
    #expect(points["properties"]?["other"] == ["$ref": "#/$defs/Point_2"])
    #expect(points["$defs"]?["Point_2"]?["required"] == ["y"])
  }

  @Test func propertiesWithDefaultsAreNotRequired() {
    let properties = schema(Defaults.self)["properties"]
    #expect(schema(Defaults.self)["required"] == nil)
    #expect(properties?["count"]?["default"] == 3)
    #expect(properties?["count"]?["type"] == ["integer", "null"])
    #expect(properties?["tags"]?["default"] == ["a", "b", "c"])
    #expect(properties?["groups"]?["default"] == [[0, 1, 2, 3], [4, 5]])
    #expect(properties?["point"]?["default"] == ["x": 1])
    #expect(properties?["incomplete"]?["default"] == nil)
    #expect(properties?["id"] == ["type": ["string", "null"], "format": "uuid"])
    #expect(properties?["at"] == ["type": ["number", "null"], "default": 5])
    #expect(properties?["given"]?["default"] == 7)
  }

  @Test func defaultsIgnoreTransformsOfTheMapper() {
    struct Dated: Mappable { @Mapped var date: Date = Date(timeIntervalSince1970: 77) }
    let schema = Dated.jsonSchema(using: .with { $0.setTransform(.unixSeconds) })
    #expect(schema["properties"]?["date"]?["format"] == "date-time")
    #expect(schema["properties"]?["date"]?["default"] == "1970-01-01T00:01:17Z")
  }

  @Test func directionsOfProperties() {
    #expect(
      schema(Directions.self)
        == [
          "title": "Directions", "type": "object",
          "properties": [
            "etag": ["type": "string", "readOnly": true],
            "password": ["anyOf": [["type": ["string", "null"]], true], "writeOnly": true],
          ],
          "required": ["etag"],
        ])
  }

  @Test func keyPathsAreNestedObjects() {
    let mail: JSONValue = ["type": ["string", "null"]]
    let integer = schema(Int.self)
    #expect(
      schema(Paths.self)
        == [
          "title": "Paths", "type": "object",
          "properties": [
            "user": [
              "type": "object", "required": ["name"],
              "properties": ["name": ["type": "string"], "mail": mail],
            ],
            "mail": true,
            "zips": [
              "anyOf": [
                ["type": "array", "minItems": 2, "prefixItems": [true, integer]],
                ["type": "object", "required": ["1"], "properties": ["1": integer]],
              ]
            ],
            "tags": [
              "type": ["array", "object", "null"],
              "items": ["properties": ["id": integer]],
              "additionalProperties": ["properties": ["id": integer]], "default": [],
            ],
          ],
          "required": ["user", "zips"],
          "anyOf": [
            [
              "properties": [
                "user": ["type": "object", "required": ["mail"], "properties": ["mail": true]]
              ],
              "required": ["user"],
            ],
            ["properties": ["mail": mail], "required": ["mail"]],
            [
              "not": [
                "anyOf": [
                  [
                    "properties": [
                      "user": [
                        "type": "object", "required": ["mail"], "properties": ["mail": true],
                      ]
                    ],
                    "required": ["user"],
                  ], ["required": ["mail"]],
                ]
              ]
            ],
          ],
        ])
  }

  @Test func transformsHaveTheSchemaOfTheirJSON() {
    let schema = schema(Transformed.self)
    let number = JSONSchemaBuilder.numberPattern
    let expected: JSONObject = [
      "a": ["type": "string", "format": "date-time"],
      "b": ["type": ["number", "string", "null"], "pattern": number],
      "c": ["type": "array", "items": ["type": "string", "format": "date"]],
      "d": ["type": "string"],
      "e": ["type": "string", "contentEncoding": "base64url"],
      "f": ["type": ["number", "string"], "pattern": number],
      "g": ["anyOf": [["type": "string", "format": "date-time"], ["type": "number"]]],
      "h": [
        "type": "string", "contentMediaType": "application/json",
        "contentSchema": ["$ref": "#/$defs/Point"],
      ],
      "i": ["type": "object"],
      "j": ["type": "string", "format": "uri-reference"],
      "k": ["type": "array", "items": ["type": "boolean"]],
      "l": ["type": "string", "enum": ["yes", "no"]],
      "m": true,
      "n": ["type": "string", "pattern": "^#?([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$"],
    ]
    for (key, value) in expected { #expect(schema["properties"]?[key] == value, "\(key)") }
  }

  @Test func ownDescriptions() {
    #expect(schema(Page<Celsius>.self)["properties"]?["item"]?["minimum"] == -273.15)
    #expect(schema(Page<Unknown>.self)["properties"] == ["item": true])
    let documented = schema(Documented.self)
    #expect(documented["description"] == "documented")
    #expect(documented["$ref"] == "#/$defs/Documented")
    #expect(
      documented["$defs"]?["Documented"]?["properties"]?["next"]?["items"]
        == ["description": "documented", "$ref": "#/$defs/Documented"])
  }

  @Test func flattenedAndExtras() {
    #expect(
      schema(Outer.self)
        == [
          "title": "Outer", "type": "object",
          "properties": [
            "x": ["type": "integer", "minimum": -128, "maximum": 127],
            "label": ["type": ["string", "null"]], "value": schema(Int.self),
            "left": ["anyOf": [["$ref": "#/$defs/Box_Tree"], ["type": "null"]]],
          ],
          "required": ["x"], "additionalProperties": true,
          "anyOf": [
            ["not": ["anyOf": [["required": ["value"]], ["required": ["left"]]]]],
            ["required": ["value"]],
          ],
          "$defs": [
            "Box_Tree": [
              "title": "Box<Tree>", "type": "object",
              "properties": ["content": ["$ref": "#/$defs/Tree"]], "required": ["content"],
            ],
            "Tree": [
              "title": "Tree", "type": "object",
              "properties": [
                "value": schema(Int.self),
                "left": ["anyOf": [["$ref": "#/$defs/Box_Tree"], ["type": "null"]]],
              ],
              "required": ["value"],
            ],
          ],
        ])
  }

  @Test func nothingIsRequiredWhereAnObjectMayBeUpdated() throws {
    let schema = schema(Vehicle.self)
    #expect(schema["required"] == nil)
    #expect(schema["properties"]?["wheels"]?["type"] == "integer")
    #expect(try Vehicle.decode(from: "{}").wheels == 4)
    #expect(try JSONSchemaValidator(Vehicle.jsonSchema).accepts([:]))
  }

  @Test func optionsOfTheMapper() {
    #expect(schema(Point.self) { $0.unknownKeys = .reject }["additionalProperties"] == false)
    #expect(schema(Outer.self) { $0.unknownKeys = .reject }["additionalProperties"] == true)
    #expect(
      schema(Bool.self) { $0.coercion = .lossless } == ["enum": [true, false, "true", "false"]])
    #expect(
      schema(Int8.self) { $0.coercion = .lenient }["exclusiveMaximum"] == 128)
    #expect(
      schema([Bool].self) { $0.failurePolicy = .lossy }
        == ["type": "array", "items": ["anyOf": [["type": "boolean"], true]]])
  }

  @Test func nothingIsValidOfAModelThatCannotBeMapped() throws {
    let text = #"Twice.second cannot be mapped: it writes the same key "k" as Twice.first"#
    #expect(schema(Twice.self) == ["description": .string(text), "not": [:]])
    #expect(schema([Twice?].self)["items"]?["anyOf"]?[0]?["description"] == .string(text))
    #expect(try !JSONSchemaValidator(Twice.jsonSchema).accepts(["k": 1]))
  }
}
