import MirrorMap
import Testing

@testable import TestSupport

struct JSONValueRoundTripTests {
  @Test(arguments: [
    #"{"z":1,"a":{"y":[],"b":{}},"m":[null,true,false]}"#,
    "[0,-0,0.0,-0.0,1.50,12345678901234567890,123456789012345678901234567890.10]",
    "[9007199254740993,0.10000000000000000000000001,18446744073709551615,1.0000000000000000000]",
    "[10000000000000000000,1000000000000000000000000,10000000000000000000.00,100.000000000000000000000]",
    "[1e40000,1E-40000,1.5e+99999]", #"["","\u0000","a\"b\\c","é","😀"]"#, #"{"":{"":[{"":""}]}}"#,
    "\"x\"", "null",
  ])
  func orderAndNumbersComeOutAsTheyWentIn(text: String) throws {
    let tree = try JSONValue.decode(from: text)
    let written = try tree.encodeString()
    #expect(written == text)
    #expect(try JSONValue.decode(from: written) == tree)
    #expect(tree.description == text)
    let inside = try ValueHolder.decode(from: #"{"held":\#(text)}"#)
    #expect(try inside.encodeString() == #"{"held":\#(text)}"#)
  }

  @Test func exponentsAreKeptByValueNotBySpelling() throws {
    #expect(
      try JSONValue.decode(from: "[1e2,1E+2,1.5e3,1e300]").encodeString() == "[100,100,1500,1e300]")
  }

  @Test(arguments: UInt64(1)...3)
  func randomNumbersAreTheSameHoweverTheyAreRead(seed: UInt64) {
    Property(seed: seed, rounds: 600, maximumSize: 26) {
      $0.numberText()
    } fault: { text in
      guard let known = JSONNumber(text: text) else { return "\(text) is none" }
      let read = try JSONNumber.decode(from: text)
      guard read == known, read.description == known.description else { return "\(text): \(read)" }
      let pulled = try JSONTokenizer.tokenize(text) { tokenizer in
        try tokenizer.next().flatMap { tokenizer.number(of: $0)?.description }
      }
      return pulled == known.description ? nil : "\(text): \(pulled ?? "no token")"
    }.check()
  }

  @Test(arguments: UInt64(1)...3)
  func randomTreesComeBackWithEveryLayout(seed: UInt64) {
    Property(seed: seed, rounds: 100, maximumSize: 30) {
      ($0.tree(), EncodingOptions(rawValue: $0.int(0...7)))
    } fault: { tree, options in
      let text = try tree.encodeString(options: options)
      let copy = try JSONValue.decode(from: text)
      guard copy == tree else { return "\(text) is not \(tree)" }
      guard options.isEmpty else { return nil }
      return try copy.encodeString() == text ? nil : "\(text) is written in another way"
    }.check()
  }
}
