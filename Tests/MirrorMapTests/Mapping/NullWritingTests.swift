import Foundation
import MirrorMap
import Testing

private struct Remark: Mappable {
  @Mapped var text: String?
  @Mapped var count: Int?
  @Mapped var tags: [String]?
  @Mapped var rating: Double? = 4.5
}

private struct Boxes: Mappable {
  @Mapped var flag: Bool?
  @Mapped var inner: Remark?
  @Mapped var any: JSONValue = .null
  @Mapped(transform: .iso8601) var date: Date?
}

private struct Linked: Mappable {
  static let emptyIsNil = TransformOf<Int?, String?>(
    decode: { $0.flatMap(Int.init) }, encode: { $0.map { "\($0)" } ?? "" })

  @Mapped(transform: Self.emptyIsNil) var link: Int?
}

struct NullWritingTests {
  @Test func nilOfATransformThatTakesNullIsOmittedWhereItsKeyWasAbsent() throws {
    #expect(try Linked().encodeString() == "{}")
    #expect(try Linked.decode(from: "{}").encodeString() == "{}")
    #expect(try Linked.decode(from: "{}").encodeString(options: .nullsOmitted) == "{}")
    #expect(
      try Linked.decode(from: "{}").encodeString(options: .nullsIncluded) == #"{"link":null}"#)
    #expect(try Linked.decode(from: #"{"link":""}"#).encodeString() == #"{"link":""}"#)
    var linked = try Linked.decode(from: #"{"link":"7"}"#)
    #expect(linked.link == 7)
    linked.link = nil
    #expect(try linked.encodeString() == #"{"link":""}"#)
  }

  @Test func modelMadeInCodeOmitsWhatWasNeverAssigned() throws {
    #expect(try Remark().encodeString() == #"{"rating":4.5}"#)
    #expect(
      try Remark().encodeString(options: .nullsIncluded)
        == #"{"text":null,"count":null,"tags":null,"rating":4.5}"#)
    #expect(try Remark().encodeString(options: .nullsOmitted) == #"{"rating":4.5}"#)
  }

  @Test func absentIsOmittedAndNullStaysNull() throws {
    let note = try Remark.decode(from: #"{"text":null,"tags":null,"rating":null}"#)
    #expect(note.rating == nil)
    #expect(try note.encodeString() == #"{"text":null,"tags":null,"rating":null}"#)
    #expect(try note.encodeString(options: .nullsOmitted) == "{}")
    #expect(
      try note.encodeString(options: .nullsIncluded)
        == #"{"text":null,"count":null,"tags":null,"rating":null}"#)
    #expect(try Remark.decode(from: "{}").encodeString() == #"{"rating":4.5}"#)
  }

  @Test func assignedNilIsWrittenWhateverWasThereBefore() throws {
    var note = try Remark.decode(from: #"{"text":"t","count":1}"#)
    note.text = nil
    note.tags = nil
    #expect(try note.encodeString() == #"{"text":null,"count":1,"tags":null,"rating":4.5}"#)
    #expect(try note.encodeString(options: .nullsOmitted) == #"{"count":1,"rating":4.5}"#)
    note.text = "again"
    #expect(
      try note.encodeString() == #"{"text":"again","count":1,"tags":null,"rating":4.5}"#)
  }

  @Test func nullsOmittedTakesPrecedence() throws {
    let note = try Remark.decode(from: #"{"text":null}"#)
    #expect(
      try note.encodeString(options: [.nullsIncluded, .nullsOmitted]) == #"{"rating":4.5}"#)
  }

  @Test func optionsReachNestedModelsAndOptionalPropertiesOnly() throws {
    var boxes = Boxes()
    #expect(try boxes.encodeString() == #"{"any":null}"#)
    boxes.inner = Remark()
    #expect(try boxes.encodeString() == #"{"inner":{"rating":4.5},"any":null}"#)
    #expect(
      try boxes.encodeString(options: .nullsIncluded)
        == """
        {"flag":null,"inner":{"text":null,"count":null,"tags":null,"rating":4.5},"any":null,\
        "date":null}
        """)
    boxes.flag = nil
    boxes.date = nil
    #expect(
      try boxes.encodeString() == """
        {"flag":null,"inner":{"rating":4.5},"any":null,"date":null}
        """)
  }

  @Test func nullInsideContainersIsAlwaysWritten() throws {
    #expect(try [1, nil].encodeString(options: .nullsOmitted) == "[1,null]")
    #expect(try ["a": Int?.none].encodeString(options: .nullsOmitted) == #"{"a":null}"#)
    #expect(try Int?.none.encodeString(options: .nullsOmitted) == "null")
  }
}
