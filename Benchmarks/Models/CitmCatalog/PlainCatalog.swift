/// The season of a concert hall in plain structs, `Codable` by synthesis.
struct PlainCatalog: Codable, Equatable {
  var areaNames: [String: String]
  var audienceSubCategoryNames: [String: String]
  var blockNames: [String: String]
  var events: [String: Event]
  var performances: [Performance]
  var seatCategoryNames: [String: String]
  var subTopicNames: [String: String]
  var subjectNames: [String: String]
  var topicNames: [String: String]
  var topicSubTopics: [String: [Int]]
  var venueNames: [String: String]

  struct Event: Codable, Equatable {
    var about: String?
    var id: Int
    var logo: String?
    var name: String
    var subTopicIDs: [Int]
    var subjectCode: String?
    var subtitle: String?
    var topicIDs: [Int]

    enum CodingKeys: String, CodingKey {
      case about = "description"
      case id
      case logo
      case name
      case subTopicIDs = "subTopicIds"
      case subjectCode
      case subtitle
      case topicIDs = "topicIds"
    }
  }

  struct Performance: Codable, Equatable {
    var eventID: Int
    var id: Int
    var logo: String?
    var name: String?
    var prices: [Price]
    var seatCategories: [SeatCategory]
    var seatMapImage: String?
    var start: Int
    var venueCode: String

    enum CodingKeys: String, CodingKey {
      case eventID = "eventId"
      case id
      case logo
      case name
      case prices
      case seatCategories
      case seatMapImage
      case start
      case venueCode
    }
  }

  struct Price: Codable, Equatable {
    var amount: Int
    var audienceSubCategoryID: Int
    var seatCategoryID: Int

    enum CodingKeys: String, CodingKey {
      case amount
      case audienceSubCategoryID = "audienceSubCategoryId"
      case seatCategoryID = "seatCategoryId"
    }
  }

  struct SeatCategory: Codable, Equatable {
    var areas: [Area]
    var seatCategoryID: Int

    enum CodingKeys: String, CodingKey {
      case areas
      case seatCategoryID = "seatCategoryId"
    }
  }

  struct Area: Codable, Equatable {
    var areaID: Int
    var blockIDs: [Int]

    enum CodingKeys: String, CodingKey {
      case areaID = "areaId"
      case blockIDs = "blockIds"
    }
  }
}
