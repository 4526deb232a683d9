import Synchronization
import Testing

@testable import MirrorMap

private struct Pebble: Mappable {
  @Mapped var weight: Int
}

private final class Lookups: Sendable {
  let count = Atomic<Int>(0)
}

/// Counts how often its shape is looked at.
private struct LookupCounting: ValueCoding {
  let holdsModel: Bool
  let lookups = Lookups()

  func decode(from reader: inout JSONReader) throws -> Int { try reader.decode(Int.self) }

  func encode(_ value: Int, to writer: inout JSONWriter) throws { try writer.encode(value) }

  var shape: ValueShape {
    lookups.count.wrappingAdd(1, ordering: .relaxed)
    return .anything(containing: holdsModel ? [.model(Pebble.self)] : [])
  }
}

struct PropertyDeclarationTests {
  @Test func modelsAreLookedForOnce() {
    for holdsModel in [true, false] {
      let coding = LookupCounting(holdsModel: holdsModel)
      let declaration = PropertyDeclaration(
        MappedKey(), coding, none: nil, hasDefault: false)
      for _ in 0..<3 { #expect(declaration.leadsToModels == holdsModel) }
      #expect(coding.lookups.count.load(ordering: .relaxed) == 1)
    }
  }
}
