/// Filled by hand from the tree of `JSONSerialization`: the code `Codable` and MirrorMap replace.
extension PlainCatalog {
  init?(tree: Any) {
    guard let members = tree as? [String: Any],
      let areaNames = members["areaNames"] as? [String: String],
      let audienceSubCategoryNames = members["audienceSubCategoryNames"] as? [String: String],
      let blockNames = members["blockNames"] as? [String: String],
      let events = Tree.table(members["events"], PlainCatalog.Event.init(tree:)),
      let performances = Tree.models(members["performances"], PlainCatalog.Performance.init(tree:)),
      let seatCategoryNames = members["seatCategoryNames"] as? [String: String],
      let subTopicNames = members["subTopicNames"] as? [String: String],
      let subjectNames = members["subjectNames"] as? [String: String],
      let topicNames = members["topicNames"] as? [String: String],
      let topicSubTopics = members["topicSubTopics"] as? [String: [Int]],
      let venueNames = members["venueNames"] as? [String: String]
    else { return nil }
    self.areaNames = areaNames
    self.audienceSubCategoryNames = audienceSubCategoryNames
    self.blockNames = blockNames
    self.events = events
    self.performances = performances
    self.seatCategoryNames = seatCategoryNames
    self.subTopicNames = subTopicNames
    self.subjectNames = subjectNames
    self.topicNames = topicNames
    self.topicSubTopics = topicSubTopics
    self.venueNames = venueNames
  }
}

extension PlainCatalog.Event {
  init?(tree: Any) {
    guard let members = tree as? [String: Any],
      let id = members["id"] as? Int,
      let name = members["name"] as? String,
      let subTopicIDs = members["subTopicIds"] as? [Int],
      let topicIDs = members["topicIds"] as? [Int]
    else { return nil }
    about = members["description"] as? String
    self.id = id
    logo = members["logo"] as? String
    self.name = name
    self.subTopicIDs = subTopicIDs
    subjectCode = members["subjectCode"] as? String
    subtitle = members["subtitle"] as? String
    self.topicIDs = topicIDs
  }
}

extension PlainCatalog.Performance {
  init?(tree: Any) {
    guard let members = tree as? [String: Any],
      let eventID = members["eventId"] as? Int,
      let id = members["id"] as? Int,
      let prices = Tree.models(members["prices"], PlainCatalog.Price.init(tree:)),
      let seatCategories = Tree.models(
        members["seatCategories"], PlainCatalog.SeatCategory.init(tree:)),
      let start = members["start"] as? Int,
      let venueCode = members["venueCode"] as? String
    else { return nil }
    self.eventID = eventID
    self.id = id
    logo = members["logo"] as? String
    name = members["name"] as? String
    self.prices = prices
    self.seatCategories = seatCategories
    seatMapImage = members["seatMapImage"] as? String
    self.start = start
    self.venueCode = venueCode
  }
}

extension PlainCatalog.Price {
  init?(tree: Any) {
    guard let members = tree as? [String: Any],
      let amount = members["amount"] as? Int,
      let audienceSubCategoryID = members["audienceSubCategoryId"] as? Int,
      let seatCategoryID = members["seatCategoryId"] as? Int
    else { return nil }
    self.amount = amount
    self.audienceSubCategoryID = audienceSubCategoryID
    self.seatCategoryID = seatCategoryID
  }
}

extension PlainCatalog.SeatCategory {
  init?(tree: Any) {
    guard let members = tree as? [String: Any],
      let areas = Tree.models(members["areas"], PlainCatalog.Area.init(tree:)),
      let seatCategoryID = members["seatCategoryId"] as? Int
    else { return nil }
    self.areas = areas
    self.seatCategoryID = seatCategoryID
  }
}

extension PlainCatalog.Area {
  init?(tree: Any) {
    guard let members = tree as? [String: Any],
      let areaID = members["areaId"] as? Int,
      let blockIDs = members["blockIds"] as? [Int]
    else { return nil }
    self.areaID = areaID
    self.blockIDs = blockIDs
  }
}
