import MirrorMap
import Testing

@testable import TestSupport

private struct AnnotatedPart: Mappable {
  @Mapped("group.b") var b: Int?
  @Mapped("group.deep.y.z") var z: Int?
  @Mapped("list.0.y") var y: Int?
  @Mapped var inner: Nested?
}

private struct Nested: Mappable {
  @Flattened var deepest: Deepest
}

private struct Deepest: Mappable {
  @Mapped("group.a") var a: Int?
}

private struct AnnotatedHolder: Mappable {
  @Flattened var part: AnnotatedPart
}

private struct FixedPart: ImmutableMappable {
  let b, z, y: Int?
  let inner: Nested?

  init(from object: inout ObjectReader) throws {
    b = try object.value("group.b")
    z = try object.value("group.deep.y.z")
    y = try object.value("list.0.y")
    inner = try object.value("inner")
  }
}

private struct FixedHolder: ImmutableMappable {
  let fixed: FixedPart

  init(from object: inout ObjectReader) throws { fixed = try object.flattened() }
}

private struct AnnotatedPartHolder: ImmutableMappable {
  let part: AnnotatedPart

  init(from object: inout ObjectReader) throws { part = try object.flattened() }
}

private enum Part: CaseIterable {
  case annotated, held, fixed, holdingFixed, holdingAnnotated
}

private struct KeepsOthers {}

/// A model that reads a part from its own object, which shares groups with it.
private struct Whole: ImmutableMappable {
  let a, x: Int?

  init(from object: inout ObjectReader) throws {
    a = try object.value("group.a")
    switch object.context[Part.self] {
    case .annotated: _ = try object.flattened(AnnotatedPart.self)
    case .held: _ = try object.flattened(AnnotatedHolder.self)
    case .fixed: _ = try object.flattened(FixedPart.self)
    case .holdingFixed: _ = try object.flattened(FixedHolder.self)
    case .holdingAnnotated: _ = try object.flattened(AnnotatedPartHolder.self)
    case nil: break
    }
    x = try object.value("list.0.x")
    if object.context[KeepsOthers.self] != nil { _ = try object.unmapped() }
  }
}

/// A model without groups of its own.
private struct TwoParts: ImmutableMappable {
  init(from object: inout ObjectReader) throws {
    _ = try object.flattened(Deepest.self)
    _ = try object.flattened(FixedPart.self)
    _ = try object.flattened(AnnotatedPart.self)
  }
}

/// A model that reads the whole of what its part reads some of.
private struct Encompassing: ImmutableMappable {
  let deep: JSONValue?

  init(from object: inout ObjectReader) throws {
    deep = try object.value("group.deep")
    _ = try object.flattened(AnnotatedPart.self)
    _ = try object.flattened(FixedPart.self)
  }
}

private struct WholeGroup: Mappable {
  @Mapped var group: JSONValue?
}

/// A model on whose own level something is read whole, by itself or by a part.
private struct EncompassingLevel<Whole: MappableValue>: ImmutableMappable {
  init(from object: inout ObjectReader) throws {
    if Whole.self == WholeGroup.self { _ = try object.flattened(WholeGroup.self) }
    _ = try object.flattened(Deepest.self)
    _ = try object.flattened(FixedPart.self)
    if Whole.self == JSONValue.self { _ = try object.value("group") as JSONValue? }
  }
}

struct SharedGroupTests {
  private static func mapper(_ unknown: Mapper.UnknownKeys) -> Mapper {
    .with { $0.unknownKeys = unknown }
  }

  private static func issues<Value: MappableValue>(
    _ type: Value.Type, _ text: String, _ context: MappingContext = .none,
    using mapper: Mapper = mapper(.reject)
  ) -> [String] {
    type.decodeReporting(from: text, using: mapper, context: context).issues.map { "\($0)" }
  }

  private static let known = """
    {"group": {"a": 1, "b": 2, "deep": {"y": {"z": 3}}}, "list": [{"x": 4, "y": 5}, {"w": 6}]}
    """

