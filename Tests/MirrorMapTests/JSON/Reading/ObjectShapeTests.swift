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
    _ text: String, _ index: Int, before step: Int, _ shape: ObjectShape
  ) -> Bool {
    GuardedBytes.lend(Array(text.utf8)) { shape.learn(Bytes($0), index: index, before: step) }
  }

  private func matches(_ step: ObjectShape.Step, _ text: String, _ shape: ObjectShape) -> Bool {
    GuardedBytes.lend(Array(text.utf8)) {
      shape.matches(step, at: Bytes($0).start, Bytes($0).end)
    }
  }

  @Test func `Steps are inserted where they are told to be`() {
    withShape { shape in
      #expect(learn(#","b":"#, 1, before: 0, shape))
      #expect(learn("}", ObjectWalk.end, before: 1, shape))
      #expect(learn(#", "a" : "#, 0, before: 0, shape))
      #expect(learn(#","x":"#, ObjectWalk.unknown, before: 2, shape))
      #expect(shape.count == 4)
      #expect((0..<4).map { shape[$0].index } == [0, 1, -1, -2])
      for (step, text) in [#", "a" : "#, #","b":"#, #","x":"#, "}"].enumerated() {
        for tail in ["", "1", "1234567", "12345678"] {
          #expect(matches(shape[step], text + tail, shape))
        }
        #expect(!matches(shape[step], String(text.dropLast()), shape))
        #expect(!matches(shape[step], "#" + text.dropFirst() + "12345678", shape))
        #expect(!matches(shape[step], text.dropLast() + "#12345678", shape))
      }
      // A step that another document has pushed beyond the end.
      #expect(!learn(",", 9, before: 5, shape))
      #expect(!learn("", 9, before: 0, shape))
    }
  }

  @Test func `Texts of all lengths are told apart at each of their bytes`() {
    for length in [1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100] {
      withShape { shape in
        var bytes = (0..<length).map { UInt8(0x30 + $0 % 70) }
        #expect(learn(String(decoding: bytes, as: UTF8.self), 0, before: 0, shape))
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
        #expect(learn(",\(index)", index, before: index, shape))
      }
      #expect(!learn(",", 1, before: 0, shape))
      #expect(shape.count == 92 && ObjectShape.capacity == 92)
      #expect((0..<92).allSatisfy { shape[$0].index == $0 })
      for index in 0..<6 {
        GuardedBytes.lend([0x30 + UInt8(index)]) {
          shape.learnFirst(Bytes($0), index: index, next: 90 + index)
        }
      }
      #expect(shape.header.firstCount == 4)
      #expect((0..<4).allSatisfy { shape.first($0).index == $0 && shape.first($0).next == 90 + $0 })
      #expect((0..<92).allSatisfy { shape[$0].index == $0 })
    }
  }

  @Test func `Texts that do not fit into the block are not learned, shorter ones still are`() {
    withShape { shape in
      let long = String(repeating: "k", count: 1000)
      #expect(learn("0" + long, 0, before: 0, shape))
      #expect(learn("1" + long, 1, before: 1, shape))
      #expect(!learn("2" + long, 2, before: 2, shape))
      #expect(learn("short", 3, before: 2, shape))
      // All but what comparing looks at behind a text.
      let rest = ObjectShape.blockSize - Int(shape.header.textEnd) - 8
      #expect(!learn(String(repeating: "r", count: rest + 1), 4, before: 3, shape))
      #expect(learn(String(repeating: "r", count: rest), 4, before: 3, shape))
      #expect(!learn("x", 5, before: 4, shape))
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

  @Test func `A place is given to those that ask twice`() {
    withShapes { shapes in
      for node in stride(from: UInt(0x1000), to: 0x1400, by: 16) {
        #expect(shapes.slot(for: node, depth: 512).shape(of: node) == nil)
        #expect(shapes.slot(for: node, depth: 512).shape(of: node) != nil)
        #expect(shapes.slot(for: node, depth: 512).shape(of: node + 16) == nil)
      }
      // There are 64 of them now, which is the most that a thread keeps.
      for node in stride(from: UInt(0x9000), to: 0x9100, by: 16) {
        for _ in 0..<2 { _ = shapes.slot(for: node, depth: 512) }
      }
      let kept = stride(from: UInt(0x1000), to: 0x1400, by: 16).count {
        shapes.slot(for: $0, depth: 512).shape(of: $0) != nil
      }
      #expect(kept > 0)
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
        #expect(slot.shape(of: 0x1000).map { learn(",", 0, before: 0, $0) } == true)
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
        #expect(shape.map { learn("\(depth)", depth, before: 0, $0) } == true)
      }
      for depth in [1, 2, 511, 512] {
        #expect(shapes.slot(for: 0x1000, depth: depth).shape(of: 0x1000)?[0].index == Int32(depth))
      }
    }
  }
}
