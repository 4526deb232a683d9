/// Filled by hand from the tree of `JSONSerialization`: the code `Codable` and MirrorMap replace.
extension PlainEvent {
  init?(tree: Any) {
    guard let members = tree as? [String: Any],
      let id = members["id"] as? String,
      let type = members["type"] as? String,
      let createdAt = members["created_at"] as? String,
      let actor = members["actor"].flatMap({ PlainEvent.Account(tree: $0) }),
      let repository = members["repo"].flatMap({ PlainEvent.Repository(tree: $0) }),
      let payload = members["payload"].flatMap({ PlainEvent.Payload(tree: $0) })
    else { return nil }
    self.id = id
    self.type = type
    self.createdAt = createdAt
    self.actor = actor
    self.repository = repository
    self.payload = payload
    organization = members["org"].flatMap { PlainEvent.Account(tree: $0) }
  }
}

extension PlainEvent.Account {
  init?(tree: Any) {
    guard let members = tree as? [String: Any],
      let id = members["id"] as? Int,
      let login = members["login"] as? String,
      let avatarURL = members["avatar_url"] as? String
    else { return nil }
    self.id = id
    self.login = login
    self.avatarURL = avatarURL
  }
}

extension PlainEvent.Repository {
  init?(tree: Any) {
    guard let members = tree as? [String: Any],
      let id = members["id"] as? Int,
      let name = members["name"] as? String
    else { return nil }
    self.id = id
    self.name = name
  }
}

extension PlainEvent.Payload {
  init?(tree: Any) {
    guard let members = tree as? [String: Any]
    else { return nil }
    ref = members["ref"] as? String
    size = members["size"] as? Int
    head = members["head"] as? String
    action = members["action"] as? String
    commits = Tree.models(members["commits"], PlainEvent.Commit.init(tree:))
    fork = members["forkee"].flatMap { PlainEvent.Fork(tree: $0) }
    issue = members["issue"].flatMap { PlainEvent.Issue(tree: $0) }
    comment = members["comment"].flatMap { PlainEvent.Comment(tree: $0) }
    pages = Tree.models(members["pages"], PlainEvent.Page.init(tree:))
  }
}

extension PlainEvent.Commit {
  init?(tree: Any) {
    guard let members = tree as? [String: Any],
      let sha = members["sha"] as? String,
      let message = members["message"] as? String,
      let author = members["author"].flatMap({ PlainEvent.Author(tree: $0) })
    else { return nil }
    self.sha = sha
    self.message = message
    self.author = author
  }
}

extension PlainEvent.Author {
  init?(tree: Any) {
    guard let members = tree as? [String: Any],
      let name = members["name"] as? String
    else { return nil }
    self.name = name
  }
}

extension PlainEvent.Fork {
  init?(tree: Any) {
    guard let members = tree as? [String: Any],
      let id = members["id"] as? Int,
      let name = members["name"] as? String,
      let fullName = members["full_name"] as? String,
      let owner = members["owner"].flatMap({ PlainEvent.Account(tree: $0) }),
      let isPrivate = members["private"] as? Bool,
      let watchersCount = members["watchers_count"] as? Int,
      let forksCount = members["forks_count"] as? Int,
      let openIssuesCount = members["open_issues_count"] as? Int,
      let createdAt = members["created_at"] as? String,
      let htmlURL = members["html_url"] as? String
    else { return nil }
    self.id = id
    self.name = name
    self.fullName = fullName
    self.owner = owner
    self.isPrivate = isPrivate
    about = members["description"] as? String
    homepage = members["homepage"] as? String
    language = members["language"] as? String
    self.watchersCount = watchersCount
    self.forksCount = forksCount
    self.openIssuesCount = openIssuesCount
    self.createdAt = createdAt
    self.htmlURL = htmlURL
  }
}

extension PlainEvent.Issue {
  init?(tree: Any) {
    guard let members = tree as? [String: Any],
      let number = members["number"] as? Int,
      let title = members["title"] as? String,
      let state = members["state"] as? String,
      let body = members["body"] as? String,
      let user = members["user"].flatMap({ PlainEvent.Account(tree: $0) }),
      let comments = members["comments"] as? Int,
      let createdAt = members["created_at"] as? String,
      let htmlURL = members["html_url"] as? String
    else { return nil }
    self.number = number
    self.title = title
    self.state = state
    self.body = body
    self.user = user
    assignee = members["assignee"].flatMap { PlainEvent.Account(tree: $0) }
    self.comments = comments
    self.createdAt = createdAt
    closedAt = members["closed_at"] as? String
    self.htmlURL = htmlURL
  }
}

extension PlainEvent.Comment {
  init?(tree: Any) {
    guard let members = tree as? [String: Any],
      let id = members["id"] as? Int,
      let user = members["user"].flatMap({ PlainEvent.Account(tree: $0) }),
      let body = members["body"] as? String,
      let createdAt = members["created_at"] as? String
    else { return nil }
    self.id = id
    self.user = user
    self.body = body
    self.createdAt = createdAt
  }
}

extension PlainEvent.Page {
  init?(tree: Any) {
    guard let members = tree as? [String: Any],
      let title = members["title"] as? String,
      let action = members["action"] as? String,
      let htmlURL = members["html_url"] as? String
    else { return nil }
    self.title = title
    self.action = action
    self.htmlURL = htmlURL
  }
}
