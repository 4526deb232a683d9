import MirrorMap
import Testing

@testable import TestSupport

/// Holds itself with another parameter: there is no end of types.
private final class Endless<Item: MappableValue>: Mappable {
  @Mapped var item: Item?
  @Mapped var next: Endless<[Item]>?
}

struct EndlessModelTests {
  @Test func modelsWithoutEndUsedToExhaustTheStack() {
    #expect(
      errorText { try Endless<Int>.decode(from: "{}") }
        == "Endless<Int> cannot be mapped: it leads to more models than can be planned, maybe without end"
    )
  }
}
