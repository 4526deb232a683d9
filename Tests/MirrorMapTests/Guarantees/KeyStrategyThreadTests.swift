import MirrorMap
import Testing

@testable import TestSupport

private struct Numbered: KeyStrategy {
  let number: Int
  func key(for name: String) -> String { "\(name)\(number)" }
}

private struct Leaf: Mappable {
  @Mapped var leafValue: Int
}

private struct Branch: Mappable {
  @Mapped var leftLeaf: Leaf
  @Flattened var flatLeaf: Leaf?
  @Mapped var moreBranches: [Branch] = []
}

private struct SnakeBranch: Mappable, KeyStrategyProviding {
  static var keyStrategy: any KeyStrategy { .snakeCase }
  @Mapped var firstBranch: Branch
}

struct KeyStrategyThreadTests {
  @Test func oneTypeUnderSeveralStrategiesAtTheSameTime() {
    let results = onThreads(8) { thread -> [String] in
      (0..<20).map { round in
        var mapper = Mapper()
        let number = (thread + round) % 5
        mapper.keyStrategy = Numbered(number: number)
        let text = #"""
          {"leftLeaf\#(number)":{"leafValue\#(number)":1},"moreBranches\#(number)":[],\#
          "leafValue\#(number)":2}
          """#
        do {
          let branch = try Branch.decode(from: text, using: mapper)
          let isRight = branch.leftLeaf.leafValue == 1 && branch.flatLeaf?.leafValue == 2
          guard isRight else { return "wrong values" }
          return try branch.encodeString(using: mapper) == text ? "right" : "wrong text"
        } catch {
          return "\(error)"
        }
      }
    }
    #expect(results == Array(repeating: Array(repeating: "right", count: 20), count: 8))
  }

  @Test func modelsWithTheirOwnStrategyArePlannedBySeveralThreads() {
    let text = #"{"first_branch":{"left_leaf":{"leaf_value":1},"more_branches":[],"leaf_value":2}}"#
    let results = onThreads(8) { _ in
      errorText { () throws in
        let model = try SnakeBranch.decode(from: text)
        #expect(model.firstBranch.flatLeaf?.leafValue == 2)
        #expect(try model.encodeString() == text)
      }
    }
    #expect(results == Array(repeating: "no error", count: 8))
  }
}
