import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

struct ElementIndexTests {
  @Test func elementsInAnyOrder() throws {
    let count = 1000
    let view = try JSONView((0..<count).map { "\($0)" }.description)
    var generator = SeededGenerator(seed: 5)
    for index in (0..<count).shuffled(using: &generator) + Array(0..<count)
      + (0..<count).reversed()
    {
      #expect(view[index]?.string == "\(index)")
    }
    #expect(view[count] == nil && view[count + 500] == nil && view[-1] == nil)
    #expect(view[.max] == nil)
  }

  @Test func arraysInArraysAndManyOfThem() throws {
    let count = 60
    let text = (0..<count).map { row in (0..<count).map { row * count + $0 } }.description
    let view = try JSONView(text)
    for column in 0..<count {
      for row in 0..<count {
        #expect(view[row]?[column]?.int == row * count + column)
      }
    }
  }

  @Test func indexingIsLinear() throws {
    // Quadratic access to so many elements would take minutes.
    let count = 200_000
    let view = try JSONView("[" + String(repeating: "7,", count: count - 1) + "7]")
    var sum = 0
    var index = 0
    while let element = view[index] {
      sum += element.int ?? 0
      index += 1
    }
    #expect(index == count && sum == 7 * count)
  }

  @Test func threadsShareOneIndex() throws {
    let view = try JSONView((0..<5000).map { $0 }.description)
    let sums = onThreads(4) { thread in
      (0..<5000).reduce(0) { $0 + (view[thread.isMultiple(of: 2) ? $1 : 4999 - $1]?.int ?? 0) }
    }
    #expect(sums == Array(repeating: 4999 * 2500, count: 4))
  }

  @Test func threadsThatSearchTheSameElements() {
    var index = ElementIndex()
    #expect(index.last(upTo: 40, inArrayAt: 1) == nil)
    index.add([160, 320], from: 16, inArrayAt: 1)
    // One thread has added what another one has searched at the same time.
    index.add([320, 480], from: 32, inArrayAt: 1)
    index.add([160], from: 16, inArrayAt: 1)
    index.add([640], from: 64, inArrayAt: 1)
    for (wanted, known) in [(15, nil), (16, 16), (40, 32), (60, 48), (64, 64), (.max, 64)] {
      let last = index.last(upTo: wanted, inArrayAt: 1)
      #expect(last?.number == known && last?.position == known.map { $0 * 10 })
    }
  }

  @Test func nineArraysReadSideBySideUsedToTakeQuadraticTime() throws {
    // The quadratic access took several minutes.
    let (columns, rows) = (12, 10_000)
    let column = "[" + String(repeating: "7,", count: rows - 1) + "7]"
    let table = Array(repeating: column, count: columns).joined(separator: ",")
    let views = try JSONView("[\(table)]").elements
    var sum = 0
    for row in 0..<rows {
      for column in views { sum += column[row]?.int ?? 0 }
    }
    #expect(sum == 7 * columns * rows)
    var index = ElementIndex()
    for array in 0..<1000 { index.add([array + 50], from: 16, inArrayAt: array) }
    #expect((0..<1000).allSatisfy { index.last(upTo: 20, inArrayAt: $0)?.position == $0 + 50 })
  }
}
