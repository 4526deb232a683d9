import MirrorMap
import Testing

@testable import TestSupport

private struct Account: Mappable {
  @Mapped var name: String?
  @Mapped var age: Int = 1
  @Mapped var tags: [String] = []
}

private struct Piece<Tag: FreshTag>: Mappable {
  @Mapped var id: Int
}

private struct Whole<Tag: FreshTag>: Mappable {
  @Mapped var piece: Piece<Tag>?
}

struct PropertyPresenceTests {
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

  /// The first documents of a type are read before it is known that the struct is read in place.
  @Test func structThatFailedIsAbsentFromTheFirstDocumentOn() throws {
    func check<Tag: FreshTag>(_ tag: Tag.Type, _ policy: FailurePolicy) throws {
      let mapper = Mapper.with { $0.failurePolicy = policy }
      let failing = #"{"piece":{"id":"x"}}"#
      var issues: [String] = []
      for text in [failing, #"{"piece":1}"#, #"{"piece":{"id":1}}"#, failing, #"{"piece":[]}"#] {
        let whole = try Whole<Tag>.decode(from: text, using: mapper)
        let report = Whole<Tag>.decodeReporting(from: text)
        let isRead = text.contains(":1}}")
        #expect((whole.piece != nil) == isRead)
        #expect(whole.$piece.presence == (isRead ? .value : .absent))
        #expect(report.value?.$piece.presence == whole.$piece.presence)
        #expect(report.issues.count == (isRead ? 0 : 1))
        if text == failing { issues += report.issues.map(\.description) }
      }
      #expect(Set(issues).count == 1)
    }
    for (tag, policy) in zip(FreshTags.all(2), [FailurePolicy.lenient, .lossy]) {
      try check(tag, policy)
    }
  }
}
