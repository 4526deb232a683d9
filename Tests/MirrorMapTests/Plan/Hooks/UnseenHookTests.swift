import MirrorMap
import Testing

/// A hook that a type adopts in another module than `Mappable`: there the compiler hasn't seen it.
private struct Unseen: Mappable, DecodeCompleting {
  @Mapped var a: Int
  static var _mayHaveHooks: Bool { false }
  mutating func didDecode(in context: MappingContext) throws { a += 1 }
}

private struct Adopting: Mappable {
  @Mapped var a: Int
}

extension Adopting: DecodeCompleting {
  mutating func didDecode(in context: MappingContext) throws { a += 1 }
}

private class Plain: Mappable {
  @Mapped var a: Int
  required init() {}
}

private final class Completing: Plain, DecodeCompleting {
  func didDecode(in context: MappingContext) throws { a += 1 }
}

@Suite struct UnseenHookTests {
  @Test func hookThatWouldGoUnseenIsADeclarationErrorInDebugBuilds() {
    #expect(
      errorText { try Unseen.decode(from: #"{"a":1}"#) }
        == "Unseen cannot be mapped: it adopts a hook in another module than Mappable, "
        + "where the hook isn't seen")
  }

  @Test func hooksOfExtensionsAndSubclassesAreSeen() throws {
    #expect(try Adopting.decode(from: #"{"a":1}"#).a == 2)
    #expect(try Plain.decode(from: #"{"a":1}"#).a == 1)
    #expect(try Completing.decode(from: #"{"a":1}"#).a == 2)
  }
}
