/// The plain copy of what MirrorMap decoded, for the comparison.
extension PlainCatalog {
  init(_ mapped: MappedCatalog) {
    areaNames = mapped.areaNames
    audienceSubCategoryNames = mapped.audienceSubCategoryNames
    blockNames = mapped.blockNames
    events = mapped.events.mapValues { PlainCatalog.Event($0) }
    performances = mapped.performances.map { PlainCatalog.Performance($0) }
    seatCategoryNames = mapped.seatCategoryNames
    subTopicNames = mapped.subTopicNames
    subjectNames = mapped.subjectNames
    topicNames = mapped.topicNames
    topicSubTopics = mapped.topicSubTopics
    venueNames = mapped.venueNames
  }
}

extension PlainCatalog.Event {
  init(_ mapped: MappedCatalog.Event) {
    about = mapped.about
    id = mapped.id
    logo = mapped.logo
    name = mapped.name
    subTopicIDs = mapped.subTopicIDs
    subjectCode = mapped.subjectCode
    subtitle = mapped.subtitle
    topicIDs = mapped.topicIDs
  }
}

extension PlainCatalog.Performance {
  init(_ mapped: MappedCatalog.Performance) {
    eventID = mapped.eventID
    id = mapped.id
    logo = mapped.logo
    name = mapped.name
    prices = mapped.prices.map { PlainCatalog.Price($0) }
    seatCategories = mapped.seatCategories.map { PlainCatalog.SeatCategory($0) }
    seatMapImage = mapped.seatMapImage
    start = mapped.start
    venueCode = mapped.venueCode
  }
}

extension PlainCatalog.Price {
  init(_ mapped: MappedCatalog.Price) {
    amount = mapped.amount
    audienceSubCategoryID = mapped.audienceSubCategoryID
    seatCategoryID = mapped.seatCategoryID
  }
}

extension PlainCatalog.SeatCategory {
  init(_ mapped: MappedCatalog.SeatCategory) {
    areas = mapped.areas.map { PlainCatalog.Area($0) }
    seatCategoryID = mapped.seatCategoryID
  }
}

extension PlainCatalog.Area {
  init(_ mapped: MappedCatalog.Area) {
    areaID = mapped.areaID
    blockIDs = mapped.blockIDs
  }
}
