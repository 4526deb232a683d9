import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Random trees: the same bytes, and read back equal.
struct RandomEncodingTests {
  /// A tree that is encoded by containers of all kinds.
  private enum Tree: Codable, Equatable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([Tree])
    case object([String: Tree])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Bool.self) {
        self = .bool(value)
      } else if let value = try? container.decode(Int.self) {
        self = .int(value)
      } else if let value = try? container.decode(Double.self) {
        self = .double(value)
      } else if let value = try? container.decode(String.self) {
        self = .string(value)
      } else if let value = try? container.decode([Tree].self) {
        self = .array(value)
      } else {
        self = .object(try container.decode([String: Tree].self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .null: try container.encodeNil()
      case .bool(let value): try container.encode(value)
      case .int(let value): try container.encode(value)
      case .double(let value): try container.encode(value)
      case .string(let value): try container.encode(value)
      case .array(let value): try container.encode(value)
      case .object(let value): try container.encode(value)
      }
    }
  }

  /// The same tree through keyed and unkeyed containers, nested ones and super encoders.
  private struct Spread: Encodable {
    var tree: Tree
    var seed: UInt64

    func encode(to encoder: any Encoder) throws {
      var random = SeededGenerator(seed: seed)
      switch tree {
      case .array(let elements):
        var list = encoder.unkeyedContainer()
        for element in elements { try write(element, to: &list, &random) }
      case .object(let members):
        var container = encoder.container(keyedBy: CodableAnyKey.self)
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
          try write(value, CodableAnyKey(stringValue: key), to: &container, &random)
        }
      default: try tree.encode(to: encoder)
      }
    }

    private func write(
      _ tree: Tree, to list: inout any UnkeyedEncodingContainer, _ random: inout SeededGenerator
    ) throws {
      switch (tree, Int.random(in: 0..<3, using: &random)) {
      case (.array(let elements), 0):
        var nested = list.nestedUnkeyedContainer()
        for element in elements { try write(element, to: &nested, &random) }
      case (.object(let members), 0):
        var nested = list.nestedContainer(keyedBy: CodableAnyKey.self)
        for (key, value) in members {
          try write(value, CodableAnyKey(stringValue: key), to: &nested, &random)
        }
      case (_, 1): try Spread(tree: tree, seed: random.next()).encode(to: list.superEncoder())
      default: try list.encode(Spread(tree: tree, seed: random.next()))
      }
    }

    private func write(
      _ tree: Tree, _ key: CodableAnyKey,
      to container: inout KeyedEncodingContainer<CodableAnyKey>, _ random: inout SeededGenerator
    ) throws {
      switch (tree, Int.random(in: 0..<3, using: &random)) {
      case (.array(let elements), 0):
        var nested = container.nestedUnkeyedContainer(forKey: key)
        for element in elements { try write(element, to: &nested, &random) }
      case (.object(let members), 0):
        var nested = container.nestedContainer(keyedBy: CodableAnyKey.self, forKey: key)
        for (key, value) in members {
          try write(value, CodableAnyKey(stringValue: key), to: &nested, &random)
        }
      case (_, 1):
        try Spread(tree: tree, seed: random.next()).encode(to: container.superEncoder(forKey: key))
      default: try container.encode(Spread(tree: tree, seed: random.next()), forKey: key)
      }
    }
  }

  /// Random trees.
  private static func trees(_ count: Int) throws -> [Tree] {
    var documents = CodableDocuments(seed: 42)
    return (0..<count).compactMap { _ in
      let document = documents.document(depth: 5)
      return try? JSONDecoder().decode(Tree.self, from: Data(document.utf8))
    }
  }

  @Test func treesAreReadBack() throws {
    for tree in try Self.trees(150) { EncodingAgreement.expectRoundTrip(tree) }
  }

  @Test func allContainers() throws {
    for (seed, tree) in try Self.trees(200).enumerated() {
      EncodingAgreement.expect(Spread(tree: tree, seed: UInt64(seed)))
      EncodingAgreement.expect([Spread(tree: tree, seed: UInt64(seed))], .snakeCase)
      #expect(
        EncodingAgreement.ours(Spread(tree: tree, seed: UInt64(seed)))
          == EncodingAgreement.ours(tree))
    }
  }

  @Test func manyThreads() async throws {
    let encoder = MappingEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let trees = try Self.trees(50)
    let expected = try trees.map { try encoder.encode(Spread(tree: $0, seed: 1)) }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try zip(trees, expected).allSatisfy {
            try encoder.encode(Spread(tree: $0, seed: 1)) == $1
          }
        }
      }
      for try await isSame in group { #expect(isSame) }
    }
  }
}
