import MirrorMap
import Testing

@testable import TestSupport

private struct OuterUser: Mappable, Equatable {
  @Mapped var id: Int?
}

private struct OuterReply: Mappable, Equatable {
  @Mapped var text: String?
  @Mapped var user: OuterUser?
  @Mapped("meta.b") var b: Int?
}

private struct OuterCircle: Mappable, Equatable {
  @Mapped var r: Int
}

private enum OuterShape: Polymorphic, Equatable {
  case circle(OuterCircle)
  static let registry = ModelRegistry<OuterShape>(.adjacent(tag: "type", content: "c"))
    .adding("circle", embed: OuterShape.circle) {
      if case .circle(let circle) = $0 { circle } else { nil }
    }
}

private struct OuterGroup: Mappable {
  @Mapped("g.x") var x: Int
}

private struct OuterMaybe: Mappable {
  @Mapped var t: Int?
  @Flattened var group: OuterGroup?
}

/// Unknown keys that are those of a model around, whose key paths lead into the model.
struct OuterKeyTests {
  private let reject = Mapper.with { $0.unknownKeys = .reject }
  private let report = Mapper.with { $0.unknownKeys = .report }

  /// What is decoded has no issues, and is written again.
  private func expectKnown<Model: Mappable>(_: Model.Type, _ text: String) throws {
    let model = try Model.decode(from: text, using: reject)
    #expect(Model.decodeReporting(from: text, using: report).issues.isEmpty)
    #expect(try JSONValue.decode(from: model.encode()) == JSONValue.decode(from: text))
  }

  private func expectUnknown<Model: Mappable>(_: Model.Type, _ text: String, _ path: String) {
    for policy in [Mapper.DuplicateKeys.reject, .first, .last] {
      var mapper = reject
      mapper.duplicateKeys = policy
      let error = mappingError { try Model.decode(from: text, using: mapper) }
      #expect(error?.code == .unknownKey && error?.path.description == path)
    }
  }

  private struct Listed: Mappable {
    @Mapped var replies: [OuterReply]
    @Mapped("replies.1.author") var author: String?
    @Mapped("replies.1.user.name") var name: String?
  }

