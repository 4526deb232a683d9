/// The same record for `Codable`.
struct PlainRecord: Codable, Equatable {
  var id: Int
  var uuid: String
  var firstName: String
  var lastName: String
  var displayName: String?
  var email: String
  var phone: String?
  var isActive: Bool
  var isVerified: Bool
  var createdAt: String
  var updatedAt: String
  var lastLoginAt: String?
  var loginCount: Int
  var score: Double
  var balance: Double
  var currency: String
  var language: String
  var timeZone: String
  var avatarURL: String?
  var website: String?
  var biography: String?
  var followerCount: Int
  var followingCount: Int
  var tags: [String]
  var groupIDs: [Int]
  var latitude: Double?
  var longitude: Double?
  var isAdmin: Bool
  var theme: String
  var revision: Int

  enum CodingKeys: String, CodingKey {
    case id
    case uuid
    case firstName = "first_name"
    case lastName = "last_name"
    case displayName = "display_name"
    case email
    case phone
    case isActive = "is_active"
    case isVerified = "is_verified"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
    case lastLoginAt = "last_login_at"
    case loginCount = "login_count"
    case score
    case balance
    case currency
    case language
    case timeZone = "time_zone"
    case avatarURL = "avatar_url"
    case website
    case biography
    case followerCount = "follower_count"
    case followingCount = "following_count"
    case tags
    case groupIDs = "group_ids"
    case latitude
    case longitude
    case isAdmin = "is_admin"
    case theme
    case revision
  }
}
