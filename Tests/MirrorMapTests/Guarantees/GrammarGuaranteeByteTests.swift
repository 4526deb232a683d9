import MirrorMap
import Testing

@testable import TestSupport

/// Every one of the 256 byte values at every kind of place in a document.
struct GrammarGuaranteeByteTests {
  /// Texts with a `?` where the byte goes.
  private static let places = [
    "?", "?1", "1?", "-?", "1.?", "1.5?", "1e?", "1e5?", "1e-?", "[?", "[?]", "[1?]", "[1?2]",
    "[1,?]", "[1,?2]", "{?}", #"{?"a":1}"#, #"{"a"?1}"#, #"{"a"?:1}"#, #"{"a":?}"#, #"{"a":?1}"#,
    #"{"a":1?}"#, #"{"a":1,?}"#, #"{"a":1?"b":2}"#, #"{"a":1,?"b":2}"#, #""?""#, #""a?b""#,
    #""\?""#,
    #""\?0041""#, #""\u?041""#, #""\u0?41""#, #""\u00?1""#, #""\u004?""#, #""\ud83d?ude00""#,
    #""\ud83d\?de00""#, #""\ud83d\u?e00""#, #""\ud83d\ud?00""#, #""\ud?00""#, "t?ue", "tru?",
    "fals?", "f?lse", "nul?", "n?ll", "true?", "null?", #"{"?":1}"#, #""fifteen bytes a?""#,
    #""twenty-four bytes a…?""#, "[[]?", "{}?", "[]?", "\"\"?",
    "\n                                ?1", "1                                 ?", "\t?\r",
    "[1 ?\n ,2]", #"{"\?":1}"#, #"{"\u00?1":1}"#, #"{"\ud83d\u?e00":1}"#, #"{"a":1,"a?":1}"#,
    #"{"held":0,"hel?":1}"#, #"{"a":[]?}"#, #"{"a":{}?}"#, #"[[1]?[2]]"#, #"{"a":""?}"#, "[null?]",
    #"["a"?"b"]"#, "-0?", "0?", "12345678?", "1234567890123456789?", "0.12345678?",
  ]

  @Test(arguments: places)
  func byteAtAPositionIsRightOrWrongInEveryWayOfReading(place: String) {
    let parts = place.utf8.split(separator: UInt8(ascii: "?"), omittingEmptySubsequences: false)
    for byte in UInt8.min...UInt8.max {
      let text = Array(parts[0]) + [byte] + Array(parts[1])
      let dissenters = WayOfReading.dissenters(text, WayOfReading.share(Int(byte), of: 128))
      #expect(dissenters.isEmpty, "byte \(byte) in \(place): \(dissenters)")
    }
  }

  @Test(arguments: [
    (#"["a": 1]"#, "$[0]: expected ',' or ']', found ':' (line 1, column 5)"),
    ("[1 2]", "$[0]: expected ',' or ']', found a digit (line 1, column 4)"),
    ("[1,]", "$[1]: expected a value, found ']' (line 1, column 4)"),
    (#"{"a" 1}"#, "$.a: expected ':', found a digit (line 1, column 6)"),
    (#"{"a": 1 "b"}"#, #"$.a: expected ',' or '}', found '"' (line 1, column 9)"#),
    (#"{"a": 1,}"#, "$: expected a key, found '}' (line 1, column 9)"),
    ("{a: 1}", "$: expected a key in double quotes, found a letter (line 1, column 2)"),
    (
      "{'a': 1}", "$: expected a key in double quotes, found a single quote (line 1, column 2)"
    ),
    ("[\u{7F}]", "$[0]: expected a value, found a control character (line 1, column 2)"),
    ("[\u{1}]", "$[0]: expected a value, found a control character (line 1, column 2)"),
    ("[\u{A0}]", "$[0]: expected a value, found a character beyond ASCII (line 1, column 2)"),
    ("[tru]", "$[0]: expected true, found ']' (line 1, column 5)"),
    ("[falsy]", "$[0]: expected false, found a letter (line 1, column 6)"),
    ("nul", "$: found the end of the input (line 1, column 4)"),
    ("[1] // x", "$: unexpected content after the end of the value (line 1, column 5)"),
    ("", "$: expected a value, found the end of the input (line 1, column 1)"),
    (" \n ", "$: expected a value, found the end of the input (line 2, column 2)"),
    ("{}{}", "$: unexpected content after the end of the value (line 1, column 3)"),
    ("[", "$[0]: expected a value, found the end of the input (line 1, column 2)"),
    ("{", "$: expected a key, found the end of the input (line 1, column 2)"),
  ])
  func misplacedByteIsReportedInTheSameWordsByAllReaders(
    text: String, expected: String
  ) {
    expectUntypedReaders(refuse: text, as: expected)
  }
}
