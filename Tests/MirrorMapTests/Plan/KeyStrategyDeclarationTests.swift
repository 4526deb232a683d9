import MirrorMap
import Testing

@testable import TestSupport

private struct Colliding: Mappable {
  @Mapped var userID: Int?
  @Mapped("user_id") var other: Int?
}

private struct Holder: Mappable {
  @Mapped var inner: [Colliding]?
}

private struct Cases: Mappable {
  @Mapped var name: String?
  @Mapped("NAME") var shouted: String?
}

private struct CasePaths: Mappable {
  @Mapped("user.Name") var name: String?
  @Mapped("USER.name") var shouted: String?
}

private struct OwnStrategy: Mappable, KeyStrategyProviding {
  static var keyStrategy: any KeyStrategy { .snakeCase }
  @Mapped var holder: Holder?
}

private struct OptedOut: Mappable, KeyStrategyProviding {
  static var keyStrategy: any KeyStrategy { .unchanged }
  @Mapped var holder: Holder?
}

private struct InsideOptedOut: Mappable {
  @Mapped var optedOut: OptedOut?
}

private struct Constant: KeyStrategy {
  func key(for name: String) -> String { "same" }
}

private struct Two: Mappable {
  @Mapped var a: Int?
  @Mapped var b: Int?
}

private func mapper(_ strategy: any KeyStrategy) -> Mapper {
  .with { $0.keyStrategy = strategy }
}

struct KeyStrategyDeclarationTests {
  private let text =
    "Colliding.other cannot be mapped: it writes the same key \"user_id\" as Colliding.userID"

  @Test func collidingKeysAreRefusedBeforeAByteIsReadUnderThatStrategyOnly() throws {
    #expect(errorText { try Colliding.decode(from: "not JSON", using: mapper(.snakeCase)) } == text)
    #expect(errorText { try Colliding().encode(using: mapper(.snakeCase)) } == text)
    #expect(try Colliding.decode(from: #"{"userID":1,"user_id":2}"#).other == 2)
    let kebab = try Colliding.decode(from: #"{"user-id":1,"user_id":2}"#, using: mapper(.kebabCase))
    #expect(kebab.userID == 1)
    // Twice: a failed check must not be remembered as a passed one.
    #expect(errorText { try Colliding.decode(from: "not JSON", using: mapper(.snakeCase)) } == text)
  }

  @Test func collidingKeysAreRefusedInNestedModelsThatAreNotMentioned() throws {
    let snake = mapper(.snakeCase)
    #expect(errorText { try Holder.decode(from: "?", using: snake) } == text)
    #expect(errorText { try [Holder].decode(from: "?", using: snake) } == text)
    #expect(errorText { try [String: Holder?].decode(from: "?", using: snake) } == text)
    #expect(errorText { try Holder().encode(using: snake) } == text)
    #expect(
      errorText {
        var holder = Holder()
        try holder.update(from: "?", using: snake)
      } == text)
    #expect("\(Holder.decodeReporting(from: "?", using: snake).issues)" == "[\(text)]")
    #expect(try Holder.decode(from: "{}").inner == nil)
  }

  @Test func collidingKeysAreRefusedUnderTheStrategyOfASurroundingModel() {
    #expect(errorText { try OwnStrategy.decode(from: "?") } == text)
    #expect(errorText { try OwnStrategy().encode(using: mapper(.kebabCase)) } == text)
  }

  @Test func collidingKeysAreAllowedInAModelThatOptsOut() throws {
    let model = try InsideOptedOut.decode(
      from: #"{"opted_out":{"holder":{"inner":[{"userID":1,"user_id":2}]}}}"#,
      using: mapper(.snakeCase))
    #expect(model.optedOut?.holder?.inner?.first?.other == 2)
  }

  @Test func keysThatDifferOnlyInCaseCollide() throws {
    #expect(
      errorText { try Cases.decode(from: "?", using: mapper(.caseInsensitive)) }
        == "Cases.shouted cannot be mapped: it writes the same key \"NAME\" as Cases.name")
    #expect(
      errorText { try CasePaths.decode(from: "?", using: mapper(.caseInsensitive)) }
        == "CasePaths.shouted cannot be mapped: it writes the same key \"USER.name\""
        + " as CasePaths.name")
    #expect(try Cases.decode(from: #"{"name":"a","NAME":"b"}"#).shouted == "b")
  }

  @Test func keysCollideUnderAUsersStrategy() {
    #expect(
      errorText { try Two.decode(from: "?", using: mapper(Constant())) }
        == "Two.b cannot be mapped: it writes the same key \"same\" as Two.a")
  }
}
