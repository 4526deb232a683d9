import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

/// Types that are used for the first time by many threads at once. A generic model with another tag
/// is another type, so that each repetition has types of its own.
struct FirstUseThreadTests {
  @Test(arguments: FreshTags.all(8))
  func sixteenThreadsShareOnePlan(tag: any FreshTag.Type) throws {
    func race<Tag: FreshTag>(_ tag: Tag.Type) throws {
      #expect(PlanCache.published(ObjectIdentifier(Node<Tag>.self)) == nil)
      let plans = onThreads(16) { _ in try? Plans(of: tag) }
      #expect(plans.count == 16)
      let published = try Plans(published: tag)
      #expect(plans == Array(repeating: published, count: 16))
      #expect(Set([published.node, published.leaf, published.flat]).count == 3)
    }
    func open<Tag: FreshTag>(_ tag: Tag.Type) throws { try race(Sharing<Tag>.self) }
    try open(tag)
  }

  @Test(arguments: FreshTags.all(8))
  func sixteenThreadsReadAndWriteATypeThatNobodyHasUsedBefore(tag: any FreshTag.Type) {
    func race<Tag: FreshTag>(_ tag: Tag.Type) {
      let text = #"""
        {"id":3,"leaf":{"name":"c","node":{"id":4,"page":1}},"all":[{"name":"d"}],"page":2}
        """#
      let texts = onThreads(16) { _ in
        (try? Written<Tag>.decode(from: text).encodeString()) ?? "failed"
      }
      #expect(texts == [String](repeating: text, count: 16))
    }
    func open<Tag: FreshTag>(_ tag: Tag.Type) { race(Writing<Tag>.self) }
    open(tag)
  }

  @Test(arguments: FreshTags.all(8))
  func eachThreadMayBeginWithAnotherUse(tag: any FreshTag.Type) {
    func race<Tag: FreshTag>(_ tag: Tag.Type) {
      let results = onThreads(16) { index in errorText { try begin(index, tag) } }
      #expect(results == [String](repeating: "no error", count: 16))
    }
    func open<Tag: FreshTag>(_ tag: Tag.Type) { race(Beginning<Tag>.self) }
    open(tag)
  }

  @Test(arguments: FreshTags.all(8))
  func threadsThatBeginAtDifferentEndsOfACycleAgree(tag: any FreshTag.Type) throws {
    func race<Tag: FreshTag>(_ tag: Tag.Type) throws {
      let egg = #"{"hen":{"name":"h"}}"#
      let hen = #"{"name":"h","eggs":[{},{"hen":null}]}"#
      let texts = onThreads(16) { index in
        index % 2 == 0
          ? try? Egg<Tag>.decode(from: egg).encodeString()
          : try? Hen<Tag>.decode(from: hen).encodeString()
      }
      #expect(texts == (0..<16).map { $0 % 2 == 0 ? egg : hen })
      let plans = onThreads(16) { _ in
        [try? PlanCache.plan(Egg<Tag>.self), try? PlanCache.plan(Hen<Tag>.self)].map {
          $0?.tables
        }
      }
      #expect(Set(plans).count == 1)
    }
    try race(tag)
  }

  @Test(arguments: FreshTags.all(8))
  func wrongDeclarationIsTheSameErrorOnAllThreads(tag: any FreshTag.Type) {
    func race<Tag: FreshTag>(_ tag: Tag.Type) {
      let texts = onThreads(16) { index in
        index % 2 == 0
          ? errorText { try HoldsTwins<Tag>.decode(from: "{}") }
          : errorText { try HoldsTwins<Tag>().encode() }
      }
      let expected = #"\#(Twins<Tag>.self).b cannot be mapped: it writes the same key "a" as "#
      for text in texts { #expect(text == expected + "\(Twins<Tag>.self).a") }
      #expect(PlanCache.published(ObjectIdentifier(HoldsTwins<Tag>.self)) == nil)
      #expect(PlanCache.published(ObjectIdentifier(Sound<Tag>.self)) == nil)
    }
    race(tag)
  }

  @Test(arguments: FreshTags.all(8))
  func firstErrorsOfSixteenThreadsAreWordedAlike(tag: any FreshTag.Type) {
    func race<Tag: FreshTag>(_ tag: Tag.Type) {
      let texts = onThreads(16) { _ in
        errorText {
          try [Written<Tag>].decode(from: #"[{"id":1,"page":2,"all":[{"name":7}]}]"#)
        }
      }
      let expected = """
        $[0].all[0].name: expected String, found a number (line 1, column 34, \
        Leaf<\(name(of: tag))>.name)
        """
      #expect(Set(texts) == [expected])
    }
    race(tag)
  }

  private func name(of tag: any FreshTag.Type) -> String { "\(tag)" }

  /// One of the ways in which a type can be used first.
  private func begin<Tag: FreshTag>(_ use: Int, _ tag: Tag.Type) throws {
    var leaf = Leaf<Tag>()
    leaf.name = "n"
    let node = #"{"id":1,"page":2,"leaf":{"name":"n"}}"#
    switch use % 8 {
    case 0: #expect(try Written<Tag>.decode(from: node).id == 1)
    case 1: #expect(try leaf.encodeString() == #"{"name":"n"}"#)
    case 2:
      try leaf.update(from: #"{"node":{"id":5,"page":6}}"#)
      #expect(leaf.node?.flat.page == 6 && leaf.name == "n")
    case 3: #expect(Written<Tag>.mapping.properties.map(\.name) == ["id", "leaf", "flat", "all"])
    case 4: try Written<Tag>.validateMapping()
    case 5: #expect(leaf.debugDescription.hasSuffix(#"(name: "n", node: nil)"#))
    case 6: #expect(try JSONView(node)["leaf"]?.decode(Leaf<Tag>.self).name == "n")
    default: #expect(Written<Tag>.decodeReporting(from: node).value?.leaf?.name == "n")
    }
  }
}

// MARK: - Models

extension FirstUseThreadTests {
  // Other families of models for other tests.
  enum Sharing<Tag: FreshTag>: FreshTag {}
  enum Writing<Tag: FreshTag>: FreshTag {}
  enum Beginning<Tag: FreshTag>: FreshTag {}

  /// The addresses of the plans of a family of models.
  struct Plans: Equatable {
    let node, leaf, flat: Permanent<PlanTables>

    init<Tag: FreshTag>(of tag: Tag.Type) throws {
      node = try PlanCache.plan(Node<Tag>.self).tables
      leaf = try PlanCache.plan(Leaf<Tag>.self).tables
      flat = try PlanCache.plan(Flat<Tag>.self).tables
    }

    init<Tag: FreshTag>(published tag: Tag.Type) throws {
      func tables(_ type: any Mappable.Type) throws -> Permanent<PlanTables> {
        try #require(PlanCache.published(ObjectIdentifier(type))).tables
      }
      node = try tables(Node<Tag>.self)
      leaf = try tables(Leaf<Tag>.self)
      flat = try tables(Flat<Tag>.self)
    }
  }

  struct Flat<Tag: FreshTag>: Mappable {
    @Mapped var page: Int
  }
  final class Node<Tag: FreshTag>: Mappable {
    @Mapped var id: Int
    @Mapped var leaf: Leaf<Tag>?
    @Flattened var flat: Flat<Tag>
  }
  struct Leaf<Tag: FreshTag>: Mappable {
    @Mapped var name: String
    @Mapped var node: Node<Tag>?
  }
  struct Written<Tag: FreshTag>: Mappable {
    @Mapped var id: Int
    @Mapped var leaf: Leaf<Tag>?
    @Flattened var flat: Flat<Tag>
    @Mapped var all: [Leaf<Tag>]?
  }
  final class Hen<Tag: FreshTag>: Mappable {
    @Mapped var name: String
    @Mapped var eggs: [Egg<Tag>]?
  }
  final class Egg<Tag: FreshTag>: Mappable {
    @Mapped var hen: Hen<Tag>?
  }
  struct Sound<Tag: FreshTag>: Mappable {
    @Mapped var id: Int?
  }
  struct Twins<Tag: FreshTag>: Mappable {
    @Mapped("a") var a: Int?
    @Mapped("a") var b: Int?
  }
  struct HoldsTwins<Tag: FreshTag>: Mappable {
    @Mapped var sound: Sound<Tag>?
    @Mapped var twins: Twins<Tag>?
  }
}
