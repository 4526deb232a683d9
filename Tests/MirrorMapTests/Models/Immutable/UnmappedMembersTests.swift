import MirrorMap
import Testing

@testable import TestSupport

private struct Paging: Mappable {
  @Mapped("page.number", "number") var number: Int?
  @Mapped("page.sort.key") var sort: String?
  @Mapped("pages.0.id") var first: Int?
  @Mapped var total: Int?
  @Flattened var inner: Inner
}

private struct Inner: Mappable {
  @Mapped("inner.x") var x: Int?
}

private struct FixedPaging: ImmutableMappable {
  let number: Int?
  let sort: String?
  let first: Int?
  let total: Int?
  let inner: FixedInner

  init(from object: inout ObjectReader) throws {
    number = try object.value("page.number", "number")
    sort = try object.value("page.sort.key")
    first = try object.value("pages.0.id")
    total = try object.value("total")
    inner = try object.flattened()
  }
}

private struct FixedInner: ImmutableMappable {
  let x: Int?

  init(from object: inout ObjectReader) throws { x = try object.value("inner.x") }
}

private struct Annotated: Mappable {
  @Mapped("own.id") var id: Int?
  @Flattened var paging: Paging
  @Extras var others: JSONObject
}

private struct Around<Page: MappableValue>: ImmutableMappable {
  let id: Int?
  let others: JSONObject

  init(from object: inout ObjectReader) throws {
    id = try object.value("own.id")
    if let type = Page.self as? any Mappable.Type {
      try Self.read(type, &object)
    } else if let type = Page.self as? any ImmutableMappable.Type {
      try Self.read(type, &object)
    }
    others = try object.unmapped(as: JSONObject.self)
  }

  private static func read<T: Mappable>(_ type: T.Type, _ object: inout ObjectReader) throws {
    _ = try object.flattened(type)
  }

  private static func read<T: ImmutableMappable>(
    _ type: T.Type, _ object: inout ObjectReader
  ) throws {
    _ = try object.flattened(type)
  }
}

private struct Sharing<Page: Mappable>: ImmutableMappable {
  let size: Int?
  let page: Page
  let others: JSONObject

  init(from object: inout ObjectReader) throws {
    page = try object.flattened()
    size = try object.value("page.size")
    others = try object.unmapped(as: JSONObject.self)
  }
}

struct UnmappedMembersTests {
  @Test(arguments: [
    #"{"page":{"number":1,"size":50,"sort":{"key":"k","order":"up"}},"total":3,"x":1}"#,
    #"{"page":{"size":50},"inner":{"y":[1]},"own":{"id":7,"name":"n"}}"#,
    #"{"page":{"number":1,"sort":{"key":"k"}},"number":2,"inner":{"x":1},"own":{"id":7}}"#,
    #"{"page":5,"inner":null,"pages":[{"id":1,"z":2},3],"own":"o"}"#,
    #"{"page":{},"inner":{},"pages":{"0":{"id":1,"z":2},"w":3},"total":null}"#,
    #"{"page":{"sort":{}},"pages":{"0":[]},"inner":[]}"#,
    #"{"page":{"s\u006frt":{"k\u0065y":"k","a":1}},"z":{}}"#,
  ])
  func membersBesideTheKeyPathsOfFlattenedModelsAreLeft(_ text: String) throws {
    let expected = try Annotated.decode(from: text).others
    #expect(try Around<Paging>.decode(from: text).others == expected)
    #expect(try Around<FixedPaging>.decode(from: text).others == expected)
    var mapper = Mapper()
    mapper.keyStrategy = .caseInsensitive
    let upper = text.replacing("page", with: "PAGE").replacing("sort", with: "Sort")
    let folded = try Annotated.decode(from: upper, using: mapper).others
    func lowercased(_ value: JSONValue) -> JSONValue {
      guard let object = value.object else { return value }
      return .object(JSONObject(object.map { ($0.key.lowercased(), lowercased($0.value)) }))
    }
    for others in [
      try Around<Paging>.decode(from: upper, using: mapper).others,
      try Around<FixedPaging>.decode(from: upper, using: mapper).others,
    ] {
      #expect(lowercased(.object(others)) == lowercased(.object(folded)))
    }
  }

  @Test func modelsThatShareAGroup() throws {
    let text = #"{"page":{"number":1,"size":50,"order":"up"},"x":1}"#
    let model = try Sharing<Paging>.decode(from: text)
    #expect(model.page.number == 1 && model.size == 50)
    #expect(model.others == ["page": ["order": "up"], "x": 1])
  }

  private struct Keeping: ImmutableMappable {
    let x: Int?
    let others: JSONObject

    init(from object: inout ObjectReader) throws {
      x = try object.value("g.x")
      others = try object.unmapped(as: JSONObject.self)
    }
  }

