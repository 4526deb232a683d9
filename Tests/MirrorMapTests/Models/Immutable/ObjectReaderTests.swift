import MirrorMap
import Testing

@testable import TestSupport

private struct Part: Mappable {
  @Mapped("x") var x: Int
}

private struct Item: ImmutableMappable {
  let id: Int
  let size: Int
  let note: String?
  let parts: [Part]

  init(from object: inout ObjectReader) throws {
    id = try object.value("id")
    size = try object.value("info.size", "size", default: 1)
    note = try object.value("note")
    parts = try object.value("parts", default: [], onFailure: .lossy)
  }
}

private struct Checked: ImmutableMappable {
  struct TooSmall: Error, CustomStringConvertible {
    let description = "too small"
  }

  let value: Int

  init(from object: inout ObjectReader) throws {
    value = try object.value("value")
    if value < 10 { throw TooSmall() }
    if value < 20 { throw MappingError(expected: "twenty or more", found: "less") }
  }
}

/// Goes on after failures of its own accord.
private struct Patient: ImmutableMappable {
  let first: Int?
  let second: String
  let both: [String]
  let inner: Item?

  init(from object: inout ObjectReader) throws {
    first = try? object.value("a", "b.c")
    do {
      second = try object.value("b.c")
    } catch {
      second = "\(error.code)"
    }
    let number: Int? = try? object.value("either")
    let text: String? = try? object.value("either")
    both = [number.map(String.init), text].compactMap(\.self)
    inner = try? object.value("inner")
  }
}

/// Catches each error of its reader, and goes on.
private struct Stubborn: ImmutableMappable {
  init(from object: inout ObjectReader) throws {
    for _ in 0..<2 {
      let _: Int? = try? object.value("a", "b.c", "long_enough_for_another_comparison")
      let _: [Int]? = try? object.value("d.*.e")
      _ = try? object.contains("a")
      _ = try? object.presence("f.0")
      let _: Part? = try? object.flattened()
      let _: Item? = try? object.flattened()
      _ = try? object.unmapped()
    }
  }
}

private struct Policies: ImmutableMappable {
  let lossy: [Int]
  let lenient: Int?
  let fallback: Int?
  let strict: Int?
  let following: [Int]?

  init(from object: inout ObjectReader) throws {
    lossy = try object.value("lossy", default: [0], onFailure: .lossy)
    lenient = try object.value("lenient", onFailure: .lenient)
    fallback = try object.value("fallback", default: 5, onFailure: .lenient)
    strict = try object.value("strict", onFailure: .strict)
    following = try object.value("following")
  }
}

private struct Holder: Mappable {
  @Mapped("item") var item: Item?
  @Mapped("items") var items: [Item] = []
}

private struct Paging: Mappable {
  @Mapped("page") var page: Int
  @Mapped("meta.total", "total") var total: Int?
}

private struct Sorting: ImmutableMappable {
  let field: String
  let paging: Paging

  init(from object: inout ObjectReader) throws {
    field = try object.value("sort.field", "sort")
    paging = try object.flattened()
  }

  func encode(to object: inout ObjectWriter) throws {
    try object.set(field, "sort.field")
    try object.merge(paging)
  }
}

private struct Results: ImmutableMappable {
  let items: [Int]
  let sorting: Sorting
  let extras: [String: JSONValue]

  init(from object: inout ObjectReader) throws {
    items = try object.value("items")
    sorting = try object.flattened(Sorting.self)
    extras = object.context[Bool.self] == true ? try object.unmapped() : [:]
  }

  func encode(to object: inout ObjectWriter) throws {
    try object.set(items, "items")
    try object.merge(sorting)
    try object.merge(extras)
  }
}

private struct Extra: ImmutableMappable {
  let name: String?
  let zip: String?
  let id: Int
  let age: Int?
  let rest: JSONObject
  let later: Int?

