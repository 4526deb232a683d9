import MirrorMap
import Testing

@testable import TestSupport

/// Arrays of merge patches, which replace others as they are.
struct PatchedArrayTests {
  private struct Listing: ImmutableMappable {
    struct Item: Mappable, Equatable {
      @Mapped var a: Int
    }

    let list: [Item]

    init(from object: inout ObjectReader) throws { list = try object.value("list") }
    func encode(to object: inout ObjectWriter) throws { try object.set(list, "list") }
  }

  private struct Listings: Mappable {
    @Mapped var fixed: Listing
  }

  @Test func duplicateKeysInArraysOfAPatch() throws {
    let start = #"{"fixed":{"list":[]}}"#
    let patch = #"{"fixed":{"list":[{"a":1,"a":2}]}}"#
    var listings = try Listings.decode(from: start)
    #expect(
      errorText { try listings.apply(mergePatch: patch) }
        .contains("$.fixed.list[0].a: key appears a second time"))
    for policy in [Mapper.DuplicateKeys.first, .last] {
      let mapper = Mapper.with { $0.duplicateKeys = policy }
      try listings.apply(mergePatch: patch, using: mapper)
      #expect(try listings.fixed.list == Listings.decode(from: patch, using: mapper).fixed.list)
    }
  }

  /// They are documents of their own.
  @Test func duplicateKeysInStringsOfAPatch() throws {
    struct Inner: Mappable {
      @Mapped var a: Int?
    }
    struct Texts: ImmutableMappable {
      let text: Inner?
      init(from object: inout ObjectReader) throws {
        text = try object.value("text", transform: .stringifiedJSON(Inner.self))
      }
      func encode(to object: inout ObjectWriter) throws {
        try object.set(text, "text", transform: .stringifiedJSON(Inner.self))
      }
    }
    struct Around: Mappable {
      @Mapped var texts: Texts
    }
    let patch = #"{"texts":{"text":"{\"a\":1,\"a\":2}"}}"#
    var around = try Around.decode(from: #"{"texts":{}}"#)
    #expect(
      errorText { try around.apply(mergePatch: patch) }.contains("key appears a second time"))
    for policy in [Mapper.DuplicateKeys.first, .last] {
      let mapper = Mapper.with { $0.duplicateKeys = policy }
      try around.apply(mergePatch: patch, using: mapper)
      #expect(around.texts.text?.a == (policy == .first ? 1 : 2))
    }
  }

  private struct Draft: Mappable {
    @Mapped var name: String
  }

  private struct Checked: Mappable, DecodeValidating {
    @Mapped var name: String
    static func willDecode(_ json: JSONView, in context: MappingContext) throws {
      let draft = try json.decode(Draft.self, context: context)
      if draft.name.isEmpty { throw MappingError(expected: "a name") }
    }
  }

  private struct Wrapped: MappableValue {
    let checked: Checked
    static func decode(from reader: inout JSONReader) throws -> Wrapped {
      Wrapped(checked: try reader.decode(Checked.self))
    }
    func encode(to writer: inout JSONWriter) throws { try writer.encode(checked) }
  }

  /// Views of what a patch makes have its rule for keys that differ only in case.
  @Test func viewsInHooks() throws {
    struct Around: Mappable {
      @Mapped var wrapped: Wrapped
    }
    let mapper = Mapper.with { $0.keyStrategy = .caseInsensitive }
    var around = try Around.decode(from: #"{"wrapped":{"name":"a"}}"#, using: mapper)
    try around.apply(mergePatch: #"{"wrapped":{"NAME":"b"}}"#, using: mapper)
    #expect(around.wrapped.checked.name == "b")
    #expect(
      errorText { try around.apply(mergePatch: #"{"wrapped":{"NAME":""}}"#, using: mapper) }
        .contains("expected a name"))
  }

  private struct Kept: ImmutableMappable {
    let any: JSONValue
    let counts: [String: JSONObject]
    init(from object: inout ObjectReader) throws {
      any = try object.value("any", default: .null)
      counts = try object.value("counts", default: [:])
    }
    func encode(to object: inout ObjectWriter) throws {
      try object.set(any, "any")
      try object.set(counts, "counts")
    }
  }

  private struct Keeping: Mappable {
    @Mapped var kept: Kept
    @Mapped var other: JSONValue?
  }

  @Test(arguments: [
    #"{"kept":{"any":[{"a":1,"a":2}]}}"#, #"{"kept":{"any":[ 1, {"x":[[{"a":1,"b":3,"a":2}]]}]}}"#,
    #"{"other":[{"a":1,"a":2}]}"#, #"{"kept":{"counts":{"k":{"z":[{"a":{},"a":[]}]}}}}"#,
    #"{"kept":{"any":{"a":[],"b":[[{"c":1,"c":2}],"]"]},"counts":{}}}"#,
  ])
  func duplicateKeysInArraysOfUntypedJSON(_ patch: String) throws {
    for policy in [Mapper.DuplicateKeys.reject, .first, .last] {
      let mapper = Mapper.with { $0.duplicateKeys = policy }
      var keeping = try Keeping.decode(from: #"{"kept":{"any":1}}"#)
      let decoded = try JSONValue.decode(from: patch, using: mapper)
      let expected = try JSONValue.decode(from: keeping.encode()).applying(mergePatch: decoded)
      try keeping.apply(mergePatch: patch, using: mapper)
      #expect(try JSONValue.decode(from: keeping.encode()) == expected)
    }
  }

  @Test func duplicateKeysInArraysOfAPatchInAnyCase() throws {
    struct Row: Mappable, Equatable {
      @Mapped("a", "b") var a: Int
    }
    struct Rows: ImmutableMappable {
      let rows: [Row]
      let first: Int?
      init(from object: inout ObjectReader) throws {
        first = try object.value("rows.0.a")
        rows = try object.value("rows")
      }
      func encode(to object: inout ObjectWriter) throws { try object.set(rows, "rows") }
    }
    struct HoldsRows: Mappable {
      @Mapped var rows: Rows
    }
    var mapper = Mapper.with { $0.keyStrategy = .caseInsensitive }
    let start = #"{"rows":{"rows":[]}}"#
    for members in [#""a":1,"A":2"#, #""b":3,"a":1,"a":2"#] {
      let patch = #"{"Rows":{"ROWS":[{\#(members)}]}}"#
      mapper.duplicateKeys = .reject
      var holder = try HoldsRows.decode(from: start)
      #expect(
        mappingError { try holder.apply(mergePatch: patch, using: mapper) }?.code == .duplicateKey)
      for policy in [Mapper.DuplicateKeys.first, .last] {
        mapper.duplicateKeys = policy
        try holder.apply(mergePatch: patch, using: mapper)
        let decoded = try HoldsRows.decode(from: patch, using: mapper)
        #expect(holder.rows.first == decoded.rows.first && holder.rows.rows == decoded.rows.rows)
      }
    }
  }

  @Test func errorsAndLimitsInArraysOfAPatch() throws {
    var keeping = try Keeping.decode(from: #"{"kept":{"any":1}}"#)
    for (patch, code) in [
      (#"{"kept":{"any":[1,]}}"#, .unexpectedCharacter),
      (#"{"kept":{"any":[1,2}}"#, .unexpectedCharacter),
      (#"{"kept":{"any":[1,2,3,4]}}"#, .sizeLimit), (#"{"kept":{"any":[[[[1]]]]}}"#, .depthLimit),
    ] as [(String, MappingError.Code)] {
      let mapper = Mapper.with { ($0.maximumCollectionCount, $0.maximumDepth) = (3, 5) }
      #expect(
        mappingError { try keeping.apply(mergePatch: patch, using: mapper) }?.code == code,
        "\(patch)")
    }
    #expect(keeping.kept.any == 1)
  }

  /// An object replaces an array. (RFC 7396: what isn't an object becomes an empty one first.)
  @Test func objectInThePlaceOfAnArrayThatKeyPathsLeadThrough() throws {
    struct Indexed: Mappable {
      @Mapped("list.0") var first: String?
      @Mapped("list.1.n") var second: Int?
    }
    struct Required: Mappable {
      @Mapped("list.0") var first: String
    }
    for (patch, first) in [
      (#"{"list":{"q":1}}"#, nil), (#"{"list":{}}"#, nil), (#"{"list":{"0":"y"}}"#, "y"),
      (#"{"list":{"0":null}}"#, nil),
    ] as [(String, String?)] {
      var indexed = try Indexed.decode(from: #"{"list":["x",{"n":1}]}"#)
      try indexed.apply(mergePatch: patch)
      #expect(indexed.first == first && indexed.second == nil)
      var required = try Required.decode(from: #"{"list":["x"]}"#)
      let error = mappingError { try required.apply(mergePatch: patch) }
      #expect(required.first == first ?? "x" && (error == nil) == (first != nil))
      if !patch.contains("null"), first == nil {
        #expect(error?.code == .missingKey && error?.path.description == "$.list[0]")
      }
    }
    var indexed = try Indexed.decode(from: #"{"list":["x",{"n":1}]}"#)
    try indexed.apply(mergePatch: #"{"list":{"1":{"n":2}}}"#)
    #expect(indexed.first == nil && indexed.second == 2)
    try indexed.update(from: #"{"list":{"q":1}}"#)
    #expect(indexed.second == 2)
  }

  /// Numbers above 1,023 are keys of objects, which stay.
  @Test func objectWithNumbersAsKeys() throws {
    struct Years: Mappable {
      @Mapped("years.2023") var first: Int?
      @Mapped("years.2024") var second: Int?
    }
    let old = try Years.decode(from: #"{"years":{"2023":1,"2024":2}}"#)
    var new = old
    new.second = 3
    var years = old
    try years.apply(mergePatch: try new.mergePatch(since: old))
    #expect(try years.encodeString() == #"{"years":{"2023":1,"2024":3}}"#)
  }

  @Test func keysThatAreOnlyReadDoNotMakeAnObject() throws {
    struct Alternative: Mappable { @Mapped("list.0", "list.q") var first: String? }
    struct Beside: Mappable {
      @Mapped("list.0") var first: Int?
      @Mapped("list.q", direction: .decodeOnly) var other: Int?
    }
    var alternative = try Alternative.decode(from: #"{"list":["x"]}"#)
    try alternative.apply(mergePatch: #"{"list":{}}"#)
    #expect(alternative.first == nil)
    try alternative.apply(mergePatch: #"{"list":{"q":"y"}}"#)
    #expect(alternative.first == "y")
    var beside = try Beside.decode(from: #"{"list":[1]}"#)
    try beside.apply(mergePatch: #"{"list":{"q":3}}"#)
    #expect(beside.first == nil && beside.other == 3)
  }
}
