import MirrorMap
import Testing

@testable import TestSupport

private struct Point: Mappable, Equatable {
  @Mapped var x: Int
  @Mapped var y: Int?
}

private struct State: Mappable {
  @Mapped var number: Int
  @Mapped var text: String?
  @Mapped var preset: Int = 1
  @Mapped var list: [Int] = []
  @Mapped var map: [String: [Int]] = [:]
  @Mapped var set: Set<Int> = []
  @Mapped var point: Point
  @Mapped var other: Point?
  @Mapped var tree: JSONValue = [:]
}

private let document = #"""
  {"number": 1, "text": null, "list": [1], "map": {"a": [1]}, "set": [1],
   "point": {"x": 1, "y": 2}, "tree": {"k": 1}}
  """#

struct ChangeTrackingTests {
  private func state(_ change: (inout State) throws -> Void) throws -> State {
    var state = try State.decode(from: document)
    try change(&state)
    return state
  }

  @Test func decodingSetsPresenceAndNoChanges() throws {
    let state = try state { _ in }
    #expect(state.$number.presence == .value && state.$text.presence == .null)
    #expect(state.$preset.presence == .absent && state.$other.presence == .absent)
    let changed = [
      state.$number, state.$text, state.$preset, state.$list, state.$map, state.$set, state.$point,
      state.$other, state.$tree,
    ].map(\.isChanged)
    #expect(changed == [Bool](repeating: false, count: 9))
  }

  @Test func readingChangesNothing() throws {
    let state = try state { state in
      _ = state.list.first
      _ = state.map["a"]?.count
      _ = state.point.x
      _ = state.tree["k"]
      for _ in state.set {}
    }
    #expect(!state.$list.isChanged && !state.$map.isChanged && !state.$point.isChanged)
    #expect(!state.$tree.isChanged && !state.$set.isChanged)
  }

  @Test func everyWayOfWritingIsAChange() throws {
    func increment(_ number: inout Int) { number += 1 }
    func nothing(_ number: inout Int) {}
    #expect(try state { $0.number = 1 }.$number.isChanged)
    #expect(try state { $0.number += 1 }.$number.isChanged)
    #expect(try state { increment(&$0.number) }.$number.isChanged)
    #expect(try state { nothing(&$0.number) }.$number.isChanged)
    #expect(try state { $0.list.append(2) }.$list.isChanged)
    #expect(try state { $0.list[0] = 1 }.$list.isChanged)
    #expect(try state { $0.list.removeAll() }.$list.isChanged)
    #expect(try state { $0.map["a"]?.append(2) }.$map.isChanged)
    #expect(try state { $0.map["b", default: []].append(2) }.$map.isChanged)
    #expect(try state { $0.set.insert(1) }.$set.isChanged)
    #expect(try state { $0[keyPath: \.preset] = 3 }.$preset.isChanged)
    let state = try state { $0.point.x = 5 }
    #expect(state.$point.isChanged && state.point.$x.isChanged && !state.point.$y.isChanged)
  }

  @Test func presenceFollowsAssignments() throws {
    let state = try state { state in
      state.text = "t"
      state.other = Point()
      state.preset = 4
      state.tree = .null
    }
    #expect(state.$text.presence == .value && state.$other.presence == .value)
    #expect(state.$preset.presence == .value && state.$tree.presence == .null)
    #expect(try self.state { $0.other = nil }.$other.presence == .null)
    #expect(try self.state { $0.text = nil }.$text.isChanged)
  }

  @Test func copyHasAStateOfItsOwn() throws {
    let first = try state { _ in }
    var second = first
    second.number = 2
    second.point.y = nil
    #expect(!first.$number.isChanged && !first.point.$y.isChanged && first.point.y == 2)
    #expect(try first.encodeString(options: .changesOnly) == "{}")
    #expect(
      try second.encodeString(options: .changesOnly) == #"{"number":2,"point":{"y":null}}"#)
  }

  @Test func failedUpdateOfAStructLeavesItsChanges() throws {
    var state = try state { $0.text = "t" }
    #expect(mappingError { try state.update(from: #"{"text": "u", "number": ""}"#) } != nil)
    #expect(state.text == "t" && state.$text.isChanged && !state.$number.isChanged)
  }

  @Test func mergingIntoAChangedModelOrDictionaryLeavesItChanged() throws {
    var state = try state { state in
      state.map["b"] = [2]
      state.list = [3]
      state.point.x = 4
    }
    try state.update(from: #"{"map": {"c": []}, "list": [4], "point": {"y": 5}}"#)
    #expect(state.$map.isChanged && !state.$list.isChanged && state.$point.isChanged)
    #expect(state.point.$x.isChanged && !state.point.$y.isChanged)
    try state.update(from: #"{"other": {"x": 1}}"#)
    #expect(!state.$other.isChanged && state.$other.presence == .value)
  }
}
