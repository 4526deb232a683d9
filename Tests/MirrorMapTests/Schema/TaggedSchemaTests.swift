import Testing

@testable import MirrorMap
@testable import TestSupport

private struct Wheel: Mappable { @Mapped var radius: Double }
private struct Window: Mappable { @Mapped var side: Double? }

struct TaggedSchemaTests {
  private func shape(_ tagging: Tagging, fallback: ValueShape? = nil) -> ValueShape {
    .tagged(
      tagging,
      [
        ("circle", .value(Wheel.self)), (2, .optional(of: Window.self)), ("none", nil),
      ], fallback: fallback)
  }

  private func validator(_ shape: ValueShape, _ mapper: Mapper = .default) -> JSONSchemaValidator {
    var builder = JSONSchemaBuilder(mapper)
    guard case .object(var schema) = builder.schema(of: shape) else {
      return JSONSchemaValidator(false)
    }
    schema["$defs"] = .object(builder.definitions)
    return JSONSchemaValidator(.object(schema))
  }

  private func accepted(_ shape: ValueShape, _ documents: [JSONValue]) throws -> [Bool] {
    let validator = validator(shape)
    return try documents.map { try validator.accepts($0) }
  }

  @Test func internalTagsAreAmongTheMembers() throws {
    let documents: [JSONValue] = [
      ["type": "circle", "radius": 1], ["radius": 1, "type": 2], ["type": "none"],
      ["type": "circle"], ["radius": 1], ["type": "2"], "circle", ["type": "other"],
    ]
    let tagging = Tagging.internal(tag: "type")
    #expect(
      try accepted(shape(tagging), documents)
        == [true, true, true, false, false, false, false, false])
    #expect(
      try accepted(shape(tagging, fallback: .value(JSONObject.self)), documents)
        == [true, true, true, true, true, true, false, true])
    var mapper = Mapper()
    mapper.unknownKeys = .reject
    let strict = validator(shape(tagging), mapper)
    #expect(try strict.accepts(["type": "circle", "radius": 1]))
    #expect(try !strict.accepts(["type": "circle", "radius": 1, "side": 2]))
  }

  @Test func adjacentTagsAreBesideTheContent() throws {
    #expect(
      try accepted(
        shape(.adjacent(tag: "t", content: "c")),
        [
          ["t": "circle", "c": ["radius": 1]], ["t": 2], ["t": 2, "c": ["side": 3], "x": 1],
          ["t": 2, "c": nil], ["t": "none"], ["t": "circle"], ["t": 2, "c": ["side": "s"]],
          ["t": "none", "c": nil], ["t": "none", "c": 3], ["t": "none", "c": [:]],
        ]) == [true, true, true, true, true, false, false, true, false, false])
  }

  @Test func externalTagsAreKeysAndUntaggedValuesHaveNone() throws {
    #expect(
      try accepted(
        shape(.external),
        [
          ["circle": ["radius": 1]], ["2": [:]], "none", ["circle": [:]], "circle",
          ["circle": ["radius": 1], "2": [:]],
        ]) == [true, true, true, false, false, false])
    #expect(
      try accepted(shape(.untagged), [["radius": 1], ["side": "s"], 5])
        == [true, true, true])
  }

  @Test func externalTagsOfValuesThatMayBeAbsent() throws {
    #expect(
      try accepted(
        shape(.external),
        [
          ["none": nil], ["none": [:]], ["none": 1], ["none": ["x": 1]], ["none": nil, "2": [:]],
          "2", ["2": nil],
          ["circle": nil],
        ])
        == [true, true, false, false, false, true, true, false])
  }
}
