/// The plain copy of what MirrorMap decoded, for the comparison.
extension PlainEvent {
  init(_ mapped: MappedEvent) {
    id = mapped.id
    type = mapped.type
    createdAt = mapped.createdAt
    actor = PlainEvent.Account(mapped.actor)
    repository = PlainEvent.Repository(mapped.repository)
    payload = PlainEvent.Payload(mapped.payload)
    organization = mapped.organization.map { PlainEvent.Account($0) }
  }
}

extension PlainEvent.Account {
  init(_ mapped: MappedEvent.Account) {
    id = mapped.id
    login = mapped.login
    avatarURL = mapped.avatarURL
  }
}

extension PlainEvent.Repository {
  init(_ mapped: MappedEvent.Repository) {
    id = mapped.id
    name = mapped.name
  }
}

extension PlainEvent.Payload {
  init(_ mapped: MappedEvent.Payload) {
    ref = mapped.ref
    size = mapped.size
    head = mapped.head
    action = mapped.action
    commits = mapped.commits?.map { PlainEvent.Commit($0) }
    fork = mapped.fork.map { PlainEvent.Fork($0) }
    issue = mapped.issue.map { PlainEvent.Issue($0) }
    comment = mapped.comment.map { PlainEvent.Comment($0) }
    pages = mapped.pages?.map { PlainEvent.Page($0) }
  }
}

extension PlainEvent.Commit {
  init(_ mapped: MappedEvent.Commit) {
    sha = mapped.sha
    message = mapped.message
    author = PlainEvent.Author(mapped.author)
  }
}

extension PlainEvent.Author {
  init(_ mapped: MappedEvent.Author) {
    name = mapped.name
  }
}

extension PlainEvent.Fork {
  init(_ mapped: MappedEvent.Fork) {
    id = mapped.id
    name = mapped.name
    fullName = mapped.fullName
    owner = PlainEvent.Account(mapped.owner)
    isPrivate = mapped.isPrivate
    about = mapped.about
    homepage = mapped.homepage
    language = mapped.language
    watchersCount = mapped.watchersCount
    forksCount = mapped.forksCount
    openIssuesCount = mapped.openIssuesCount
    createdAt = mapped.createdAt
    htmlURL = mapped.htmlURL
  }
}

extension PlainEvent.Issue {
  init(_ mapped: MappedEvent.Issue) {
    number = mapped.number
    title = mapped.title
    state = mapped.state
    body = mapped.body
    user = PlainEvent.Account(mapped.user)
    assignee = mapped.assignee.map { PlainEvent.Account($0) }
    comments = mapped.comments
    createdAt = mapped.createdAt
    closedAt = mapped.closedAt
    htmlURL = mapped.htmlURL
  }
}

extension PlainEvent.Comment {
  init(_ mapped: MappedEvent.Comment) {
    id = mapped.id
    user = PlainEvent.Account(mapped.user)
    body = mapped.body
    createdAt = mapped.createdAt
  }
}

extension PlainEvent.Page {
  init(_ mapped: MappedEvent.Page) {
    title = mapped.title
    action = mapped.action
    htmlURL = mapped.htmlURL
  }
}
