import Testing

@testable import MirrorMap
@testable import TestSupport

private struct TaggedCircle: ImmutableMappable, Equatable {
  let radius: Int

  init(from object: inout ObjectReader) throws { radius = try object.value("radius") }
}

/// Chooses by a tag, as registries of polymorphic types do.
private struct ByType: ValueCoding {
  func decode(from reader: inout JSONReader) throws -> TaggedCircle {
    try reader.withKnownKey("Type") { (reader) throws(MappingError) in
      try reader.decode(TaggedCircle.self)
    }
  }

  func encode(_ value: TaggedCircle, to writer: inout JSONWriter) throws {
    try writer.encode(value)
  }
}

private struct TaggedDrawing: ImmutableMappable {
  let shapes: [TaggedCircle]

  init(from object: inout ObjectReader) throws {
    shapes = try object.value("shapes", transform: ByType())
  }
}

struct ImmutableTagTests {
  @Test func tagReadByARegistryIsNoUnknownKey() throws {
    var mapper = Mapper()
    mapper.unknownKeys = .reject
    let json = #"{"shapes":[{"Type":"circle","radius":1},{"radius":2,"Type":"circle"}]}"#
    #expect(try TaggedDrawing.decode(from: json, using: mapper).shapes.map(\.radius) == [1, 2])
    #expect(
      errorText {
        try TaggedDrawing.decode(from: #"{"shapes":[{"radius":1,"type":0}]}"#, using: mapper)
      } == "$.shapes[0].type: no property has this key (line 1, column 24, TaggedCircle)")
    mapper.keyStrategy = .caseInsensitive
    #expect(
      try TaggedDrawing.decode(from: #"{"SHAPES":[{"radius":1,"type":0}]}"#, using: mapper).shapes
        .count
        == 1)
  }
}