  init(from object: inout ObjectReader) throws {
    name = try object.value("user.name")
    zip = try object.value("user.addresses.1.zip")
    id = try object.value("id", "identifier")
    rest = try object.unmapped(as: JSONObject.self)
    // Asked for after the object has been passed to its end.
    age = try object.value("user.age")
    later = try object.value("user.addresses.2")
  }

  func encode(to object: inout ObjectWriter) throws {
    try object.set(id, "id")
    try object.set(name, "user.name")
    try object.set(zip, "user.addresses.1.zip")
    try object.merge(rest)
  }
}

private struct Looking: ImmutableMappable {
  let values: [Int?]

  init(from object: inout ObjectReader) throws {
    values = [
      try object.value("a.x"), try object.value("b"), try object.value("a.y"),
      try object.value("list.0"), try object.value("c"), try object.value("list.2"),
      try object.value("list.1"), try object.value("list.3"), try object.value("a.z.0"),
    ]
  }
}

private struct Declared: ImmutableMappable {
  init(from object: inout ObjectReader) throws {
    let path: String = object.context[String.self] ?? ""
    if path == "alternative" {
      let _: [Int] = try object.value("a.*", "b")
    } else if path == "scalar" {
      let _: Int = try object.value("a.*")
    } else {
      let _: [Int]? = try object.value(path)
    }
  }
}

