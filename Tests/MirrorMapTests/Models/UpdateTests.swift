import MirrorMap
import Testing

@testable import TestSupport

private struct Street: Mappable, Equatable {
  @Mapped var name: String
  @Mapped var number: Int
  @Mapped var note: String?
}

private struct Label: Mappable, Equatable {
  @Mapped var text: String
  @Mapped var weight: Int = 1
}

private enum Room: String, MappableKey { case kitchen, attic }

private struct Home: Mappable, Equatable {
  @Mapped var id: Int
  @Mapped var owner: String?
  @Mapped var floors: Int = 2
  @Mapped var street: Street
  @Mapped var second: Street?
  @Mapped("position.x") var x: Double?
  @Mapped("position.y") var y: Double?
  @Mapped("title", "name") var title: String?
  @Mapped var tags: [String] = []
  @Mapped var keys: Set<Int> = []
  @Mapped var labels: [String: Label] = [:]
  @Mapped("sizes", transform: HexNumber()) var sizes: [Room: Int] = [:]
  @Mapped var parts: [Label] = []
}

private let document = #"""
  {"id": 1, "owner": "Ann", "street": {"name": "Elm", "number": 3, "note": "n"},
   "position": {"x": 1, "y": 2}, "title": "T", "tags": ["a", "b"], "keys": [1, 2],
   "labels": {"one": {"text": "1", "weight": 9}}, "sizes": {"kitchen": "ff"},
   "parts": [{"text": "p", "weight": 4}, {"text": "q"}]}
  """#

struct UpdateTests {
  private func home() throws -> Home { try Home.decode(from: document) }

  @Test func emptyObjectChangesNothingNorTheStateOfProperties() throws {
    let before = try home()
    var after = before
    try after.update(from: "{}")
    #expect(after == before)
    #expect(after.$owner.presence == .value)
    #expect(after.$second.presence == .absent)
    #expect(!after.$id.isChanged && !after.$owner.isChanged)
  }

  @Test func presentMembersAreTakenAndEverythingElseStays() throws {
    let before = try home()
    var after = before
    try after.update(from: #"{"floors": 5, "id": 2, "unknown": [1]}"#)
    #expect(after.floors == 5 && after.id == 2)
    after.floors = before.floors
    after.id = before.id
    #expect(after == before)
  }

  @Test func nestedStructsAreMerged() throws {
    var home = try home()
    try home.update(from: #"{"street": {"number": 4, "note": null}}"#)
    #expect(home.street.name == "Elm" && home.street.number == 4 && home.street.note == nil)
    #expect(home.street.$note.presence == .null)
    #expect(home.street.$name.presence == .value)
  }

  @Test func optionalModelThatWasNilIsDecodedAfreshWithItsRequiredKeys() throws {
    var home = try home()
    #expect(
      errorText { try home.update(from: #"{"second": {"number": 4}}"#) }
        == """
        $.second.name: required key is missing, expected String (line 1, column 12, Street.name)
        """)
    #expect(home.second == nil)
    try home.update(from: #"{"second": {"number": 4, "name": "Oak"}}"#)
    #expect(home.second?.name == "Oak")
    try home.update(from: #"{"second": {"number": 5}}"#)
    #expect(home.second?.name == "Oak" && home.second?.number == 5)
    try home.update(from: #"{"second": null}"#)
    #expect(home.second == nil)
    #expect(home.$second.presence == .null)
  }

  @Test func nullClearsAnOptionalOrLeavesItIfTheMapperSaysSo() throws {
    var home = try home()
    var mapper = Mapper()
    mapper.nullsOnUpdate = .keep
    let patch =
      #"{"owner": null, "position": {"x": null}, "title": null, "street": {"note": null}}"#
    try home.update(from: patch, using: mapper)
    #expect(home.owner == "Ann" && home.x == 1 && home.title == "T" && home.street.note == "n")
    #expect(home.$owner.presence == .value)
    try home.update(from: patch)
    #expect(home.owner == nil && home.x == nil && home.y == 2 && home.title == nil)
    #expect(home.$owner.presence == .null && home.$x.presence == .null)
  }

  @Test func nullForADefaultLeavesItsValueAndState() throws {
    var home = try home()
    home.floors = 7
    try home.update(from: #"{"floors": null, "tags": null}"#)
    #expect(home.floors == 7 && home.tags == ["a", "b"])
    #expect(home.$floors.isChanged && home.$floors.presence == .value)
    #expect(home.$tags.presence == .value)
  }

  @Test func nullForARequiredPropertyIsAnErrorDecodedOrMadeInCode() throws {
    var decoded = try home()
    #expect(
      errorText { try decoded.update(from: #"{"id": null}"#) }
        == "$.id: expected Int, found null (line 1, column 8, Home.id)")
    var made = Label()
    made.text = "x"
    #expect(
      errorText { try made.update(from: #"{"text": null}"#) }
        == "$.text: expected String, found null (line 1, column 10, Label.text)")
    #expect(made.text == "x" && made.$text.isChanged)
  }

  @Test func arraysAndSetsAreReplacedAndTheirElementsDecodedAfresh() throws {
    var home = try home()
    try home.update(from: #"{"tags": ["c"], "keys": [3], "parts": [{"text": "r"}]}"#)
    #expect(home.tags == ["c"] && home.keys == [3])
    #expect(home.parts.map(\.text) == ["r"] && home.parts.map(\.weight) == [1])
    let before = home
    #expect(
      errorText { try home.update(from: #"{"parts": [{"weight": 1}]}"#) }
        == "$.parts[0].text: required key is missing, expected String"
        + " (line 1, column 12, Label.text)")
    #expect(home == before)
  }

  @Test func dictionariesAreUpdatedByKeyTheirModelsMergedOrDecodedAfresh() throws {
    var home = try home()
    try home.update(from: #"{"labels": {"one": {"text": "I"}, "two": {"text": "II"}}}"#)
    #expect(home.labels["one"]?.weight == 9 && home.labels["one"]?.text == "I")
    #expect(home.labels["two"]?.weight == 1)
    #expect(
      errorText { try home.update(from: #"{"labels": {"three": {"weight": 1}}}"#) }
        == "$.labels.three.text: required key is missing, expected String"
        + " (line 1, column 22, Label.text)")
    #expect(
      errorText { try home.update(from: #"{"labels": {"one": null}}"#) }
        == "$.labels.one: expected an object for Label, found null (line 1, column 20, Home.labels)"
    )
    #expect(home.labels.count == 2)
  }

  @Test func typedKeysAndTransformsInDictionaries() throws {
    var home = try home()
    try home.update(from: #"{"sizes": {"attic": "10", "kitchen": "a"}}"#)
    #expect(home.sizes == [.attic: 16, .kitchen: 10])
    #expect(
      errorText { try home.update(from: #"{"sizes": {"hall": "1"}}"#) }
        == "$.sizes.hall: expected a key of type Room, found another one"
        + " (line 1, column 12, Home.sizes)")
    #expect(
      errorText { try home.update(from: #"{"sizes": {"attic": "1", "attic": "2"}}"#) }
        == "$.sizes.attic: key appears a second time (line 1, column 26, Home.sizes)")
    #expect(home.sizes == [.attic: 16, .kitchen: 10])
  }

  @Test func preferredAlternativeWinsAndAnAbsentPropertyKeepsItsValue() throws {
    var home = try home()
    try home.update(from: #"{"name": "N"}"#)
    #expect(home.title == "N")
    try home.update(from: #"{"name": "M", "title": "U"}"#)
    #expect(home.title == "U")
    try home.update(from: #"{"id": 3}"#)
    #expect(home.title == "U" && home.$title.presence == .value)
  }

  @Test func partAtAKeyPathOrNothingIfThereIsNone() throws {
    var home = try home()
    try home.update(from: #"{"a": [{"id": 8}], "id": 9}"#, at: "a.0")
    #expect(home.id == 8)
    try home.update(from: #"{"a": []}"#, at: "a.0")
    #expect(home.id == 8)
    try home.update(from: #"{"a/b": {"c.d": {"id": 10}}}"#, at: "a/b|c.d", delimiter: "|")
    #expect(home.id == 10)
  }

  @Test func structThatCannotBeUpdatedStaysAndNothingCountsAsUpdated() throws {
    let before = try home()
    var after = before
    let error = mappingError {
      try after.update(from: #"{"id": 2, "street": {"name": "Oak", "number": "x"}}"#)
    }
    #expect(
      error.map { "\($0)" } == "$.street.number: expected Int, found a string"
        + " (line 1, column 47, Street.number)")
    #expect(error?.updatedProperties == [])
    #expect(after == before)
    #expect(
      errorText { try after.update(from: "[]") }
        == "$: expected an object for Home, found an array (line 1, column 1)")
    #expect(
      errorText { try after.update(from: #"{"id": 4"#) }
        == "$.id: expected ',' or '}', found the end of the input (line 1, column 9)")
    #expect(after == before)
  }

  @Test func valuesOfAllKindsCanBeUpdatedOnTheirOwn() throws {
    var array = [1, 2]
    try array.update(from: "[3]")
    #expect(array == [3])
    var labels = ["a": 1, "b": 2]
    try labels.update(from: #"{"b": 3, "c": 4}"#)
    #expect(labels == ["a": 1, "b": 3, "c": 4])
    var maybe: Label?
    try maybe.update(from: #"{"text": "t", "weight": 3}"#)
    try maybe.update(from: #"{"text": "u"}"#)
    #expect(maybe?.text == "u" && maybe?.weight == 3)
    try maybe.update(from: "null")
    #expect(maybe == nil)
    var number = 1
    try number.update(from: "2")
    #expect(number == 2)
  }

  @Test func updatedIsNoChangeAndEarlierChangesRemain() throws {
    var home = try home()
    home.owner = "Bob"
    home.floors = 9
    try home.update(from: #"{"owner": "Eve", "id": 3}"#)
    #expect(!home.$owner.isChanged && home.$floors.isChanged && !home.$id.isChanged)
    #expect(try home.encodeString(options: .changesOnly) == #"{"floors":9}"#)
  }

  @Test func changedAndUpdatedDictionaryKeepsItsChange() throws {
    var home = try home()
    home.sizes[.attic] = 1
    try home.update(from: #"{"sizes": {"kitchen": "2"}}"#)
    #expect(home.sizes == [.attic: 1, .kitchen: 2])
    #expect(home.$sizes.isChanged)
  }
}
