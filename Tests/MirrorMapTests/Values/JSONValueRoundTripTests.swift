import MirrorMap
import Testing

@Suite struct JSONValueRoundTripTests {
  @Test(arguments: [
    #"{"z":1,"a":{"y":[],"b":{}},"m":[null,true,false]}"#,
    "[0,-0,0.0,-0.0,1.50,12345678901234567890,123456789012345678901234567890.10]",
    "[9007199254740993,0.10000000000000000000000001,18446744073709551615,1.0000000000000000000]",
    "[10000000000000000000,1000000000000000000000000,10000000000000000000.00,100.000000000000000000000]",
    "[1e40000,1E-40000,1.5e+99999]", #"["","\u0000","a\"b\\c","é","😀"]"#, #"{"":{"":[{"":""}]}}"#,
    "\"x\"", "null",
  ])
  func `Order and numbers come out as they went in`(text: String) throws {
    let tree = try JSONValue.decode(from: text)
    let written = try tree.encodeString()
    #expect(written == text)
    #expect(try JSONValue.decode(from: written) == tree)
    #expect(tree.description == text)
    let inside = try ValueHolder.decode(from: #"{"held":\#(text)}"#)
    #expect(try inside.encodeString() == #"{"held":\#(text)}"#)
  }

  @Test func `Exponents are kept by value, not by spelling`() throws {
    #expect(
      try JSONValue.decode(from: "[1e2,1E+2,1.5e3,1e300]").encodeString() == "[100,100,1500,1e300]")
  }

  @Test(arguments: 1...3)
  func `Random numbers are the same however they are read`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    func digits(_ counts: ClosedRange<Int>) -> String {
      let count = Int.random(in: counts, using: &generator)
      return (0..<count).map { _ in
        ["0", "0", "1", "9", "5"].randomElement(using: &generator) ?? "0"
      }
      .joined()
    }
    for _ in 0..<2000 {
      var text = Bool.random(using: &generator) ? "-" : ""
      text += Bool.random(using: &generator) ? "0" : "7" + digits(0...25)
      if Bool.random(using: &generator) { text += "." + digits(1...25) }
      if Int.random(in: 0..<4, using: &generator) == 0 { text += "e-" + digits(1...3) }
      let known = try #require(JSONNumber(text: text))
      let read = try JSONNumber.decode(from: text)
      #expect(read == known, "\(text)")
      #expect(read.description == known.description, "\(text)")
      try JSONTokenizer.tokenize(text) { tokenizer in
        let token = try #require(try tokenizer.next())
        #expect(tokenizer.number(of: token)?.description == known.description)
      }
    }
  }
}
