import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Nested containers, which may be filled in any order.
struct NestedContainerEncodingTests {
  private typealias Key = CodableAnyKey

  @Test func oneAfterTheOther() {
    let text = #"{"a":{"x":1,"y":[2]},"b":[3,{"z":4},[5]],"c":6}"#
    EncodingAgreement.run(writes: text) { encoder, _ in
      var container = encoder.container(keyedBy: Key.self)
      var a = container.nestedContainer(keyedBy: Key.self, forKey: "a")
      try a.encode(1, forKey: "x")
      try a.encode([2], forKey: "y")
      var b = container.nestedUnkeyedContainer(forKey: "b")
      try b.encode(3)
      var object = b.nestedContainer(keyedBy: Key.self)
      try object.encode(4, forKey: "z")
      var list = b.nestedUnkeyedContainer()
      try list.encode(5)
      try container.encode(6, forKey: "c")
    }
  }

  @Test func afterTheParentHasMovedOn() {
    let text = #"{"a":{"x":1,"y":2},"b":[3,4],"c":5,"d":{"e":[6]}}"#
    EncodingAgreement.run(writes: text) { encoder, _ in
      var container = encoder.container(keyedBy: Key.self)
      var a = container.nestedContainer(keyedBy: Key.self, forKey: "a")
      var b = container.nestedUnkeyedContainer(forKey: "b")
      try container.encode(5, forKey: "c")
      try b.encode(3)
      var d = container.nestedContainer(keyedBy: Key.self, forKey: "d")
      try a.encode(1, forKey: "x")
      var e = d.nestedUnkeyedContainer(forKey: "e")
      try b.encode(4)
      try e.encode(6)
      try a.encode(2, forKey: "y")
    }
    EncodingAgreement.run(writes: #"[{"x":1},[2],3,[[[4]]]]"#) { encoder, log in
      var list = encoder.unkeyedContainer()
      var object = list.nestedContainer(keyedBy: Key.self)
      var first = list.nestedUnkeyedContainer()
      try list.encode(3)
      var second = list.nestedUnkeyedContainer()
      var third = second.nestedUnkeyedContainer()
      var fourth = third.nestedUnkeyedContainer()
      log.note("\(list.count) \(first.count) \(second.count) \(fourth.count)")
      try fourth.encode(4)
      try first.encode(2)
      try object.encode(1, forKey: "x")
      log.note("\(list.count) \(first.count) \(second.count) \(fourth.count)")
    }
  }

  /// `JSONEncoder` ends the process here.
  @Test func oneForAKeyThatGotAValueMeanwhile() {
    for hasEarlier in [false, true] {
      let written = EncodingAgreement.ours { encoder, _ in
        var container = encoder.container(keyedBy: Key.self)
        if hasEarlier {
          var earlier = container.nestedUnkeyedContainer(forKey: "x")
          try earlier.encode(1)
        }
        try container.encode("v", forKey: "x")
        var list = container.nestedUnkeyedContainer(forKey: "x")
        try list.encode(2)
      }
      #expect(written == #"{"x":[2]}"#)
    }
  }

  @Test func emptyOnes() {
    EncodingAgreement.run(writes: #"{"a":{},"b":[],"c":[{},[]]}"#) { encoder, _ in
      var container = encoder.container(keyedBy: Key.self)
      _ = container.nestedContainer(keyedBy: Key.self, forKey: "a")
      _ = container.nestedUnkeyedContainer(forKey: "b")
      var list = container.nestedUnkeyedContainer(forKey: "c")
      _ = list.nestedContainer(keyedBy: Key.self)
      _ = list.nestedUnkeyedContainer()
    }
  }

  @Test func twoForOneKeyShareIt() {
    EncodingAgreement.run(writes: #"{"a":{"x":1,"y":2,"z":3},"b":[1,2,3]}"#) { encoder, log in
      var container = encoder.container(keyedBy: Key.self)
      var first = container.nestedContainer(keyedBy: Key.self, forKey: "a")
      try first.encode(1, forKey: "x")
      var second = container.nestedContainer(keyedBy: Key.self, forKey: "a")
      try second.encode(2, forKey: "y")
      try first.encode(3, forKey: "z")
      var list = container.nestedUnkeyedContainer(forKey: "b")
      try list.encode(1)
      var same = container.nestedUnkeyedContainer(forKey: "b")
      log.note(same.count)
      try same.encode(2)
      try list.encode(3)
      log.note("\(list.count) \(same.count)")
    }
  }

