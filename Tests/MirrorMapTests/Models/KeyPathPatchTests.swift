import MirrorMap
import Testing

private struct Profile: Mappable, Equatable {
  @Mapped("user.name") var name: String?
  @Mapped("user.home.city") var city: String?
  @Mapped("user.home.zip") var zip: Int = 7
  @Mapped("user.tags.0") var tag: String?
  @Mapped("id") var id: Int
}

private struct Strict: Mappable, Equatable {
  @Mapped("user.name") var name: String
  @Mapped("note") var note: String?
}

private struct Keeping: Mappable, Equatable {
  @Mapped("user.name") var name: String?
  @Extras var others: JSONObject
}

private struct Paging: Mappable, Equatable {
  @Mapped var page: Int
  @Mapped("meta.total") var total: Int?
}

private struct Results: Mappable, Equatable {
  @Mapped var items: [Int] = []
  @Flattened var paging: Paging?
  @Extras var others: JSONObject
}

@Suite struct KeyPathPatchTests {
  @Test func nullForAnObjectOfKeyPathsRemovesWhatIsBelowIt() throws {
    let text = #"{"id":1,"user":{"name":"n","home":{"city":"c","zip":8},"tags":["t"]}}"#
    var profile = try Profile.decode(from: text)
    try profile.apply(mergePatch: #"{"user":{"home":null}}"#)
    #expect(profile.name == "n")
    #expect(profile.city == nil)
    #expect(profile.zip == 7)
    try profile.apply(mergePatch: #"{"user":null}"#)
    #expect(profile == (try Profile.decode(from: #"{"id":1}"#)))
    var strict = try Strict.decode(from: #"{"user":{"name":"n"}}"#)
    #expect(
      errorText { try strict.apply(mergePatch: #"{"user":null}"#) }
        == "$.user.name: required key is missing, expected String"
        + " (line 1, column 9, Strict.name)")
    #expect(strict.name == "n")
  }

  @Test func updateThatIsNoPatchChangesNothing() throws {
    var profile = try Profile.decode(from: #"{"id":1,"user":{"name":"n"}}"#)
    try profile.update(from: #"{"user":null}"#)
    #expect(profile.name == "n")
    var keeping = try Keeping.decode(from: #"{"user":{"name":"n","age":1}}"#)
    try keeping.update(from: #"{"user":null}"#)
    #expect(keeping.others == ["user": ["age": 1]])
    try keeping.update(from: #"{"user":{}}"#)
    #expect(keeping.others == ["user": ["age": 1]])
    try keeping.apply(mergePatch: #"{"user":null}"#)
    #expect(keeping == Keeping())
    #expect(try keeping.encodeString() == "{}")
  }

  @Test func patchBetweenTwoStatesMakesOneIntoTheOther() throws {
    let texts = [
      #"{"id":1}"#, #"{"id":1,"user":{"name":"n"}}"#,
      #"{"id":2,"user":{"name":"n","home":{"city":"c","zip":8},"tags":["t"]}}"#,
      #"{"id":1,"user":{"home":{"zip":9}}}"#,
      #"{"id":1,"user":{"home":{"city":"d"},"tags":["u"]}}"#,
    ]
    for first in texts {
      for second in texts {
        var model = try Profile.decode(from: first)
        let target = try Profile.decode(from: second)
        try model.apply(mergePatch: try target.mergePatch(since: model))
        #expect(model == target, "\(first) → \(second)")
      }
    }
  }

  @Test func patchBetweenTwoStatesOfFlattenedModelsAndExtras() throws {
    let texts = [
      #"{"items":[1]}"#, #"{"page":1}"#, #"{"page":2,"meta":{"total":3}}"#,
      #"{"page":1,"meta":{"total":4,"x":5},"y":6}"#, #"{"y":7,"z":{"a":1}}"#,
      #"{"page":1,"z":{"b":2}}"#,
    ]
    for first in texts {
      for second in texts {
        var model = try Results.decode(from: first)
        let target = try Results.decode(from: second)
        try model.apply(mergePatch: try target.mergePatch(since: model))
        // Of an object in the extras from which all is removed an empty one is left.
        let tree = try JSONValue.decode(from: model.encode(options: .nullsOmitted))
        #expect(try tree == JSONValue.decode(from: target.encode()), "\(first) → \(second)")
      }
    }
  }
}
