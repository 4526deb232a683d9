/// Filled by hand from the tree of `JSONSerialization`: the code `Codable` and MirrorMap replace.
extension PlainTimeline {
  init?(tree: Any) {
    guard let members = tree as? [String: Any],
      let statuses = Tree.models(members["statuses"], PlainTimeline.Status.init(tree:))
    else { return nil }
    self.statuses = statuses
  }
}

extension PlainTimeline.Status {
  init?(tree: Any) {
    guard let members = tree as? [String: Any],
      let createdAt = members["created_at"] as? String,
      let id = members["id"] as? Int,
      let idText = members["id_str"] as? String,
      let text = members["text"] as? String,
      let source = members["source"] as? String,
      let truncated = members["truncated"] as? Bool,
      let user = members["user"].flatMap({ PlainTimeline.User(tree: $0) }),
      let retweetCount = members["retweet_count"] as? Int,
      let favoriteCount = members["favorite_count"] as? Int,
      let entities = members["entities"].flatMap({ PlainTimeline.Entities(tree: $0) }),
      let favorited = members["favorited"] as? Bool,
      let retweeted = members["retweeted"] as? Bool,
      let language = members["lang"] as? String
    else { return nil }
    self.createdAt = createdAt
    self.id = id
    self.idText = idText
    self.text = text
    self.source = source
    self.truncated = truncated
    inReplyToStatusID = members["in_reply_to_status_id"] as? Int
    inReplyToUserID = members["in_reply_to_user_id"] as? Int
    inReplyToScreenName = members["in_reply_to_screen_name"] as? String
    self.user = user
    retweet = members["retweeted_status"].flatMap { PlainTimeline.Retweet(tree: $0) }
    self.retweetCount = retweetCount
    self.favoriteCount = favoriteCount
    self.entities = entities
    self.favorited = favorited
    self.retweeted = retweeted
    possiblySensitive = members["possibly_sensitive"] as? Bool
    self.language = language
  }
}

extension PlainTimeline.Retweet {
  init?(tree: Any) {
    guard let members = tree as? [String: Any],
      let createdAt = members["created_at"] as? String,
      let id = members["id"] as? Int,
      let text = members["text"] as? String,
      let source = members["source"] as? String,
      let user = members["user"].flatMap({ PlainTimeline.User(tree: $0) }),
      let retweetCount = members["retweet_count"] as? Int,
      let favoriteCount = members["favorite_count"] as? Int,
      let entities = members["entities"].flatMap({ PlainTimeline.Entities(tree: $0) }),
      let language = members["lang"] as? String
    else { return nil }
    self.createdAt = createdAt
    self.id = id
    self.text = text
    self.source = source
    self.user = user
    self.retweetCount = retweetCount
    self.favoriteCount = favoriteCount
    self.entities = entities
    possiblySensitive = members["possibly_sensitive"] as? Bool
    self.language = language
  }
}

extension PlainTimeline.User {
  init?(tree: Any) {
    guard let members = tree as? [String: Any],
      let id = members["id"] as? Int,
      let name = members["name"] as? String,
      let screenName = members["screen_name"] as? String,
      let location = members["location"] as? String,
      let about = members["description"] as? String,
      let isProtected = members["protected"] as? Bool,
      let followersCount = members["followers_count"] as? Int,
      let friendsCount = members["friends_count"] as? Int,
      let listedCount = members["listed_count"] as? Int,
      let createdAt = members["created_at"] as? String,
      let favoritesCount = members["favourites_count"] as? Int,
      let geoEnabled = members["geo_enabled"] as? Bool,
      let verified = members["verified"] as? Bool,
      let statusesCount = members["statuses_count"] as? Int,
      let language = members["lang"] as? String,
      let profileImageURL = members["profile_image_url_https"] as? String
    else { return nil }
    self.id = id
    self.name = name
    self.screenName = screenName
    self.location = location
    self.about = about
    url = members["url"] as? String
    self.isProtected = isProtected
    self.followersCount = followersCount
    self.friendsCount = friendsCount
    self.listedCount = listedCount
    self.createdAt = createdAt
    self.favoritesCount = favoritesCount
    utcOffset = members["utc_offset"] as? Int
    timeZone = members["time_zone"] as? String
    self.geoEnabled = geoEnabled
    self.verified = verified
    self.statusesCount = statusesCount
    self.language = language
    self.profileImageURL = profileImageURL
    profileBannerURL = members["profile_banner_url"] as? String
  }
}

extension PlainTimeline.Entities {
  init?(tree: Any) {
    guard let members = tree as? [String: Any],
      let hashtags = Tree.models(members["hashtags"], PlainTimeline.Hashtag.init(tree:)),
      let urls = Tree.models(members["urls"], PlainTimeline.Link.init(tree:)),
      let mentions = Tree.models(members["user_mentions"], PlainTimeline.Mention.init(tree:))
    else { return nil }
    self.hashtags = hashtags
    self.urls = urls
    self.mentions = mentions
  }
}

extension PlainTimeline.Hashtag {
  init?(tree: Any) {
    guard let members = tree as? [String: Any],
      let text = members["text"] as? String,
      let indices = members["indices"] as? [Int]
    else { return nil }
    self.text = text
    self.indices = indices
  }
}

extension PlainTimeline.Link {
  init?(tree: Any) {
    guard let members = tree as? [String: Any],
      let url = members["url"] as? String,
      let expandedURL = members["expanded_url"] as? String,
      let displayURL = members["display_url"] as? String,
      let indices = members["indices"] as? [Int]
    else { return nil }
    self.url = url
    self.expandedURL = expandedURL
    self.displayURL = displayURL
    self.indices = indices
  }
}

extension PlainTimeline.Mention {
  init?(tree: Any) {
    guard let members = tree as? [String: Any],
      let screenName = members["screen_name"] as? String,
      let name = members["name"] as? String,
      let id = members["id"] as? Int,
      let indices = members["indices"] as? [Int]
    else { return nil }
    self.screenName = screenName
    self.name = name
    self.id = id
    self.indices = indices
  }
}
