import MirrorMap

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
