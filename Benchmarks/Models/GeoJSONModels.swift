import MirrorMap

/// A GeoJSON feature collection of polygons, in two kinds of models.
enum GeoJSONModels {
  struct Annotated: Mappable {
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

  struct Plain: Codable, Equatable {
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
}

// MARK: - Casts of the tree of JSONSerialization

extension GeoJSONModels.Plain: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    type = try members.value("type")
    features = try members.model("features")
  }
}

extension GeoJSONModels.Plain.Feature: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    type = try members.value("type")
    properties = try members.model("properties")
    geometry = try members.model("geometry")
  }
}

extension GeoJSONModels.Plain.Properties: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    name = try members.value("name")
  }
}

extension GeoJSONModels.Plain.Geometry: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    type = try members.value("type")
    coordinates = try members.value("coordinates")
  }
}
