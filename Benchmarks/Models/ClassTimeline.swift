import MirrorMap

/// A page of search results as `MappedTimeline` has it, in classes.
final class ClassTimeline: Mappable {
  @Mapped var statuses: [Status]

  init() {}

  final class Status: Mappable {
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

    init() {}
  }

  final class Retweet: Mappable {
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

    init() {}
  }

  final class User: Mappable {
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

    init() {}
  }

  final class Entities: Mappable {
    @Mapped var hashtags: [Hashtag]
    @Mapped var urls: [Link]
    @Mapped("user_mentions") var mentions: [Mention]

    init() {}
  }

  final class Hashtag: Mappable {
    @Mapped var text: String
    @Mapped var indices: [Int]

    init() {}
  }

  final class Link: Mappable {
    @Mapped var url: String
    @Mapped("expanded_url") var expandedURL: String
    @Mapped("display_url") var displayURL: String
    @Mapped var indices: [Int]

    init() {}
  }

  final class Mention: Mappable {
    @Mapped("screen_name") var screenName: String
    @Mapped var name: String
    @Mapped var id: Int
    @Mapped var indices: [Int]

    init() {}
  }
}
