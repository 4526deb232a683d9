import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// GeoJSON (RFC 7946): geometries of several kinds, which contain one another.
struct GeoJSONStyleTests {
  struct Position: MappableValue, Hashable {
    var longitude, latitude: Double
    var altitude: Double?

    static func decode(from reader: inout JSONReader) throws -> Position {
      let numbers = try reader.decode([Double].self)
      guard numbers.count == 2 || numbers.count == 3 else {
        throw MappingError(expected: "two or three numbers")
      }
      return Position(
        longitude: numbers[0], latitude: numbers[1],
        altitude: numbers.count == 3 ? numbers[2] : nil)
    }

    func encode(to writer: inout JSONWriter) throws {
      try writer.encode([longitude, latitude] + (altitude.map { [$0] } ?? []))
    }
  }

  struct Shape<Coordinates: MappableValue & Equatable>: Mappable, Equatable {
    @Mapped var coordinates: Coordinates
  }

  struct Collection: Mappable, Equatable {
    @Mapped var geometries: [Geometry]
  }

  enum Geometry: Polymorphic, Equatable {
    case point(Shape<Position>)
    case line(Shape<[Position]>)
    case polygon(Shape<[[Position]]>)
    case collection(Collection)

    static let registry = ModelRegistry<Geometry>(.internal(tag: "type"))
      .adding(
        "Point", embed: Geometry.point,
        extract: { if case .point(let shape) = $0 { shape } else { nil } }
      )
      .adding(
        "LineString", embed: Geometry.line,
        extract: { if case .line(let shape) = $0 { shape } else { nil } }
      )
      .adding(
        "Polygon", embed: Geometry.polygon,
        extract: { if case .polygon(let shape) = $0 { shape } else { nil } }
      )
      .adding(
        "GeometryCollection", embed: Geometry.collection,
        extract: { if case .collection(let shapes) = $0 { shapes } else { nil } })
  }

  struct Feature: Mappable, Equatable {
    enum Kind: String, MappableValue { case feature = "Feature" }
    @Mapped var type: Kind
    @Mapped var id: JSONValue?
    @Mapped("bbox") var bounds: [Double]?
    @Mapped var geometry: Geometry?
    @Mapped var properties: JSONObject?
  }

  struct FeatureCollection: Mappable, Equatable {
    @Mapped var features: [Feature]
    @Extras var foreignMembers: JSONObject
  }

  @Test func geometriesContainGeometries() throws {
    let map = try FeatureCollection.decode(
      from: #"""
        {"type": "FeatureCollection", "generator": "by hand", "features": [
          {"type": "Feature", "id": "pier", "properties": {"name": "Pier"},
           "geometry": {"type": "Point", "coordinates": [9.5, 54.1, 3]}},
          {"type": "Feature", "id": 7, "bbox": [0, 0, 1, 1], "properties": null,
           "geometry": {"type": "GeometryCollection", "geometries": [
             {"type": "LineString", "coordinates": [[0, 0], [1, 1]]},
             {"type": "GeometryCollection", "geometries": [
               {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]}]}]}},
          {"type": "Feature", "geometry": null, "properties": {}}]}
        """#)
    #expect(
      map.features[0].geometry
        == .point(try Shape.decode(from: #"{"coordinates": [9.5, 54.1, 3]}"#)))
    guard case .collection(let outer) = map.features[1].geometry,
      case .collection(let inner) = outer.geometries[1],
      case .polygon(let polygon) = inner.geometries[0]
    else {
      Issue.record("not nested")
      return
    }
    #expect(polygon.coordinates[0].count == 4)
    #expect(map.features[1].id == 7 && map.features[2].geometry == nil)
    #expect(map.foreignMembers["generator"] == "by hand")
    let text = try map.encodeString()
    #expect(try FeatureCollection.decode(from: text) == map)
    #expect(text.contains(#"{"type":"Feature","geometry":null,"properties":{}}"#))
  }

  @Test func wrongDocuments() {
    #expect(
      errorText {
        try Geometry.decode(from: #"{"type": "Polygon", "coordinates": [[[0, 0], [1]]]}"#)
      }
        == """
        $.coordinates[0][1]: expected two or three numbers \
        (line 1, column 46, Shape<[[Position]]>.coordinates)
        """)
    #expect(
      errorText {
        try Feature.decode(
          from: #"{"type": "Feature", "geometry": {"type": "Circle", "radius": 2}}"#)
      }
        == #"""
        $.geometry.type: expected "Point", "LineString", "Polygon", or "GeometryCollection", \#
        found another tag \#
        (line 1, column 42, Feature.geometry)
        """#)
    #expect(
      errorText { try Feature.decode(from: #"{"type": "feature"}"#) }
        == """
        $.type: expected a raw value of Kind, found one that it does not have \
        (line 1, column 10, Feature.type)
        """)
  }
}