  @Test func containersThatAreRequestedTwice() {
    EncodingAgreement.run(writes: #"{"a":1,"b":2,"c":3}"#) { encoder, _ in
      var first = encoder.container(keyedBy: Key.self)
      try first.encode(1, forKey: "a")
      var second = encoder.container(keyedBy: Key.self)
      try second.encode(2, forKey: "b")
      try first.encode(3, forKey: "c")
    }
    EncodingAgreement.run(writes: "[1,2,3,4]") { encoder, log in
      var first = encoder.unkeyedContainer()
      try first.encode(1)
      var second = encoder.unkeyedContainer()
      log.note(second.count)
      try second.encode(2)
      try first.encode(3)
      var third = encoder.unkeyedContainer()
      try third.encode(4)
      log.note(first.count)
    }
  }

  @Test func aValueThatGoesOn() {
    EncodingAgreement.run(writes: #"{"member":1,"b":2}"#) { encoder, _ in
      var single = encoder.singleValueContainer()
      try single.encode(EncodedMember(member: 1))
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(2, forKey: "b")
    }
    EncodingAgreement.run(writes: #"{"b":2}"#) { encoder, _ in
      var single = encoder.singleValueContainer()
      try single.encode([String: Int]())
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(2, forKey: "b")
    }
    EncodingAgreement.run(writes: #"{"member":2,"b":{"c":3}}"#) { encoder, _ in
      var single = encoder.singleValueContainer()
      try single.encode(EncodedMember(member: 1))
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(2, forKey: "member")
      var nested = container.nestedContainer(keyedBy: Key.self, forKey: "b")
      try nested.encode(3, forKey: "c")
    }
    EncodingAgreement.run(writes: "[[1],[2],3]") { encoder, log in
      var single = encoder.singleValueContainer()
      try single.encode([[1], [2]])
      var container = encoder.unkeyedContainer()
      log.note(container.count)
      try container.encode(3)
    }
  }

  /// Foundation adds to a value that is an object or an array already. Here the last of equal keys
  /// wins, as it does among values.
  @Test func aNestedContainerReplacesAValue() {
    let text = EncodingAgreement.ours { encoder, _ in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(EncodedMember(member: 1), forKey: "a")
      var nested = container.nestedContainer(keyedBy: Key.self, forKey: "a")
      try nested.encode(2, forKey: "b")
    }
    #expect(text == #"{"a":{"b":2}}"#)
  }

  @Test func aNestedContainerIsReplaced() {
    EncodingAgreement.run { encoder, _ in
      var container = encoder.container(keyedBy: Key.self)
      var nested = container.nestedContainer(keyedBy: Key.self, forKey: "a")
      try nested.encode(1, forKey: "x")
      try container.encode(["y": 1], forKey: "a")
      try nested.encode(2, forKey: "z")
    }
  }

  @Test func superEncodersInsideOfNestedContainers() {
    let text = #"{"a":{"super":{"x":1},"b":[2,{"y":3}]},"z":0}"#
    EncodingAgreement.run(writes: text) { encoder, _ in
      var container = encoder.container(keyedBy: Key.self)
      var a = container.nestedContainer(keyedBy: Key.self, forKey: "a")
      let parent = a.superEncoder()
      var b = a.nestedUnkeyedContainer(forKey: "b")
      try container.encode(0, forKey: "z")
      try b.encode(2)
      var x = parent.container(keyedBy: Key.self)
      try ["y": 3].encode(to: b.superEncoder())
      try x.encode(1, forKey: "x")
    }
  }

  /// Every container writes all the time, in random order.
  @Test func randomOrder() {
    for seed in 0..<60 {
      EncodingAgreement.run { encoder, log in
        var random = SeededGenerator(seed: UInt64(seed))
        var objects = [encoder.container(keyedBy: Key.self)]
        var lists: [any UnkeyedEncodingContainer] = []
        for number in 0..<Int.random(in: 1..<40, using: &random) {
          let key = Key(stringValue: "k\(number)")
          let index = objects.indices.randomElement(using: &random) ?? 0
          let place = lists.indices.randomElement(using: &random)
          switch Int.random(in: 0..<7, using: &random) {
          case 0: objects.append(objects[index].nestedContainer(keyedBy: Key.self, forKey: key))
          case 1: lists.append(objects[index].nestedUnkeyedContainer(forKey: key))
          case 2: try objects[index].encode(["x": [number]], forKey: key)
          case 3: try objects[index].encode("\(number)/", forKey: key)
          case 4: if let place { objects.append(lists[place].nestedContainer(keyedBy: Key.self)) }
          case 5: if let place { lists.append(lists[place].nestedUnkeyedContainer()) }
          default: if let place { try lists[place].encode([number]) }
          }
        }
        log.note(lists.map(\.count))
      }
    }
  }
}
