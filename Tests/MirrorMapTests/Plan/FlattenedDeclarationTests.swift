import MirrorMap
import Testing

@testable import TestSupport

private struct Paging: Mappable {
  @Mapped var page: Int?
  @Mapped("meta.count") var count: Int?
}

private struct SameKeyTwice: Mappable {
  @Mapped("page") var number: Int?
  @Flattened var paging: Paging
}

private struct SameGroup: Mappable {
  @Flattened var paging: Paging
  @Mapped("meta.size") var size: Int?
}

private struct Bill: Mappable {
  struct User: Mappable {
    @Mapped var name: String
    @Mapped("bill.user_summary.x") var x: Int
  }

  @Mapped("bill.global_summary.y") var y: Int
  @Flattened var user: User
}

private struct TwoFlattened: Mappable {
  struct Meta: Mappable {
    @Mapped("other", "meta") var meta: JSONValue?
  }

  @Flattened var first: Meta
  @Flattened var outer: FlatMiddle
}

private struct OtherCase: Mappable {
  @Mapped("META.size") var size: Int?
  @Flattened var paging: Paging
}

private struct Twice: Mappable {
  @Flattened var first: Paging
  @Flattened var second: Paging?
}

private struct FlatMiddle: Mappable {
  @Flattened var paging: Paging
}

private struct TooDeep: Mappable {
  @Flattened var middle: FlatMiddle
  @Mapped("page") var number: Int?
}

private final class Loop: Mappable {
  @Mapped var id: Int?
  @Flattened var inner: Loop?
  required init() {}
}

private final class Ping: Mappable {
  @Mapped var ping: Int?
  @Flattened var pong: Pong?
  required init() {}
}

private final class Pong: Mappable {
  @Mapped var pong: Int?
  @Flattened var ping: Ping?
  required init() {}
}

private struct WithExtras: Mappable {
  @Extras var others: [String: JSONValue]
}

private struct FlattenedExtras: Mappable {
  @Flattened var inner: WithExtras
}

private struct SnakeOnly: Mappable {
  @Mapped("user_name") var user: String?
  @Flattened var names: Names?
}

private struct Names: Mappable {
  @Mapped var userName: String?
}

private struct Outside: Mappable {
  @Mapped var list: [SameKeyTwice]?
}

private struct OwnStrategyLoop: Mappable, KeyStrategyProviding {
  static var keyStrategy: any KeyStrategy { .snakeCase }
  @Mapped var ping: Ping?
}

struct FlattenedDeclarationTests {
  private func text(_ name: String, _ model: String) -> String {
    "\(model).\(name) cannot be mapped: its model has a key that another property of \(model)"
      + " has as well"
  }

  @Test func twoPropertiesWithOneKeyAreRefusedBeforeAByteIsRead() {
    #expect(errorText { try SameKeyTwice.decode(from: "?") } == text("paging", "SameKeyTwice"))
    #expect(errorText { try SameKeyTwice().encode() } == text("paging", "SameKeyTwice"))
    #expect(errorText { try Twice.decode(from: "?") } == text("second", "Twice"))
    #expect(errorText { try TooDeep.decode(from: "?") } == text("middle", "TooDeep"))
    #expect(errorText { try Outside.decode(from: "?") } == text("paging", "SameKeyTwice"))
  }

  @Test func keyPathsUnderOneKeyAreRefusedAndNamed() {
    #expect(
      errorText { try SameGroup.decode(from: "?") }
        == #"SameGroup.paging cannot be mapped: its model's key path "meta.count" begins with the same key as "#
        + #""meta.size", another one of SameGroup; map "meta" to a nested model that has both"#)
    #expect(
      errorText { try Bill.decode(from: "?") }
        == #"Bill.user cannot be mapped: its model's key path "bill.user_summary.x" begins with the same key as "#
        + #""bill.global_summary.y", another one of Bill; map "bill" to a nested model that has both"#
    )
    #expect(
      errorText { try TwoFlattened.decode(from: "?") }
        == #"TwoFlattened.outer cannot be mapped: its model's key path "meta.count" begins with the same key as "#
        + #""meta", another one of TwoFlattened; map "meta" to a nested model that has both"#)
    var mapper = Mapper()
    mapper.keyStrategy = .caseInsensitive
    #expect(
      errorText { try OtherCase.decode(from: "?", using: mapper) }
        == #"OtherCase.paging cannot be mapped: its model's key path "meta.count" begins with the same key as "#
        + #""META.size", another one of OtherCase; map "META" to a nested model that has both"#)
  }

  @Test func oneKeyUnderAStrategyOnlyIsRefused() throws {
    var mapper = Mapper()
    mapper.keyStrategy = .snakeCase
    #expect(
      errorText { try SnakeOnly.decode(from: "?", using: mapper) } == text("names", "SnakeOnly"))
    #expect(
      errorText { try [SnakeOnly].decode(from: "?", using: mapper) } == text("names", "SnakeOnly"))
    #expect(try SnakeOnly.decode(from: #"{"userName":"a"}"#).names?.userName == "a")
  }

  @Test func modelFlattenedIntoItselfIsRefused() {
    #expect(
      errorText { try Loop.decode(from: "?") }
        == "Loop.inner cannot be mapped: it is flattened into itself")
    #expect(errorText { try Ping.decode(from: "?") }.hasSuffix("it is flattened into itself"))
    #expect(
      errorText { try OwnStrategyLoop.decode(from: "?") }.hasSuffix("it is flattened into itself"))
  }

  @Test func modelWithExtrasIsRefused() {
    #expect(
      errorText { try FlattenedExtras.decode(from: "?") }
        == "FlattenedExtras.inner cannot be mapped: a model with @Extras cannot be flattened;"
        + " move them to FlattenedExtras")
  }
}
