/// A type that is decoded and encoded by its own registry, such as an enum whose cases have payloads.
///
/// ```swift
/// enum Event: Polymorphic {
///   case move(Move), stop
///
///   static let registry = ModelRegistry<Event>(.internal(tag: "type"))
///     .adding("move", embed: Event.move, extract: { if case .move(let move) = $0 { move } else { nil } })
///     .adding("stop", .stop)
/// }
///
/// let events = try [Event].decode(from: #"[{"type": "move", "dx": 1}, {"type": "stop"}]"#)
/// ```
///
/// The type can be used like any other mappable value. If it has cases without a payload, it must be
/// `Equatable`. For the types of a protocol or of a class hierarchy, declare a ``ModelRegistry`` instead, and
/// pass it as a transform.
public protocol Polymorphic: MappableValue {
  /// The registry of the type's cases. Declare it as a `static let`.
  static var registry: ModelRegistry<Self> { get }
}

extension Polymorphic {
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> Self {
    try registry.decode(from: &reader)
  }

  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    try Self.registry.encode(self, to: &writer)
  }

  public static var acceptsNull: Bool { registry.acceptsNull }

  public static var _access: _ValueAccess { .passing(registry, for: Self.self) }

  public static var shape: ValueShape { registry.shape }
}
