import Foundation
import MirrorMap
import Synchronization
import Testing

@testable import TestSupport

struct PrototypeCountTests {
  @Test func initRunsAFewTimesForDiscoveryAndThenOncePerInstance() throws {
    #expect(Counted.count.load(ordering: .relaxed) == 0)
    _ = try Counted.decode(from: #"{"a":1}"#)
    let discovery = Counted.count.load(ordering: .relaxed) - 1
    #expect(discovery == 2)
    for _ in 0..<10 { _ = try Counted.decode(from: #"{"a":1}"#) }
    _ = try [Counted].decode(from: #"[{"a":1},{"a":2}]"#)
    _ = try Counted.decode(from: #"{"a":1}"#).encode()
    #expect(Counted.count.load(ordering: .relaxed) == discovery + 14)
    #expect(errorText { try Counted.decode(from: "{}") }.contains("required key is missing"))
    #expect(Counted.count.load(ordering: .relaxed) == discovery + 15)
  }

  @Test func encodingAloneMakesNoInstanceButForDiscovery() throws {
    let model = CountedWriting()
    model.a = 1
    for _ in 0..<5 { #expect(try model.encodeString() == #"{"a":1}"#) }
    #expect(CountedWriting.count.load(ordering: .relaxed) == 3)
  }

  @Test func transformsAreMadeForDiscoveryOnly() throws {
    _ = try CountedTransforms.decode(from: #"{"a":1}"#)
    let count = CountedTransforms.count.load(ordering: .relaxed)
    #expect(count == 1)
    for _ in 0..<10 { _ = try CountedTransforms.decode(from: #"{"a":1}"#) }
    #expect(CountedTransforms.count.load(ordering: .relaxed) == count)
  }

  @Test func defaultsAreMadeForEachInstance() throws {
    let models = try [Identified].decode(from: #"[{},{},{"id":null},{}]"#)
    #expect(Set(models.map(\.id)).count == 4)
    #expect(Set(models.map { ObjectIdentifier($0.token) }).count == 4)
  }
}

// MARK: - Models

final class Counted: Mappable {
  static let count = Atomic<Int>(0)
  @Mapped var a: Int
  init() { Self.count.wrappingAdd(1, ordering: .relaxed) }
}
final class CountedWriting: Mappable {
  static let count = Atomic<Int>(0)
  @Mapped var a: Int
  init() { Self.count.wrappingAdd(1, ordering: .relaxed) }
}
struct CountedTransforms: Mappable {
  static let count = Atomic<Int>(0)
  static func make() -> TransformOf<Int, Int> {
    count.wrappingAdd(1, ordering: .relaxed)
    return TransformOf(decode: { $0 + 1 }, encode: { $0 - 1 })
  }
  @Mapped(transform: CountedTransforms.make()) var a: Int
}
struct Identified: Mappable {
  @Mapped var id: UUID = UUID()
  var token = Landmark()
}
