import Foundation

extension MappableValue {
  /// Returns the smallest JSON Merge Patch (RFC 7396) that changes an earlier state of the value to
  /// this one.
  ///
  /// ```swift
  /// let before = user
  /// user.address.city = "Arlington"
  /// let patch = try user.mergePatch(since: before)      // {"address": {"city": "Arlington"}}
  /// ```
  ///
  /// - Parameters:
  ///   - earlier: The state that the receiver of the patch has.
  ///   - mapper: Its key strategy makes the keys.
  ///   - context: Values for transforms.
  /// - Returns: `{}` if nothing has changed. The receiver removes what is to be `null`, because the
  ///   RFC has no other meaning for `null`.
  /// - Throws: ``MappingError`` with the path of a value that can't be written.
  public func mergePatch(
    since earlier: Self, using mapper: Mapper = .default, context: MappingContext = .none
  ) throws -> Data {
    func tree(_ value: Self) throws -> JSONValue {
      try JSONValue.decode(
        from: value.encode(options: .nullsOmitted, using: mapper, context: context))
    }
    return try tree(earlier).mergePatch(to: tree(self)).encode()
  }
}
