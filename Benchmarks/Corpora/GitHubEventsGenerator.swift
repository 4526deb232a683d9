import Foundation

/// Makes a document like `github_events.json`: thirty events of a public timeline, indented by two.
///
/// Short objects within objects, and links: an account is described by three fields and a dozen
/// links derived from its name, a repository by forty of them. Which members a payload has depends
/// on the kind of event; almost half of the events are pushes. See
/// `GitHubEventsGenerator+Repositories` for the rest.
struct GitHubEventsGenerator {
  static let api = "https://api.github.example"

  var random = SeededGenerator(seed: 0x617_4B)
  private var lastID = 1_652_857_722

  static func document() -> Data {
    var generator = GitHubEventsGenerator()
    let kinds = Array("PPCPFPWPPICWPPGWPFPPWCPTWPIPGW")
    return DocumentNode.array(kinds.map { generator.event($0) }).rendered(indent: 2)
  }

  private mutating func event(_ kind: Character) -> DocumentNode {
    lastID -= random.int(in: 1...3)
    let id = String(lastID)
    let actor = login()
    let repository = random.chance(40) ? "\(actor)/\(title())" : "\(login())/\(title())"
    let (type, payload) = content(of: kind, actor: actor, repository: repository)
    var members: [(key: String, value: DocumentNode)] = [
      ("type", .string(type)),
      ("created_at", .string(time())),
      ("actor", account(actor)),
      (
        "repo",
        [
          "url": .string("\(Self.api)/repos/\(repository)"),
          "id": .int(identifier()),
          "name": .string(repository),
        ]
      ),
      ("public", true),
      ("payload", payload),
      ("id", .string(id)),
    ]
    if random.chance(20) { members.append(("org", account(login()))) }
    return .object(members)
  }

  private mutating func content(
    of kind: Character, actor: String, repository: String
  ) -> (type: String, payload: DocumentNode) {
    switch kind {
    case "P": ("PushEvent", push(to: repository))
    case "C":
      (
        "CreateEvent",
        [
          "description": .string(sentence()), "master_branch": "master",
          "ref": random.chance(50) ? nil : "master", "ref_type": "branch",
        ]
      )
    case "F": ("ForkEvent", ["forkee": fork(of: repository, by: actor)])
    case "W": ("WatchEvent", ["action": "started"])
    case "I":
      (
        "IssueCommentEvent",
        [
          "issue": issue(in: repository), "action": "created",
          "comment": comment(in: repository, by: actor),
        ]
      )
    case "T": ("IssuesEvent", ["issue": issue(in: repository), "action": "opened"])
    default: ("GollumEvent", ["pages": [page(in: repository)]])
    }
  }

  private mutating func push(to repository: String) -> DocumentNode {
    let count = random.pick([1, 1, 1, 1, 2])
    let commits = (0..<count).map { _ in commit(to: repository) }
    return [
      "commits": .array(commits),
      "distinct_size": .int(count),
      "ref": .string("refs/heads/" + random.pick(["master", "develop", "issue-22"])),
      "push_id": .int(134_000_000 + random.below(200_000)),
      "head": .string(hash()),
      "before": .string(hash()),
      "size": .int(count),
    ]
  }

  private mutating func commit(to repository: String) -> DocumentNode {
    let hash = hash()
    let author = login()
    return [
      "url": .string("\(Self.api)/repos/\(repository)/commits/\(hash)"),
      "message": .string(random.chance(60) ? sentence() : "\(sentence())\n\n* \(sentence())"),
      "distinct": .bool(random.chance(90)),
      "sha": .string(hash),
      "author": ["email": .string("\(author)@mail.example"), "name": .string(author)],
    ]
  }

  private mutating func page(in repository: String) -> DocumentNode {
    let title = title()
    return [
      "page_name": .string(title),
      "html_url": .string("https://github.example/\(repository)/wiki/\(title)"),
      "title": .string(title),
      "sha": .string(hash()),
      "summary": nil,
      "action": "edited",
    ]
  }

  mutating func login() -> String {
    random.word(of: random.int(in: 4...12), from: JapaneseText.letters.filter { $0 != "_" })
  }

  mutating func identifier() -> Int {
    random.int(in: 4_000...7_600_000)
  }

  mutating func hash(of count: Int = 40) -> String {
    random.word(of: count, from: Array("0123456789abcdef"))
  }

  mutating func title() -> String {
    "\(random.pick(Self.words))-\(random.pick(Self.words))"
  }

  mutating func time() -> String {
    "2013-01-10T07:\(random.int(in: 10...59)):\(random.int(in: 10...59))Z"
  }

  mutating func sentence() -> String {
    let words = (0..<random.int(in: 3...14)).map { _ in random.pick(Self.words) }
    let sentence = words.joined(separator: " ") + "."
    return random.chance(10) ? "\"\(sentence)\"" : sentence
  }

  private static let words = [
    "add", "branch", "build", "cache", "change", "client", "config", "default", "doc", "error",
    "example", "fix", "for", "handler", "index", "input", "layout", "module", "name", "new",
    "option", "page", "parser", "path", "plugin", "remove", "render", "script", "server", "style",
    "support", "test", "the", "update", "vendor", "version", "view", "warning", "when", "with",
  ]
}

