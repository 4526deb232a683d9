import MirrorMap

/// An event of a public timeline, annotated for MirrorMap.
struct MappedEvent: Mappable {
  @Mapped var id: String
  @Mapped var type: String
  @Mapped("created_at") var createdAt: String
  @Mapped var actor: Account
  @Mapped("repo") var repository: Repository
  @Mapped var payload: Payload
  @Mapped("org") var organization: Account?

  struct Account: Mappable {
    @Mapped var id: Int
    @Mapped var login: String
    @Mapped("avatar_url") var avatarURL: String
  }

  struct Repository: Mappable {
    @Mapped var id: Int
    @Mapped var name: String
  }

  struct Payload: Mappable {
    @Mapped var ref: String?
    @Mapped var size: Int?
    @Mapped var head: String?
    @Mapped var action: String?
    @Mapped var commits: [Commit]?
    @Mapped("forkee") var fork: Fork?
    @Mapped var issue: Issue?
    @Mapped var comment: Comment?
    @Mapped var pages: [Page]?
  }

  struct Commit: Mappable {
    @Mapped var sha: String
    @Mapped var message: String
    @Mapped var author: Author
  }

  struct Author: Mappable {
    @Mapped var name: String
  }

  struct Fork: Mappable {
    @Mapped var id: Int
    @Mapped var name: String
    @Mapped("full_name") var fullName: String
    @Mapped var owner: Account
    @Mapped("private") var isPrivate: Bool
    @Mapped("description") var about: String?
    @Mapped var homepage: String?
    @Mapped var language: String?
    @Mapped("watchers_count") var watchersCount: Int
    @Mapped("forks_count") var forksCount: Int
    @Mapped("open_issues_count") var openIssuesCount: Int
    @Mapped("created_at") var createdAt: String
    @Mapped("html_url") var htmlURL: String
  }

  struct Issue: Mappable {
    @Mapped var number: Int
    @Mapped var title: String
    @Mapped var state: String
    @Mapped var body: String
    @Mapped var user: Account
    @Mapped var assignee: Account?
    @Mapped var comments: Int
    @Mapped("created_at") var createdAt: String
    @Mapped("closed_at") var closedAt: String?
    @Mapped("html_url") var htmlURL: String
  }

  struct Comment: Mappable {
    @Mapped var id: Int
    @Mapped var user: Account
    @Mapped var body: String
    @Mapped("created_at") var createdAt: String
  }

  struct Page: Mappable {
    @Mapped var title: String
    @Mapped var action: String
    @Mapped("html_url") var htmlURL: String
  }
}
