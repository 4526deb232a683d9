/// A type whose values are read and written by a registry of its own: an enum with payloads above all.
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
/// It can be used wherever a mappable value can. (Cases without a payload need `Event: Equatable`.) The
/// types of a protocol or of a class hierarchy have a ``ModelRegistry`` beside them instead.
public protocol Polymorphic: MappableValue {
  /// How the type's values are distinguished; a `static let`.
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