struct ObjectReaderTests {
  @Test(arguments: [
    ("{}", "$.id: required key is missing, expected Int (line 1, column 1, Item.id)"),
    (#"{"id":null}"#, "$.id: expected Int, found null (line 1, column 7, Item.id)"),
    (#"{"id":"1"}"#, "$.id: expected Int, found a string (line 1, column 7, Item.id)"),
    (
      #"{"id":1,"info":{"size":300.5}}"#,
      "$.info.size: expected Int, found a number with a fraction (line 1, column 24, "
        + "Item.info.size)"
    ),
    (
      #"{"id":1,"size":"x"}"#,
      "$.size: expected Int, found a string (line 1, column 16, Item.info.size)"
    ),
    (
      #"{"id":1,"note":{}}"#,
      "$.note: expected String, found an object (line 1, column 16, Item.note)"
    ),
    ("[]", "$: expected an object for Item, found an array (line 1, column 1)"),
    ("null", "$: expected an object for Item, found null (line 1, column 1)"),
    (#"{"id":1,}"#, "$: expected a key, found '}' (line 1, column 9)"),
    (
      #"{"id":1,"z":[01]}"#,
      "$.z[0]: expected a number without leading zeros, found a leading zero (line 1, column 14)"
    ),
    (#"{"id":1"#, "$.id: expected ',' or '}', found the end of the input (line 1, column 8)"),
    (#"{"id":1} x"#, "$: unexpected content after the end of the value (line 1, column 10)"),
  ])
  func errorsEqualThoseOfAnnotatedModels(_ json: String, _ text: String) {
    #expect(errorText { try Item.decode(from: json) } == text)
  }

  @Test func errorsOfTheInitializerGetThePathOfTheObject() {
    #expect(
      errorText { try [Checked].decode(from: #"[{"value":30},{"value":1}]"#) }
        == "$[1]: too small (line 1, column 15, Checked)")
    #expect(
      errorText { try [Checked].decode(from: #"[{"value":30},{"value":11}]"#) }
        == "$[1]: expected twenty or more, found less (line 1, column 15, Checked)")
    let error = mappingError { try Checked.decode(from: #"{"value":2}"#) }
    #expect(error?.code == .custom)
    #expect(error?.underlying is Checked.TooSmall)
  }

  @Test func initializerCanContinueAfterAFailure() throws {
    let json = #"{"a":"x","either":"text","b":{"c":[]},"inner":{"id":"x"},"z":[1]}"#
    let patient = try [Patient].decode(from: "[\(json),\(json)]")[1]
    #expect(patient.first == nil)
    #expect(patient.second == "typeMismatch")
    #expect(patient.both == ["text"])
    #expect(patient.inner == nil)
    let other = try Patient.decode(
      from: #"{"inner":{"id":3},"b":{"c":"s"},"either":4,"a":1}"#)
    #expect(other.first == 1)
    #expect(other.second == "s")
    #expect(other.both == ["4"])
    #expect(other.inner?.id == 3)
    #expect(
      errorText { try Patient.decode(from: #"{"b":{"c":"s"},"a":tru}"#) }
        == "$.a: expected true, found '}' (line 1, column 23)")
  }

  @Test func failingModelLeavesTheReaderWhereItWas() throws {
    let holder = Holder.decodeReporting(
      from: #"{"item":{"size":1,"id":{"a":[]}},"items":[{"id":1},{"id":2}]}"#)
    #expect(holder.value?.item == nil)
    #expect(holder.value?.items.map(\.id) == [1, 2])
    #expect(
      holder.issues.map(\.description) == [
        "$.item.id: expected Int, found an object (line 1, column 24, Item.id)"
      ])
  }

  // MARK: Unknown keys

  @Test func unknownKeysAlsoInObjectsThatKeyPathsLeadThrough() throws {
    let reject = Mapper.with { $0.unknownKeys = .reject }
    #expect(
      errorText { try Item.decode(from: #"{"id":1,"zip":2}"#, using: reject) }
        == "$.zip: no property has this key (line 1, column 9, Item)")
    #expect(
      errorText { try Item.decode(from: #"{"id":1,"info":{"size":2,"q":3}}"#, using: reject) }
        == "$.info.q: no property has this key (line 1, column 26, Item)")
    #expect(
      try Item.decode(from: #"{"size":1,"id":1,"info":{"size":2},"note":null}"#, using: reject).size
        == 2)
    let report = Item.decodeReporting(
      from: #"{"a":0,"id":1,"info":{"b":0},"c":0,"c":0}"#,
      using: Mapper.with { $0.unknownKeys = .report })
    #expect(report.value?.id == 1)
    #expect(
      report.issues.map(\.description) == [
        "$.a: no property has this key (line 1, column 2, Item)",
        "$.info.b: no property has this key (line 1, column 23, Item)",
        "$.c: no property has this key (line 1, column 30, Item)",
        "$.c: no property has this key (line 1, column 36, Item)",
      ])
  }

  @Test func modelsOnTheSameLevelAndTheRemainingMembers() throws {
    let json = #"{"items":[1],"sort":"up","page":2,"total":3,"q":{"r":1},"s":null}"#
    let results = try Results.decode(from: json, context: MappingContext(true))
    #expect(results.sorting.field == "up")
    #expect(results.sorting.paging.page == 2)
    #expect(results.sorting.paging.total == 3)
    #expect(results.extras == ["q": ["r": 1], "s": .null])
    #expect(
      try results.encodeString()
        == """
        {"items":[1],"sort":{"field":"up"},"page":2,"meta":{"total":3},"q":{"r":1},"s":null}
        """)
    let reject = Mapper.with { $0.unknownKeys = .reject }
    #expect(
      errorText { try Results.decode(from: json, using: reject) }
        == "$.q: no property has this key (line 1, column 45, Results)")
    #expect(
      try Results.decode(
        from: #"{"page":2,"items":[],"sort":"down","meta":{"total":1}}"#, using: reject
      ).sorting.paging.total == 1)
    #expect(
      errorText {
        try Results.decode(
          from: #"{"page":2,"items":[],"sort":"down","meta":{"total":1,"x":2}}"#, using: reject)
      } == "$.meta.x: no property has this key (line 1, column 54, Paging)")
    // What has been handed out is known.
    #expect(
      try Results.decode(from: json, using: reject, context: MappingContext(true)).extras.count == 2
    )
    #expect(
      errorText { try Results.decode(from: #"{"items":[],"sort":"x","page":null}"#) }
        == "$.page: expected Int, found null (line 1, column 31, Paging.page)")
    #expect(
      errorText { try Results.decode(from: #"{"items":[],"page":1}"#) }
        == "$.sort.field: required key is missing, as is \"sort\", expected String "
        + "(line 1, column 1, Sorting.sort.field)")
  }

  @Test func membersOfObjectsLeftOverByKeyPaths() throws {
    let json = """
      {"a":1,"user":{"name":"Ann","b":[2],"addresses":[{"q":1},{"zip":"z","r":2}],"age":4},"id":7,\
      "identifier":8,"c":{"d":null}}
      """
    let extra = try Extra.decode(from: json)
    #expect(extra.name == "Ann")
    #expect(extra.zip == "z")
    #expect(extra.age == 4)
    #expect(extra.later == nil)
    #expect(
      extra.rest == ["a": 1, "user": ["b": [2], "age": 4], "c": ["d": .null]] as JSONObject)
    #expect(
      try extra.encodeString()
        == """
        {"id":7,"user":{"name":"Ann","addresses":[null,{"zip":"z"}],"b":[2],"age":4},"a":1,\
        "c":{"d":null}}
        """)
    #expect(try Extra.decode(from: #"{"id":1,"user":5}"#).rest == ["user": 5] as JSONObject)
    #expect(
      errorText { try Extra.decode(from: #"{"id":1,"q":5,"q":6}"#) }
        == "$.q: key appears a second time (line 1, column 15, Extra)")
    let last = Mapper.with { $0.duplicateKeys = .last }
    #expect(
      try Extra.decode(from: #"{"id":1,"q":5,"q":6}"#, using: last).rest == ["q": 6] as JSONObject)
  }

  @Test func skippedMembersAreFoundWhenRequestedLater() throws {
    let json = #"{"a":{"q":0,"x":1,"z":[9],"y":3},"list":[4,6,5],"c":7,"b":2}"#
    #expect(try Looking.decode(from: json).values == [1, 2, 3, 4, 7, 5, 6, nil, 9])
    let rejects = Mapper.with { $0.unknownKeys = .reject }
    #expect(
      errorText { try Looking.decode(from: json, using: rejects) }
        == "$.a.q: no property has this key (line 1, column 7, Looking)")
  }

  // MARK: Declarations

  @Test(arguments: [
    (
      "a..b",
      "Declared.a..b cannot be mapped: its key path has an empty step; use nested: false for a "
        + "key with delimiters in it"
    ),
    (
      "*.a",
      "Declared.*.a cannot be mapped: a key path cannot begin with a wildcard; use nested: false "
        + "for the key \"*\""
    ),
    (
      "alternative",
      "Declared.a.* cannot be mapped: a key path with a wildcard and alternatives cannot be told "
        + "apart"
    ),
    (
      "scalar",
      "Declared.a.* cannot be mapped: a key path with a wildcard finds many values, so it has to "
        + "be an array or a set"
    ),
  ])
  func invalidKeysAreDeclarationErrors(_ path: String, _ text: String) {
    #expect(
      errorText { try Declared.decode(from: "{}", context: MappingContext(path)) } == text)
    let report = [Declared?].decodeReporting(from: "[{}]", context: MappingContext(path))
    #expect(report.value == nil)
    #expect(report.issues.map(\.description) == [text])
  }

  @Test(arguments: [
    "{", "{x}", "{,}", #"{"a"#, #"{"a""#, #"{"a" 1}"#, #"{"a":"#, #"{"a":x}"#, #"{"a":1"#,
    #"{"a":1,"#,
    #"{"a":1,"b":{"c":}"#, #"{"a":[1}"#, #"{"long_enough_for_another_comparison":1,}"#, #"{"a":1]"#,
    #"{"a\u00":1}"#, #"{"a":1,"a":2}"#,
  ])
  func errorsThatAModelCatchesAreThrownInTheEnd(_ json: String) {
    #expect(throws: MappingError.self) { try Stubborn.decode(from: json) }
    #expect(throws: MappingError.self) { try [Stubborn].decode(from: "[{},\(json)]") }
  }

  @Test func missingKeysNameTheirAlternatives() {
    struct Alternatives: ImmutableMappable {
      let name: String
      init(from object: inout ObjectReader) throws {
        name = try object.value("full.name", "name", #"a\.b"#)
      }
    }
    struct Annotated: Mappable {
      @Mapped("full.name", "name", #"a\.b"#) var name: String
    }
    func text(_ property: String) -> String {
      #"$.full.name: required key is missing, as are "name" and "a\\.b", expected String "#
        + "(line 1, column 1, \(property))"
    }
    #expect(errorText { try Annotated.decode(from: "{}") } == text("Annotated.name"))
    #expect(errorText { try Alternatives.decode(from: "{}") } == text("Alternatives.full.name"))
  }

  @Test func keysOfAValueThatIsReadWholeAreKnown() throws {
    struct Whole: ImmutableMappable {
      let whole: JSONValue?
      let part: Int?
      init(from object: inout ObjectReader) throws {
        whole = try object.value("a", "y")
        part = try object.value("y.q")
      }
    }
    var mapper = Mapper()
    mapper.unknownKeys = .reject
    let read = try Whole.decode(from: #"{"y":{"q":1,"z":{"r":2}}}"#, using: mapper)
    #expect(read.part == 1 && read.whole == ["q": 1, "z": ["r": 2]])
    let text = errorText { try Whole.decode(from: #"{"a":1,"y":{"q":1},"b":2}"#, using: mapper) }
    #expect(text.contains("$.b: no property has this key"))
  }

  @Test func missingKeysThatAreNumbersAreKeys() {
    struct Numbered: Mappable {
      @Mapped("0") var zero: Int
    }
    struct NumberedConstant: ImmutableMappable {
      let zero: Int
      init(from object: inout ObjectReader) throws { zero = try object.value("0.1") }
    }
    #expect(errorText { try Numbered.decode(from: "{}") }.hasPrefix(#"$["0"]: required"#))
    #expect(errorText { try Numbered.decode(from: #"{"0":""}"#) }.hasPrefix(#"$["0"]: expected"#))
    let constant = errorText { try NumberedConstant.decode(from: "{}") }
    #expect(constant.hasPrefix(#"$["0"][1]: required"#))
  }

  private struct Gathering: ImmutableMappable {
    let ids: [Int]
    let isThere: Bool
    let presence: PropertyState.Presence

    init(from object: inout ObjectReader) throws {
      isThere = try object.contains("items.*.id")
      presence = try object.presence("items.*.id")
      ids = try object.value("items.*.id", default: [])
    }
  }

  @Test func thePresenceOfWildcards() throws {
    let model = try Gathering.decode(from: #"{"items": [{"id": 1}, {"id": 2}]}"#)
    #expect(model.ids == [1, 2] && model.isThere && model.presence == .value)
    let null = try Gathering.decode(from: #"{"items": null}"#)
    #expect(null.ids == [] && null.isThere && null.presence == .null)
    let absent = try Gathering.decode(from: "{}")
    #expect(absent.ids == [] && !absent.isThere && absent.presence == .absent)
  }

  private struct Marked: ImmutableMappable {
    let ids: [Int]
    init(from object: inout ObjectReader) throws {
      ids = try object.value("a\\.\u{301}b.*.c")
    }
  }

  @Test func anEscapedDotBeforeACombiningMark() throws {
    #expect(try Marked.decode(from: "{\"a.\u{301}b\": [{\"c\": 1}, {\"c\": 2}]}").ids == [1, 2])
  }
}
