import Foundation

extension MappableValue {
  /// The smallest JSON Merge Patch (RFC 7396) that makes an earlier state of the value into this
  /// one.
  ///
  /// ```swift
  /// let before = user
  /// user.address.city = "Arlington"
  /// let patch = try user.mergePatch(since: before)      // {"address": {"city": "Arlington"}}
  /// ```
  ///
  /// - Parameters:
  ///   - earlier: what the receiver of the patch has.
  ///   - mapper: its key strategy makes the keys.
  ///   - context: handed to all that takes part.
  /// - Returns: `{}` if nothing has changed. What is to be `null` is removed by the receiver: the
  ///   RFC has no other `null`.
  /// - Throws: ``MappingError`` with the path of a value that cannot be written.
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
