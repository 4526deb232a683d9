import MirrorMap
import Testing

@testable import TestSupport

private struct Refused: Error, CustomStringConvertible {
  let description: String
}

private struct Range: Mappable, Equatable, DecodeValidating, DecodeCompleting {
  @Mapped var low: Int
  @Mapped var high: Int
  @Mapped var middle: Int?
  @Mapped var note: String = "-"
  var size = 0

  static func willDecode(_ json: JSONView, in context: MappingContext) throws {
    if json["version"]?.int == 1 { throw MappingError(expected: "version 2") }
  }

  mutating func didDecode(in context: MappingContext) throws {
    guard low <= high else { throw Refused(description: "low above high") }
    size = high - low
    middle = (low + high) / 2
    note = note.uppercased()
  }
}

private struct Ranges: Mappable {
  @Mapped("deep.inside.one") var one: Range?
  @Mapped var list: [Range] = []
  @Mapped var byName: [String: Range?] = [:]
}

/// Notes which hooks have run, for the test that is running.
private final class Log: Sendable {
  @TaskLocal static var current = Log()
  nonisolated(unsafe) private(set) var entries: [String] = []
  static func add(_ text: String) { current.entries.append(text) }
  func add(_ text: String) { entries.append(text) }
}

private class Base: Mappable, DecodeValidating, DecodeCompleting {
  @Mapped var id: Int = 0
  required init() {}
  class func willDecode(_ json: JSONView, in context: MappingContext) throws {
    Log.add("\(self) will \(json["id"]?.int ?? -1)")
  }
  func didDecode(in context: MappingContext) throws { Log.add("Base did \(id)") }
}

private class Between: Base {
  @Mapped var name: String?
}

private final class Derived: Between {
  @Mapped var text: String = ""
  override class func willDecode(_ json: JSONView, in context: MappingContext) throws {
    try super.willDecode(json, in: context)
    Log.add("Derived will \(json["text"]?.string ?? "?")")
  }
  override func didDecode(in context: MappingContext) throws {
    try super.didDecode(in: context)
    text += "!"
    Log.add("Derived did \(text)")
  }
}

private class Plain: Mappable {
  @Mapped var id: Int = 0
  required init() {}
}

private final class Hooked: Plain, DecodeCompleting {
  func didDecode(in context: MappingContext) throws { Log.add("Hooked did \(id)") }
}

private struct Box<Value: MappableValue & Equatable>: Mappable, DecodeCompleting {
  @Mapped var value: Value
  @Mapped var wanted: Value?
  func didDecode(in context: MappingContext) throws {
    Log.add("\(Self.self) \(value)")
    if let wanted, wanted != value { throw MappingError(expected: "the wanted value") }
  }
}

/// Notes the values that its hook sees.
private struct Seen: Mappable, DecodeValidating {
  @Mapped var id: Int?
  @Mapped var inner: Inner?

  struct Inner: Mappable, DecodeValidating {
    @Mapped var id: Int?
    static func willDecode(_ json: JSONView, in context: MappingContext) throws {
      Log.add("inner \(json["id"]?.int ?? -1)")
    }
  }

  static func willDecode(_ json: JSONView, in context: MappingContext) throws {
    _ = try? json["inner"]?.decode(Inner.self)
    Log.add("\(json["id"]?.int ?? -1) \(json["other"]?.int ?? -1)")
    Log.add("inner \(json["inner"]?["id"]?.int ?? -1)")
  }
}

struct DecodeHookTests {
  private func log(_ body: () throws -> Void) rethrows -> [String] {
    let log = Log()
    try Log.$current.withValue(log) { try body() }
    return log.entries
  }

