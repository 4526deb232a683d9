import MirrorMap

/// A page of search results, annotated for MirrorMap.
struct MappedTimeline: Mappable {
  @Mapped var statuses: [Status]

  struct Status: Mappable {
    @Mapped("created_at") var createdAt: String
    @Mapped var id: Int
    @Mapped("id_str") var idText: String
    @Mapped var text: String
    @Mapped var source: String
    @Mapped var truncated: Bool
    @Mapped("in_reply_to_status_id") var inReplyToStatusID: Int?
    @Mapped("in_reply_to_user_id") var inReplyToUserID: Int?
    @Mapped("in_reply_to_screen_name") var inReplyToScreenName: String?
    @Mapped var user: User
    @Mapped("retweeted_status") var retweet: Retweet?
    @Mapped("retweet_count") var retweetCount: Int
    @Mapped("favorite_count") var favoriteCount: Int
    @Mapped var entities: Entities
    @Mapped var favorited: Bool
    @Mapped var retweeted: Bool
    @Mapped("possibly_sensitive") var possiblySensitive: Bool?
    @Mapped("lang") var language: String
  }

  struct Retweet: Mappable {
    @Mapped("created_at") var createdAt: String
    @Mapped var id: Int
    @Mapped var text: String
    @Mapped var source: String
    @Mapped var user: User
    @Mapped("retweet_count") var retweetCount: Int
    @Mapped("favorite_count") var favoriteCount: Int
    @Mapped var entities: Entities
    @Mapped("possibly_sensitive") var possiblySensitive: Bool?
    @Mapped("lang") var language: String
  }

  struct User: Mappable {
    @Mapped var id: Int
    @Mapped var name: String
    @Mapped("screen_name") var screenName: String
    @Mapped var location: String
    @Mapped("description") var about: String
    @Mapped var url: String?
    @Mapped("protected") var isProtected: Bool
    @Mapped("followers_count") var followersCount: Int
    @Mapped("friends_count") var friendsCount: Int
    @Mapped("listed_count") var listedCount: Int
    @Mapped("created_at") var createdAt: String
    @Mapped("favourites_count") var favoritesCount: Int
    @Mapped("utc_offset") var utcOffset: Int?
    @Mapped("time_zone") var timeZone: String?
    @Mapped("geo_enabled") var geoEnabled: Bool
    @Mapped var verified: Bool
    @Mapped("statuses_count") var statusesCount: Int
    @Mapped("lang") var language: String
    @Mapped("profile_image_url_https") var profileImageURL: String
    @Mapped("profile_banner_url") var profileBannerURL: String?
  }

  struct Entities: Mappable {
    @Mapped var hashtags: [Hashtag]
    @Mapped var urls: [Link]
    @Mapped("user_mentions") var mentions: [Mention]
  }

  struct Hashtag: Mappable {
    @Mapped var text: String
    @Mapped var indices: [Int]
  }

  struct Link: Mappable {
    @Mapped var url: String
    @Mapped("expanded_url") var expandedURL: String
    @Mapped("display_url") var displayURL: String
    @Mapped var indices: [Int]
  }

  struct Mention: Mappable {
    @Mapped("screen_name") var screenName: String
    @Mapped var name: String
    @Mapped var id: Int
    @Mapped var indices: [Int]
  }

  /// A status without arrays and retweets: 16 properties, and 18 of its user.
  struct FlatStatus: Mappable {
    @Mapped("created_at") var createdAt: String
    @Mapped var id: Int
    @Mapped("id_str") var idText: String
    @Mapped var text: String
    @Mapped var source: String
    @Mapped var truncated: Bool
    @Mapped("in_reply_to_status_id") var inReplyToStatusID: Int?
    @Mapped("in_reply_to_user_id") var inReplyToUserID: Int?
    @Mapped("in_reply_to_screen_name") var inReplyToScreenName: String?
    @Mapped var user: User
    @Mapped("retweet_count") var retweetCount: Int
    @Mapped("favorite_count") var favoriteCount: Int
    @Mapped var favorited: Bool
    @Mapped var retweeted: Bool
    @Mapped("possibly_sensitive") var possiblySensitive: Bool?
    @Mapped("lang") var language: String

    struct User: Mappable {
      @Mapped var id: Int
      @Mapped var name: String
      @Mapped("screen_name") var screenName: String
      @Mapped var location: String
      @Mapped("description") var about: String
      @Mapped var url: String?
      @Mapped("protected") var isProtected: Bool
      @Mapped("followers_count") var followersCount: Int
      @Mapped("friends_count") var friendsCount: Int
      @Mapped("listed_count") var listedCount: Int
      @Mapped("created_at") var createdAt: String
      @Mapped("favourites_count") var favoritesCount: Int
      @Mapped("utc_offset") var utcOffset: Int?
      @Mapped("time_zone") var timeZone: String?
      @Mapped("geo_enabled") var geoEnabled: Bool
      @Mapped var verified: Bool
      @Mapped("statuses_count") var statusesCount: Int
      @Mapped("lang") var language: String
    }
  }

  /// What a list of statuses shows: about a quarter of their content.
  struct ListedStatus: Mappable {
    @Mapped var id: Int
    @Mapped("created_at") var createdAt: String
    @Mapped var text: String
    @Mapped var user: User
    @Mapped("retweet_count") var retweetCount: Int
    @Mapped("favorite_count") var favoriteCount: Int
    @Mapped("lang") var language: String

    struct User: Mappable {
      @Mapped var id: Int
      @Mapped var name: String
      @Mapped("screen_name") var screenName: String
      @Mapped("description") var about: String
      @Mapped("followers_count") var followersCount: Int
      @Mapped var verified: Bool
      @Mapped("profile_image_url_https") var profileImageURL: String
    }
  }
}
