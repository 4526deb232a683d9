import MirrorMap
import Synchronization
import Testing

@testable import TestSupport

private struct Post: Mappable {
  @Mapped var id: Int
  @Mapped("author.name") var author: String?
  @Mapped("links.1.href") var second: String?
  @Mapped("marks.*.x") var marks: [Int]?
  @Mapped var reply: Reply?
  @Mapped var replies: [Reply] = []
  @Mapped var table: [String: Int]?
  @Mapped("made", direction: .encodeOnly) var made: Int?
}

private struct Reply: Mappable {
  @Mapped var text: String?
}

private struct Inner: Mappable {
  @Mapped("deep.a") var deep: Int?
}

private struct Midway: Mappable {
  @Mapped var middle: Int?
  @Flattened var inner: Inner?
}

private struct Outer: Mappable {
  @Mapped var outer: Int?
  @Flattened var middle: Midway?
}

private struct Keeper: Mappable {
  @Mapped("a.b") var b: Int?
  @Mapped var reply: Reply?
  @Extras var others: JSONObject
}

private func mapper(_ unknown: Mapper.UnknownKeys, _ policy: FailurePolicy = .strict) -> Mapper {
  .with {
    $0.unknownKeys = unknown
    $0.failurePolicy = policy
  }
}

private func issues<Value: MappableValue>(
  _ type: Value.Type, _ json: String, _ unknown: Mapper.UnknownKeys = .report
) -> [String] {
  Value.decodeReporting(from: json, using: mapper(unknown)).issues.map { "\($0)" }
}

struct UnknownKeyTests {
  private static let post = """
    {"id": 1, "x": 0, "author": {"name": "a", "y": {}}, "links": [{"z": 1}, {"href": "h", "w": 2}],
     "marks": [{"x": 1, "v": 2}], "reply": {"text": "t", "u": 1}, "replies": [{}, {"t": 1}],
     "table": {"any": 1}, "made": 4}
    """

  @Test func unknownKeysAreReportedAtAllLevels() throws {
    let expected = [
      "$.x: no property has this key (line 1, column 11, Post)",
      "$.author.y: no property has this key (line 1, column 43, Post)",
      "$.links[1].w: no property has this key (line 1, column 87, Post)",
      "$.reply.u: no property has this key (line 2, column 54, Reply)",
      "$.replies[1].t: no property has this key (line 2, column 80, Reply)",
    ]
    #expect(issues(Post.self, Self.post) == expected)
    #expect(issues(Post.self, Self.post, .reject) == expected)
    #expect(issues(Post.self, Self.post, .ignore) == [])
  }

