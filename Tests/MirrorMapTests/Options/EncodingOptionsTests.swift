import MirrorMap
import Testing

private struct Page: Mappable {
  @Mapped("z") var last: Int = 1
  @Mapped("a/b") var slash: String = "</script>"
  @Mapped("empty.list") var list: [Int] = []
  @Mapped("empty.map") var map: [String: Int] = [:]
  @Mapped("é") var accent: [[Int]] = [[1], []]
}

private struct Lists<Extra: MappableValue>: Mappable {
  @Mapped var pages: [Page]?
  @Mapped var names: [String]?
  @Mapped var flags: [Bool?]?
  @Mapped("deep.tables") var tables: [[Double]]?
  @Mapped(onFailure: .lossy) var maps: [[String: Int]]?
  @Mapped var extra: Extra
}

private final class ListsObject: Mappable {
  @Mapped var pages: [Page]?
  @Mapped var numbers: [Int]? = [1]
  required init() {}
}

struct EncodingOptionsTests {
  @Test func nullsOfOptionalArraysAreWrittenAsThoseOfOtherProperties() throws {
    let all =
      #"{"pages":null,"names":null,"flags":null,"deep":{"tables":null},"maps":null,"extra":null}"#
    for lists in [Lists<[Page]?>(), try Lists<[Page]?>.decode(from: "{}")] {
      #expect(try lists.encodeString() == "{}")
      #expect(try lists.encodeString(options: .nullsIncluded) == all)
      #expect(try lists.encodeString(options: .nullsOmitted) == "{}")
    }
    var lists = try Lists<[Page]?>.decode(from: all)
    #expect(try lists.encodeString() == all)
    #expect(try lists.encodeString(options: .nullsOmitted) == "{}")
    (lists.names, lists.flags, lists.tables, lists.maps) = ([], [nil], [[0.5]], [[:]])
    lists.extra = []
    #expect(
      try lists.encodeString(options: .nullsOmitted)
        == #"{"names":[],"flags":[null],"deep":{"tables":[[0.5]]},"maps":[{}],"extra":[]}"#)
    lists.names = nil
    #expect(
      try lists.encodeString()
        == #"{"pages":null,"names":null,"flags":[null],"deep":{"tables":[[0.5]]},"maps":[{}],"extra":[]}"#
    )
    let object = ListsObject()
    #expect(try object.encodeString() == #"{"numbers":[1]}"#)
    object.numbers = nil
    #expect(try object.encodeString() == #"{"numbers":null}"#)
    let pages = try ListsObject.decode(from: #"{"pages":[{}],"numbers":null}"#)
    #expect(pages.pages?.count == 1 && pages.numbers == nil)
    #expect(try ListsObject.decode(from: #"{"pages":null}"#).pages == nil)
  }

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
