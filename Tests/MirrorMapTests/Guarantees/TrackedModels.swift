import MirrorMap

@testable import TestSupport

/// Models of all kinds that hold ``Tracked`` values wherever a model can hold something.
enum TrackedModels {
  /// Makes ``count`` tracked values that stay, in a ``Whole`` or ``WholeObject``.
  static let text = #"""
    {"required":1,"optional":2,"default":3,"list":[4,5],"grid":[[6],[],[7,8]],"map":{"a":9,"b":10},
    "set":[11,12,11],"part":{"value":14,"name":"a name that is longer than fifteen bytes"},
    "parts":[{"value":15,"name":"b"},{"value":16,"name":"c"}],"object":{"value":17,"more":[18]},
    "objects":{"x":{"value":19,"more":[]},"y":{"value":20,"more":[21]}},"hex":"16",
    "hexes":["17","18"],"deep":{"er":25,"row":[0,26]},"old":27,"flat":28,"stamp":29,
    "constant":{"value":30,"list":[31]},"figures":[{"kind":"round","value":32},
    {"value":33,"more":[34],"kind":"object"}],"items":[{"v":35},{"v":36}],"unknown":[{}]}
    """#
  static let count = 38

  static let hex = TransformOf<Tracked, String>(
    decode: { text in
      let value = Tracked(Int(text, radix: 16) ?? -1)
      if value.number < 0 { throw MappingError(expected: "a hexadecimal number") }
      return value
    },
    encode: { String($0.number, radix: 16) })

  static let figures = ModelRegistry<any Figure>(.internal(tag: "kind"))
    .adding(Round.self, as: "round")
    .adding(PartObject.self, as: "object")
}

// MARK: - Models

extension TrackedModels {
  protocol Figure { var value: Tracked { get } }

  struct Round: Figure, Mappable {
    @Mapped var value: Tracked
  }

  struct Part: Mappable, DecodeCompleting {
    @Mapped var value: Tracked
    @Mapped var name: String
    var twin = Tracked(0)

    /// Fails behind all properties.
    mutating func didDecode(in context: MappingContext) throws {
      twin = Tracked(value.number)
      if name.isEmpty { throw MappingError(expected: "a name") }
    }
  }

  final class PartObject: Figure, Mappable {
    @Mapped var value: Tracked
    @Mapped var more: [Tracked]
  }

  struct Flat: Mappable {
    @Mapped var flat: Tracked
  }

  final class FlatObject: Mappable {
    @Mapped var stamp: Tracked
  }

  /// Fails in the middle of its initializer.
  final class Constant: ImmutableMappable {
    let value: Tracked
    let list: [Tracked]

    init(from object: inout ObjectReader) throws {
      value = try object.value("value")
      list = try object.value("list")
      if list.isEmpty { throw MappingError(expected: "a list that is not empty") }
    }

    func encode(to object: inout ObjectWriter) throws {
      try object.set(value, "value")
      try object.set(list, "list")
    }
  }

  struct Whole: Mappable {
    @Mapped var required: Tracked
    @Mapped var optional: Tracked?
    @Mapped("default") var usual = Tracked(100)
    @Mapped var list: [Tracked]
    @Mapped var grid: [[Tracked]]
    @Mapped var map: [String: Tracked]
    @Mapped var set: Set<Tracked>
    @Mapped var part: Part
    @Mapped var parts: [Part?]
    @Mapped var object: PartObject
    @Mapped var objects: [String: PartObject]?
    @Mapped(transform: TrackedModels.hex) var hex: Tracked
    @Mapped(transform: TrackedModels.hex) var hexes: [Tracked]?
    @Mapped("deep.er") var deeper: Tracked?
    @Mapped("deep.row.1") var second: Tracked?
    @Mapped("new", "old") var either: Tracked
    @Flattened var flat: Flat
    @Flattened var stamp: FlatObject?
    @Mapped var constant: Constant
    @Mapped(transform: TrackedModels.figures) var figures: [any Figure]
    @Mapped("items.*.v") var values: [Tracked]
    @Extras var others: JSONObject
  }

  class HalfObject: Mappable {
    @Mapped var required: Tracked
    @Mapped var optional: Tracked?
    @Mapped("default") var usual = Tracked(100)
    @Mapped var list: [Tracked]
    @Mapped var grid: [[Tracked]]
    @Mapped var map: [String: Tracked]
    @Mapped var set: Set<Tracked>
    @Mapped var part: Part
    @Mapped var parts: [Part?]
    @Mapped var object: PartObject
    required init() {}
  }

  final class WholeObject: HalfObject {
    @Mapped var objects: [String: PartObject]?
    @Mapped(transform: TrackedModels.hex) var hex: Tracked
    @Mapped(transform: TrackedModels.hex) var hexes: [Tracked]?
    @Mapped("deep.er") var deeper: Tracked?
    @Mapped("deep.row.1") var second: Tracked?
    @Mapped("new", "old") var either: Tracked
    @Flattened var flat: Flat
    @Flattened var stamp: FlatObject?
    @Mapped var constant: Constant
    @Mapped(transform: TrackedModels.figures) var figures: [any Figure]
    @Mapped("items.*.v") var values: [Tracked]
    @Extras var others: JSONObject
  }
}
