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
