import MirrorMap
import Testing

private struct Page: Mappable {
  @Mapped("z") var last: Int = 1
  @Mapped("a/b") var slash: String = "</script>"
  @Mapped("empty.list") var list: [Int] = []
  @Mapped("empty.map") var map: [String: Int] = [:]
  @Mapped("é") var accent: [[Int]] = [[1], []]
}

@Suite struct EncodingOptionsTests {
  @Test func compactInTheOrderOfDeclaration() throws {
    #expect(
      try Page().encodeString()
        == #"{"z":1,"a/b":"</script>","empty":{"list":[],"map":{}},"é":[[1],[]]}"#)
  }

  @Test func keysAreSortedAtEveryLevel() throws {
    #expect(
      try Page().encodeString(options: .sortedKeys)
        == #"{"a/b":"</script>","empty":{"list":[],"map":{}},"z":1,"é":[[1],[]]}"#)
    let map = ["b": ["y": 1, "x": 2], "a": ["\n": 3, "": 4]]
    #expect(
      try map.encodeString(options: .sortedKeys)
        == #"{"a":{"":4,"\n":3},"b":{"x":2,"y":1}}"#)
  }

  @Test func keysAreSortedByUnescapedScalars() throws {
    let map = ["\u{1F600}": 1, "\u{FFFD}": 2, "\u{1}": 3, " ": 4, "\"": 5, "Z": 6, "a": 7, "aa": 8]
    #expect(
      try map.encodeString(options: .sortedKeys)
        == "{\"\\u0001\":3,\" \":4,\"\\\"\":5,\"Z\":6,\"a\":7,\"aa\":8,\"\u{FFFD}\":2,\"\u{1F600}\":1}"
    )
  }

  @Test func prettyHasEmptyContainersOnOneLine() throws {
    #expect(
      try Page().encodeString(options: .prettyPrinted)
        == """
        {
          "z": 1,
          "a/b": "</script>",
          "empty": {
            "list": [],
            "map": {}
          },
          "é": [
            [
              1
            ],
            []
          ]
        }
        """)
    #expect(try 7.encodeString(options: .prettyPrinted) == "7")
    #expect(try [Int]().encodeString(options: .prettyPrinted) == "[]")
    #expect(try [1, 2].encodeString(options: .prettyPrinted) == "[\n  1,\n  2\n]")
  }

  @Test func slashesAreEscapedInKeysAndValues() throws {
    #expect(
      try Page().encodeString(options: .escapedSlashes)
        == #"{"z":1,"a\/b":"<\/script>","empty":{"list":[],"map":{}},"é":[[1],[]]}"#)
    #expect(try "a\\/".encodeString(options: .escapedSlashes) == #""a\\\/""#)
  }

  @Test func allOptionsTogetherReadBackAsTheSame() throws {
    let options: EncodingOptions = [.prettyPrinted, .sortedKeys, .escapedSlashes, .nullsIncluded]
    let text = try Page().encodeString(options: options)
    #expect(text.hasPrefix("{\n  \"a\\/b\": \"<\\/script>\",\n  \"empty\": {"))
    #expect(try Page.decode(from: text).encodeString() == Page().encodeString())
  }

  @Test func stringsWithBracketsCommasAndEscapesAreUntouched() throws {
    let map = ["k{[,:\"\\": ["}],:\"\\", "\u{1F600}"]]
    #expect(
      try map.encodeString(options: .prettyPrinted)
        == """
        {
          "k{[,:\\"\\\\": [
            "}],:\\"\\\\",
            "\u{1F600}"
          ]
        }
        """)
  }
}
