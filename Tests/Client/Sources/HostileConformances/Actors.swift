import Distributed
import MirrorMap

// Actors protect their properties by a queue of their own, which the library would go around. So
// they cannot be mapped, although nothing in Swift keeps them from saying that they can.

private actor Account: Mappable {
  @Mapped var balance = 0
}

private distributed actor Remote: @preconcurrency Mappable {
  typealias ActorSystem = LocalTestingDistributedActorSystem
  @Mapped var balance = 0
  init() { actorSystem = LocalTestingDistributedActorSystem() }
}

private actor Constant: @preconcurrency ImmutableMappable {
  let balance: Int
  init(from object: inout ObjectReader) throws { balance = try object.value("balance") }
}

private actor Value: MappableValue {
  static func decode(from reader: inout JSONReader) throws -> Self {
    throw MappingError(expected: "what is never asked for")
  }
  nonisolated func encode(to writer: inout JSONWriter) throws { try writer.encode(1) }
  init() {}
}

private struct Holder<Held: MappableValue>: Mappable {
  @Mapped var held: Held?
  @Mapped var list: [Held] = []
}

private struct Constants: ImmutableMappable {
  let held: Constant
  init(from object: inout ObjectReader) throws { held = try object.value("held") }
}

enum Actors {
  private static func refuse<Held: MappableValue>(_ type: Held.Type, _ name: String) throws {
    let text = "\(name) cannot be mapped: it is an actor"
    try expectError(text) { _ = try Held.decode(from: #"{"balance": 1}"#) }
    try expectError(text) { _ = try [Held?].decode(from: #"[{"balance": 1}]"#) }
    try expectError(text) { _ = try [String: Held].decode(from: "{}") }
    try expectError(text) { _ = try Holder<Held>.decode(from: "{}") }
    try expectError(text) { _ = try Holder<Held>().encode() }
  }

  static let scenarios: [Scenario] = [
    .harmless("actor-is-a-model") {
      try refuse(Account.self, "Account")
      try expectError("it is an actor") { _ = try Account().encode() }
    },
    .harmless("distributed-actor-is-a-model") {
      try refuse(Remote.self, "Remote")
      try expectError("it is an actor") { _ = try Remote().encode() }
    },
    .harmless("actor-is-an-immutable-model") {
      try refuse(Constant.self, "Constant")
      try expectError("it is an actor") {
        _ = try Constants.decode(from: #"{"held": {"balance": 1}}"#)
      }
    },
    .harmless("actor-is-a-value") {
      try refuse(Value.self, "Value")
      try expectError("it is an actor") { _ = try Value().encode() }
    },
  ]
}
