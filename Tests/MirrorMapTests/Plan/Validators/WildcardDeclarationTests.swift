import MirrorMap
import Testing

@testable import TestSupport

private struct First: Mappable { @Mapped("*.id") var ids: [Int] }
private struct Alone: Mappable { @Mapped("*") var ids: [Int] }
private struct Alternatives: Mappable { @Mapped("ids", "items.*.id") var ids: [Int] }
private struct Single: Mappable { @Mapped("items.*.id") var id: Int }
private struct Pairs: Mappable { @Mapped("items.*.id") var ids: [String: Int] }
private struct EmptyLastStep: Mappable { @Mapped("items.*.") var ids: [Int] }
private struct EmptyFirstStep: Mappable { @Mapped(".*") var ids: [Int] }
private struct Written: Mappable {
  @Mapped("items.*.id", direction: .encodeOnly) var ids: [Int]?
}
private struct Whole: Mappable {
  @Mapped("items.*.id", transform: Joined()) var ids: [Int]
}
private struct Outer: Mappable { @Mapped var inner: [First]? }

private struct Joined: ContextualTransform {
  func decode(_ json: String, in context: MappingContext) throws -> [Int] {
    json.split(separator: ",").compactMap { Int($0) }
  }
  func encode(_ object: [Int], in context: MappingContext) throws -> String {
    object.map { "\($0)" }.joined(separator: ",")
  }
}

struct WildcardDeclarationTests {
  @Test func pathCannotBeginWithAWildcard() {
    let text = "a key path cannot begin with a wildcard; use nested: false for the key \"*\""
    #expect(errorText { try First.decode(from: "?") } == "First.ids cannot be mapped: " + text)
    #expect(errorText { try Alone.decode(from: "?") } == "Alone.ids cannot be mapped: " + text)
    #expect(errorText { try Outer.decode(from: "?") } == "First.ids cannot be mapped: " + text)
  }

  @Test func wildcardsHaveNoAlternatives() {
    #expect(
      errorText { try Alternatives.decode(from: "?") }
        == "Alternatives.ids cannot be mapped:"
        + " a key path with a wildcard and alternatives cannot be told apart")
  }

  @Test func wildcardNeedsAnArrayOrSet() {
    let text = "a key path with a wildcard finds many values, so it has to be an array or a set"
    #expect(errorText { try Single.decode(from: "?") } == "Single.id cannot be mapped: " + text)
    #expect(errorText { try Pairs.decode(from: "?") } == "Pairs.ids cannot be mapped: " + text)
    #expect(errorText { try Whole.decode(from: "?") } == "Whole.ids cannot be mapped: " + text)
  }

  @Test func wildcardPathHasNoEmptySteps() {
    let text =
      "its key path has an empty step; use nested: false for a key with delimiters in it"
    #expect(
      errorText { try EmptyLastStep.decode(from: "?") } == "EmptyLastStep.ids cannot be mapped: "
        + text)
    #expect(
      errorText { try EmptyFirstStep.decode(from: "?") } == "EmptyFirstStep.ids cannot be mapped: "
        + text)
  }

  @Test func wildcardOfAPropertyThatIsNeverReadIsRefused() {
    #expect(
      errorText { try Written.decode(from: "?") }
        == "Written.ids cannot be mapped: a key path with a wildcard is only read")
  }
}
