/// A model filled by hand from the tree of `JSONSerialization`, by casts: the code that `Codable`
/// and MirrorMap replace.
protocol TreeModel {
  /// - Throws: ``TreeMembers/Failure`` where a cast fails.
  init(tree: Any) throws
}

extension Array: TreeModel where Element: TreeModel {
  init(tree: Any) throws {
    guard let elements = tree as? [Any] else { throw TreeMembers.Failure() }
    self = try elements.map { try Element(tree: $0) }
  }
}

extension Dictionary: TreeModel where Key == String, Value: TreeModel {
  init(tree: Any) throws {
    guard let members = tree as? [String: Any] else { throw TreeMembers.Failure() }
    self = try members.mapValues { try Value(tree: $0) }
  }
}

/// An object of the tree, cast member by member.
struct TreeMembers {
  struct Failure: Error {}

  private let members: [String: Any]

  init(_ tree: Any) throws {
    guard let members = tree as? [String: Any] else { throw Failure() }
    self.members = members
  }

  func value<Value>(_ key: String) throws -> Value {
    guard let value = members[key] as? Value else { throw Failure() }
    return value
  }

  func optional<Value>(_ key: String) -> Value? { members[key] as? Value }

  func model<Model: TreeModel>(_ key: String) throws -> Model {
    guard let value = members[key] else { throw Failure() }
    return try Model(tree: value)
  }

  /// A model, or nil if there is none or a cast fails.
  func optionalModel<Model: TreeModel>(_ key: String) -> Model? {
    members[key].flatMap { try? Model(tree: $0) }
  }
}
