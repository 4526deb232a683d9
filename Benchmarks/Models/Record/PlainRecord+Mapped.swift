/// The plain copy of what MirrorMap decoded, for the comparison.
extension PlainRecord {
  init(_ mapped: MappedRecord) {
    id = mapped.id
    uuid = mapped.uuid
    firstName = mapped.firstName
    lastName = mapped.lastName
    displayName = mapped.displayName
    email = mapped.email
    phone = mapped.phone
    isActive = mapped.isActive
    isVerified = mapped.isVerified
    createdAt = mapped.createdAt
    updatedAt = mapped.updatedAt
    lastLoginAt = mapped.lastLoginAt
    loginCount = mapped.loginCount
    score = mapped.score
    balance = mapped.balance
    currency = mapped.currency
    language = mapped.language
    timeZone = mapped.timeZone
    avatarURL = mapped.avatarURL
    website = mapped.website
    biography = mapped.biography
    followerCount = mapped.followerCount
    followingCount = mapped.followingCount
    tags = mapped.tags
    groupIDs = mapped.groupIDs
    latitude = mapped.latitude
    longitude = mapped.longitude
    isAdmin = mapped.isAdmin
    theme = mapped.theme
    revision = mapped.revision
  }
}
