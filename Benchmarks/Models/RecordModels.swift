import MirrorMap

/// A user record with thirty properties, in two kinds of models, and a document of 700 bytes for
/// them. Its first decode is timed: the plan has to be built.
enum RecordModels {
  struct Annotated: Mappable {
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

  struct Plain: Codable, Equatable {
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

  /// A model with every kind of value that ``Annotated`` has, for a process to decode first.
  struct AnnotatedSample: Mappable {
    @Mapped var count: Int
    @Mapped var name: String
    @Mapped var note: String?
    @Mapped var isOpen: Bool
    @Mapped var ratio: Double
    @Mapped var share: Double?
    @Mapped var labels: [String]
    @Mapped var sizes: [Int]
  }

  /// The same for `Codable`.
  struct PlainSample: Codable {
    var count: Int
    var name: String
    var note: String?
    var isOpen: Bool
    var ratio: Double
    var share: Double?
    var labels: [String]
    var sizes: [Int]
  }

  static let document = """
    {"id":90210,"uuid":"0b0e7c5e-4f0a-4c1e-9d4e-1f4f0a4c1e9d","first_name":"Ada",\
    "last_name":"Byron","display_name":"ada","email":"ada@mail.example","phone":null,\
    "is_active":true,"is_verified":false,"created_at":"2024-03-01T09:30:00Z",\
    "updated_at":"2025-11-21T12:00:00Z","last_login_at":null,"login_count":1234,"score":0.875,\
    "balance":1024.5,"currency":"EUR","language":"en","time_zone":"Europe/London",\
    "avatar_url":"https://img.example/a/90210.png","website":null,\
    "biography":"Notes on the engine.","follower_count":88,"following_count":12,\
    "tags":["maths","poetry"],"group_ids":[3,14,159],"latitude":51.5,"longitude":-0.125,\
    "is_admin":false,"theme":"dark","revision":7}
    """

  static let sampleDocument = """
    {"count":1,"name":"a","note":null,"isOpen":true,"ratio":0.5,"share":null,"labels":["b"],\
    "sizes":[1]}
    """
}
