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

@Suite struct NullWritingTests {
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
