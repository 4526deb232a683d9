/// A page of search results in plain structs, with synthesized `Codable`.
struct PlainTimeline: Codable, Equatable {
  var statuses: [Status]

  struct Status: Codable, Equatable {
    var createdAt: String
    var id: Int
    var idText: String
    var text: String
    var source: String
    var truncated: Bool
    var inReplyToStatusID: Int?
    var inReplyToUserID: Int?
    var inReplyToScreenName: String?
    var user: User
    var retweet: Retweet?
    var retweetCount: Int
    var favoriteCount: Int
    var entities: Entities
    var favorited: Bool
    var retweeted: Bool
    var possiblySensitive: Bool?
    var language: String

    enum CodingKeys: String, CodingKey {
      case createdAt = "created_at"
      case id
      case idText = "id_str"
      case text
      case source
      case truncated
      case inReplyToStatusID = "in_reply_to_status_id"
      case inReplyToUserID = "in_reply_to_user_id"
      case inReplyToScreenName = "in_reply_to_screen_name"
      case user
      case retweet = "retweeted_status"
      case retweetCount = "retweet_count"
      case favoriteCount = "favorite_count"
      case entities
      case favorited
      case retweeted
      case possiblySensitive = "possibly_sensitive"
      case language = "lang"
    }
  }

  struct Retweet: Codable, Equatable {
    var createdAt: String
    var id: Int
    var text: String
    var source: String
    var user: User
    var retweetCount: Int
    var favoriteCount: Int
    var entities: Entities
    var possiblySensitive: Bool?
    var language: String

    enum CodingKeys: String, CodingKey {
      case createdAt = "created_at"
      case id
      case text
      case source
      case user
      case retweetCount = "retweet_count"
      case favoriteCount = "favorite_count"
      case entities
      case possiblySensitive = "possibly_sensitive"
      case language = "lang"
    }
  }

  struct User: Codable, Equatable {
    var id: Int
    var name: String
    var screenName: String
    var location: String
    var about: String
    var url: String?
    var isProtected: Bool
    var followersCount: Int
    var friendsCount: Int
    var listedCount: Int
    var createdAt: String
    var favoritesCount: Int
    var utcOffset: Int?
    var timeZone: String?
    var geoEnabled: Bool
    var verified: Bool
    var statusesCount: Int
    var language: String
    var profileImageURL: String
    var profileBannerURL: String?

    enum CodingKeys: String, CodingKey {
      case id
      case name
      case screenName = "screen_name"
      case location
      case about = "description"
      case url
      case isProtected = "protected"
      case followersCount = "followers_count"
      case friendsCount = "friends_count"
      case listedCount = "listed_count"
      case createdAt = "created_at"
      case favoritesCount = "favourites_count"
      case utcOffset = "utc_offset"
      case timeZone = "time_zone"
      case geoEnabled = "geo_enabled"
      case verified
      case statusesCount = "statuses_count"
      case language = "lang"
      case profileImageURL = "profile_image_url_https"
      case profileBannerURL = "profile_banner_url"
    }
  }

  struct Entities: Codable, Equatable {
    var hashtags: [Hashtag]
    var urls: [Link]
    var mentions: [Mention]

    enum CodingKeys: String, CodingKey {
      case hashtags
      case urls
      case mentions = "user_mentions"
    }
  }

  struct Hashtag: Codable, Equatable {
    var text: String
    var indices: [Int]
  }

  struct Link: Codable, Equatable {
    var url: String
    var expandedURL: String
    var displayURL: String
    var indices: [Int]

    enum CodingKeys: String, CodingKey {
      case url
      case expandedURL = "expanded_url"
      case displayURL = "display_url"
      case indices
    }
  }

  struct Mention: Codable, Equatable {
    var screenName: String
    var name: String
    var id: Int
    var indices: [Int]

    enum CodingKeys: String, CodingKey {
      case screenName = "screen_name"
      case name
      case id
      case indices
    }
  }
}

// MARK: - Casts of the tree of JSONSerialization

extension PlainTimeline: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    statuses = try members.model("statuses")
  }
}

extension PlainTimeline.Status: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    createdAt = try members.value("created_at")
    id = try members.value("id")
    idText = try members.value("id_str")
    text = try members.value("text")
    source = try members.value("source")
    truncated = try members.value("truncated")
    inReplyToStatusID = members.optional("in_reply_to_status_id")
    inReplyToUserID = members.optional("in_reply_to_user_id")
    inReplyToScreenName = members.optional("in_reply_to_screen_name")
    user = try members.model("user")
    retweet = members.optionalModel("retweeted_status")
    retweetCount = try members.value("retweet_count")
    favoriteCount = try members.value("favorite_count")
    entities = try members.model("entities")
    favorited = try members.value("favorited")
    retweeted = try members.value("retweeted")
    possiblySensitive = members.optional("possibly_sensitive")
    language = try members.value("lang")
  }
}

extension PlainTimeline.Retweet: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    createdAt = try members.value("created_at")
    id = try members.value("id")
    text = try members.value("text")
    source = try members.value("source")
    user = try members.model("user")
    retweetCount = try members.value("retweet_count")
    favoriteCount = try members.value("favorite_count")
    entities = try members.model("entities")
    possiblySensitive = members.optional("possibly_sensitive")
    language = try members.value("lang")
  }
}

extension PlainTimeline.User: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    id = try members.value("id")
    name = try members.value("name")
    screenName = try members.value("screen_name")
    location = try members.value("location")
    about = try members.value("description")
    url = members.optional("url")
    isProtected = try members.value("protected")
    followersCount = try members.value("followers_count")
    friendsCount = try members.value("friends_count")
    listedCount = try members.value("listed_count")
    createdAt = try members.value("created_at")
    favoritesCount = try members.value("favourites_count")
    utcOffset = members.optional("utc_offset")
    timeZone = members.optional("time_zone")
    geoEnabled = try members.value("geo_enabled")
    verified = try members.value("verified")
    statusesCount = try members.value("statuses_count")
    language = try members.value("lang")
    profileImageURL = try members.value("profile_image_url_https")
    profileBannerURL = members.optional("profile_banner_url")
  }
}

extension PlainTimeline.Entities: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    hashtags = try members.model("hashtags")
    urls = try members.model("urls")
    mentions = try members.model("user_mentions")
  }
}

extension PlainTimeline.Hashtag: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    text = try members.value("text")
    indices = try members.value("indices")
  }
}

extension PlainTimeline.Link: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    url = try members.value("url")
    expandedURL = try members.value("expanded_url")
    displayURL = try members.value("display_url")
    indices = try members.value("indices")
  }
}

extension PlainTimeline.Mention: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    screenName = try members.value("screen_name")
    name = try members.value("name")
    id = try members.value("id")
    indices = try members.value("indices")
  }
}
