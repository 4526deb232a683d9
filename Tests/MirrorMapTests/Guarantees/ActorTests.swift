import MirrorMap
import Testing

@testable import TestSupport

/// Mapping would bypass the isolation of an actor. That an actor cannot be mapped inside of other types as
/// well is seen by `HostileConformances`.
struct ActorTests {
  private actor Account: Mappable {
    @Mapped var balance = 0
  }

  private actor Value: MappableValue {
    static func decode(from reader: inout JSONReader) throws -> Self {
      throw MappingError(expected: "what is never asked for")
    }
    nonisolated func encode(to writer: inout JSONWriter) throws { try writer.encode(1) }
  }

  private actor Fixed: ImmutableMappable {
    let balance: Int
    init(from object: inout ObjectReader) throws { balance = try object.value("balance") }
  }

  private final class Counter: MappableValue {
    let count: Int
    init(count: Int) { self.count = count }
    static func decode(from reader: inout JSONReader) throws -> Self {
      Self(count: try reader.decode(Int.self))
    }
    func encode(to writer: inout JSONWriter) throws { try writer.encode(count) }
  }

  @Test func actorIsNoModel() throws {
    let text = "Account cannot be mapped: it is an actor, whose isolation mapping would bypass"
    let error = #expect(throws: MappingError.self) { try Account.decode(from: #"{"balance": 1}"#) }
    #expect(error?.code == .declaration)
    #expect(error?.description.contains(text) == true)
    #expect(throws: MappingError.self) { try [Account].decode(from: "[]") }
    #expect(throws: MappingError.self) { try Account().encode() }
  }

  @Test func actorIsNoValue() throws {
    let error = #expect(throws: MappingError.self) { try [Value?].decode(from: "[null]") }
    #expect(error?.code == .declaration)
    #expect(error?.description.contains("Value cannot be mapped: it is an actor") == true)
  }

  @Test func actorIsNoImmutableModel() {
    let text = "Fixed cannot be mapped: it is an actor, whose isolation mapping would bypass"
    for json in [#"{"balance": 1}"#, #"{"balance": "x"}"#] {
      #expect(errorText { try Fixed.decode(from: json) } == text)
      #expect(errorText { try [Fixed?].decode(from: "[\(json)]") } == text)
    }
  }

  @Test func otherClassesAreValues() throws {
    #expect(try [Counter].decode(from: "[1, 2]").map(\.count) == [1, 2])
    #expect(try [Counter].decode(from: "[3]").encodeString() == "[3]")
  }
}
