/// An event of a public timeline in plain structs, with synthesized `Codable`.
struct PlainEvent: Codable, Equatable {
  var id: String
  var type: String
  var createdAt: String
  var actor: Account
  var repository: Repository
  var payload: Payload
  var organization: Account?

  enum CodingKeys: String, CodingKey {
    case id
    case type
    case createdAt = "created_at"
    case actor
    case repository = "repo"
    case payload
    case organization = "org"
  }

  struct Account: Codable, Equatable {
    var id: Int
    var login: String
    var avatarURL: String

    enum CodingKeys: String, CodingKey {
      case id
      case login
      case avatarURL = "avatar_url"
    }
  }

  struct Repository: Codable, Equatable {
    var id: Int
    var name: String
  }

  struct Payload: Codable, Equatable {
    var ref: String?
    var size: Int?
    var head: String?
    var action: String?
    var commits: [Commit]?
    var fork: Fork?
    var issue: Issue?
    var comment: Comment?
    var pages: [Page]?

    enum CodingKeys: String, CodingKey {
      case ref
      case size
      case head
      case action
      case commits
      case fork = "forkee"
      case issue
      case comment
      case pages
    }
  }

  struct Commit: Codable, Equatable {
    var sha: String
    var message: String
    var author: Author
  }

  struct Author: Codable, Equatable {
    var name: String
  }

  struct Fork: Codable, Equatable {
    var id: Int
    var name: String
    var fullName: String
    var owner: Account
    var isPrivate: Bool
    var about: String?
    var homepage: String?
    var language: String?
    var watchersCount: Int
    var forksCount: Int
    var openIssuesCount: Int
    var createdAt: String
    var htmlURL: String

    enum CodingKeys: String, CodingKey {
      case id
      case name
      case fullName = "full_name"
      case owner
      case isPrivate = "private"
      case about = "description"
      case homepage
      case language
      case watchersCount = "watchers_count"
      case forksCount = "forks_count"
      case openIssuesCount = "open_issues_count"
      case createdAt = "created_at"
      case htmlURL = "html_url"
    }
  }

  struct Issue: Codable, Equatable {
    var number: Int
    var title: String
    var state: String
    var body: String
    var user: Account
    var assignee: Account?
    var comments: Int
    var createdAt: String
    var closedAt: String?
    var htmlURL: String

    enum CodingKeys: String, CodingKey {
      case number
      case title
      case state
      case body
      case user
      case assignee
      case comments
      case createdAt = "created_at"
      case closedAt = "closed_at"
      case htmlURL = "html_url"
    }
  }

  struct Comment: Codable, Equatable {
    var id: Int
    var user: Account
    var body: String
    var createdAt: String

    enum CodingKeys: String, CodingKey {
      case id
      case user
      case body
      case createdAt = "created_at"
    }
  }

  struct Page: Codable, Equatable {
    var title: String
    var action: String
    var htmlURL: String

    enum CodingKeys: String, CodingKey {
      case title
      case action
      case htmlURL = "html_url"
    }
  }
}

// MARK: - Casts of the tree of JSONSerialization

extension PlainEvent: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    id = try members.value("id")
    type = try members.value("type")
    createdAt = try members.value("created_at")
    actor = try members.model("actor")
    repository = try members.model("repo")
    payload = try members.model("payload")
    organization = members.optionalModel("org")
  }
}

extension PlainEvent.Account: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    id = try members.value("id")
    login = try members.value("login")
    avatarURL = try members.value("avatar_url")
  }
}

extension PlainEvent.Repository: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    id = try members.value("id")
    name = try members.value("name")
  }
}

extension PlainEvent.Payload: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    ref = members.optional("ref")
    size = members.optional("size")
    head = members.optional("head")
    action = members.optional("action")
    commits = members.optionalModel("commits")
    fork = members.optionalModel("forkee")
    issue = members.optionalModel("issue")
    comment = members.optionalModel("comment")
    pages = members.optionalModel("pages")
  }
}

extension PlainEvent.Commit: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    sha = try members.value("sha")
    message = try members.value("message")
    author = try members.model("author")
  }
}

extension PlainEvent.Author: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    name = try members.value("name")
  }
}

extension PlainEvent.Fork: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    id = try members.value("id")
    name = try members.value("name")
    fullName = try members.value("full_name")
    owner = try members.model("owner")
    isPrivate = try members.value("private")
    about = members.optional("description")
    homepage = members.optional("homepage")
    language = members.optional("language")
    watchersCount = try members.value("watchers_count")
    forksCount = try members.value("forks_count")
    openIssuesCount = try members.value("open_issues_count")
    createdAt = try members.value("created_at")
    htmlURL = try members.value("html_url")
  }
}

extension PlainEvent.Issue: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    number = try members.value("number")
    title = try members.value("title")
    state = try members.value("state")
    body = try members.value("body")
    user = try members.model("user")
    assignee = members.optionalModel("assignee")
    comments = try members.value("comments")
    createdAt = try members.value("created_at")
    closedAt = members.optional("closed_at")
    htmlURL = try members.value("html_url")
  }
}

extension PlainEvent.Comment: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    id = try members.value("id")
    user = try members.model("user")
    body = try members.value("body")
    createdAt = try members.value("created_at")
  }
}

extension PlainEvent.Page: TreeModel {
  init(tree: Any) throws {
    let members = try TreeMembers(tree)
    title = try members.value("title")
    action = try members.value("action")
    htmlURL = try members.value("html_url")
  }
}
