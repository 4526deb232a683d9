import MirrorMap
import Testing

private struct Account: Mappable {
  @Mapped var name: String?
  @Mapped var age: Int = 1
  @Mapped var tags: [String] = []
}

@Suite("State of a property")
struct PropertyPresenceTests {
  @Test("nothing is present or changed in a fresh model")
  func fresh() {
    let account = Account()
    #expect(account.$name.presence == .absent)
    #expect(account.$age.presence == .absent)
    #expect(account.$name.isChanged == false)
    #expect(account.$age.isChanged == false)
  }

  @Test("decoding sets presence, not changes")
  func decoded() throws {
    let account = try Account.decode(from: #"{"name":null,"age":5}"#)
    #expect(account.$name.presence == .null)
    #expect(account.$age.presence == .value)
    #expect(account.$tags.presence == .absent)
    #expect(account.$name.isChanged == false)
    #expect(account.$age.isChanged == false)
    #expect(account.$tags.isChanged == false)
  }

  @Test("assigning sets both, to nil as well, and to the same value as well")
  func assigned() throws {
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

  @Test("changing in place counts, and concerns one copy only")
  func inPlace() throws {
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
