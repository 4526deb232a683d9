/// The plain copy of what MirrorMap decoded, for the comparison.
extension PlainGeoJSON {
  init(_ mapped: MappedGeoJSON) {
    type = mapped.type
    features = mapped.features.map { PlainGeoJSON.Feature($0) }
  }
}

extension PlainGeoJSON.Feature {
  init(_ mapped: MappedGeoJSON.Feature) {
    type = mapped.type
    properties = PlainGeoJSON.Properties(mapped.properties)
    geometry = PlainGeoJSON.Geometry(mapped.geometry)
  }
}

extension PlainGeoJSON.Properties {
  init(_ mapped: MappedGeoJSON.Properties) {
    name = mapped.name
  }
}

extension PlainGeoJSON.Geometry {
  init(_ mapped: MappedGeoJSON.Geometry) {
    type = mapped.type
    coordinates = mapped.coordinates
  }
}
