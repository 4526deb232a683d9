/// What an update does where it differs from a decoding.
@usableFromInline
struct UpdateRules {
  /// Whether `null` leaves an optional property as it is.
  var keepsNulls = false
  /// Whether `null` removes: a dictionary's member, or a property's value in favour of its default
  /// (RFC 7396).
  var isMergePatch = false

  @usableFromInline
  init(keepsNulls: Bool = false, isMergePatch: Bool = false) {
    self.keepsNulls = keepsNulls
    self.isMergePatch = isMergePatch
  }
}

extension JSONReader {
  /// Whether `null` removes a dictionary's member.
  @usableFromInline
  var removesNulls: Bool { MappingSession.behind(session).pointee.update.isMergePatch }
}
