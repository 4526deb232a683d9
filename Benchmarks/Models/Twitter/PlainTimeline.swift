/// A page of search results in plain structs, `Codable` by synthesis.
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
