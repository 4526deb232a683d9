import Testing

@testable import MirrorMap

/// What a shape can hold, and who gets a place for one.
@Suite struct ObjectShapeTests {
  /// Lends an empty shape, and words that are readable up to their ends.
  private func withShape<R>(_ body: (ObjectShape) throws -> R) rethrows -> R {
    let block = UnsafeMutableRawPointer.allocate(byteCount: ObjectShape.blockSize, alignment: 64)
    defer { block.deallocate() }
    ObjectShape.prepare(block)
    return try body(ObjectShape(block))
  }

  private func learn(
    _ text: String, _ index: Int, _ shape: ObjectShape, next: Int = -1
  ) -> Int? {
    GuardedBytes.lend(Array(text.utf8)) { shape.learn(Bytes($0), index: index, next: next) }
  }

  private func matches(_ step: ObjectShape.Step, _ text: String, _ shape: ObjectShape) -> Bool {
    GuardedBytes.lend(Array(text.utf8)) {
      shape.matches(step, at: Bytes($0).start, Bytes($0).end)
    }
  }

  @Test func `Steps have the text that they were learned with`() {
    withShape { shape in
      let texts = [#", "a" : "#, #","b":"#, #","x":"#, "}"]
      for (step, text) in texts.enumerated() {
        #expect(learn(text, [0, 1, ObjectWalk.unknown, ObjectWalk.end][step], shape) == step)
      }
      #expect(shape.count == 4)
      #expect((0..<4).map { shape[$0].index } == [0, 1, -1, -2])
      for (step, text) in texts.enumerated() {
        for tail in ["", "1", "1234567", "12345678"] {
          #expect(matches(shape[step], text + tail, shape))
        }
        #expect(!matches(shape[step], String(text.dropLast()), shape))
        #expect(!matches(shape[step], "#" + text.dropFirst() + "12345678", shape))
        #expect(!matches(shape[step], text.dropLast() + "#12345678", shape))
      }
      #expect(learn("", 9, shape) == nil)
      #expect(
        (-2..<6).map { shape.has($0) } == [false, false, true, true, true, true, false, false])
    }
  }

  @Test func `A step leads to the one that followed last, and knows the one before`() {
    withShape { shape in
      for index in 0..<3 { #expect(learn(",\(index)", index, shape, next: index + 1) == index) }
      shape.link(0, to: 1)
      #expect(shape[0].next == 1 && shape[0].other == -1)
      shape.link(0, to: 2)
      #expect(shape[0].next == 2 && shape[0].other == 1)
      shape.link(0, to: 1)
      #expect(shape[0].next == 1 && shape[0].other == 2)
      #expect(shape[1].next == 2 && shape[2].next == 3 && shape[2].other == -1)
      // Nothing came before, or something that there is no room for.
      for number in [-1, ObjectShape.capacity + ObjectShape.firstCapacity] {
        shape.link(number, to: 2)
      }
      #expect((0..<3).map { shape[$0].next } == [1, 2, 3])
    }
  }

  @Test func `Texts of all lengths are told apart at each of their bytes`() {
    for length in [1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100] {
      withShape { shape in
        var bytes = (0..<length).map { UInt8(0x30 + $0 % 70) }
        #expect(learn(String(decoding: bytes, as: UTF8.self), 0, shape) == 0)
        bytes += [UInt8](repeating: 0x20, count: 8)
        for place in bytes.indices {
          var other = bytes
          other[place] ^= 1
          let isInside = place < length
          #expect(matches(shape[0], String(decoding: other, as: UTF8.self), shape) == !isInside)
        }
      }
    }
  }

  @Test func `A shape has room for ninety-two steps and four first members`() {
    withShape { shape in
      for index in 0..<ObjectShape.capacity {
        #expect(learn(",\(index)", index, shape) == index)
      }
      #expect(learn(",", 1, shape) == nil)
      #expect(shape.count == 92 && ObjectShape.capacity == 92)
      #expect((0..<92).allSatisfy { shape[$0].index == $0 })
      for index in 0..<6 {
        let number = GuardedBytes.lend([0x30 + UInt8(index)]) {
          shape.learnFirst(Bytes($0), index: index, next: 90 + index)
        }
        #expect(number == (index < 4 ? 92 + index : nil))
      }
      #expect(shape.header.firstCount == 4)
      #expect(
        (0..<4).allSatisfy { shape[92 + $0].index == $0 && shape[92 + $0].next == 90 + $0 })
      shape.link(95, to: 7)
      #expect(shape[95].next == 7 && shape[95].other == 93)
      #expect((0..<92).allSatisfy { shape[$0].index == $0 })
    }
  }

  @Test func `Texts that do not fit into the block are not learned, shorter ones still are`() {
    withShape { shape in
      let long = String(repeating: "k", count: 1000)
      #expect(learn("0" + long, 0, shape) != nil)
      #expect(learn("1" + long, 1, shape) != nil)
      #expect(learn("2" + long, 2, shape) == nil)
      #expect(learn("short", 3, shape) != nil)
      // All but what comparing looks at behind a text.
      let rest = ObjectShape.blockSize - Int(shape.header.textEnd) - 8
      #expect(learn(String(repeating: "r", count: rest + 1), 4, shape) == nil)
      #expect(learn(String(repeating: "r", count: rest), 4, shape) != nil)
      #expect(learn("x", 5, shape) == nil)
      #expect(shape.count == 4)
      #expect(matches(shape[1], "1" + long + "        ", shape))
      #expect(matches(shape[3], String(repeating: "r", count: rest) + "        ", shape))
    }
  }

