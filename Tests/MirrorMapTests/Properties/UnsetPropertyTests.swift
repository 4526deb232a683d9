import MirrorMap
import Testing

@testable import TestSupport

struct UnsetPropertyTests {
  @Test func readingARequiredPropertyThatWasNeverSetTraps() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Unset().id
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "A required property of type Int was read before it was decoded or assigned. The debugger"
          + " shows which one in the frame of the caller."))
  }

  @Test func changingAnUnsetPropertyInPlaceTraps() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var unset = Unset()
      unset.names.append("x")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("A required property of type [String] was read before it was decoded"))
  }

  @Test func assigningToAnUnsetPropertyIsFine() {
    var unset = Unset()
    unset.id = 1
    unset.names = ["a"]
    unset.names.append("b")
    #expect(unset.id == 1 && unset.names == ["a", "b"])
  }

  @Test func encodingAnUnsetPropertyThrows() {
    #expect(
      errorText { try Unset().encode() }
        == "$.id: a required property was neither decoded nor assigned (Unset.id)")
    var unset = Unset()
    unset.id = 1
    #expect(
      errorText { try [unset].encode() }
        == "$[0].names: a required property was neither decoded nor assigned (Unset.names)")
  }

  @Test func unsetOptionalsReadNil() {
    #expect(Unset().note == nil && Unset().deep == nil && Unset().forced == nil)
  }
}

// MARK: - Models

struct Unset: Mappable {
  @Mapped var id: Int
  @Mapped var names: [String]
  @Mapped var note: String?
  @Mapped var deep: [Int?]???
  @Mapped var forced: Unset.Inner!

  struct Inner: Mappable { @Mapped var a: Int }
}
