/// The plain copy of what MirrorMap decoded, for the comparison.
extension PlainTimeline {
  init(_ mapped: MappedTimeline) {
    statuses = mapped.statuses.map { PlainTimeline.Status($0) }
  }
}

extension PlainTimeline.Status {
  init(_ mapped: MappedTimeline.Status) {
    createdAt = mapped.createdAt
    id = mapped.id
    idText = mapped.idText
    text = mapped.text
    source = mapped.source
    truncated = mapped.truncated
    inReplyToStatusID = mapped.inReplyToStatusID
    inReplyToUserID = mapped.inReplyToUserID
    inReplyToScreenName = mapped.inReplyToScreenName
    user = PlainTimeline.User(mapped.user)
    retweet = mapped.retweet.map { PlainTimeline.Retweet($0) }
    retweetCount = mapped.retweetCount
    favoriteCount = mapped.favoriteCount
    entities = PlainTimeline.Entities(mapped.entities)
    favorited = mapped.favorited
    retweeted = mapped.retweeted
    possiblySensitive = mapped.possiblySensitive
    language = mapped.language
  }
}

extension PlainTimeline.Retweet {
  init(_ mapped: MappedTimeline.Retweet) {
    createdAt = mapped.createdAt
    id = mapped.id
    text = mapped.text
    source = mapped.source
    user = PlainTimeline.User(mapped.user)
    retweetCount = mapped.retweetCount
    favoriteCount = mapped.favoriteCount
    entities = PlainTimeline.Entities(mapped.entities)
    possiblySensitive = mapped.possiblySensitive
    language = mapped.language
  }
}

extension PlainTimeline.User {
  init(_ mapped: MappedTimeline.User) {
    id = mapped.id
    name = mapped.name
    screenName = mapped.screenName
    location = mapped.location
    about = mapped.about
    url = mapped.url
    isProtected = mapped.isProtected
    followersCount = mapped.followersCount
    friendsCount = mapped.friendsCount
    listedCount = mapped.listedCount
    createdAt = mapped.createdAt
    favoritesCount = mapped.favoritesCount
    utcOffset = mapped.utcOffset
    timeZone = mapped.timeZone
    geoEnabled = mapped.geoEnabled
    verified = mapped.verified
    statusesCount = mapped.statusesCount
    language = mapped.language
    profileImageURL = mapped.profileImageURL
    profileBannerURL = mapped.profileBannerURL
  }
}

extension PlainTimeline.Entities {
  init(_ mapped: MappedTimeline.Entities) {
    hashtags = mapped.hashtags.map { PlainTimeline.Hashtag($0) }
    urls = mapped.urls.map { PlainTimeline.Link($0) }
    mentions = mapped.mentions.map { PlainTimeline.Mention($0) }
  }
}

extension PlainTimeline.Hashtag {
  init(_ mapped: MappedTimeline.Hashtag) {
    text = mapped.text
    indices = mapped.indices
  }
}

extension PlainTimeline.Link {
  init(_ mapped: MappedTimeline.Link) {
    url = mapped.url
    expandedURL = mapped.expandedURL
    displayURL = mapped.displayURL
    indices = mapped.indices
  }
}

extension PlainTimeline.Mention {
  init(_ mapped: MappedTimeline.Mention) {
    screenName = mapped.screenName
    name = mapped.name
    id = mapped.id
    indices = mapped.indices
  }
}
