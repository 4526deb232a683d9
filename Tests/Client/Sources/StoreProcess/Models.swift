import Foundation
import MirrorMapStore

/// A state of the store is a number. The root and all items have it, and which items there are depends on it.
struct Root: StoredModel, Sendable {
  @Mapped var id: Int
  @Mapped var state: Int
  @Related(policy: .replace, inverse: \Item.root) var items: [Reference<Item>]
}

struct Item: StoredModel, Sendable {
  @Mapped var id: Int
  @Mapped var state: Int
  @Mapped var text: String
  @Related var root: Reference<Root>?
}

/// What two processes count up.
struct Counter: StoredModel, Sendable {
  @Mapped var id: Int
  @Mapped var value: Int = 0
}

struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

enum State {
  /// The items of a state: some of those of the state before are gone, and as many are new.
  static func ids(_ state: Int, count: Int) -> Range<Int> {
    let first = state % 2 == 0 ? 0 : count / 3
    return first..<first + count
  }

  static func document(_ state: Int, count: Int) -> String {
    let text = String(repeating: "text of \(state) ", count: 8)
    let items = ids(state, count: count).map {
      #"{"id":\#($0),"state":\#(state),"text":"\#(text)"}"#
    }
    return #"{"id":1,"state":\#(state),"items":[\#(items.joined(separator: ","))]}"#
  }

  /// The state that a store is in; nil if it's empty.
  ///
  /// - Throws: `Failure` unless all of the store is in one state.
  static func current(_ context: StoreContext, count: Int) throws -> Int? {
    let items = try context.fetch(Item.self)
    guard let root = try context.fetch(Root.self, id: 1) else {
      guard items.isEmpty else { throw Failure("items without a root") }
      return nil
    }
    let ids = Array(Self.ids(root.state, count: count))
    guard root.items == ids.map({ Reference($0) }) else {
      throw Failure("the root of state \(root.state) has \(root.items.count) items")
    }
    guard items.map(\.id) == ids else {
      throw Failure("there are \(items.count) items in state \(root.state)")
    }
    for item in items where item.state != root.state || item.root != Reference(1) {
      throw Failure("item \(item.id) is in state \(item.state), the root in \(root.state)")
    }
    return root.state
  }
}

enum Kind: String, CaseIterable {
  case file, sqlite

  func location(_ path: String) -> StoreLocation {
    let url = URL(fileURLWithPath: path)
    return switch self {
    case .file: .file(at: url)
    case .sqlite: .sqlite(at: url)
    }
  }

  func context(_ path: String) throws -> StoreContext { try StoreContext(location(path)) }
}
