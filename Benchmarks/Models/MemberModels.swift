import Foundation
import MirrorMap

// Members of a club in several variants: the same data with and without the features of models.

/// What all of them but ``NamedMember`` have.
protocol Member {
  var memberID: Int { get }
  var homeAddress: PlainMember.Address { get }
}

/// Without features: what the others are compared with.
struct PlainMember: Mappable, Member {
  @Mapped("member_id") var memberID: Int
  @Mapped("full_name") var fullName: String
  @Mapped("email_address") var emailAddress: String
  @Mapped("is_active") var isActive: Bool
  @Mapped("last_score") var lastScore: Double
  @Mapped("nick_name") var nickName: String?
  @Mapped("visit_count") var visitCount: Int = 0
  @Mapped("group_names") var groupNames: [String]
  @Mapped("home_address") var homeAddress: Address

  struct Address: Mappable {
    @Mapped("street_name") var streetName: String
    @Mapped("house_number") var houseNumber: Int
    @Mapped("zip_code") var zipCode: String
  }
}

/// With keys that a strategy makes of the properties' names.
struct NamedMember: Mappable {
  @Mapped var memberId: Int
  @Mapped var fullName: String
  @Mapped var emailAddress: String
  @Mapped var isActive: Bool
  @Mapped var lastScore: Double
  @Mapped var nickName: String?
  @Mapped var visitCount: Int = 0
  @Mapped var groupNames: [String]
  @Mapped var homeAddress: Address

  struct Address: Mappable {
    @Mapped var streetName: String
    @Mapped var houseNumber: Int
    @Mapped var zipCode: String
  }
}

/// With alternative keys; the preferred ones are in the documents.
struct RenamedMember: Mappable, Member {
  @Mapped("member_id", "id") var memberID: Int
  @Mapped("full_name", "name") var fullName: String
  @Mapped("email_address", "email") var emailAddress: String
  @Mapped("is_active", "active") var isActive: Bool
  @Mapped("last_score", "score") var lastScore: Double
  @Mapped("nick_name", "nick") var nickName: String?
  @Mapped("visit_count", "visits") var visitCount: Int = 0
  @Mapped("group_names", "groups") var groupNames: [String]
  @Mapped("home_address", "address") var homeAddress: PlainMember.Address
}

/// With alternative keys; the document has the second ones.
struct FormerMember: Mappable, Member {
  @Mapped("id", "member_id") var memberID: Int
  @Mapped("name", "full_name") var fullName: String
  @Mapped("email", "email_address") var emailAddress: String
  @Mapped("active", "is_active") var isActive: Bool
  @Mapped("score", "last_score") var lastScore: Double
  @Mapped("nick", "nick_name") var nickName: String?
  @Mapped("visits", "visit_count") var visitCount: Int = 0
  @Mapped("groups", "group_names") var groupNames: [String]
  @Mapped("address", "home_address") var homeAddress: PlainMember.Address
}

/// With one property whose second key is in the document.
struct RetitledMember: Mappable, Member {
  @Mapped("member_id") var memberID: Int
  @Mapped("name", "full_name") var fullName: String
  @Mapped("email_address") var emailAddress: String
  @Mapped("is_active") var isActive: Bool
  @Mapped("last_score") var lastScore: Double
  @Mapped("nick_name") var nickName: String?
  @Mapped("visit_count") var visitCount: Int = 0
  @Mapped("group_names") var groupNames: [String]
  @Mapped("home_address") var homeAddress: PlainMember.Address
}

/// With an object, and a value that is in it.
struct OverlappingMember: Mappable, Member {
  @Mapped("member_id") var memberID: Int
  @Mapped("full_name") var fullName: String
  @Mapped("email_address") var emailAddress: String
  @Mapped("is_active") var isActive: Bool
  @Mapped("last_score") var lastScore: Double
  @Mapped("nick_name") var nickName: String?
  @Mapped("visit_count") var visitCount: Int = 0
  @Mapped("group_names") var groupNames: [String]
  @Mapped("home_address") var homeAddress: PlainMember.Address
  @Mapped("home_address.house_number") var houseNumber: Int
}

