/// The directions in which a property is mapped.
///
/// ```swift
/// @Mapped("password", direction: .encodeOnly) var password: String?
/// @Mapped("etag", direction: .decodeOnly) var etag: String?
/// ```
@frozen
public enum MappingDirection: UInt8, Sendable {
  /// Decoded and encoded.
  case both
  /// Decoded, never encoded.
  case decodeOnly
  /// Encoded, never decoded. Such a property must be optional or have a default.
  case encodeOnly
}

/// The options that a property declares in addition to its key and transform.
@usableFromInline
struct PropertyOptions: Sendable {
  let coercion: Coercion?
  let onFailure: FailurePolicy?
  let direction: MappingDirection

  @usableFromInline
  init(
    _ coercion: Coercion? = nil, _ onFailure: FailurePolicy? = nil,
    _ direction: MappingDirection = .both
  ) {
    self.coercion = coercion
    self.onFailure = onFailure
    self.direction = direction
  }

  /// Whether the property's value is read with other options than the mapper's.
  var altersReading: Bool { coercion != nil || onFailure != nil }
}
