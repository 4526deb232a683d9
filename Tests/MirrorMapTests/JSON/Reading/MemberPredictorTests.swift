import Testing

@testable import MirrorMap
@testable import TestSupport

/// What a predictor can hold, and which objects get one.
struct MemberPredictorTests {
  /// Calls `body` with an empty predictor in memory of its own.
  private func withPredictor<R>(_ body: (MemberPredictor) throws -> R) rethrows -> R {
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: MemberPredictor.blockSize, alignment: 64)
    defer { block.deallocate() }
    let predictor = MemberPredictor(block)
    predictor.reset()
    return try body(predictor)
  }

  private func learn(
    _ text: String, _ index: Int, _ predictor: MemberPredictor, next: Int = -1
  ) -> Int? {
    GuardedBytes.withBytes(Array(text.utf8)) {
      predictor.learn(Bytes($0), index: index, next: next)
    }
  }

  private func matches(_ step: MemberPredictor.Step, _ text: String, _ predictor: MemberPredictor)
    -> Bool
  {
    GuardedBytes.withBytes(Array(text.utf8)) {
      predictor.matches(step, at: Bytes($0).start, Bytes($0).end)
    }
  }

  @Test func stepsHaveTheTextThatWasLearned() {
    withPredictor { predictor in
      let texts = [#", "a" : "#, #","b":"#, #","x":"#, "}"]
      for (step, text) in texts.enumerated() {
        #expect(learn(text, [0, 1, MemberScan.unknown, MemberScan.end][step], predictor) == step)
      }
      #expect(predictor.count == 4)
      #expect((0..<4).map { predictor[$0].index } == [0, 1, -1, -2])
      for (step, text) in texts.enumerated() {
        for tail in ["", "1", "1234567", "12345678"] {
          #expect(matches(predictor[step], text + tail, predictor))
        }
        #expect(!matches(predictor[step], String(text.dropLast()), predictor))
        #expect(!matches(predictor[step], "#" + text.dropFirst() + "12345678", predictor))
        #expect(!matches(predictor[step], text.dropLast() + "#12345678", predictor))
      }
      #expect(learn("", 9, predictor) == nil)
      #expect(
        (-2..<6).map { predictor.has($0) } == [false, false, true, true, true, true, false, false])
    }
  }

  @Test func stepLeadsToTheOneThatFollowedLastAndKnowsThePrevious() {
    withPredictor { predictor in
      for index in 0..<3 { #expect(learn(",\(index)", index, predictor, next: index + 1) == index) }
      predictor.link(0, to: 1)
      #expect(predictor[0].next == 1 && predictor[0].other == -1)
      predictor.link(0, to: 2)
      #expect(predictor[0].next == 2 && predictor[0].other == 1)
      predictor.link(0, to: 1)
      #expect(predictor[0].next == 1 && predictor[0].other == 2)
      #expect(predictor[1].next == 2 && predictor[2].next == 3 && predictor[2].other == -1)
      // Nothing came before, or something that there is no room for.
      for number in [-1, MemberPredictor.capacity + MemberPredictor.firstCapacity] {
        predictor.link(number, to: 2)
      }
      #expect((0..<3).map { predictor[$0].next } == [1, 2, 3])
    }
  }

  @Test func textsOfAllLengthsDifferInEachOfTheirBytes() {
    for length in [1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100] {
      withPredictor { predictor in
        var bytes = (0..<length).map { UInt8(0x30 + $0 % 70) }
        #expect(learn(String(decoding: bytes, as: UTF8.self), 0, predictor) == 0)
        bytes += [UInt8](repeating: 0x20, count: 8)
        for place in bytes.indices {
          var other = bytes
          other[place] ^= 1
          let isInside = place < length
          #expect(
            matches(predictor[0], String(decoding: other, as: UTF8.self), predictor) == !isInside)
        }
      }
    }
  }

  @Test func predictorHasRoomFor92Texts48BranchesAndEightFirstMembers() {
    withPredictor { predictor in
      for index in 0..<92 { #expect(learn(",\(index)", index, predictor) == index) }
      #expect(learn(",", 1, predictor) == nil)
      #expect((0..<92).allSatisfy { predictor[$0].index == $0 })
      for index in 0..<48 { #expect(predictor.branch(index, after: index + 1) == 92 + index) }
      #expect(predictor.branch(50, after: 7) == 50)
      #expect(predictor.count == 140 && MemberPredictor.capacity == 140)
      #expect((0..<140).allSatisfy { predictor[$0].index == $0 % 92 })
      for index in 0..<10 {
        let number = GuardedBytes.withBytes([0x30 + UInt8(index)]) {
          predictor.learn(Bytes($0), isFirst: true, index: index, next: 90 + index)
        }
        #expect(number == (index < 8 ? 140 + index : nil))
      }
      #expect(predictor.header.firstCount == 8)
      #expect(
        (0..<8).allSatisfy {
          predictor[140 + $0].index == $0 && predictor[140 + $0].next == 90 + $0
        })
      predictor.link(147, to: 7)
      #expect(predictor[147].next == 7 && predictor[147].other == 97)
      #expect((0..<140).allSatisfy { predictor[$0].index == $0 % 92 })
    }
  }

  @Test func branchHasTheTextOfItsStepAndGoesOnByItself() {
    withPredictor { predictor in
      for index in 0..<3 { #expect(learn(",\(index)", index, predictor, next: 2) == index) }
      predictor.link(1, to: 0)
      #expect(predictor[1].next == 0 && predictor[1].other == 2)
      #expect(predictor.branch(1, after: 2) == 3)
      #expect(predictor[3].index == 1 && predictor[3].next == 0 && predictor[3].other == -1)
      #expect(matches(predictor[3], ",1", predictor) && !matches(predictor[3], ",2", predictor))
      predictor.link(3, to: 2)
      #expect(predictor[3].next == 2 && predictor[1].next == 0)
      // There is one for each step before it.
      #expect(predictor.branch(1, after: 2) == 3 && predictor.branch(3, after: 2) == 3)
      #expect(predictor.branch(1, after: -1) == 1)
      // A branch takes no room from texts.
      #expect(learn(",3", 3, predictor) == 4)
      predictor.reset()
      #expect(predictor.count == 0 && predictor.header.branches == 0 && !predictor.has(3))
    }
  }

  @Test func textsThatDoNotFitAreNotLearnedShorterOnesAre() {
    withPredictor { predictor in
      let long = String(repeating: "k", count: 1200)
      #expect(learn("0" + long, 0, predictor) != nil)
      #expect(learn("1" + long, 1, predictor) != nil)
      #expect(learn("2" + long, 2, predictor) == nil)
      #expect(learn("short", 3, predictor) != nil)
      // All but what comparing looks at after a text.
      let rest = MemberPredictor.blockSize - Int(predictor.header.textEnd) - ByteMask.width
      #expect(learn(String(repeating: "r", count: rest + 1), 4, predictor) == nil)
      #expect(learn(String(repeating: "r", count: rest), 4, predictor) != nil)
      #expect(learn("x", 5, predictor) == nil)
      #expect(predictor.count == 4)
      #expect(matches(predictor[1], "1" + long + "        ", predictor))
      #expect(matches(predictor[3], String(repeating: "r", count: rest) + "        ", predictor))
    }
  }

  // MARK: Places

  private func withPredictors<R>(_ body: (MemberPredictors) throws -> R) rethrows -> R {
    let predictors = MemberPredictors()
    defer { predictors.free() }
    return try body(predictors)
  }

  @Test func predictorIsMadeAtTheSecondRequest() {
    withPredictors { predictors in
      for node in stride(from: UInt(0x1000), to: 0x1400, by: 16) {
        #expect(predictors.slot(for: node, depth: 512).predictor(of: node) == nil)
        #expect(predictors.slot(for: node, depth: 512).predictor(of: node) != nil)
        #expect(predictors.slot(for: node, depth: 512).predictor(of: node + 16) == nil)
      }
      // Many more than there are places for: some have one, at any time.
      let many = stride(from: UInt(0x9000), to: 0x19000, by: 16)
      for node in many {
        for _ in 0..<3 { _ = predictors.slot(for: node, depth: 512) }
      }
      #expect(
        many.suffix(64).contains { predictors.slot(for: $0, depth: 512).predictor(of: $0) != nil })
    }
  }

  @Test func alternatingPlansDoNotEvictEachOther() {
    withPredictors { predictors in
      let nodes = stride(from: UInt(0x1000), to: 0x1200, by: 16)
      for _ in 0..<2 { for node in nodes { _ = predictors.slot(for: node, depth: 512) } }
      for node in nodes {
        #expect(predictors.slot(for: node, depth: 512).predictor(of: node) != nil)
      }
    }
  }

  @Test func unusedPredictorsGiveWayInAFullRow() {
    // As the places are chosen.
    func row(_ node: UInt) -> UInt {
      ((node &>> 4 ^ UInt(512) &<< 24) &* 0x9E37_79B9_7F4A_7C15) &>> 57
    }
    let nodes = stride(from: UInt(0x1000), to: 0x40000, by: 16).filter { row($0) == row(0x1000) }
    withPredictors { predictors in
      func has(_ node: UInt) -> Bool {
        predictors.slot(for: node, depth: 512).predictor(of: node) != nil
      }
      for node in nodes.prefix(4) { #expect(!has(node) && has(node)) }
      // As long as all are used, a fifth gets none.
      for _ in 0..<10 {
        #expect(!has(nodes[4]))
        for node in nodes.prefix(4) { #expect(has(node)) }
      }
      // One is used no more.
      for _ in 0..<2 {
        _ = has(nodes[4])
        for node in nodes.prefix(3) { #expect(has(node)) }
      }
      #expect(has(nodes[4]) && !has(nodes[3]))
    }
  }

  @Test func rarePlansDoNotEvictPredictorsInUse() {
    withPredictors { predictors in
      for _ in 0..<2 { _ = predictors.slot(for: 0x1000, depth: 512) }
      for node in stride(from: UInt(0x2000), to: 0x12000, by: 16) {
        #expect(predictors.slot(for: node, depth: 512).predictor(of: node) == nil)
        _ = predictors.slot(for: 0x1000, depth: 512)
      }
      #expect(predictors.slot(for: 0x1000, depth: 512).predictor(of: 0x1000) != nil)
    }
  }

  @Test func unfitPredictorIsClearedAndGivenUpInTheEnd() {
    withPredictor { predictor in
      for _ in 0..<4 {
        #expect(learn(",", 0, predictor) == 0)
        predictor.header.misses = 201
        #expect(predictor.visit())
        #expect(predictor.count == 0 && predictor.header.misses == 0)
      }
      predictor.header.misses = 201
      #expect(!predictor.visit())
      // Taken over by other objects, it's as good as new.
      predictor.reset()
      #expect(predictor.visit())
    }
  }

  @Test func predictorWithFewMissesIsKept() {
    withPredictor { predictor in
      #expect(learn(",", 0, predictor) == 0)
      (predictor.header.misses, predictor.header.visits) = (201, 150)
      #expect(predictor.visit())
      #expect(predictor.count == 1 && predictor.header.misses == 0 && predictor.header.visits == 0)
    }
  }

  @Test(arguments: 1...4)
  func evictedPredictorBelongsToAnotherAndComesBackEmpty(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var takenOver = 0
    for _ in 0..<50 {
      withPredictors { predictors in
        for _ in 0..<2 { _ = predictors.slot(for: 0x1000, depth: 512) }
        let slot = predictors.slot(for: 0x1000, depth: 512)
        #expect(slot.predictor(of: 0x1000).map { learn(",", 0, $0) } == 0)
        #expect(slot.predictor(of: 0x1000)?.count == 1)
        for _ in 0..<120 {
          let node = UInt.random(in: 0x200...0xFFFF, using: &generator) &* 16
          for _ in 0..<2 { _ = predictors.slot(for: node, depth: 512) }
        }
        if slot.predictor(of: 0x1000) == nil {
          takenOver += 1
          for _ in 0..<2 { _ = predictors.slot(for: 0x1000, depth: 512) }
          let again = predictors.slot(for: 0x1000, depth: 512).predictor(of: 0x1000)
          #expect(again?.count ?? 0 == 0)
        } else {
          #expect(slot.predictor(of: 0x1000)?.count == 1)
        }
      }
    }
    #expect(takenOver > 0)
  }

  @Test func eachDepthHasItsOwnPredictor() {
    withPredictors { predictors in
      for depth in [1, 2, 511, 512] {
        for _ in 0..<2 { _ = predictors.slot(for: 0x1000, depth: depth) }
        let predictor = predictors.slot(for: 0x1000, depth: depth).predictor(of: 0x1000)
        #expect(predictor?.count == 0)
        #expect(predictor.map { learn("\(depth)", depth, $0) } == 0)
      }
      for depth in [1, 2, 511, 512] {
        #expect(
          predictors.slot(for: 0x1000, depth: depth).predictor(of: 0x1000)?[0].index == Int32(depth)
        )
      }
    }
  }
}
