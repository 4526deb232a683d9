/// The season of a concert hall in plain structs, with synthesized `Codable`.
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

// MARK: - Casts of the tree of JSONSerialization

extension PlainCatalog: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    areaNames = try members.value("areaNames")
    audienceSubCategoryNames = try members.value("audienceSubCategoryNames")
    blockNames = try members.value("blockNames")
    events = try members.model("events")
    performances = try members.model("performances")
    seatCategoryNames = try members.value("seatCategoryNames")
    subTopicNames = try members.value("subTopicNames")
    subjectNames = try members.value("subjectNames")
    topicNames = try members.value("topicNames")
    topicSubTopics = try members.value("topicSubTopics")
    venueNames = try members.value("venueNames")
  }
}

extension PlainCatalog.Event: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    about = members.optional("description")
    id = try members.value("id")
    logo = members.optional("logo")
    name = try members.value("name")
    subTopicIDs = try members.value("subTopicIds")
    subjectCode = members.optional("subjectCode")
    subtitle = members.optional("subtitle")
    topicIDs = try members.value("topicIds")
  }
}

extension PlainCatalog.Performance: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    eventID = try members.value("eventId")
    id = try members.value("id")
    logo = members.optional("logo")
    name = members.optional("name")
    prices = try members.model("prices")
    seatCategories = try members.model("seatCategories")
    seatMapImage = members.optional("seatMapImage")
    start = try members.value("start")
    venueCode = try members.value("venueCode")
  }
}

extension PlainCatalog.Price: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    amount = try members.value("amount")
    audienceSubCategoryID = try members.value("audienceSubCategoryId")
    seatCategoryID = try members.value("seatCategoryId")
  }
}

extension PlainCatalog.SeatCategory: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    areas = try members.model("areas")
    seatCategoryID = try members.value("seatCategoryId")
  }
}

extension PlainCatalog.Area: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    areaID = try members.value("areaId")
    blockIDs = try members.value("blockIds")
  }
}
