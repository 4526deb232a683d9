import MirrorMap

@testable import TestSupport

/// The places at which a number of some type can be read from a document.
///
/// They differ in the code that reads: models on the fast path, arrays that are collected on the
/// stack, optionals, containers, trees, key by key.
struct PlaceOfNumber<Value: MappableValue & Sendable>: Sendable {
  let name: String
  /// The document, with `?` where the number goes.
  let frame: String
  let read: @Sendable (UnsafeRawBufferPointer) throws -> Value

  /// Whether the number can be `null`.
  var isOptional: Bool { name.hasPrefix("optional") }

  /// Reads a number at this place, at the end of readable memory.
  func read(_ text: some StringProtocol) throws -> Value {
    try GuardedBytes.withBytes(document(text), read)
  }

  func document(_ text: some StringProtocol) -> [UInt8] {
    Array(frame.replacing("?", with: String(text)).utf8)
  }

  static var all: [PlaceOfNumber] {
    [
      PlaceOfNumber(name: "document", frame: "?") { try Value.decode(from: $0) },
      PlaceOfNumber(name: "property", frame: #"{"held":?}"#) {
        try WayOfReading.Requiring<Value>.decode(from: $0).held
      },
      PlaceOfNumber(name: "optional property", frame: #"{"held":?}"#) {
        try found(WayOfReading.Tolerating<Value>.decode(from: $0).held)
      },
      PlaceOfNumber(name: "element", frame: "[?]") { try found([Value].decode(from: $0).first) },
      PlaceOfNumber(name: "ninth element", frame: "[0,0,0,0,0,0,0,0,?,0]") {
        try [Value].decode(from: $0)[8]
      },
      PlaceOfNumber(name: "optional element", frame: "[null, ?]") {
        try found([Value?].decode(from: $0)[1])
      },
      PlaceOfNumber(name: "value of a dictionary", frame: #"{"a":?}"#) {
        try found([String: Value].decode(from: $0)["a"])
      },
      PlaceOfNumber(name: "key path", frame: #"{"a":[[?]]}"#) {
        try Value.decode(from: $0, at: "a.0.0")
      },
      PlaceOfNumber(name: "immutable model", frame: #"{"held":?}"#) {
        try Immutable<Value>.decode(from: $0).held
      },
      PlaceOfNumber(name: "careful model", frame: #"{"held":?}"#) {
        try WayOfReading.Requiring<Value>.decode(from: $0, using: .lenient).held
      },
      PlaceOfNumber(name: "last duplicate", frame: #"{"held":0,"held":?}"#) {
        try WayOfReading.Requiring<Value>.decode(from: $0, using: .lastCounts).held
      },
      PlaceOfNumber(name: "text", frame: #"["?"]"#) {
        try found([Value].decode(from: $0, using: .bending).first)
      },
      PlaceOfNumber(name: "view", frame: #"{"held":?}"#) {
        try found(JSONView(BorrowedSource(bytes: $0))["held"]?.decode(Value.self))
      },
    ]
  }

  private static func found(_ value: Value?) throws -> Value {
    guard let value else { throw WayOfReading.Difference() }
    return value
  }

  struct Immutable<Held: MappableValue>: ImmutableMappable {
    let held: Held
    init(from object: inout ObjectReader) throws { held = try object.value("held") }
  }
}