  @Test func structIsCompletedAndWhatThatAssignsIsNoChange() throws {
    let range = try Range.decode(from: #"{"low": 2, "high": 6, "note": "a"}"#)
    #expect(range.size == 4 && range.middle == 4 && range.note == "A")
    #expect(!range.$middle.isChanged && !range.$note.isChanged && !range.$low.isChanged)
    #expect(try range.encodeString(options: .changesOnly) == "{}")
    #expect(try range.encodeString() == #"{"low":2,"high":6,"middle":4,"note":"A"}"#)
  }

  @Test func hooksRunWhereverTheModelIs() throws {
    let ranges = try Ranges.decode(
      from: #"""
        {"deep": {"inside": {"one": {"low": 1, "high": 2}}}, "list": [{"low": 1, "high": 4}],
         "byName": {"a": {"low": 0, "high": 5}, "b": null}}
        """#)
    #expect(ranges.one?.size == 1 && ranges.list[0].size == 3)
    #expect(ranges.byName["a"]??.size == 5)
    #expect(try [[Range]].decode(from: #"[[{"low": 1, "high": 8}]]"#)[0][0].size == 7)
    #expect(try Range?.decode(from: #"{"a": {"low": 1, "high": 9}}"#, at: "a")?.size == 8)
  }

  @Test func errorsOfAHookHaveThePathOfTheObjectAndTheNameOfTheModel() throws {
    #expect(
      errorText { try Range.decode(from: #"{"low": 2, "high": 1}"#) }
        == "$: low above high (line 1, column 1, Range)")
    #expect(
      errorText { try Range.decode(from: #"{"version": 1}"#) }
        == "$: expected version 2 (line 1, column 1, Range)")
    #expect(
      errorText {
        try Ranges.decode(from: #"{"list": [{"low": 1, "high": 1}, {"low": 2, "high": 1}]}"#)
      } == "$.list[1]: low above high (line 1, column 34, Range)")
    #expect(
      errorText { try Ranges.decode(from: #"{"byName": {"x": {"version": 1}}}"#) }
        == "$.byName.x: expected version 2 (line 1, column 18, Range)")
    let error = mappingError {
      try Ranges.decode(from: #"{"deep": {"inside": {"one": {"low": 2, "high": 1}}}}"#)
    }
    #expect(
      error.map { "\($0)" } == "$.deep.inside.one: low above high (line 1, column 29, Range)")
    #expect(error?.code == .custom && error?.underlying is Refused && error?.model == "Range")
    #expect(error?.property == nil)
  }

  @Test func keyThatWouldBeRejectedTheSecondTimeIsSoughtOnce() throws {
    let space = String(repeating: " ", count: 100)
    func seen(_ text: String, using mapper: Mapper = .default) -> [String] {
      log { _ = Seen.decodeReporting(from: text + space, using: mapper) }
    }
    func strict(_ text: String) -> [String] {
      log { _ = try? Seen.decode(from: text + space) }
    }
    let twice = #"{"id": 1, "inner": {"id": 2, "id": 3}, "other": 4, "other": 5, "id": 6}"#
    // Of other keys, and of those of inner objects, the last one counts.
    #expect(strict(twice) == ["inner 2", "1 5", "inner 3", "inner 2"])
    #expect(mappingError { try Seen.decode(from: twice + space) }?.code == .duplicateKey)
    // Here the decode goes on.
    #expect(seen(twice).prefix(3) == ["inner 3", "6 5", "inner 3"])
    var mapper = Mapper.default
    mapper.duplicateKeys = .last
    let last = log { _ = try? Seen.decode(from: twice + space, using: mapper) }
    #expect(last == ["inner 3", "6 5", "inner 3", "inner 3"])
    mapper = .default
    mapper.keyStrategy = .caseInsensitive
    let folded = log { _ = try? Seen.decode(from: twice + space, using: mapper) }
    #expect(folded.prefix(3) == ["inner 3", "6 5", "inner 3"])
    // A fault after the key is found where it is.
    let broken = #"{"id": 1, "inner": {"id": 2}, "other": 4, "more": tru}"#
    #expect(strict(broken) == ["inner 2", "1 -1", "inner 2", "inner 2"])
    #expect(mappingError { try Seen.decode(from: broken + space) }?.code == .unexpectedCharacter)
  }

  @Test func modelRefusedByAHookIsAValueThatCannotBeRead() throws {
    let report = Ranges.decodeReporting(
      from: #"""
        {"deep": {"inside": {"one": {"low": 2, "high": 1}}},
         "list": [{"low": 3, "high": 1}, {"low": "x", "high": 1}],
         "byName": {"a": {"version": 1}, "b": {"low": 1, "high": 2}}}
        """#)
    #expect(report.value?.one == nil && report.value?.list.isEmpty == true)
    #expect(report.value?.byName["b"]??.size == 1 && report.value?.byName["a"] == .some(nil))
    #expect(
      report.issues.map { "\($0)" } == [
        "$.deep.inside.one: low above high (line 1, column 29, Range)",
        "$.list[0]: low above high (line 2, column 11, Range)",
        "$.list[1].low: expected Int, found a string (line 2, column 42, Range.low)",
        "$.byName.a: expected version 2 (line 3, column 18, Range)",
      ])
  }

  @Test func updatesAreCheckedAndCompletedAndEarlierChangesRemain() throws {
    var range = try Range.decode(from: #"{"low": 2, "high": 6}"#)
    range.note = "b"
    try range.update(from: #"{"high": 8}"#)
    #expect(range.size == 6 && range.middle == 5 && range.note == "B")
    #expect(range.$note.isChanged && !range.$middle.isChanged && !range.$high.isChanged)
    let before = range
    #expect(
      errorText { try range.update(from: #"{"high": 1}"#) }
        == "$: low above high (line 1, column 1, Range)")
    #expect(
      errorText { try range.update(from: #"{"high": 9, "version": 1}"#) }
        == "$: expected version 2 (line 1, column 1, Range)")
    #expect(range == before)
    try range.apply(mergePatch: #"{"middle": null}"#)
    #expect(range.middle == 5)
  }

  @Test func objectRefusedAfterAnUpdateIsUpdatedAndTheErrorSaysSo() throws {
    final class Account: Mappable, DecodeCompleting {
      @Mapped var balance: Int
      @Mapped var owner: String?
      init() {}
      func didDecode(in context: MappingContext) throws {
        if balance < 0 { throw MappingError(expected: "no debts") }
      }
    }
    let account = try Account.decode(from: #"{"balance": 1}"#)
    let error = mappingError { try account.update(from: #"{"owner": "O", "balance": -1}"#) }
    #expect(
      error.map { "\($0)" } == "$: expected no debts (line 1, column 1, Account)")
    #expect(error?.updatedProperties == ["balance", "owner"])
    #expect(account.balance == -1)
  }

  @Test func baseClassHooksRunForSubclassesOverridesThroughSuper() throws {
    #expect(try log { _ = try Base.decode(from: #"{"id": 1}"#) } == ["Base will 1", "Base did 1"])
    #expect(
      try log { _ = try Between.decode(from: #"{"id": 2}"#) } == ["Between will 2", "Base did 2"])
    var derived: Derived?
    #expect(
      try log {
        derived = try Derived.decode(from: #"{"id": 3, "text": "t"}"#)
        try (derived as Base?)?.update(from: #"{"id": 4}"#)
      } == [
        "Derived will 3", "Derived will t", "Base did 3", "Derived did t!",
        "Derived will 4", "Derived will ?", "Base did 4", "Derived did t!!",
      ])
    #expect(derived?.text == "t!!" && derived?.$text.isChanged == false)
  }

  @Test func subclassAloneMayHaveAHook() throws {
    #expect(try log { _ = try Plain.decode(from: #"{"id": 1}"#) } == [])
    #expect(try log { _ = try Hooked.decode(from: #"{"id": 2}"#) } == ["Hooked did 2"])
    #expect(
      try log { try (Hooked() as Plain).update(from: #"{"id": 3}"#) } == ["Hooked did 3"])
  }

  @Test func genericModelsAndTheirHooksRunInsideOut() throws {
    #expect(
      try log {
        _ = try Box<[Int]>.decode(from: #"{"value": [1]}"#)
        _ = try Box<String>.decode(from: #"{"value": "s", "wanted": "s"}"#)
      } == ["Box<Array<Int>> [1]", "Box<String> s"])
    #expect(
      errorText { try [Box<Int>].decode(from: #"[{"value": 1, "wanted": 2}]"#) }
        == "$[0]: expected the wanted value (line 1, column 2, Box<Int>)")
  }

  @Test func hooksOfFlattenedModelsSeeTheSurroundingObject() throws {
    struct Outer: Mappable {
      @Mapped var id: Int
      @Flattened var range: Range
    }
    let outer = try Outer.decode(from: #"{"id": 1, "low": 1, "high": 3}"#)
    #expect(outer.range.size == 2)
    #expect(
      errorText { try [Outer].decode(from: #"[{"id": 1, "low": 4, "high": 3}]"#) }
        == "$[0]: low above high (line 1, column 2, Range)")
    #expect(
      errorText { try [Outer].decode(from: #"[{"id": 1, "version": 1}]"#) }
        == "$[0]: expected version 2 (line 1, column 2, Range)")
  }

  @Test func hooksMayDecodeOtherDocumentsAndTheirErrorsAreCauses() throws {
    struct Index: Mappable, DecodeCompleting {
      @Mapped var text: String
      var ranges: [Range] = []
      mutating func didDecode(in context: MappingContext) throws {
        ranges = try [Range].decode(from: text, context: context)
      }
    }
    let list = try [Index].decode(from: #"[{"text": "[{\"low\": 1, \"high\": 2}]"}]"#)
    #expect(list[0].ranges[0].size == 1)
    let error = mappingError {
      try [Index].decode(from: #"[{"text": "[]"}, {"text": "[{\"low\": 1}]"}]"#)
    }
    #expect(
      error.map { "\($0)" }
        == "$[1]: in another document: $[0].high: required key is missing, expected Int"
        + " (line 1, column 2, Range.high) (line 1, column 18, Index)")
    #expect((error?.underlying as? MappingError)?.code == .missingKey)
  }

  @Test func hookMayDecodeItsOwnModelFromAnotherDocument() throws {
    final class Step: Mappable, DecodeCompleting {
      @Mapped var next: String?
      @Mapped var id: Int
      var step: Step?
      init() {}
      func didDecode(in context: MappingContext) throws {
        step = try next.map { try Step.decode(from: $0) }
      }
    }
    let step = try Step.decode(
      from: #"{"id": 1, "next": "{\"id\": 2, \"next\": \"{\\\"id\\\": 3}\"}"}"#)
    #expect(step.step?.step?.id == 3 && step.step?.step?.step == nil)
  }

  @Test func viewThatEscapesFromAHookOutlivesTheDocument() throws {
    final class Keeper: Mappable, DecodeValidating {
      nonisolated(unsafe) static var views: [JSONView] = []
      @Mapped var id: Int
      init() {}
      static func willDecode(_ json: JSONView, in context: MappingContext) throws {
        views.append(json)
      }
    }
    func decode(_ count: Int) throws {
      let text = (0..<count).map { #"{"id": \#($0), "name": "number \#($0)"}"# }
      _ = try [Keeper].decode(from: Array("[\(text.joined(separator: ","))]".utf8))
      _ = try? [Keeper].decode(from: #"[{"name": "x", "id": []}]"#)
      let keeper = Keeper()
      try keeper.update(from: #"{"id": 5, "name": "updated"}"#)
    }
    try decode(100)
    let churn = (0..<100).map { [UInt8](repeating: UInt8($0), count: 4000) }
    #expect(churn.count == 100 && Keeper.views.count == 102)
    #expect(Keeper.views[99]["name"]?.string == "number 99" && Keeper.views[3]["id"]?.int == 3)
    #expect(Keeper.views[100]["name"]?.string == "x")
    #expect(Keeper.views[101]["name"]?.string == "updated")
    Keeper.views = []
  }

  @Test func hooksRunUnderAllDuplicatePoliciesStrategiesAndLossyCollections() throws {
    for policy in [Mapper.DuplicateKeys.reject, .first, .last] {
      var mapper = Mapper()
      mapper.duplicateKeys = policy
      mapper.keyStrategy = .snakeCase
      mapper.failurePolicy = .lossy
      let ranges = try [Range].decode(
        from: #"[{"low": 1, "high": 3}, {"low": 5, "high": 3}, {"low": 2, "high": 3}]"#,
        using: mapper)
      #expect(ranges.map(\.size) == [2, 1])
    }
  }
}