  @Test func theLimitsOfCollectionsAndComparedKeys() throws {
    var mapper = Mapper()
    mapper.maximumCollectionCount = 2
    #expect(
      errorText { try Keeping.decode(from: #"{"a": 1, "b": 2, "c": 3}"#, using: mapper) }
        == "$.c: expected at most 2 elements or members, found more of them (line 1, column 23, Keeping)"
    )
    #expect(
      errorText {
        try Keeping.decode(from: #"{"g": {"x": 1, "a": 1, "b": 2, "c": 3}}"#, using: mapper)
      }.hasPrefix("$.g.c: expected at most 2 elements or members"))
    // Members that are mapped don't count.
    mapper.maximumCollectionCount = 1
    for json in [#"{"v": 8, "g": {"x": 1}}"#, #"{"g": {"x": 1}, "v": 8}"#] {
      #expect(try Keeping.decode(from: json, using: mapper).others == ["v": 8])
    }
    for json in [#"{"p": {"q": 1, "a": 1}}"#, #"{"a": 1, "p": {"q": 1}}"#] {
      #expect(try Outer<Group>.decode(from: json, using: mapper).others.count == 1)
      #expect(try Outer<FixedGroup>.decode(from: json, using: mapper).others.count == 1)
    }
    for json in [#"{"p": {"q": 1, "a": 1, "b": 2}}"#, #"{"a": 1, "p": {"q": 1}, "b": 2}"#] {
      for text in [
        errorText { try Outer<Group>.decode(from: json, using: mapper) },
        errorText { try Outer<FixedGroup>.decode(from: json, using: mapper) },
      ] {
        #expect(text.contains("b: expected at most 1 elements or members, found more of them"))
      }
    }
    let key = "e" + String(repeating: "\u{301}", count: 1_000)
    #expect(
      errorText { try Keeping.decode(from: #"{"\#(key)": 1}"#) }.contains(
        "expected at most 256 combining marks"))
  }

  private struct Group: Mappable {
    @Mapped("p.q") var q: Int?
  }

  private struct FixedGroup: ImmutableMappable {
    let q: Int?
    init(from object: inout ObjectReader) throws { q = try object.value("p.q") }
  }

  private struct Outer<Part: MappableValue>: ImmutableMappable {
    let others: JSONObject

    init(from object: inout ObjectReader) throws {
      if Part.self == Group.self {
        _ = try object.flattened(Group.self)
      } else {
        _ = try object.flattened(FixedGroup.self)
      }
      others = try object.unmapped(as: JSONObject.self)
    }
  }

  @Test func duplicatesBesideTheMembersOfFlattenedModels() throws {
    func check<Part: MappableValue>(_ type: Part.Type) throws {
      let json = #"{"p": {"q": 1, "a": 1, "a": 2}}"#
      #expect(
        errorText { try Outer<Part>.decode(from: json) }.hasPrefix(
          "$.p.a: key appears a second time"))
      var mapper = Mapper()
      mapper.duplicateKeys = .first
      #expect(try Outer<Part>.decode(from: json, using: mapper).others == ["p": ["a": 1]])
      mapper.duplicateKeys = .last
      #expect(try Outer<Part>.decode(from: json, using: mapper).others == ["p": ["a": 2]])
      let twice = Outer<Part>.decodeReporting(from: #"{"p": {"q": 1}, "p": {"z": 1}}"#)
      #expect(twice.issues.map(\.code) == [.duplicateKey])
    }
    try check(Group.self)
    try check(FixedGroup.self)
  }

  private struct Extra: Mappable {
    @Mapped var r: Int
    @Extras var others: JSONObject
  }

  private struct Flattening<Part: MappableValue>: ImmutableMappable {
    init(from object: inout ObjectReader) throws {
      if Part.self == Extra.self {
        _ = try object.flattened(Extra.self)
      } else {
        _ = try object.flattened(Keeping.self)
      }
    }
  }

  @Test func modelsThatKeepUnmappedMembersCannotBeFlattened() {
    let json = #"{"r": 2, "x": 3}"#
    #expect(
      errorText { try Flattening<Extra>.decode(from: json) }.contains(
        "a model with @Extras cannot be flattened; use unmapped() instead"))
    #expect(
      errorText { try Flattening<Keeping>.decode(from: json) }.contains(
        "a model that keeps unmapped members cannot be flattened"))
  }

  private struct Tolerant: ImmutableMappable {
    struct Page: ImmutableMappable {
      let page, total: Int
      init(from object: inout ObjectReader) throws {
        page = try object.value("page")
        total = try object.value("total")
      }
    }

    let page: Page?
    let items: [Int]

    init(from object: inout ObjectReader) throws {
      page = try? object.flattened()
      items = try object.value("items")
    }
  }

  @Test func aFlattenedModelThatFailsKnowsItsKeys() throws {
    var mapper = Mapper()
    mapper.unknownKeys = .reject
    let model = try Tolerant.decode(from: #"{"items": [1], "page": 1}"#, using: mapper)
    #expect(model.page == nil && model.items == [1])
    #expect(
      errorText { try Tolerant.decode(from: #"{"items": [1], "pgae": 1}"#, using: mapper) }
        .hasPrefix("$.pgae: no property has this key"))
  }

  private struct AnyCase: Mappable, KeyStrategyProviding {
    static var keyStrategy: any KeyStrategy { .caseInsensitive }
    @Mapped("Group.Deep.x") var x: Int?
    @Mapped("Group.y") var y: Int?
    @Mapped("Kind") var kind: Int
  }

  private struct ExactCase: Mappable, KeyStrategyProviding {
    static var keyStrategy: any KeyStrategy { .unchanged }
    @Mapped("aGroup.userName") var name: Int?
    @Mapped var userName: Int
  }

  private struct Twin<Part: Mappable>: Mappable {
    @Flattened var part: Part
    @Extras var others: JSONObject
  }

  private struct Merging<Part: Mappable>: ImmutableMappable {
    let part: Part
    let others: JSONObject

    init(from object: inout ObjectReader) throws {
      part = try object.flattened()
      others = try object.unmapped(as: JSONObject.self)
    }

    func encode(to object: inout ObjectWriter) throws {
      try object.merge(part)
      try object.merge(others)
    }
  }

  private struct Strict<Part: Mappable>: ImmutableMappable {
    init(from object: inout ObjectReader) throws { _ = try object.flattened(Part.self) }
  }

  @Test(arguments: [
    (#"{"KIND":5}"#, "{}"), (#"{"KIND":5,"GROUP":{"DEEP":{"X":1},"Y":2}}"#, "{}"),
    (
      #"{"GROUP":{"DEEP":{"X":1,"A":2},"Y":3,"B":4},"kind":5,"Z":6}"#,
      #"{"Group":{"Deep":{"A":2},"B":4},"Z":6}"#
    ),
    (#"{"group":{"deep":7},"KIND":5,"C":{}}"#, #"{"Group":{"Deep":7},"C":{}}"#),
  ])
  func aFlattenedModelThatIgnoresCaseKnowsItsKeys(text: String, left: String) throws {
    let twin = try Twin<AnyCase>.decode(from: text)
    let model = try Merging<AnyCase>.decode(from: text)
    let others = try JSONObject.decode(from: left)
    #expect(model.others == others && twin.others == others)
    #expect(
      try JSONValue.decode(from: model.encode()) == JSONValue.decode(from: twin.encode()))
    let mapper = Mapper.with { $0.unknownKeys = .reject }
    let isKnown = (try? Strict<AnyCase>.decode(from: text, using: mapper)) != nil
    #expect(isKnown == others.isEmpty)
  }

  @Test func aFlattenedModelWithItsOwnKeysKnowsThemWhereCaseDoesNotMatter() throws {
    let mapper = Mapper.with { ($0.keyStrategy, $0.unknownKeys) = (.caseInsensitive, .reject) }
    let text = #"{"userName":5,"aGroup":{"userName":1,"Other":2}}"#
    let model = try Merging<ExactCase>.decode(from: text, using: mapper)
    #expect(model.others == ["aGroup": ["Other": 2]])
    #expect(
      try model.encodeString(using: mapper)
        == #"{"aGroup":{"userName":1,"Other":2},"userName":5}"#)
    _ = try Strict<ExactCase>.decode(
      from: #"{"userName":5,"aGroup":{"userName":1}}"#, using: mapper)
  }

  private struct Menu: Mappable {
    @Mapped("group.caf\u{E9}") var cafe: Int?
  }

  /// Keys are compared by their bytes, not as `String` compares them.
  @Test(arguments: [false, true])
  func membersWhoseKeysAreCanonicallyEquivalentAreLeft(ignoresCase: Bool) throws {
    let mapper = Mapper.with { if ignoresCase { $0.keyStrategy = .caseInsensitive } }
    for (text, left) in [
      (#"{"group":{"cafe\u0301":1,"b":3}}"#, #"{"group":{"cafe\u0301":1,"b":3}}"#),
      (#"{"group":{"cafe\u0301":1,"caf\u00e9":5}}"#, #"{"group":{"cafe\u0301":1}}"#),
    ] {
      let others = try Around<Menu>.decode(from: text, using: mapper).others
      let expected = try JSONValue.decode(from: left)
      #expect(try others.encodeString() == expected.encodeString())
    }
  }
}