extension GitHubEventsGenerator {
  /// An account as events name it.
  mutating func account(_ login: String) -> DocumentNode {
    let picture = hash(of: 32)
    return [
      "gravatar_id": .string(picture),
      "login": .string(login),
      "avatar_url": .string(avatar(picture)),
      "url": .string("\(Self.api)/users/\(login)"),
      "id": .int(identifier()),
    ]
  }

  /// An account as repositories and issues do, with all its links.
  mutating func owner(_ login: String) -> DocumentNode {
    let picture = hash(of: 32)
    let url = "\(Self.api)/users/\(login)"
    return [
      "url": .string(url),
      "gists_url": .string("\(url)/gists{/gist_id}"),
      "gravatar_id": .string(picture),
      "type": "User",
      "avatar_url": .string(avatar(picture)),
      "subscriptions_url": .string("\(url)/subscriptions"),
      "organizations_url": .string("\(url)/orgs"),
      "received_events_url": .string("\(url)/received_events"),
      "repos_url": .string("\(url)/repos"),
      "login": .string(login),
      "id": .int(identifier()),
      "starred_url": .string("\(url)/starred{/owner}{/repo}"),
      "events_url": .string("\(url)/events{/privacy}"),
      "followers_url": .string("\(url)/followers"),
      "following_url": .string("\(url)/following"),
    ]
  }

  private func avatar(_ picture: String) -> String {
    "https://secure.gravatar.example/avatar/\(picture)?d=https://assets.example"
      + "%2Fimages%2Fgravatars%2Fgravatar-user-420.png"
  }

  mutating func fork(of repository: String, by login: String) -> DocumentNode {
    let name = String(repository.split(separator: "/")[1])
    let fullName = "\(login)/\(name)"
    let url = "\(Self.api)/repos/\(fullName)"
    let links = Self.linksOfRepository.map { link in
      (key: "\(link)_url", value: DocumentNode.string("\(url)/\(link){/id}"))
    }
    return .object(
      [
        ("description", .string(sentence())),
        ("fork", true),
        ("url", .string(url)),
        ("language", .string(random.pick(["Ruby", "C++", "JavaScript"]))),
        ("clone_url", .string("https://github.example/\(fullName).git")),
        ("full_name", .string(fullName)),
        ("forks", 0),
        ("private", false),
        ("owner", owner(login)),
      ] + links + [
        ("html_url", .string("https://github.example/\(fullName)")),
        ("open_issues", 0),
        ("has_issues", false),
        ("created_at", .string(time())),
        ("updated_at", .string(time())),
        ("pushed_at", .string(time())),
        ("homepage", random.chance(50) ? nil : .string("http://\(name).example")),
        ("mirror_url", nil),
        ("size", .int(random.below(900))),
        ("has_downloads", true),
        ("has_wiki", true),
        ("id", .int(identifier())),
        ("forks_count", 0),
        ("watchers", 0),
        ("watchers_count", 0),
        ("open_issues_count", 0),
        ("name", .string(name)),
        ("public", true),
      ])
  }

  private static let linksOfRepository = [
    "stargazers", "tags", "merges", "git_refs", "archive", "collaborators", "languages", "trees",
    "teams", "blobs", "contents", "git_commits", "milestones", "notifications", "forks", "pulls",
    "issue_events", "labels", "commits", "events", "keys", "assignees", "issues", "branches",
    "hooks", "downloads", "statuses", "compare", "comments", "contributors", "subscribers",
    "git_tags", "issue_comment", "subscription", "svn", "ssh", "git",
  ]

  mutating func issue(in repository: String) -> DocumentNode {
    let number = random.int(in: 2...900)
    let author = login()
    let page = "https://github.example/\(repository)/issues/\(number)"
    let url = "\(Self.api)/repos/\(repository)/issues/\(number)"
    return [
      "user": owner(author),
      "url": .string(url),
      "labels": [],
      "html_url": .string(page),
      "labels_url": .string("\(url)/labels{/name}"),
      "pull_request": ["html_url": nil, "patch_url": nil, "diff_url": nil],
      "created_at": .string(time()),
      "closed_at": random.chance(40) ? .string(time()) : nil,
      "milestone": nil,
      "title": .string(sentence()),
      "body": .string("\(sentence())\r\n\r\n> \(sentence())\r\n\(sentence())"),
      "updated_at": .string(time()),
      "number": .int(number),
      "state": "open",
      "assignee": random.chance(40) ? owner(author) : nil,
      "id": .int(identifier()),
      "events_url": .string("\(url)/events"),
      "comments_url": .string("\(url)/comments"),
      "comments": .int(random.below(20)),
    ]
  }

  mutating func comment(in repository: String, by login: String) -> DocumentNode {
    let url = "\(Self.api)/repos/\(repository)/issues"
    return [
      "user": owner(login),
      "url": .string("\(url)/comments/\(identifier())"),
      "issue_url": .string("\(url)/\(random.int(in: 2...900))"),
      "created_at": .string(time()),
      "body": .string("\(sentence())\n\(sentence())"),
      "updated_at": .string(time()),
      "id": .int(identifier()),
    ]
  }
}
