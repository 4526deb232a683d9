import Testing

@testable import MirrorMap
@testable import TestSupport

/// Arrays of numbers, whatever is between them.
struct NumberArrayTests {
  @Test(arguments: 1...4)
  func separatorsDoNotMatter(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let separators = [",", ", ", " ,", ",  ", ",\n  ", "\t,\r\n"]
    for _ in 0..<200 {
      let count = Int.random(in: 0...100, using: &generator)
      let main = separators.randomElement(using: &generator) ?? ","
      let ints = (0..<count).map { _ in
        Int.random(in: -9_999...99_999_999_999, using: &generator)
          >> Int.random(in: 0...30, using: &generator)
      }
      let doubles = ints.map { Double($0) / 8 }
      func text<Number>(_ numbers: [Number]) -> String {
        var text = "["
        for (index, number) in numbers.enumerated() {
          let other = separators.randomElement(using: &generator) ?? ","
          if index > 0 { text += Int.random(in: 0...9, using: &generator) == 0 ? other : main }
          text += "\(number)"
        }
        return text + "]" + String(repeating: " ", count: Int.random(in: 0...20, using: &generator))
      }
      #expect(try [Int].decode(from: text(ints)) == ints)
      #expect(try [Double].decode(from: text(doubles)) == doubles)
    }
  }

  @Test(arguments: [
    "[1,", "[1, ", "[1,]", "[1, ]", "[1 2]", "[1,,2]", "[1, ,2]", "[,1]", "[1}", "[1,2",
  ])
  func malformedArraysAreErrors(text: String) {
    #expect(throws: MappingError.self) { try [Int].decode(from: text) }
    #expect(throws: MappingError.self) { try [Double].decode(from: text) }
  }
}
