import MirrorMap
import Testing

@testable import TestSupport

private class Resource<ID: MappableValue & Hashable>: Mappable {
  @Mapped var id: ID
  required init() {}
}

private class Named<ID: MappableValue & Hashable>: Resource<ID> {
  @Mapped var name: String?
}

private class Document<Body: MappableValue>: Named<String>, DecodeCompleting {
  @Mapped("content.body") var body: Body
  @Mapped("content.kind") var kind: String = "plain"
  var levels: [String] = []
  func didDecode(in context: MappingContext) throws { levels.append("Document") }
}

private class Station: Mappable {
  @Mapped private var code: Int = 1
  required init() {}
}

private final class Outpost: Station {
  @Mapped private var code: Int = 2
}

private final class Relay: Station {
  @Mapped("relay") private var code: Int = 2
}

private final class Letter: Document<[String]> {
  @Mapped var to: Person?
  @Mapped("content.body") var same: [String]?
  override func didDecode(in context: MappingContext) throws {
    try super.didDecode(in: context)
    levels.append("Letter")
  }
}

private final class Memo: Document<[String]> {
  @Mapped var to: Person?
  override func didDecode(in context: MappingContext) throws {
    try super.didDecode(in: context)
    levels.append("Memo")
  }
}

/// A class whose own code writes it, and its subclasses too.
private class Tag: Mappable {
  @Mapped var name: String
  required init() {}
  func encode(to writer: inout JSONWriter) throws { try writer.encode(name.uppercased()) }
}

private final class ColoredTag: Tag {
  @Mapped var color: String = "red"
}

private struct Person: Mappable, Equatable {
  @Mapped var name: String
}

private struct Response<Value: MappableValue>: Mappable {
  @Mapped var value: Value?
  @Mapped var error: String?
}

struct InheritedModelTests {
  private let document =
    #"{"id": "x", "name": "n", "content": {"body": ["a"], "kind": "k"}, "to": {"name": "p"}}"#

  @Test func fourLevelsTwoOfThemGenericWithHooks() throws {
    let note = try Memo.decode(from: document)
    #expect(note.id == "x" && note.name == "n" && note.body == ["a"] && note.kind == "k")
    #expect(note.to?.name == "p" && note.levels == ["Document", "Memo"])
    try (note as Resource<String>).update(
      from: #"{"content": {"body": []}, "to": {"name": "q"}, "name": null}"#)
    #expect(note.body == [] && note.kind == "k" && note.to?.name == "q" && note.name == nil)
    #expect(note.levels == ["Document", "Memo", "Document", "Memo"])
    note.kind = "z"
    note.to?.name = "r"
    #expect(
      try note.encodeString(options: .changesOnly)
        == #"{"content":{"kind":"z"},"to":{"name":"r"}}"#)
  }

  @Test func privatePropertiesOfOneNameAreToldApart() throws {
    #expect(
      errorText { try Outpost.decode(from: "{}") }
        == #"Outpost.code cannot be mapped: it writes the same key "code" as Station.code"#)
    let post = try Relay.decode(from: #"{"code":2,"relay":3}"#)
    #expect(try post.encodeString() == #"{"code":2,"relay":3}"#)
  }

  @Test func subclassThatMapsAKeyOfItsSuperclassAgainIsReported() {
    #expect(
      errorText { try Letter.decode(from: document) }
        == #"Letter.same cannot be mapped: it writes the same key "content.body" as "#
        + "Document<[String]>.body")
  }

  @Test func defaultOfASubclassPropertyComesBackInAPatchForItsOwnType() throws {
    let note = try Memo.decode(from: document)
    try (note as Named<String>).apply(mergePatch: #"{"content": {"kind": null}, "to": null}"#)
    #expect(note.kind == "plain" && note.to == nil && note.body == ["a"])
  }

  @Test func objectsOfAnArrayAreWrittenByTheirOwnClasses() throws {
    let stations = try ["{}", #"{"code":5}"#].map { try Relay.decode(from: $0) } + [Station()]
    let tags = try [Tag.decode(from: #"{"name":"a"}"#), ColoredTag.decode(from: #"{"name":"b"}"#)]
    // From the second time on, the classes are known to be written by their plans, or not to be.
    for _ in 0..<3 {
      #expect(
        try stations.encodeString() == #"[{"code":1,"relay":2},{"code":5,"relay":2},{"code":1}]"#)
      #expect(try tags.encodeString() == #"["A","B"]"#)
    }
  }

  @Test func objectOfAnArrayThatCannotBeWrittenIsReportedWithItsIndex() throws {
    let complete = try Named<Int>.decode(from: #"{"id":1}"#)
    for _ in 0..<3 {
      #expect(try [complete, complete].encodeString() == #"[{"id":1},{"id":1}]"#)
      #expect(
        errorText { try [complete, Named<Int>()].encodeString() as String }
          == "$[1].id: a required property was neither decoded nor assigned (Named<Int>.id)")
    }
  }

  @Test func genericEnvelopesAreDecodedUpdatedAndCompared() throws {
    var one = try Response<Person>.decode(from: #"{"value": {"name": "A"}}"#)
    try one.update(from: #"{"value": {}, "error": "e"}"#)
    #expect(one.value?.name == "A" && one.error == "e")
    var many = try Response<[Person]>.decode(from: #"{"value": [{"name": "A"}]}"#)
    let before = many
    try many.update(from: #"{"value": [{"name": "B"}, {"name": "C"}]}"#)
    #expect(many.value?.map(\.name) == ["B", "C"])
    #expect(
      String(decoding: try many.mergePatch(since: before), as: UTF8.self)
        == #"{"value":[{"name":"B"},{"name":"C"}]}"#)
    var deep = try Response<Response<[String: Person]>>.decode(
      from: #"{"value": {"value": {"k": {"name": "A"}}}}"#)
    try deep.update(from: #"{"value": {"value": {"l": {"name": "B"}}}}"#)
    #expect(deep.value?.value?.count == 2)
    #expect(
      errorText { try deep.update(from: #"{"value": {"value": {"m": {}}}}"#) }
        == "$.value.value.m.name: required key is missing, expected String"
        + " (line 1, column 27, Person.name)")
  }
}