  @Test func reportedKeysDoNoHarmAndAreLogged() throws {
    let log = Mutex<[String]>([])
    var reporting = mapper(.report)
    reporting.logger = { issue in log.withLock { $0.append(issue.path.description) } }
    let post = try Post.decode(from: Self.post, using: reporting)
    #expect(post.author == "a" && post.second == "h" && post.marks == [1])
    #expect(
      log.withLock { $0 } == ["$.x", "$.author.y", "$.links[1].w", "$.reply.u", "$.replies[1].t"])
    #expect(try Post.decode(from: Self.post).replies.count == 2)
  }

  @Test func rejectedKeysThrowOrAreIssuesWhereFailuresAreStopped() throws {
    #expect(
      errorText { try Post.decode(from: Self.post, using: mapper(.reject)) }
        == "$.x: no property has this key (line 1, column 11, Post)")
    #expect(
      errorText { try Post.decode(from: #"{"id": 1, "reply": {"u": 1}}"#, using: mapper(.reject)) }
        == "$.reply.u: no property has this key (line 1, column 21, Reply)")
    let lenient = try Post.decode(from: Self.post, using: mapper(.reject, .lenient))
    #expect(lenient.reply?.text == "t")
  }

  @Test func keysWithEscapesAreComparedUnescaped() {
    #expect(issues(Post.self, #"{"\u0069d": 1, "author": {"n\u0061me": "a"}}"#) == [])
    #expect(
      issues(Post.self, #"{"id": 1, "a\nb": 1}"#)
        == [#"$["a\u000ab"]: no property has this key (line 1, column 11, Post)"#])
  }

  @Test func unknownDuplicatesAreReportedEach() {
    #expect(
      issues(Post.self, #"{"id": 1, "x": 0, "x": 1}"#) == [
        "$.x: no property has this key (line 1, column 11, Post)",
        "$.x: no property has this key (line 1, column 19, Post)",
      ])
    for duplicates in [Mapper.DuplicateKeys.first, .last] {
      var mapper = mapper(.report)
      mapper.duplicateKeys = duplicates
      let report = Post.decodeReporting(
        from: #"{"id": 1, "x": 0, "id": 2, "x": 1}"#, using: mapper)
      #expect(report.value?.id == (duplicates == .first ? 1 : 2))
      #expect(report.issues.map { "\($0.path)" } == ["$.x", "$.x"])
    }
  }

  @Test func flattenedModelInsideAFlattenedModelIsRead() throws {
    let outer = try Outer.decode(from: #"{"outer": 1, "middle": 2, "deep": {"a": 3}}"#)
    #expect(outer.middle?.middle == 2)
    #expect(outer.middle?.inner?.deep == 3)
    let innermost = try Outer.decode(from: #"{"deep": {"a": 3}}"#)
    #expect(innermost.middle?.inner?.deep == 3)
    #expect(try Outer.decode(from: "{}").middle == nil)
    #expect(try Outer.decode(from: #"{"middle": 1}"#).middle?.inner == nil)
  }

  @Test func keysOfFlattenedModelsAreKnownAndThoseBelowTheirPathsChecked() {
    #expect(issues(Outer.self, #"{"outer": 1, "middle": 2, "deep": {"a": 3}}"#) == [])
    #expect(
      issues(Outer.self, #"{"outer": 1, "x": 2, "deep": {"a": 3, "b": 4}}"#) == [
        "$.x: no property has this key (line 1, column 14, Outer)",
        "$.deep.b: no property has this key (line 1, column 39, Inner)",
      ])
    #expect(
      errorText {
        try Outer.decode(from: #"{"middle": 1, "deep": {"b": 4}}"#, using: mapper(.reject))
      } == "$.deep.b: no property has this key (line 1, column 24, Inner)")
  }

  @Test func extrasAreNoUnknownKeys() {
    let report = Keeper.decodeReporting(
      from: #"{"a": {"b": 1, "c": 2}, "d": 3, "reply": {"e": 4}}"#, using: mapper(.reject))
    #expect(report.issues.map { "\($0.path)" } == ["$.reply.e"])
    #expect(report.value?.others == ["a": ["c": 2], "d": 3])
  }

  private struct Grouped: Mappable {
    @Mapped("in.k") var key: Int
    @Mapped("in.deep.x") var x: Int?
  }

  private struct MaybeGrouped: Mappable {
    @Mapped var a: Int?
    @Flattened var group: Grouped?
  }

  /// Reporting unknown keys doesn't change what is accepted.
  @Test func groupsWithoutAKeyOfAFlattenedModel() throws {
    let report = mapper(.report)
    for (text, unknown) in [
      (#"{"a":1,"in":{}}"#, []), (#"{"a":1,"in":{"q":1}}"#, ["$.in.q"]),
      (#"{"in":{"deep":{"y":[1]},"q":{}},"a":1}"#, ["$.in.deep.y", "$.in.q"]),
    ] as [(String, [String])] {
      let found = MaybeGrouped.decodeReporting(from: text, using: report)
      #expect(found.value?.a == 1 && found.value?.group == nil)
      #expect(found.issues.map { "\($0.path)" } == unknown)
      #expect(found.issues.allSatisfy { $0.code == .unknownKey && $0.model == "Grouped" })
      var updated = MaybeGrouped()
      try updated.update(from: text, using: report)
      #expect(updated.a == 1 && updated.group == nil)
      let rejected = mappingError { try MaybeGrouped.decode(from: text, using: mapper(.reject)) }
      #expect(rejected?.path.description == unknown.first)
    }
  }

  /// A patch doesn't read a group either if a flattened model that is nil stays nil.
  @Test(arguments: [#"{"in":{"q":1}}"#, #"{"in":{"k":null,"q":1}}"#])
  func unknownKeysInAGroupThatAPatchDoesNotRead(_ patch: String) throws {
    struct Holder: Mappable {
      @Mapped var inner: MaybeGrouped?
    }
    for keepsNulls in [false, true] {
      let reject = Mapper.with {
        ($0.unknownKeys, $0.nullsOnUpdate) = (.reject, keepsNulls ? .keep : .clear)
      }
      var (model, holder) = (MaybeGrouped(), Holder())
      let errors = [
        mappingError { try model.apply(mergePatch: patch, using: reject) },
        mappingError { try model.update(from: patch, using: reject) },
        mappingError { try holder.apply(mergePatch: #"{"inner":\#(patch)}"#, using: reject) },
      ]
      // An update with `null` for a required property says so.
      let codes = errors.map { $0?.code }
      #expect(codes[0] == .unknownKey && codes[2] == .unknownKey)
      #expect(keepsNulls || patch.contains("null") ? codes[1] != nil : codes[1] == .unknownKey)
      #expect(errors[0]?.path.description == "$.in.q" && errors[0]?.model == "Grouped")
      #expect(errors[2]?.path.description == "$.inner.in.q" && holder.inner == nil)
    }
    var model = try MaybeGrouped.decode(from: #"{"in":{"k":1}}"#)
    #expect(
      mappingError { try model.apply(mergePatch: patch, using: mapper(.reject)) }?.code
        == .unknownKey)
    #expect(model.group?.key == 1)
  }

  @Test func unknownKeyInAGroupOfAModelFlattenedIntoAnother() {
    struct Fixed: ImmutableMappable {
      let group: MaybeGrouped
      init(from object: inout ObjectReader) throws { group = try object.flattened() }
    }
    struct Around: Mappable {
      @Flattened var group: MaybeGrouped?
    }
    for text in [#"{"in":{"q":1}}"#, #"{"in":{"deep":{"q":1}}}"#] {
      for issues in [
        Fixed.decodeReporting(from: text, using: mapper(.report)).issues,
        Around.decodeReporting(from: text, using: mapper(.report)).issues,
      ] {
        #expect(issues.map(\.model) == ["Grouped"])
      }
    }
  }

  /// A property can be below the key of a model beside it.
  @Test func keysThatLeadIntoAModel() throws {
    struct Around: Mappable {
      @Mapped var reply: Reply
      @Mapped("reply.by.name") var author: String?
    }
    struct Deep: Mappable {
      @Mapped("size.w") var width: Int?
      @Flattened var part: Inner
    }
    struct AroundDeep: Mappable {
      @Mapped("image", "picture") var image: Deep?
      @Mapped("image.size.h") var height: Int?
      @Mapped("image.deep.b") var deep: Int?
    }
    let text = #"{"reply":{"text":"t","by":{"name":"n"}}}"#
    let around = try Around.decode(from: text, using: mapper(.reject))
    #expect(around.reply.text == "t" && around.author == "n")
    #expect(
      errorText {
        try Around.decode(from: #"{"reply":{"bye":1}}"#, using: mapper(.reject))
      }.hasPrefix("$.reply.bye: no property has this key"))
    let deep = try AroundDeep.decode(
      from: #"{"image":{"size":{"w":1,"h":2},"deep":{"a":3,"b":4}}}"#, using: mapper(.reject))
    #expect(deep.image?.width == 1 && deep.height == 2 && deep.deep == 4)
    #expect(deep.image?.part.deep == 3)
    for (text, path) in [
      (#"{"image":{"size":{"w":1,"d":2}}}"#, "$.image.size.d"),
      (#"{"image":{"x":1}}"#, "$.image.x"),
      (#"{"image":{"deep":{"c":1}}}"#, "$.image.deep.c"),
    ] {
      let error = mappingError { try AroundDeep.decode(from: text, using: mapper(.reject)) }
      #expect(error?.code == .unknownKey && error?.path.description == path)
    }
    let any = Mapper.with { ($0.keyStrategy, $0.unknownKeys) = (.caseInsensitive, .reject) }
    #expect(
      try Around.decode(from: #"{"REPLY":{"Text":"t","By":{"NAME":"n"}}}"#, using: any).author
        == "n")
  }

  /// What only the model inside keeps is written again.
  @Test func extrasOfAModelThatKeyPathsLeadInto() throws {
    struct Around: Mappable {
      @Mapped var keeper: Keeper
      @Mapped("keeper.author", direction: .decodeOnly) var author: String?
      @Mapped("keeper.user.name") var name: String?
      @Mapped("keeper.tags.*.name") var tags: [String]?
    }
    let text =
      #"{"keeper":{"author":"A","user":{"name":"B","age":7},"tags":[{"name":"C","n":1}],"x":1}}"#
    let around = try Around.decode(from: text)
    #expect(around.author == "A" && around.name == "B" && around.tags == ["C"])
    #expect(try JSONValue.decode(from: around.encode()) == JSONValue.decode(from: text))
  }

  private struct Kept: Mappable {
    @Flattened var group: Grouped?
    @Extras var others: JSONObject
  }

  @Test(arguments: [#"{"in":{"k":"s","q":1},"f":1}"#, #"{"in":null,"f":1}"#])
  func extrasOfAFlattenedModelThatFails(_ text: String) throws {
    let lenient = Mapper.with { $0.failurePolicy = .lenient }
    let decoded = try Kept.decode(from: text, using: lenient)
    #expect(Kept.decodeReporting(from: text, using: lenient).value?.others == decoded.others)
  }

  @Test func extrasOfAModelThatIsFlattenedIntoOneThatFails() throws {
    struct Failing: Mappable {
      @Mapped("f.key") var key: Int
      @Flattened var inner: Inner
    }
    struct Around: Mappable {
      @Mapped var id: Int?
      @Flattened var failing: Failing?
      @Extras var others: JSONObject
    }
    let lenient = Mapper.with { $0.failurePolicy = .lenient }
    let text = #"{"f":{"x":1},"deep":{"a":1,"u":2}}"#
    let decoded = try Around.decode(from: text, using: lenient)
    let reported = try #require(Around.decodeReporting(from: text, using: lenient).value)
    #expect(decoded.failing == nil && reported.failing == nil)
    #expect(reported.others == decoded.others)
  }

  @Test func extrasOfAModelFlattenedBeforeOneThatFails() throws {
    struct Second: Mappable {
      @Mapped("b.y") var y: Int
    }
    struct Both: Mappable {
      @Flattened var first: Inner
      @Flattened var second: Second
    }
    struct Checked: Mappable, DecodeCompleting {
      @Flattened var first: Inner
      func didDecode(in context: MappingContext) throws { throw MappingError(.custom) }
    }
    struct Around<Part: Mappable>: Mappable {
      @Flattened var part: Part?
      @Extras var others: JSONObject
    }
    let lenient = Mapper.with { $0.failurePolicy = .lenient }
    let text = #"{"deep":{"a":1,"u":2},"b":{"q":1}}"#
    func others<Part: Mappable>(_: Part.Type) throws -> [JSONObject?] {
      let decoded = try Around<Part>.decode(from: text, using: lenient)
      return [
        decoded.others, Around<Part>.decodeReporting(from: text, using: lenient).value?.others,
      ]
    }
    #expect(try others(Both.self) == [[:], [:]])
    #expect(try others(Checked.self) == [["b": ["q": 1]], ["b": ["q": 1]]])
  }
}
