import MirrorMap
import Testing

@testable import TestSupport

private struct Point: Mappable {
  @Mapped var x: Int
  @Mapped var y: Int?
}

private class Area: Mappable, ModelProviding {
  @Mapped var name: String
  required init() {}
  class func modelType(
    for json: JSONView, in context: MappingContext
  ) throws -> any Mappable.Type {
    json["radius"] == nil ? Area.self : Disc.self
  }
}
private final class Disc: Area { @Mapped var radius: Int }

private class Form: Mappable, ModelProviding {
  @Mapped("form.name") var name: String
  required init() {}
  class func modelType(
    for json: JSONView, in context: MappingContext
  ) throws -> any Mappable.Type { RoundForm.self }
}
private final class RoundForm: Form { @Mapped("form.radius") var radius: Int }

/// Documents that are decoded are valid, even where paths lead into each other and unknown keys are rejected.
struct SchemaValidityTests {
  /// The documents are decoded, and all of them are valid.
  private func expectValid<Model: Mappable>(
    _ type: Model.Type, _ documents: [JSONValue], rejectingUnknownKeys: Bool = true
  ) throws {
    let mapper = Mapper.with { $0.unknownKeys = rejectingUnknownKeys ? .reject : .ignore }
    let validator = JSONSchemaValidator(type.jsonSchema(using: mapper))
    for document in documents {
      _ = try type.decode(from: document.encode(), using: mapper)
      #expect(try validator.accepts(document), "\(document): \(type.jsonSchema(using: mapper))")
    }
  }

  @Test func noKeyIsUnknownInWhatAPropertyReads() throws {
    struct Whole: Mappable {
      @Mapped("x") var x: JSONValue?
      @Mapped("x.y.z") var z: Int?
      @Mapped("x.1.z") var second: Int?
    }
    struct Values: Mappable {
      @Mapped("m") var m: [String: Point]?
      @Mapped("m.k.x") var x: Int?
    }
    struct Second: Mappable {
      @Mapped("a", "x") var x: JSONValue?
      @Mapped("x.y.z") var z: Int?
    }
    struct Beside: Mappable {
      @Mapped var point: Point?
      @Mapped("point.z") var z: Int?
    }
    try expectValid(Beside.self, [["point": ["x": 1, "z": 2]], ["point": ["x": 1]], [:]])
    try expectValid(Whole.self, [["x": ["y": ["q": 1]]], ["x": [1, ["q": 1]]]])
    try expectValid(Values.self, [["m": ["k": ["x": 1, "y": 2]]]])
    try expectValid(Second.self, [["x": ["y": ["q": 1]]]])
    let schema = Whole.jsonSchema(using: .with { $0.unknownKeys = .reject })
    #expect(schema["additionalProperties"] == false)
  }

  @Test func groupsOfFlattenedModelsAreClosed() throws {
    struct Size: Mappable {
      @Mapped("size.width") var width: Int
      @Mapped("size.more.depth") var depth: Int?
    }
    struct Box: Mappable {
      @Flattened var size: Size
      @Flattened var optional: Point?
    }
    struct Outer: Mappable { @Flattened var form: Form }
    try expectValid(
      Box.self, [["size": ["width": 1]], ["size": ["width": 1, "more": ["depth": 2]]]])
    try expectValid(Outer.self, [["form": ["name": "a", "radius": 2]]])
    let mapper = Mapper.with { $0.unknownKeys = .reject }
    let validator = JSONSchemaValidator(Box.jsonSchema(using: mapper))
    let unknown: [JSONValue] = [
      ["size": ["width": 1, "q": 1]], ["size": ["width": 1, "more": ["q": 1]]],
    ]
    for document in unknown {
      #expect(mappingError { try Box.decode(from: document.encode(), using: mapper) } != nil)
      #expect(try !validator.accepts(document))
    }
  }

  @Test func extrasAndOtherModelsAreNoUnknownKeys() throws {
    struct Rest: Mappable {
      @Mapped("a.b") var b: Int
      @Extras var rest: JSONObject
    }
    try expectValid(Rest.self, [["a": ["b": 1, "w": 2], "v": 3]])
    try expectValid(Area.self, [["name": "s", "radius": 3]])
  }

  @Test func keysThatLeadIntoAModelBesideExtras() throws {
    struct Reply: Mappable {
      @Mapped var text: String?
    }
    struct Around: Mappable {
      @Mapped var reply: Reply?
      @Mapped("reply.author") var author: String?
      @Extras var rest: JSONObject
    }
    try expectValid(
      Around.self, [["reply": ["text": "t", "author": "a"], "x": 1]], rejectingUnknownKeys: true)
  }

  /// An object isn't the value of a scalar's alternative if other paths lead into it.
  @Test func groupsInThePlaceOfScalars() throws {
    struct First: Mappable {
      @Mapped("image.url", "image") var url: String?
      @Mapped("image.width") var width: Int?
    }
    struct Last: Mappable {
      @Mapped("image", "image.url", "url") var url: String
      @Mapped("image.width") var width: Int?
    }
    for rejects in [false, true] {
      let documents: [JSONValue] = [
        ["image": ["width": 3]], ["image": [:]], ["image": ["url": "u"]], ["image": "u"], [:],
      ]
      try expectValid(First.self, documents, rejectingUnknownKeys: rejects)
      try expectValid(
        Last.self,
        [["image": ["url": "u"]], ["image": "u"], ["image": ["width": 3], "url": "u"]],
        rejectingUnknownKeys: rejects)
    }
    let (first, last) = (
      JSONSchemaValidator(First.jsonSchema), JSONSchemaValidator(Last.jsonSchema)
    )
    #expect(try !first.accepts(["image": 3]) && !first.accepts(["image": ["url": 3]]))
    #expect(try !last.accepts(["image": 3, "url": "u"]) && !last.accepts(["image": ["width": 3]]))
  }
}