/// Two values of each member.
struct MemberLists: Mappable {
  @Mapped("data.items.*.member_id") var memberIDs: [Int]
  @Mapped("data.items.*.home_address.house_number") var houseNumbers: [Int]
}

/// Completed after it has been decoded.
struct CompletedMember: Mappable, Member, DecodeCompleting {
  @Mapped("member_id") var memberID: Int
  @Mapped("full_name") var fullName: String
  @Mapped("email_address") var emailAddress: String
  @Mapped("is_active") var isActive: Bool
  @Mapped("last_score") var lastScore: Double
  @Mapped("nick_name") var nickName: String?
  @Mapped("visit_count") var visitCount: Int = 0
  @Mapped("group_names") var groupNames: [String]
  @Mapped("home_address") var homeAddress: PlainMember.Address
  var isFrequent = false

  mutating func didDecode(in context: MappingContext) { isFrequent = visitCount > 500 }
}

/// Inspected before it is decoded.
struct ValidatedMember: Mappable, Member, DecodeValidating {
  @Mapped("member_id") var memberID: Int
  @Mapped("full_name") var fullName: String
  @Mapped("email_address") var emailAddress: String
  @Mapped("is_active") var isActive: Bool
  @Mapped("last_score") var lastScore: Double
  @Mapped("nick_name") var nickName: String?
  @Mapped("visit_count") var visitCount: Int = 0
  @Mapped("group_names") var groupNames: [String]
  @Mapped("home_address") var homeAddress: PlainMember.Address

  static func willDecode(_ json: JSONView, in context: MappingContext) throws {
    guard json["member_id"]?.int != nil else { throw MappingError(expected: "a member") }
  }
}

/// With properties that are grouped in models, but not in the document.
struct FlattenedMember: Mappable, Member {
  @Mapped("member_id") var memberID: Int
  @Flattened var person: Person
  @Flattened var activity: Activity
  @Mapped("group_names") var groupNames: [String]
  @Mapped("home_address") var homeAddress: PlainMember.Address

  struct Person: Mappable {
    @Mapped("full_name") var fullName: String
    @Mapped("email_address") var emailAddress: String
    @Mapped("nick_name") var nickName: String?
  }

  struct Activity: Mappable {
    @Mapped("is_active") var isActive: Bool
    @Mapped("last_score") var lastScore: Double
    @Mapped("visit_count") var visitCount: Int = 0
  }
}

/// With groups inside of a group.
struct FlattenedTree: Mappable, Member {
  @Flattened var base: Base
  @Mapped("home_address") var homeAddress: PlainMember.Address
  var memberID: Int { base.memberID }

  struct Base: Mappable {
    @Mapped("member_id") var memberID: Int
    @Flattened var person: FlattenedMember.Person
    @Flattened var activity: FlattenedMember.Activity?
    @Mapped("group_names") var groupNames: [String]
  }
}

/// With groups in an object.
final class FlattenedObject: Mappable, Member {
  @Mapped("member_id") var memberID: Int
  @Flattened var person: FlattenedMember.Person
  @Flattened var activity: FlattenedMember.Activity
  @Mapped("group_names") var groupNames: [String]
  @Mapped("home_address") var homeAddress: PlainMember.Address
}

/// With groups, and the members that it doesn't map.
struct FlattenedExtras: Mappable, Member {
  @Mapped("member_id") var memberID: Int
  @Flattened var person: FlattenedMember.Person
  @Mapped("is_active") var isActive: Bool
  @Mapped("last_score") var lastScore: Double
  @Mapped("group_names") var groupNames: [String]
  @Mapped("home_address") var homeAddress: PlainMember.Address
  @Extras var rest: JSONObject
}

/// With the members that it doesn't map.
struct ExtrasMember: Mappable, Member {
  @Mapped("member_id") var memberID: Int
  @Mapped("full_name") var fullName: String
  @Mapped("email_address") var emailAddress: String
  @Mapped("is_active") var isActive: Bool
  @Mapped("last_score") var lastScore: Double
  @Mapped("group_names") var groupNames: [String]
  @Mapped("home_address") var homeAddress: PlainMember.Address
  @Extras var rest: JSONObject
}
