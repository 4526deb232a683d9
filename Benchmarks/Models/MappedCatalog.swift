import MirrorMap

/// The season of a concert hall, annotated for MirrorMap.
struct MappedCatalog: Mappable {
  @Mapped var areaNames: [String: String]
  @Mapped var audienceSubCategoryNames: [String: String]
  @Mapped var blockNames: [String: String]
  @Mapped var events: [String: Event]
  @Mapped var performances: [Performance]
  @Mapped var seatCategoryNames: [String: String]
  @Mapped var subTopicNames: [String: String]
  @Mapped var subjectNames: [String: String]
  @Mapped var topicNames: [String: String]
  @Mapped var topicSubTopics: [String: [Int]]
  @Mapped var venueNames: [String: String]

  struct Event: Mappable {
    @Mapped("description") var about: String?
    @Mapped var id: Int
    @Mapped var logo: String?
    @Mapped var name: String
    @Mapped("subTopicIds") var subTopicIDs: [Int]
    @Mapped var subjectCode: String?
    @Mapped var subtitle: String?
    @Mapped("topicIds") var topicIDs: [Int]
  }

  struct Performance: Mappable {
    @Mapped("eventId") var eventID: Int
    @Mapped var id: Int
    @Mapped var logo: String?
    @Mapped var name: String?
    @Mapped var prices: [Price]
    @Mapped var seatCategories: [SeatCategory]
    @Mapped var seatMapImage: String?
    @Mapped var start: Int
    @Mapped var venueCode: String
  }

  struct Price: Mappable {
    @Mapped var amount: Int
    @Mapped("audienceSubCategoryId") var audienceSubCategoryID: Int
    @Mapped("seatCategoryId") var seatCategoryID: Int
  }

  struct SeatCategory: Mappable {
    @Mapped var areas: [Area]
    @Mapped("seatCategoryId") var seatCategoryID: Int
  }

  struct Area: Mappable {
    @Mapped("areaId") var areaID: Int
    @Mapped("blockIds") var blockIDs: [Int]
  }
}