  @Test(arguments: Part.allCases)
  fileprivate func membersOfModelsThatShareAGroupAreKnownToEachOther(_ part: Part) throws {
    for text in [Self.known, #"{"group": {"deep": {"y": 1}}}"#, #"{"group": {"deep": 1}}"#] {
      let context = MappingContext(part)
      _ = try Whole.decode(from: text, using: Self.mapper(.reject), context: context)
      _ = try Whole.decode(from: text, using: Self.mapper(.report), context: context)
      #expect(Self.issues(Whole.self, text, context) == [])
    }
    #expect(try Whole.decode(from: Self.known).a == 1)
  }

  @Test(arguments: Part.allCases)
  fileprivate func othersInASharedGroupAreReportedOnce(_ part: Part) {
    let text = """
      {"group": {"a": 1, "c": 0, "b": 2, "deep": {"y": {"w": 0}}}, "u": 0,
       "list": [{"x": 4, "v": 0, "y": 5}, {"w": 6}], "inner": {"group": {"a": 1, "b": 2}}}
      """
    let isAnnotated = part != .fixed && part != .holdingFixed
    let name = isAnnotated ? "AnnotatedPart" : "FixedPart"
    let unknown = [
      "$.group.c: no property has this key (line 1, column 20, Whole)",
      "$.group.deep.y.w: no property has this key (line 1, column 51, \(name))",
      "$.u: no property has this key (line 1, column 62, Whole)",
      "$.list[0].v: no property has this key (line 2, column 20, Whole)",
      "$.inner.group.b: no property has this key (line 2, column 76, Deepest)",
    ]
    for policy in [Mapper.UnknownKeys.reject, .report] {
      let mapper = Self.mapper(policy)
      #expect(Self.issues(Whole.self, text, MappingContext(part), using: mapper) == unknown)
    }
  }

  @Test(arguments: Part.allCases)
  fileprivate func keysInASharedGroupInAnyCase(_ part: Part) {
    var mapper = Self.mapper(.reject)
    mapper.keyStrategy = .caseInsensitive
    let context = MappingContext(part)
    let upper = Self.known.uppercased()
    #expect(Self.issues(Whole.self, upper, context, using: mapper) == [])
    let others = upper.replacing("\"A\"", with: "\"C\"")
    #expect(
      Self.issues(Whole.self, others, context, using: mapper) == [
        "$.GROUP.C: no property has this key (line 1, column 12, Whole)"
      ])
  }

  @Test(arguments: Part.allCases)
  fileprivate func nothingIsUnknownToAModelThatKeepsTheOthers(_ part: Part) {
    var context = MappingContext(part)
    context[KeepsOthers.self] = KeepsOthers()
    let text = #"{"group": {"a": 1, "b": 2, "c": 0, "deep": {"y": {"w": 0}}}, "list": [{"v": 0}]}"#
    #expect(Self.issues(Whole.self, text, context) == [])
  }

  @Test func partsWithoutAModelAroundThemThatHasTheGroup() {
    #expect(Self.issues(TwoParts.self, Self.known.replacing("\"x\": 4, ", with: "")) == [])
    #expect(
      Self.issues(TwoParts.self, #"{"group": {"b": 1, "c": 2}}"#) == [
        "$.group.c: no property has this key (line 1, column 20, Deepest)"
      ])
    #expect(
      errorText {
        try TwoParts.decode(from: #"{"group": {"c": 2}}"#, using: Self.mapper(.reject))
      } == "$.group.c: no property has this key (line 1, column 12, Deepest)")
  }

  @Test func nothingIsUnknownInAValueThatIsReadWhole() {
    let text = #"{"group": {"deep": {"v": 1, "y": {"w": 2}}}}"#
    #expect(Self.issues(Encompassing.self, text) == [])
    #expect(Self.issues(EncompassingLevel<WholeGroup>.self, text) == [])
    #expect(Self.issues(EncompassingLevel<JSONValue>.self, text) == [])
    #expect(Self.issues(EncompassingLevel<Int>.self, text).count == 2)
  }
}
