/// A GeoJSON feature collection in plain structs, `Codable` by synthesis.
struct PlainGeoJSON: Codable, Equatable {
  var type: String
  var features: [Feature]

  struct Feature: Codable, Equatable {
    var type: String
    var properties: Properties
    var geometry: Geometry
  }

  struct Properties: Codable, Equatable {
    var name: String
  }

  struct Geometry: Codable, Equatable {
    var type: String
    var coordinates: [[[Double]]]
  }
}
