import MirrorMap
import Testing

private struct Account: Mappable {
  @Mapped var name: String?
  @Mapped var age: Int = 1
  @Mapped var tags: [String] = []
}

@Suite struct PropertyPresenceTests {
  @Test func nothingIsPresentOrChangedInAFreshModel() {
    let account = Account()
    #expect(account.$name.presence == .absent)
    #expect(account.$age.presence == .absent)
    #expect(account.$name.isChanged == false)
    #expect(account.$age.isChanged == false)
  }

  @Test func decodingSetsPresenceNotChanges() throws {
    let account = try Account.decode(from: #"{"name":null,"age":5}"#)
    #expect(account.$name.presence == .null)
    #expect(account.$age.presence == .value)
    #expect(account.$tags.presence == .absent)
    #expect(account.$name.isChanged == false)
    #expect(account.$age.isChanged == false)
    #expect(account.$tags.isChanged == false)
  }

  @Test func assigningSetsBothEvenForNilAndForTheSameValue() throws {
    var account = try Account.decode(from: #"{"name":"n","age":5}"#)
    account.name = nil
    account.age = 5
    #expect(account.$name.presence == .null)
    #expect(account.$name.isChanged)
    #expect(account.$age.presence == .value)
    #expect(account.$age.isChanged)
    account.name = "m"
    #expect(account.$name.presence == .value)
  }

  @Test func changingInPlaceCountsForOneCopyOnly() throws {
    let original = try Account.decode(from: "{}")
    var copy = original
    copy.tags.append("t")
    #expect(copy.$tags.isChanged)
    #expect(copy.$tags.presence == .value)
    #expect(original.$tags.isChanged == false)
    #expect(original.$tags.presence == .absent)
    #expect(original.tags.isEmpty)
  }
}
