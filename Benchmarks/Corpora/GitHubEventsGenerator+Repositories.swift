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
