import Foundation
import MirrorMap
import Testing

@testable import TestSupport

// The code of the article on models; `ArticleTests` checks that it is all here.

nonisolated func area(_ text: String) throws -> [Double] {
  text.split(separator: "x").compactMap { Double($0) }
}

struct ModelsArticleTests {
  class Shape: Mappable, DecodeValidating, DecodeCompleting, EncodePreparing {
    @Mapped var width: Double
    @Mapped var height: Double = 1
    @Mapped var writes: Int = 0
    var area = 0.0

    required init() {}

    class func willDecode(_ json: JSONView, in context: MappingContext) throws {
      guard json["version"]?.int != 1 else { throw MappingError(expected: "a newer version") }
    }

    func didDecode(in context: MappingContext) throws {
      guard width > 0 else { throw MappingError(expected: "a positive width") }
      area = width * height
    }

    func willEncode(in context: MappingContext) throws { writes += 1 }
  }

  struct Draft: Mappable, EncodePreparing {
    @Mapped var text: String
    @Mapped var length: Int?

    mutating func willEncode(in context: MappingContext) throws { length = text.count }
  }

  class Vehicle: Mappable, ModelProviding {
    @Mapped var name: String
    required init() {}

    class func modelType(
      for json: JSONView, in context: MappingContext
    ) throws -> any Mappable.Type {
      switch json["type"]?.string {
      case "car": Car.self
      case "truck": Truck.self
      default: throw MappingError(expected: "a known type of vehicle")
      }
    }
  }

  final class Car: Vehicle {
    @Mapped var doors: Int
  }

  final class Truck: Vehicle {
    @Mapped var load: Double
  }

  final class Station: Mappable, ModelProviding {
    @Mapped var id: Int
    @Mapped var name: String
    init() {}

    static func instance(for json: JSONView, in context: MappingContext) throws -> Station? {
      context[Stations.self]?.known[json["id"]?.int ?? 0]
    }
  }

  struct Stations: @unchecked Sendable {
    var known: [Int: Station] = [:]
  }

  struct Response<Payload: MappableValue>: Mappable {
    @Mapped("data") var payload: Payload
    @Mapped("next") var next: String?
  }

  struct Ticket: ImmutableMappable {
    let id: Int
    let owner: String
    let due: Date?
    let tags: [String]

    init(from object: inout ObjectReader) throws {
      id = try object.value("id")
      owner = try object.value("owner.name", "owner_name")
      due = try object.value("due", transform: .unixSeconds)
      tags = try object.value("tags", default: [])
    }

    func encode(to object: inout ObjectWriter) throws {
      try object.set(id, "id")
      try object.set(owner, "owner.name")
      try object.set(due, "due", transform: .unixSeconds)
      try object.set(tags, "tags")
    }
  }

  struct AreaTransform: Transform {
    func decode(_ json: String) throws -> [Double] { try area(json) }
    func encode(_ object: [Double]) -> String { object.map { "\($0)" }.joined(separator: "x") }
  }

  class Room: Mappable {
    @Mapped("size", transform: AreaTransform()) var size: [Double]
    required init() {}
  }

  nonisolated final class Kitchen: Room {
    @Mapped var hasOven: Bool
  }

  @Test func codeDoesWhatItSays() throws {
    let console = Console()
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }

    let shape = try Shape.decode(from: #"{"width": 3, "height": 2}"#)
    print(shape.area, try shape.encodeString())

    let draft = try Draft.decode(from: #"{"text": "Hello"}"#)
    print(try draft.encodeString(), draft.length == nil)

    let fleet = try [Vehicle].decode(
      from:
        #"[{"type": "car", "name": "a", "doors": 5}, {"type": "truck", "name": "b", "load": 7.5}]"#)
    print(fleet.map { "\(type(of: $0))" })

    let first = try Station.decode(from: #"{"id": 1, "name": "Old"}"#)
    let again = try Station.decode(
      from: #"{"id": 1, "name": "New"}"#, context: MappingContext(Stations(known: [1: first])))
    print(first === again, first.name)

    let one = try Response<Vehicle>.decode(
      from: #"{"data": {"type": "car", "name": "a", "doors": 5}}"#)
    let many = try Response<[Vehicle]>.decode(from: #"{"data": []}"#)
    #expect(one.payload is Car && many.payload.isEmpty)

    let ticket = try Ticket.decode(from: #"{"id": 1, "owner": {"name": "Ann"}, "due": 0}"#)
    print(try ticket.encodeString())

    let kitchen = try Kitchen.decode(from: #"{"size": "3x4.5", "hasOven": true}"#)
    print(kitchen.size)

    #expect(try console.lines == Article("\(Article.folder)/Models.md").output)
  }

  @Test(arguments: [
    (#"{"version": 1, "width": 3}"#, "$: expected a newer version (line 1, column 1, Shape)"),
    (#"{"width": 0}"#, "$: expected a positive width (line 1, column 1, Shape)"),
  ])
  func hooksRefuse(_ document: String, _ message: String) {
    #expect(errorText { try Shape.decode(from: document) } == message)
  }
}
