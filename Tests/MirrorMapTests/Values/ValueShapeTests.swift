import Foundation
import Testing

@testable import MirrorMap

private struct Leaf: Mappable { @Mapped var id: Int }
private struct Branch: Mappable { @Mapped var leaf: Leaf }

/// A value that contains models and describes only that.
private struct Bundle: MappableValue {
  static var shape: ValueShape { .anything(containing: [.model(Leaf.self), .value(Branch?.self)]) }
  static func decode(from reader: inout JSONReader) throws -> Bundle { Bundle() }
  func encode(to writer: inout JSONWriter) throws { writer.encodeNull() }
}

/// A value that contains itself and models.
private indirect enum Nest: MappableValue {
  case leaf(Leaf)
  case nests([Nest])
  static var shape: ValueShape { .anyOf([.model(Leaf.self), .array(of: [Nest].self)]) }
  static func decode(from reader: inout JSONReader) throws -> Nest { .leaf(try reader.decode()) }
  func encode(to writer: inout JSONWriter) throws { writer.encodeNull() }
}

/// A value whose shape says nothing but that it's this value's.
private struct Ouroboros: MappableValue {
  static var shape: ValueShape { .value(Ouroboros.self) }
  static func decode(from reader: inout JSONReader) throws -> Ouroboros { Ouroboros() }
  func encode(to writer: inout JSONWriter) throws { writer.encodeNull() }
}

/// A container of the user's that declares no shape.
private struct Ring<Item>: MappableContainer {
  var items: [Item] = []
  static func decodeItems<Coding: ValueCoding<Item>>(
    from reader: inout JSONReader, with coding: Coding
  ) throws -> Ring { Ring(items: try .decodeItems(from: &reader, with: coding)) }
  func encodeItems<Coding: ValueCoding<Item>>(
    to writer: inout JSONWriter, with coding: Coding
  ) throws { try items.encodeItems(to: &writer, with: coding) }
}
extension Ring: MappableValue where Item: MappableValue {
  static func decode(from reader: inout JSONReader) throws -> Ring {
    try decodeItems(from: &reader, with: ValueItself())
  }
  func encode(to writer: inout JSONWriter) throws {
    try encodeItems(to: &writer, with: ValueItself())
  }
}

private enum Event: Polymorphic, Equatable {
  case leaf(Int8)
  case branches([Event])
  case stop

  static let registry = ModelRegistry<Event>(.external)
    .adding(
      "b", embed: Event.branches, extract: { if case .branches(let b) = $0 { b } else { nil } }
    )
    .adding("i", embed: Event.leaf, extract: { if case .leaf(let i) = $0 { i } else { nil } })
    .adding("s", .stop)
}

private enum Mood: String, CaseIterable, UnknownCaseProviding {
  case glad, other
  static var unknownCase: Mood { .other }
}
private struct Diary: Mappable {
  @Mapped(transform: .rawValue()) var mood: Mood
}

struct ValueShapeTests {
  private func models(_ shape: ValueShape) -> [String] {
    var models = ReachableModels(leavingOut: nil)
    models.insertModels(of: shape)
    return models.types.map { "\($0)" }
  }

  @Test func scalarsContainNoModels() {
    let types: [any MappableValue.Type] = [
      Bool.self, Int8.self, UInt128.self, Double.self, String.self, URL.self, UUID.self, Data.self,
      Date.self, Decimal.self, JSONValue.self, JSONObject.self, JSONNumber.self, RGBAColor.self,
    ]
    for type in types { #expect(models(type.shape).isEmpty) }
  }

  @Test func containersNameTheModelsOfTheirElements() {
    #expect(models(Leaf.shape) == ["Leaf"])
    #expect(models([Leaf].shape) == ["Leaf"])
    #expect(models([String: [Leaf?]]?.shape) == ["Leaf"])
    #expect(models(Branch.shape) == ["Branch"], "those inside models are not named")
    #expect(models(.dictionary(of: Branch.self, keys: Int.self)) == ["Branch"])
    #expect(models(.described(.enumeration([], of: .value(Leaf.self)), as: "")) == ["Leaf"])
  }

  @Test func valuesOfTheUsersNameWhatTheyContain() {
    #expect(models(Bundle.shape) == ["Leaf", "Branch"])
    #expect(models([Bundle].shape) == ["Leaf", "Branch"])
    #expect(models(Ring<Leaf>.shape) == ["Leaf"])
    #expect(models(Ring<Ring<Branch>>.shape) == ["Branch"])
    #expect(Ring<Leaf>.jsonSchema.object?.map(\.key) == ["$schema"])
  }

  @Test func codingsNameTheModelsOfTheirJSON() {
    let wrapping = TransformOf<Int, Leaf>(decode: { $0.id }, encode: { _ in Leaf() })
    #expect(models(wrapping.shape) == ["Leaf"])
    #expect(models(JSONStringTransform<[Branch]>().shape) == ["Branch"])
    #expect(
      models(FirstOfTransform(wrapping, [TransformOf(decode: { $0 }, encode: { $0 })]).shape)
        == ["Leaf"])
    let registry = ModelRegistry<any MappableValue>(.untagged)
      .adding(Leaf.self).adding([Branch].self).fallback(Bundle.self)
    #expect(models(registry.shape) == ["Leaf", "Branch"])
  }

  @Test func valuesThatContainThemselvesEnd() {
    #expect(models(Nest.shape) == ["Leaf"])
    #expect(models([Nest].shape) == ["Leaf"])
    #expect(models(Event.shape).isEmpty)
    #expect(models(Ouroboros.shape).isEmpty)
    #expect(Ouroboros.jsonSchema["$ref"] == "#")
    #expect([Ouroboros].jsonSchema["$defs"]?["Ouroboros"] == ["$ref": "#/$defs/Ouroboros"])
    #expect([Event].jsonSchema["items"] == ["$ref": "#/$defs/Event"])
  }

  @Test func boundsAndFormatsFollowTheCoercion() {
    func schema(_ shape: ValueShape, _ coercion: Coercion) -> JSONValue {
      var mapper = Mapper()
      mapper.coercion = coercion
      var builder = JSONSchemaBuilder(mapper)
      return builder.schema(of: shape)
    }
    let age = ValueShape.integer(minimum: 0, maximum: 150)
    #expect(schema(age, .none) == ["type": "integer", "minimum": 0, "maximum": 150])
    #expect(schema(age, .lossless)["type"] == ["integer", "string"])
    #expect(schema(age, .lenient)["exclusiveMaximum"] == 151)
    #expect(schema(.integer(), .none) == ["type": "integer"])
    #expect(schema(Int128.shape, .lenient)["exclusiveMinimum"] == nil)
    #expect(schema(.string(format: "date"), .none) == ["type": "string", "format": "date"])
    #expect(schema(.string(format: "uri"), .lenient)["type"] == ["string", "number", "boolean"])
    #expect(schema(URL.shape, .lenient)["type"] == "string")
    let plan = ValueShape.enumeration(["free", "pro"], of: .string())
    #expect(schema(plan, .none) == ["type": "string", "enum": ["free", "pro"]])
    #expect(schema(plan, .lossless)["enum"] == nil)
  }

  /// The schema allowed only the cases, though other raw values are decoded as the unknown case.
  @Test func transformOfRawValuesWithAnUnknownCaseAcceptsAllOfThem() throws {
    #expect(try Diary.decode(from: #"{"mood": "sad"}"#).mood == .other)
    #expect(Diary.jsonSchema["properties"]?["mood"] == ["type": "string"])
  }
}
