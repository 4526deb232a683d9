import MirrorMap

// Classes: a hierarchy, objects in objects, hooks, a class cluster. An object that does not become
// whole must not leak.

class Hull: Mappable {
  @Mapped var length: Int
  @Mapped var decks: [Int]?
  required init() {}

  func isLike(_ other: Hull) -> Bool { _length == other._length && _decks == other._decks }
}

final class Freighter: Hull, Equatable, DecodeValidating, DecodeCompleting {
  @Mapped var holds: [String]
  @Mapped var sister: Freighter?
  @Mapped("captain.name") var captain: String?

  static func willDecode(_ json: JSONView, in context: MappingContext) throws {
    guard json["sunk"]?.bool != true else { throw MappingError(expected: "a ship that floats") }
  }

  func didDecode(in context: MappingContext) throws {
    guard length >= 0 else { throw MappingError(expected: "a length") }
  }

  static func == (left: Freighter, right: Freighter) -> Bool {
    left.isLike(right) && left._holds == right._holds && left._sister == right._sister
      && left._captain == right._captain
  }
}

class Vehicle: Mappable, ModelProviding, Equatable {
  @Mapped var type: String?
  @Mapped var name: String
  required init() {}

  class func modelType(
    for json: JSONView, in context: MappingContext
  ) throws -> any Mappable.Type {
    switch json["type"]?.string {
    case "car": Car.self
    case "truck": Truck.self
    case "none": throw MappingError(expected: "a known type of vehicle")
    default: Vehicle.self
    }
  }

  func isLike(_ other: Vehicle) -> Bool {
    Swift.type(of: self) == Swift.type(of: other) && _type == other._type && _name == other._name
  }

  static func == (left: Vehicle, right: Vehicle) -> Bool { left.isLike(right) }
}

final class Car: Vehicle {
  @Mapped var doors: Int

  override func isLike(_ other: Vehicle) -> Bool {
    super.isLike(other) && _doors == (other as? Car)?._doors
  }
}

final class Truck: Vehicle {
  @Mapped var load: Double

  override func isLike(_ other: Vehicle) -> Bool {
    super.isLike(other) && _load == (other as? Truck)?._load
  }
}
