import Testing

@testable import MirrorMap

struct ArrayIndexTests {
  @Test func onlyTextsOfDigitsAreIndexes() {
    for text in ["", "+1", "-0", "01", "1 ", "\u{661}", "a", "1024"] {
      #expect(ArrayIndex(text) == nil, "\(text)")
    }
    #expect(ArrayIndex("0")?.value == 0)
    #expect(ArrayIndex("1023")?.value == 1023)
  }
}