  // MARK: Places

  private func withShapes<R>(_ body: (ObjectShapes) throws -> R) rethrows -> R {
    let shapes = ObjectShapes()
    defer { shapes.free() }
    return try body(shapes)
  }

  @Test func `A shape is made for those that ask twice`() {
    withShapes { shapes in
      for node in stride(from: UInt(0x1000), to: 0x1400, by: 16) {
        #expect(shapes.slot(for: node, depth: 512).shape(of: node) == nil)
        #expect(shapes.slot(for: node, depth: 512).shape(of: node) != nil)
        #expect(shapes.slot(for: node, depth: 512).shape(of: node + 16) == nil)
      }
      // Many more than there are places for: some have one, at any time.
      let many = stride(from: UInt(0x9000), to: 0x19000, by: 16)
      for node in many {
        for _ in 0..<3 { _ = shapes.slot(for: node, depth: 512) }
      }
      #expect(many.suffix(64).contains { shapes.slot(for: $0, depth: 512).shape(of: $0) != nil })
    }
  }

  @Test func `Those that ask in turn are not in each other's way`() {
    withShapes { shapes in
      let nodes = stride(from: UInt(0x1000), to: 0x1200, by: 16)
      for _ in 0..<2 { for node in nodes { _ = shapes.slot(for: node, depth: 512) } }
      for node in nodes { #expect(shapes.slot(for: node, depth: 512).shape(of: node) != nil) }
    }
  }

  @Test func `Where all places of a row are taken, those that are not used give way`() {
    // As the places are chosen.
    func row(_ node: UInt) -> UInt {
      ((node &>> 4 ^ UInt(512) &<< 24) &* 0x9E37_79B9_7F4A_7C15) &>> 57
    }
    let nodes = stride(from: UInt(0x1000), to: 0x40000, by: 16).filter { row($0) == row(0x1000) }
    withShapes { shapes in
      func has(_ node: UInt) -> Bool { shapes.slot(for: node, depth: 512).shape(of: node) != nil }
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

  @Test func `Those that are met once don't take the places of those that are used`() {
    withShapes { shapes in
      for _ in 0..<2 { _ = shapes.slot(for: 0x1000, depth: 512) }
      for node in stride(from: UInt(0x2000), to: 0x12000, by: 16) {
        #expect(shapes.slot(for: node, depth: 512).shape(of: node) == nil)
        _ = shapes.slot(for: 0x1000, depth: 512)
      }
      #expect(shapes.slot(for: 0x1000, depth: 512).shape(of: 0x1000) != nil)
    }
  }

  @Test func `A shape that doesn't fit is emptied, and given up in the end`() {
    withShape { shape in
      for _ in 0..<4 {
        #expect(learn(",", 0, shape) == 0)
        shape.header.misses = 201
        #expect(shape.visit())
        #expect(shape.count == 0 && shape.header.misses == 0)
      }
      shape.header.misses = 201
      #expect(!shape.visit())
      // Taken over by other objects, it's as good as new.
      shape.reset()
      #expect(shape.visit())
    }
  }

  @Test func `A shape with few misses for its visits is kept`() {
    withShape { shape in
      #expect(learn(",", 0, shape) == 0)
      (shape.header.misses, shape.header.visits) = (201, 150)
      #expect(shape.visit())
      #expect(shape.count == 1 && shape.header.misses == 0 && shape.header.visits == 0)
    }
  }

  @Test(arguments: 1...4)
  func `What is taken over is another's, and empty when it comes back`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var takenOver = 0
    for _ in 0..<50 {
      withShapes { shapes in
        for _ in 0..<2 { _ = shapes.slot(for: 0x1000, depth: 512) }
        let slot = shapes.slot(for: 0x1000, depth: 512)
        #expect(slot.shape(of: 0x1000).map { learn(",", 0, $0) } == 0)
        #expect(slot.shape(of: 0x1000)?.count == 1)
        for _ in 0..<120 {
          let node = UInt.random(in: 0x200...0xFFFF, using: &generator) &* 16
          for _ in 0..<2 { _ = shapes.slot(for: node, depth: 512) }
        }
        if slot.shape(of: 0x1000) == nil {
          takenOver += 1
          for _ in 0..<2 { _ = shapes.slot(for: 0x1000, depth: 512) }
          let again = shapes.slot(for: 0x1000, depth: 512).shape(of: 0x1000)
          #expect(again?.count ?? 0 == 0)
        } else {
          #expect(slot.shape(of: 0x1000)?.count == 1)
        }
      }
    }
    #expect(takenOver > 0)
  }

  @Test func `Depths have shapes of their own`() {
    withShapes { shapes in
      for depth in [1, 2, 511, 512] {
        for _ in 0..<2 { _ = shapes.slot(for: 0x1000, depth: depth) }
        let shape = shapes.slot(for: 0x1000, depth: depth).shape(of: 0x1000)
        #expect(shape?.count == 0)
        #expect(shape.map { learn("\(depth)", depth, $0) } == 0)
      }
      for depth in [1, 2, 511, 512] {
        #expect(shapes.slot(for: 0x1000, depth: depth).shape(of: 0x1000)?[0].index == Int32(depth))
      }
    }
  }
}
