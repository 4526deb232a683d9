import MirrorMap

/// The season of a concert hall in constants, read and written key by key.
struct ImmutableCatalog: ImmutableMappable {
  let areaNames: [String: String]
  let audienceSubCategoryNames: [String: String]
  let blockNames: [String: String]
  let events: [String: Event]
  let performances: [Performance]
  let seatCategoryNames: [String: String]
  let subTopicNames: [String: String]
  let subjectNames: [String: String]
  let topicNames: [String: String]
  let topicSubTopics: [String: [Int]]
  let venueNames: [String: String]

  init(from object: inout ObjectReader) throws {
    areaNames = try object.value("areaNames")
    audienceSubCategoryNames = try object.value("audienceSubCategoryNames")
    blockNames = try object.value("blockNames")
    events = try object.value("events")
    performances = try object.value("performances")
    seatCategoryNames = try object.value("seatCategoryNames")
    subTopicNames = try object.value("subTopicNames")
    subjectNames = try object.value("subjectNames")
    topicNames = try object.value("topicNames")
    topicSubTopics = try object.value("topicSubTopics")
    venueNames = try object.value("venueNames")
  }

  func encode(to object: inout ObjectWriter) throws {
    try object.set(areaNames, "areaNames")
    try object.set(audienceSubCategoryNames, "audienceSubCategoryNames")
    try object.set(blockNames, "blockNames")
    try object.set(events, "events")
    try object.set(performances, "performances")
    try object.set(seatCategoryNames, "seatCategoryNames")
    try object.set(subTopicNames, "subTopicNames")
    try object.set(subjectNames, "subjectNames")
    try object.set(topicNames, "topicNames")
    try object.set(topicSubTopics, "topicSubTopics")
    try object.set(venueNames, "venueNames")
  }

  struct Event: ImmutableMappable {
    let about: String?
    let id: Int
    let logo: String?
    let name: String
    let subTopicIDs: [Int]
    let subjectCode: String?
    let subtitle: String?
    let topicIDs: [Int]

    init(from object: inout ObjectReader) throws {
      about = try object.value("description")
      id = try object.value("id")
      logo = try object.value("logo")
      name = try object.value("name")
      subTopicIDs = try object.value("subTopicIds")
      subjectCode = try object.value("subjectCode")
      subtitle = try object.value("subtitle")
      topicIDs = try object.value("topicIds")
    }

    func encode(to object: inout ObjectWriter) throws {
      try object.set(about, "description")
      try object.set(id, "id")
      try object.set(logo, "logo")
      try object.set(name, "name")
      try object.set(subTopicIDs, "subTopicIds")
      try object.set(subjectCode, "subjectCode")
      try object.set(subtitle, "subtitle")
      try object.set(topicIDs, "topicIds")
    }
  }

  struct Performance: ImmutableMappable {
    let eventID: Int
    let id: Int
    let logo: String?
    let name: String?
    let prices: [Price]
    let seatCategories: [SeatCategory]
    let seatMapImage: String?
    let start: Int
    let venueCode: String

    init(from object: inout ObjectReader) throws {
      eventID = try object.value("eventId")
      id = try object.value("id")
      logo = try object.value("logo")
      name = try object.value("name")
      prices = try object.value("prices")
      seatCategories = try object.value("seatCategories")
      seatMapImage = try object.value("seatMapImage")
      start = try object.value("start")
      venueCode = try object.value("venueCode")
    }

    func encode(to object: inout ObjectWriter) throws {
      try object.set(eventID, "eventId")
      try object.set(id, "id")
      try object.set(logo, "logo")
      try object.set(name, "name")
      try object.set(prices, "prices")
      try object.set(seatCategories, "seatCategories")
      try object.set(seatMapImage, "seatMapImage")
      try object.set(start, "start")
      try object.set(venueCode, "venueCode")
    }
  }

  struct Price: ImmutableMappable {
    let amount: Int
    let audienceSubCategoryID: Int
    let seatCategoryID: Int

    init(from object: inout ObjectReader) throws {
      amount = try object.value("amount")
      audienceSubCategoryID = try object.value("audienceSubCategoryId")
      seatCategoryID = try object.value("seatCategoryId")
    }

    func encode(to object: inout ObjectWriter) throws {
      try object.set(amount, "amount")
      try object.set(audienceSubCategoryID, "audienceSubCategoryId")
      try object.set(seatCategoryID, "seatCategoryId")
    }
  }

  struct SeatCategory: ImmutableMappable {
    let areas: [Area]
    let seatCategoryID: Int

    init(from object: inout ObjectReader) throws {
      areas = try object.value("areas")
      seatCategoryID = try object.value("seatCategoryId")
    }

    func encode(to object: inout ObjectWriter) throws {
      try object.set(areas, "areas")
      try object.set(seatCategoryID, "seatCategoryId")
    }
  }

  struct Area: ImmutableMappable {
    let areaID: Int
    let blockIDs: [Int]

    init(from object: inout ObjectReader) throws {
      areaID = try object.value("areaId")
      blockIDs = try object.value("blockIds")
    }

    func encode(to object: inout ObjectWriter) throws {
      try object.set(areaID, "areaId")
      try object.set(blockIDs, "blockIds")
    }
  }
}
