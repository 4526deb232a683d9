import MirrorMap

/// A user record of thirty properties whose first decode is timed: its plan has to be built.
struct MappedRecord: Mappable {
  @Mapped var id: Int
  @Mapped var uuid: String
  @Mapped("first_name") var firstName: String
  @Mapped("last_name") var lastName: String
  @Mapped("display_name") var displayName: String?
  @Mapped var email: String
  @Mapped var phone: String?
  @Mapped("is_active") var isActive: Bool
  @Mapped("is_verified") var isVerified: Bool
  @Mapped("created_at") var createdAt: String
  @Mapped("updated_at") var updatedAt: String
  @Mapped("last_login_at") var lastLoginAt: String?
  @Mapped("login_count") var loginCount: Int
  @Mapped var score: Double
  @Mapped var balance: Double
  @Mapped var currency: String
  @Mapped var language: String
  @Mapped("time_zone") var timeZone: String
  @Mapped("avatar_url") var avatarURL: String?
  @Mapped var website: String?
  @Mapped var biography: String?
  @Mapped("follower_count") var followerCount: Int
  @Mapped("following_count") var followingCount: Int
  @Mapped var tags: [String]
  @Mapped("group_ids") var groupIDs: [Int]
  @Mapped var latitude: Double?
  @Mapped var longitude: Double?
  @Mapped("is_admin") var isAdmin: Bool
  @Mapped var theme: String
  @Mapped var revision: Int
}
