/// Filled by hand from the tree of `JSONSerialization`: the code `Codable` and MirrorMap replace.
extension PlainGeoJSON {
  init?(tree: Any) {
    guard let members = tree as? [String: Any],
      let type = members["type"] as? String,
      let features = Tree.models(members["features"], PlainGeoJSON.Feature.init(tree:))
    else { return nil }
    self.type = type
    self.features = features
  }
}

extension PlainGeoJSON.Feature {
  init?(tree: Any) {
    guard let members = tree as? [String: Any],
      let type = members["type"] as? String,
      let properties = members["properties"].flatMap({ PlainGeoJSON.Properties(tree: $0) }),
      let geometry = members["geometry"].flatMap({ PlainGeoJSON.Geometry(tree: $0) })
    else { return nil }
    self.type = type
    self.properties = properties
    self.geometry = geometry
  }
}

extension PlainGeoJSON.Properties {
  init?(tree: Any) {
    guard let members = tree as? [String: Any],
      let name = members["name"] as? String
    else { return nil }
    self.name = name
  }
}

extension PlainGeoJSON.Geometry {
  init?(tree: Any) {
    guard let members = tree as? [String: Any],
      let type = members["type"] as? String,
      let coordinates = members["coordinates"] as? [[[Double]]]
    else { return nil }
    self.type = type
    self.coordinates = coordinates
  }
}
