import Foundation
import MirrorMap
import Testing

@Suite struct ElementIndexTests {
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
    // Quadratic access to a million elements would take minutes.
    let count = 1_000_000
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
}
