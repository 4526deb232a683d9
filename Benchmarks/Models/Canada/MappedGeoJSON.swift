import MirrorMap

/// A GeoJSON feature collection of polygons, annotated for MirrorMap.
struct MappedGeoJSON: Mappable {
  @Mapped var type: String
  @Mapped var features: [Feature]

  struct Feature: Mappable {
    @Mapped var type: String
    @Mapped var properties: Properties
    @Mapped var geometry: Geometry
  }

  struct Properties: Mappable {
    @Mapped var name: String
  }

  struct Geometry: Mappable {
    @Mapped var type: String
    @Mapped var coordinates: [[[Double]]]
  }
}
