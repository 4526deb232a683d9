/// A model that gives other keys to properties, such as those that it inherits.
///
/// ```swift
/// class Account: Mappable {
///   @Mapped var id: Int
///   @Mapped var name: String
///   required init() {}
/// }
///
/// final class LegacyAccount: Account, KeyOverrideProviding {
///   static var keyOverrides: [String: String] { ["id": "legacy.account_id"] }
/// }
///
/// let account = try LegacyAccount.decode(from: #"{"legacy": {"account_id": 7}, "name": "Ann"}"#)
/// print(account.id)    // 7
/// ```
///
/// A subclass of `LegacyAccount` has the same keys. To let it change them, declare `keyOverrides` as
/// `class var`.
public protocol KeyOverrideProviding: ModelHook {
  /// The new key paths, by the names of the properties. A key path replaces all keys that the property declares.
  ///
  /// Key strategies don't change them. A name that isn't the name of a property with a key is a
  /// ``MappingError`` with code `.declaration`. It's read once per type.
  static var keyOverrides: [String: String] { get }
}
