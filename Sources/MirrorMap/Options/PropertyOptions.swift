/// In which directions a property is mapped.
///
/// ```swift
/// @Mapped("password", direction: .encodeOnly) var password: String?
/// @Mapped("etag", direction: .decodeOnly) var etag: String?
/// ```
@frozen
public enum MappingDirection: UInt8, Sendable {
  /// Read and written.
  case both
  /// Read, never written.
  case decodeOnly
  /// Written, never read. Such a property is optional or has a default.
  case encodeOnly
}

/// What a property declares beside its key and its transform.
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

  /// Nothing out of the ordinary.
  @usableFromInline static let none = PropertyOptions()

  /// Whether the property's value is read in another way than the mapper says.
  var altersReading: Bool { coercion != nil || onFailure != nil }
}
