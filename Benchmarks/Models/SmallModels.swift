import MirrorMap

/// Objects of two to four members, in two kinds of models.
enum SmallModels {
  enum Annotated {
    struct Pair: Mappable {
      @Mapped var a: Int
      @Mapped var b: Int
    }

    struct Named: Mappable {
      @Mapped var id: Int
      @Mapped var name: String
      @Mapped var isActive: Bool
    }

    struct Place: Mappable {
      @Mapped var x: Double
      @Mapped var y: Double
      @Mapped var label: String
      @Mapped var weight: Int?
    }
  }

  struct Pair: Codable, Equatable {
    var a: Int
    var b: Int
  }

  struct Named: Codable, Equatable {
    var id: Int
    var name: String
    var isActive: Bool
  }

  struct Place: Codable, Equatable {
    var x: Double
    var y: Double
    var label: String
    var weight: Int?
  }
}
