import MirrorMap

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A page of search results, as Twitter's API 1.1 delivers it.
struct Timeline: Mappable, Equatable {
  @Mapped var statuses: [Status]
  @Mapped("search_metadata.completed_in") var seconds: Double?
}

struct Status: Mappable, Equatable {
  @Mapped var id: Int
  @Mapped var text: String
  @Mapped("created_at", transform: TwitterDate()) var createdAt: Date
  @Mapped("lang") var language: Language?
  @Mapped("user") var author: User
  @Mapped("retweet_count") var retweets: Int = 0
  @Mapped("favorite_count") var favorites: Int = 0
  @Mapped("in_reply_to_screen_name") var inReplyTo: String?
  @Mapped("entities.hashtags") var hashtags: [Hashtag] = []
  @Mapped("retweeted_status.user.screen_name") var retweetOf: String?
}

struct User: Mappable, Equatable {
  @Mapped var id: Int
  @Mapped("screen_name", "name") var name: String
  @Mapped("followers_count") var followers: Int
  @Mapped("url") var website: URL?
  @Mapped var verified: Bool = false
}

struct Hashtag: Mappable, Equatable {
  @Mapped var text: String
}

/// A language code such as `ja`. Any text is one, so that new codes do no harm.
struct Language: RawRepresentable, MappableValue, Hashable {
  let rawValue: String
}
