import MirrorMap
import Testing

@testable import TestSupport

private struct Size: Mappable, Equatable {
  @Mapped var width: Int
  @Mapped var height: Int
}

private struct Box: Mappable, Equatable {
  @Mapped var id: Int
  @Mapped var size = Size()
  @Mapped var lid: Size?
  @Mapped var note: String?
  @Mapped var counts: [String: Int] = [:]
  @Mapped var sizes: [String: Size] = [:]
  @Mapped var tags: [Int] = []
}

private let document = #"""
  {"id": 1, "size": {"width": 2, "height": 3}, "lid": {"width": 4, "height": 5}, "note": "n",
   "counts": {"a": 1, "b": 2}, "sizes": {"s": {"width": 6, "height": 7}}, "tags": [1, 2]}
  """#

private struct Label: Mappable {
  @Mapped var text: String
}

private final class Area: Mappable, DecodeCompleting {
  @Mapped var width: Int
  @Mapped var area: Int = 0
  init() {}

  func didDecode(in context: MappingContext) throws {
    area = width * width
    guard width >= 0 else { throw MappingError(expected: "a positive width") }
  }
}

struct UpdatePolicyTests {
  private func update(
    _ patch: String, _ policy: FailurePolicy
  ) throws -> (before: Box, after: Box, issues: [String]) {
    let issues = Issues()
    var mapper = Mapper()
    mapper.failurePolicy = policy
    mapper.logger = { issues.append("\($0)") }
    let before = try Box.decode(from: document)
    var after = before
    try after.update(from: patch, using: mapper)
    return (before, after, issues.list)
  }

  @Test func lenientLeavesUnreadableOptionalsAndDefaultsAndWholeModels() throws {
    let (before, after, issues) = try update(
      #"{"note": 1, "size": {"width": 20, "height": ""}, "lid": {"width": 9, "height": ""}}"#,
      .lenient)
    #expect(after == before)
    #expect(after.$note.presence == .value && !after.$size.isChanged)
    #expect(
      issues == [
        "$.note: expected String, found a number (line 1, column 10, Box.note)",
        "$.size.height: expected Int, found a string (line 1, column 45, Size.height)",
        "$.lid.height: expected Int, found a string (line 1, column 80, Size.height)",
      ])
  }

  @Test func lenientLeavesADictionaryWithAnUnreadableMemberWhole() throws {
    let (before, after, issues) = try update(#"{"counts": {"a": 9, "b": "x"}}"#, .lenient)
    #expect(after == before)
    #expect(issues == ["$.counts.b: expected Int, found a string (line 1, column 26, Box.counts)"])
  }

  @Test func lossyLeavesAnUnreadableMemberAndUpdatesTheOthers() throws {
    let (_, after, issues) = try update(
      #"""
      {"counts": {"a": "x", "b": 9, "c": null, "d": 4},
       "sizes": {"s": {"width": 60, "height": ""}, "t": {"width": 1}}, "tags": [3, "x", 4]}
      """#, .lossy)
    #expect(after.counts == ["a": 1, "b": 9, "d": 4])
    #expect(after.sizes.count == 1)
    #expect(after.sizes["s"]?.width == 6 && after.sizes["s"]?.height == 7)
    #expect(after.tags == [3, 4])
    #expect(
      issues == [
        "$.counts.a: expected Int, found a string (line 1, column 18, Box.counts)",
        "$.counts.c: expected Int, found null (line 1, column 36, Box.counts)",
        "$.sizes.s.height: expected Int, found a string (line 2, column 41, Size.height)",
        "$.sizes.t.height: required key is missing, expected Int (line 2, column 51, Size.height)",
        "$.tags[1]: expected Int, found a string (line 2, column 78, Box.tags)",
      ])
  }

  @Test func unreadableRequiredPropertyFailsItsModel() throws {
    #expect(
      errorText { try update(#"{"id": "x"}"#, .lossy) }
        == "$.id: expected Int, found a string (line 1, column 8, Box.id)")
  }

  @Test func propertyLeftAsItWasIsNotAmongTheUpdated() throws {
    final class Crate: Mappable {
      @Mapped var note: String?
      @Mapped var lid: Size?
      @Mapped var count: Int
      init() {}
    }
    let crate = try Crate.decode(from: #"{"count": 1, "lid": {"width": 1, "height": 2}}"#)
    var mapper = Mapper()
    mapper.failurePolicy = .lenient
    let error = mappingError {
      try crate.update(
        from: #"{"note": 1, "lid": {"width": 3, "height": ""}, "count": ""}"#, using: mapper)
    }
    #expect(
      error.map { "\($0)" }
        == "$.count: expected Int, found a string (line 1, column 57, Crate.count)")
    #expect(error?.updatedProperties == [])
    #expect(crate.lid?.width == 1 && crate.count == 1)
  }

  @Test func policyAndCoercionOfAPropertyApplyInUpdates() throws {
    struct Own: Mappable {
      @Mapped(onFailure: .lenient) var note: String?
      @Mapped(coercion: .lossless) var count: Int
      @Mapped(onFailure: .lossy) var counts: [String: Int] = [:]
    }
    var own = try Own.decode(from: #"{"note": "n", "count": 1, "counts": {"a": 1}}"#)
    try own.update(from: #"{"note": 1, "count": "2", "counts": {"a": [], "b": 3}}"#)
    #expect(own.note == "n" && own.count == 2 && own.counts == ["a": 1, "b": 3])
  }

  @Test(arguments: ["1", "null"])
  func unreadableRequiredPropertyFailsAModelMadeInCodeToo(value: String) throws {
    let lenient = Mapper.with { $0.failurePolicy = .lenient }
    var decoded = try Label.decode(from: #"{"text": "x"}"#)
    var made = Label()
    made.text = "x"
    #expect(throws: MappingError.self) {
      try decoded.update(from: #"{"text": \#(value)}"#, using: lenient)
    }
    #expect(throws: MappingError.self) {
      try made.update(from: #"{"text": \#(value)}"#, using: lenient)
    }
    #expect(decoded.text == "x" && made.text == "x")
  }

  @Test func whatAFailingHookAssignsIsNoChange() throws {
    let area = try Area.decode(from: #"{"width": 2}"#)
    #expect(throws: MappingError.self) { try area.update(from: #"{"width": -3}"#) }
    #expect(area.area == 9 && !area.$area.isChanged)
    #expect(try area.encodeString(options: .changesOnly) == "{}")
  }
}
