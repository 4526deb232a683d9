import Foundation
import MirrorMap

/// A page of search results as `MappedTimeline` has it, where a tenth of the properties use what
/// plain ones do not.
///
/// A status has three key paths instead of a nested model, and a transform of its date; a user has
/// a custom transform and a second key. That is six of 59 properties, and about one in ten of the
/// values decoded.
struct FeaturedTimeline: Mappable {
  @Mapped var statuses: [Status]

  struct Status: Mappable {
    @Mapped("created_at", transform: .date(format: "EEE MMM dd HH:mm:ss Z yyyy")) var createdAt:
      Date
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
    @Mapped("entities.hashtags") var hashtags: [MappedTimeline.Hashtag]
    @Mapped("entities.urls") var urls: [MappedTimeline.Link]
    @Mapped("entities.user_mentions") var mentions: [MappedTimeline.Mention]
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
    @Mapped var entities: MappedTimeline.Entities
    @Mapped("possibly_sensitive") var possiblySensitive: Bool?
    @Mapped("lang") var language: String
  }

  struct User: Mappable {
    @Mapped var id: Int
    @Mapped var name: String
    @Mapped("screen_name", "username") var screenName: String
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
    @Mapped("lang", transform: LanguageTag()) var language: Language
    @Mapped("profile_image_url_https") var profileImageURL: String
    @Mapped("profile_banner_url") var profileBannerURL: String?
  }

  /// A type of the app's own, and its spelling in JSON.
  struct Language: Equatable {
    var tag: String
  }

  struct LanguageTag: Transform {
    func decode(_ json: String) -> Language { Language(tag: json) }
    func encode(_ object: Language) -> String { object.tag }
  }
}
