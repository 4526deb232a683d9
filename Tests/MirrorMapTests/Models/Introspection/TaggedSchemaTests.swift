import Testing

@testable import MirrorMap

private struct Wheel: Mappable { @Mapped var radius: Double }
private struct Window: Mappable { @Mapped var side: Double? }

private struct Shapes: ValueCoding {
  let place: TaggedSchema.Place
  var hasFallback = false

  func decode(from reader: inout JSONReader) throws -> Int { 0 }
  func encode(_ value: Int, to writer: inout JSONWriter) throws {}
  func jsonSchema(in schema: inout JSONSchemaBuilder) -> JSONValue {
    schema.tagged(
      [
        TaggedSchema(tag: "circle", Wheel.self), TaggedSchema(tag: 2, Window?.self),
        TaggedSchema(tag: "none", value: nil),
      ], place, fallback: hasFallback ? TaggedSchema(tag: nil, JSONObject.self) : nil)
  }
}

@Suite("JSON Schema of tagged types")
struct TaggedSchemaTests {
  private func validator(_ coding: Shapes, _ mapper: Mapper = .default) -> JSONSchemaValidator {
    var builder = JSONSchemaBuilder(mapper, root: nil)
    guard case .object(var schema) = builder.schema(of: coding) else {
      return JSONSchemaValidator(false)
    }
    schema["$defs"] = .object(builder.definitions)
    return JSONSchemaValidator(.object(schema))
  }

  private func accepted(_ coding: Shapes, _ documents: [JSONValue]) throws -> [Bool] {
    let validator = validator(coding)
    return try documents.map { try validator.accepts($0) }
  }

  @Test func inside() throws {
    let documents: [JSONValue] = [
      ["type": "circle", "radius": 1], ["radius": 1, "type": 2], ["type": "none"],
      ["type": "circle"], ["radius": 1], ["type": "2"], "circle", ["type": "other"],
    ]
    let place = TaggedSchema.Place.inside(key: "type")
    #expect(
      try accepted(Shapes(place: place), documents)
        == [true, true, true, false, false, false, false, false])
    #expect(
      try accepted(Shapes(place: place, hasFallback: true), documents)
        == [true, true, true, true, true, true, false, true])
    var mapper = Mapper()
    mapper.unknownKeys = .reject
    let strict = validator(Shapes(place: place), mapper)
    #expect(try strict.accepts(["type": "circle", "radius": 1]))
    #expect(try !strict.accepts(["type": "circle", "radius": 1, "side": 2]))
  }

  @Test func beside() throws {
    #expect(
      try accepted(
        Shapes(place: .beside(key: "t", value: "c")),
        [
          ["t": "circle", "c": ["radius": 1]], ["t": 2], ["t": 2, "c": ["side": 3], "x": 1],
          ["t": 2, "c": nil], ["t": "none"], ["t": "circle"], ["t": 2, "c": ["side": "s"]],
        ]) == [true, true, true, true, true, false, false])
  }

  @Test func asKeyOrNowhere() throws {
    #expect(
      try accepted(
        Shapes(place: .key),
        [
          ["circle": ["radius": 1]], ["2": [:]], "none", ["circle": [:]], "circle",
          ["circle": ["radius": 1], "2": [:]],
        ]) == [true, true, true, false, false, false])
    #expect(
      try accepted(Shapes(place: .nowhere), [["radius": 1], ["side": "s"], 5])
        == [true, true, true])
  }
}
