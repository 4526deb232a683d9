/// The state of a mapped property in addition to its value.
///
/// ```swift
/// let user = try User.decode(from: #"{"email": null}"#)
/// user.email              // nil
/// user.$email.presence    // .null: the key was present
/// user.$phone.presence    // .absent
/// ```
public struct PropertyState: Hashable, Sendable {
  /// Whether and how a property was present in the document, or has been assigned since.
  public enum Presence: Hashable, Sendable {
    /// The key was absent, its value couldn't be read and was replaced by nil or the default, or nothing has been
    /// decoded.
    case absent
    /// The document had `null`, even if the property kept its default, or nil was assigned.
    case null
    /// There is a value.
    case value
  }

  /// Whether there was a value, `null`, or nothing.
  public let presence: Presence

  /// Whether the property has been assigned since it was decoded; in a model made in code, whether
  /// it has been assigned at all.
  ///
  /// Optional chaining on nil assigns nothing: `user.address?.city = "Leeds"` isn't a change if there is no address.
  public let isChanged: Bool

  /// The state of a property.
  ///
  /// It's generic in the value and not a member of the wrapper, whose metadata callers would have to look up. An
  /// initializer would take ownership of the storage, so callers would copy it.
  @usableFromInline
  static func of<Value>(_ storage: FieldStorage<Value>) -> PropertyState {
    let isChanged = storage.state.isChanged
    let isNull = isChanged ? storage.isNone : storage.state.isNull
    return PropertyState(
      presence: isNull ? .null : isChanged || storage.state.isValue ? .value : .absent,
      isChanged: isChanged)
  }
}
