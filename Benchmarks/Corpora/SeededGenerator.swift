/// A small pseudo-random generator whose sequence is the same on every machine and toolchain.
///
/// The standard library fixes neither the sequence of `SystemRandomNumberGenerator` nor the way
/// `Int.random(in:using:)` turns bits into a range, so both halves are spelled out here. The bits
/// come from SplitMix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators",
/// OOPSLA 2014); a range is taken from the high half of a 64 × 64 bit product.
struct SeededGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, not including, `bound`.
  mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  mutating func int(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }

  /// True in `percent` of 100 calls.
  mutating func chance(_ percent: Int) -> Bool {
    below(100) < percent
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// `count` characters drawn from `alphabet`.
  mutating func word(of count: Int, from alphabet: [Character]) -> String {
    var word = ""
    for _ in 0..<count { word.append(pick(alphabet)) }
    return word
  }

  mutating func shuffle<Element>(_ elements: inout [Element]) {
    for index in elements.indices.dropLast() {
      elements.swapAt(index, int(in: index...elements.count - 1))
    }
  }
}
