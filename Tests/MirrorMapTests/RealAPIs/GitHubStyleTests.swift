import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// A code host in the style of GitHub: a repository, and events whose payload depends on their type.
struct GitHubStyleTests {
  struct Repository: Mappable, Equatable, KeyStrategyProviding {
    static var keyStrategy: any KeyStrategy { .snakeCase }
    @Mapped var id: Int
    @Mapped var fullName: String
    @Mapped("owner.login") var owner: String
    @Mapped var htmlURL: URL
    @Mapped("license.spdx_id") var license: String?
    @Mapped var pushedAt: Date?
    @Mapped var topics: [String] = []
    @Mapped("stargazers_count") var stars: Int
    @Mapped var isPrivate: Bool = false
  }

  /// What all events have, around the payload of one kind.
  struct Event<Payload: Mappable & Equatable>: Mappable, Equatable {
    @Mapped var id: String
    @Mapped("actor.login") var actor: String
    @Mapped("created_at") var created: Date
    @Mapped var payload: Payload
  }

  struct Push: Mappable, Equatable {
    @Mapped var ref: String
    @Mapped("commits.*.sha", direction: .decodeOnly) var hashes: [String] = []
    @Mapped var commits: [Commit]
  }

  struct Commit: Mappable, Equatable {
    @Mapped var sha: String
    @Mapped var message: String
  }

  struct Issue: Mappable, Equatable {
    enum Action: String, MappableValue, UnknownCaseProviding {
      case opened, closed, other
      static var unknownCase: Action { .other }
    }
    @Mapped var action: Action
    @Mapped("issue.number") var number: Int
    @Mapped("issue.labels") var labels: [Label] = []
  }

  struct Label: Mappable, Equatable {
    @Mapped var name: String
  }

  enum AnyEvent: Polymorphic, Equatable {
    case push(Event<Push>)
    case issue(Event<Issue>)
    case unknown(JSONValue)

    static let registry = ModelRegistry<AnyEvent>(.internal(tag: "type"))
      .adding(
        "PushEvent", embed: AnyEvent.push,
        extract: { if case .push(let push) = $0 { push } else { nil } }
      )
      .adding(
        "IssuesEvent", embed: AnyEvent.issue,
        extract: { if case .issue(let issue) = $0 { issue } else { nil } }
      )
      .fallback(
        embed: AnyEvent.unknown,
        extract: { if case .unknown(let json) = $0 { json } else { nil } })
  }

  @Test func repository() throws {
    let repository = try Repository.decode(
      from: #"""
        {"id": 5, "full_name": "ada/engine", "owner": {"login": "ada", "id": 1},
         "html_url": "https://example.org/ada/engine", "license": null, "stargazers_count": 12,
         "pushed_at": "2026-04-01T10:00:00Z", "topics": ["math"]}
        """#)
    #expect(repository.owner == "ada" && repository.license == nil && !repository.isPrivate)
    #expect(repository.pushedAt == Date(timeIntervalSince1970: 1_775_037_600))
    #expect(try Repository.decode(from: repository.encode()) == repository)
  }

  private let events = #"""
    [{"id": "1", "type": "PushEvent", "actor": {"login": "ada"}, "created_at": "2026-04-01T10:00:00Z",
      "payload": {"ref": "refs/heads/main", "commits": [{"sha": "a1", "message": "Start"}]}},
     {"id": "2", "type": "IssuesEvent", "actor": {"login": "bo"}, "created_at": "2026-04-01T11:00:00Z",
      "payload": {"action": "pinned", "issue": {"number": 3, "labels": [{"name": "bug"}]}}},
     {"id": "3", "type": "WatchEvent", "payload": {"action": "started"}}]
    """#

  @Test func eventsHaveThePayloadOfTheirType() throws {
    let events = try [AnyEvent].decode(from: events)
    guard case .push(let push) = events[0], case .issue(let issue) = events[1],
      case .unknown(let other) = events[2]
    else {
      Testing.Issue.record("\(events)")
      return
    }
    #expect(push.payload.hashes == ["a1"] && push.actor == "ada")
    #expect(issue.payload.action == .other && issue.payload.labels.map(\.name) == ["bug"])
    #expect(other["payload"]?["action"]?.string == "started")
    #expect(try [AnyEvent].decode(from: events.encode()) == events)
  }

  @Test func wrongDocuments() {
    #expect(
      errorText { try Repository.decode(from: #"{"id": 5, "full_name": 7}"#) }
        == """
        $.full_name: expected String, found a number \
        (line 1, column 24, Repository.fullName)
        """)
    #expect(
      errorText {
        try [AnyEvent].decode(
          from: #"""
            [{"type": "PushEvent", "id": "1", "actor": {"login": "ada"},
              "created_at": "2026-04-01T10:00:00Z",
              "payload": {"ref": "main", "commits": [{"sha": "a1"}]}}]
            """#)
      }
        == """
        $[0].payload.commits[0].message: required key is missing, expected String \
        (line 3, column 42, Commit.message)
        """)
  }

}
