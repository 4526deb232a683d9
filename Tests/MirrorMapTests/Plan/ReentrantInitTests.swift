import Foundation
import Synchronization
import Testing

@testable import MirrorMap
@testable import TestSupport

struct ReentrantInitTests {
  @Test func initMayDecodeAnotherModel() throws {
    let model = try DecodesInInit.decode(from: #"{"b":2}"#)
    #expect(model.a == 1 && model.b == 2 && model.guest == nil)
    #expect(model.decoded.name == "inner" && model.decoded.age == 3)
    let properties = try ModelPlan(DecodesInInit.self).details.properties
    #expect(properties.map(\.field.offset) == DecodesInInit.expectedOffsets)
  }

  @Test func initMayEncodeAnotherModel() throws {
    let model = try EncodesInInit.decode(from: #"{"b":2}"#)
    #expect(model.text == #"{"name":"nobody","age":0}"# && model.b == 2)
  }

  @Test func initMayPlanAnotherModelThatPlansAThird() throws {
    let model = try PlansInInit.decode(from: #"{"a":1}"#)
    #expect(model.a == 1 && model.count == 1)
    #expect(PlanCache.published(ObjectIdentifier(PlannedInside.self)) != nil)
    #expect(PlanCache.published(ObjectIdentifier(PlannedInsideThat.self)) != nil)
  }

  @Test func initMayFailToDecodeAndGoOn() throws {
    #expect(try FailsInInit.decode(from: #"{"a":1}"#).failures == 3)
  }

  @Test func defaultsThatAreModelsRecordForThemselvesOnly() throws {
    #expect(try ModelPlan(Outermost.self).details.properties.map(\.name) == ["middle", "last"])
    let model = try Outermost.decode(from: #"{"middle":{"inner":{"n":1}}}"#)
    #expect(model.middle.inner.n == 1 && model.last.n == 5)
  }

  /// The inner model leads back to the one that is being planned.
  @Test(.serialized, arguments: [0, 1]) func initMayDecodeAModelThatLeadsBack(_: Int) throws {
    let node = try StyledNode.decode(from: #"{"name":"a"}"#)
    #expect(try node.encodeString() == #"{"name":"a","style":{"color":"red","nodes":[]}}"#)
    let style = try NodeStyle.decode(from: #"{"nodes":[{"name":"b"}]}"#)
    #expect(style.color == "black" && style.nodes.map(\.name) == ["b"])
    #expect(style.nodes[0].style.color == "red")
    #expect(PlanCache.published(ObjectIdentifier(NodeStyle.self)) != nil)
  }

  @Test func initMustNotDecodeItsOwnModel() throws {
    let tree = try SelfDecoding.decode(from: #"{"name":"a","kids":[{"name":"b"}]}"#)
    #expect(tree.kids.map(\.name) == ["b"])
    #expect(
      tree.failure
        == "SelfDecoding cannot be mapped: what it declares, such as its init(), already uses its mapping"
    )
  }

  @Test func genericModelsArePlannedForEachArgument() throws {
    let first = try PlanCache.plan(Wrapped<Int>.self)
    let second = try PlanCache.plan(Wrapped<Int?>.self)
    #expect(first.tables != second.tables)
    #expect(try Wrapped<Wrapped<Int?>?>.decode(from: #"{"first":1,"last":2}"#).value == nil)
  }
}

// MARK: - Models

private struct StyledNode: Mappable {
  @Mapped var name: String = ""
  @Mapped var style = (try? NodeStyle.decode(from: #"{"color":"red"}"#)) ?? NodeStyle()
}

private struct NodeStyle: Mappable {
  @Mapped var color: String = "black"
  @Mapped var nodes: [StyledNode] = []
}

private struct SelfDecoding: Mappable {
  static let firstFailure = Mutex("")
  @Mapped var name: String = ""
  @Mapped var kids: [SelfDecoding] = []
  var failure: String { Self.firstFailure.withLock { $0 } }

  init() {
    // When a plan exists, this would go on without end.
    guard failure.isEmpty else { return }
    do { kids = try [SelfDecoding].decode(from: "[]") } catch {
      Self.firstFailure.withLock { $0 = "\(error)" }
    }
  }
}

struct DecodesInInit: Mappable {
  @Mapped var guest: Guest?
  @Mapped var a: Int = 1
  var decoded = Guest()
  @Mapped var b: Int

  init() {
    guard let guest = try? Guest.decode(from: #"{"name":"inner","age":3}"#) else { return }
    decoded = guest
  }

  static var expectedOffsets: [Int?] {
    [
      MemoryLayout<Self>.offset(of: \._guest), MemoryLayout<Self>.offset(of: \._a),
      MemoryLayout<Self>.offset(of: \._b),
    ]
  }
}

struct EncodesInInit: Mappable {
  var text = (try? Guest().encodeString()) ?? "failed"
  @Mapped var b: Int
}

struct PlansInInit: Mappable {
  var count = (try? PlannedInside.decode(from: #"{"x":1}"#)).map(\.x)
  @Mapped var a: Int
}
struct PlannedInside: Mappable {
  var flag = (try? PlannedInsideThat.decode(from: #"{"y":true}"#)).map(\.y)
  @Mapped var x: Int
}
struct PlannedInsideThat: Mappable { @Mapped var y: Bool }

struct FailsInInit: Mappable {
  var failures = 0
  @Mapped var a: Int
  init() {
    for text in ["{", "[]", #"{"name":3}"#] {
      if (try? Guest.decode(from: text)) == nil { failures += 1 }
    }
  }
}

struct Innermost: Mappable { @Mapped var n: Int = 5 }
struct Middle: Mappable {
  @Mapped var inner = Innermost()
  @Mapped var label: String = "m"
}
struct Outermost: Mappable {
  @Mapped var middle = Middle()
  @Mapped var last = Innermost()
}