  @Test func keysInElements() throws {
    try expectKnown(
      Listed.self,
      #"{"replies":[{"text":"s"},{"text":"t","author":"a","user":{"id":1,"name":"n"}}]}"#)
    expectUnknown(Listed.self, #"{"replies":[{"author":"a"}]}"#, "$.replies[0].author")
    expectUnknown(
      Listed.self, #"{"replies":[{},{"user":{"nome":"a"}}]}"#, "$.replies[1].user.nome")
  }

  @Test func keysInMembersAndModelsFurtherInside() throws {
    struct Table: Mappable {
      @Mapped var map: [String: OuterReply]
      @Mapped("map.a.author") var author: String?
    }
    struct Deep: Mappable {
      @Mapped var reply: OuterReply
      @Mapped("reply.user.name") var name: String?
    }
    struct Tagged: Mappable {
      @Mapped var s: OuterShape
      @Mapped("s.c.a") var a: Int?
    }
    try expectKnown(Table.self, #"{"map":{"a":{"author":"a"}}}"#)
    expectUnknown(Table.self, #"{"map":{"b":{"author":"a"}}}"#, "$.map.b.author")
    try expectKnown(Deep.self, #"{"reply":{"user":{"id":1,"name":"a"}}}"#)
    expectUnknown(Deep.self, #"{"reply":{"user":{"nome":"a"}}}"#, "$.reply.user.nome")
    expectUnknown(Deep.self, #"{"reply":{"name":"a"}}"#, "$.reply.name")
    try expectKnown(Tagged.self, #"{"s":{"type":"circle","c":{"r":1,"a":2}}}"#)
    expectUnknown(Tagged.self, #"{"s":{"type":"circle","c":{"r":1,"b":2}}}"#, "$.s.c.b")
    let twice = #"{"reply":{"user":{"id":1,"name":"a"},"user":{"id":2}}}"#
    let first = Mapper.with { ($0.duplicateKeys, $0.unknownKeys) = (.first, .reject) }
    #expect(try Deep.decode(from: twice, using: first).name == "a")
    let any = Mapper.with { ($0.keyStrategy, $0.unknownKeys) = (.caseInsensitive, .reject) }
    #expect(try Deep.decode(from: #"{"reply":{"USER":{"Name":"a"}}}"#, using: any).name == "a")
    #expect(
      mappingError { try Deep.decode(from: #"{"reply":{"user":{"name":"a"}"#, using: reject) }?
        .code.isSyntax == true)
  }

  @Test func keysInImmutableModels() throws {
    struct Fixed: ImmutableMappable {
      let text: String
      let b: Int?
      init(from object: inout ObjectReader) throws {
        text = try object.value("text")
        b = try object.value("meta.b")
      }
      func encode(to object: inout ObjectWriter) throws {
        try object.set(text, "text")
        try object.set(b, "meta.b")
      }
    }
    struct Around: Mappable {
      @Mapped var fixed: [Fixed]
      @Mapped("fixed.0.author") var author: String?
      @Mapped("fixed.0.meta.a") var a: Int?
    }
    try expectKnown(
      Around.self, #"{"fixed":[{"text":"t","meta":{"b":2,"a":1},"author":"a"},{"text":"u"}]}"#)
    expectUnknown(
      Around.self, #"{"fixed":[{"text":"t","meta":{"c":1}}]}"#, "$.fixed[0].meta.c")
    expectUnknown(
      Around.self, #"{"fixed":[{"text":"t"},{"text":"u","author":"a"}]}"#, "$.fixed[1].author")
  }

  @Test func valueThatIsReadWholeAndThatAnotherKeyPathLeadsInto() throws {
    struct Whole: Mappable {
      @Mapped var reply: OuterReply
      @Mapped("reply.meta") var meta: JSONValue?
      @Mapped("reply.meta.a") var a: Int?
    }
    try expectKnown(Whole.self, #"{"reply":{"meta":{"a":1,"b":2,"c":3}}}"#)
  }

  @Test func groupOfAFlattenedModelThatIsNil() throws {
    struct Around: Mappable {
      @Mapped var reply: OuterMaybe
      @Mapped("reply.g.z") var z: Int?
    }
    try expectKnown(Around.self, #"{"reply":{"t":1,"g":{"z":1}}}"#)
    try expectKnown(Around.self, #"{"reply":{"t":1,"g":{"x":2,"z":1}}}"#)
    expectUnknown(Around.self, #"{"reply":{"t":1,"g":{"y":1}}}"#, "$.reply.g.y")
  }

  @Test func patchOfAValueThatIsReadAnew() throws {
    struct Text: Transform {
      func decode(_ json: OuterReply) throws -> String? { json.text }
      func encode(_ text: String?) -> OuterReply {
        var reply = OuterReply()
        reply.text = text
        return reply
      }
    }
    struct Around: Mappable {
      @Mapped("reply", transform: Text()) var reply: String?
      @Mapped("reply.author") var author: String?
      @Mapped("reply.user.name") var name: String?
    }
    let text = #"{"reply":{"text":"t","author":"a","user":{"id":1,"name":"n"}}}"#
    var around = try Around.decode(from: text, using: reject)
    try around.apply(mergePatch: #"{"reply":{"author":"b","user":{"name":"m"}}}"#, using: reject)
    #expect(around.reply == "t" && around.author == "b" && around.name == "m")
    #expect(
      mappingError {
        try around.apply(mergePatch: #"{"reply":{"user":{"nome":"b"}}}"#, using: reject)
      }?.code == .unknownKey)
    #expect(
      mappingError { try around.apply(mergePatch: #"{"reply":{"other":"b"}}"#, using: reject) }?
        .code == .unknownKey)
  }

  @Test func deepModelsWithKeysFromAround() throws {
    struct Node: Mappable {
      @Mapped var next: [Node]?
      @Mapped("next.0.info.a.b") var b: Int?
    }
    let depth = 8
    let text =
      String(repeating: #"{"next":[{"info":{"a":{"b":1}},"next":["#, count: depth) + "{}"
      + String(repeating: "]}]}", count: depth)
    let report = Node.decodeReporting(from: text, using: report)
    #expect(report.value?.b == 1 && report.value?.next?[0].next?[0].b == 1)
    #expect(report.issues.isEmpty)
  }
}
