import MirrorMap

// Types that return for themselves what the library knows about another type.

private struct Large: Mappable {
  @Mapped var numbers: [Int] = [1, 2, 3]
  @Mapped var a = "a"
  @Mapped var b = "b"
  @Mapped var c = "c"
}

private struct Small: Mappable {
  @Mapped var a: Bool = false
  static var _access: _ValueAccess { Large._access }
}

private struct Value: MappableValue {
  var number = 0
  static func decode(from reader: inout JSONReader) throws -> Value {
    try reader.skipValue()
    return Value()
  }
  func encode(to writer: inout JSONWriter) throws { try writer.encode(number) }
  static var _access: _ValueAccess { Large?._access }
}

private final class Object: Mappable {
  @Mapped var a: Bool = false
  static var _access: _ValueAccess { Large._access }
}

private struct Constant: ImmutableMappable {
  init() {}
  init(from object: inout ObjectReader) throws {}
  static var _access: _ValueAccess { [Large]._access }
}

private struct Coding: ValueCoding {
  func decode(from reader: inout JSONReader) throws -> Int { try reader.decode(Int.self) }
  func encode(_ value: Int, to writer: inout JSONWriter) throws { try writer.encode(value) }
  var _access: _ValueAccess { Large._access }
}

private struct Coded: Mappable {
  @Mapped(transform: Coding()) var number = 0
}

private struct Holder<Held: MappableValue>: Mappable {
  @Mapped var held: Held?
  @Mapped var list: [Held] = []
}

/// Returns what is its own every other time.
private struct Fickle: Mappable {
  nonisolated(unsafe) static var count = 0
  @Mapped var a: Bool = false
  static var _access: _ValueAccess {
    count += 1
    return count % 2 == 0 ? Large._access : Holder<Large>._access
  }
}

enum ForeignAccess {
  private static func refuse<Held: MappableValue>(
    _ type: Held.Type, _ value: @autoclosure () -> Held
  ) throws {
    let text = "its _access is that of another type"
    let object = #"{"a": true, "numbers": [4, 5]}"#
    for _ in 0..<3 {
      try expectError(text) { _ = try Held.decode(from: object) }
      try expectError(text) { _ = try Held?.decode(from: object) }
      try expectError(text) { _ = try [Held].decode(from: "[\(object), \(object)]") }
      try expectError(text) { _ = try [Held?].decode(from: "[\(object), null]") }
      try expectError(text) { _ = try [String: Held].decode(from: #"{"a": \#(object)}"#) }
      try expectError(text) { _ = try Holder<Held>.decode(from: #"{"held": \#(object)}"#) }
      try expectError(text) { _ = try value().encode() }
      try expectError(text) { _ = try [value(), value()].encode() }
      try expectError(text) { _ = try ["a": value()].encode() }
    }
  }

  static let scenarios: [Scenario] = [
    .harmless("model-returns-another-model's-access") { try refuse(Small.self, Small()) },
    .harmless("value-returns-another-model's-access") { try refuse(Value.self, Value()) },
    .harmless("object-returns-another-model's-access") { try refuse(Object.self, Object()) },
    .harmless("constants-return-another-model's-access") { try refuse(Constant.self, Constant()) },
    .harmless("model-returns-other-accesses-in-turn") { try refuse(Fickle.self, Fickle()) },
    .harmless("coding-returns-another-model's-access") {
      try expectError("its _access is that of another type") {
        _ = try Coded.decode(from: #"{"number": 1}"#)
      }
    },
  ]
}
