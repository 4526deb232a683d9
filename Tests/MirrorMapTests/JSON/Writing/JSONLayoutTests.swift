import MirrorMap
import Testing

@testable import TestSupport

struct JSONLayoutTests {
  private func lay(_ json: String, _ options: EncodingOptions) throws -> String {
    try JSONValue.decode(from: json).encodeString(options: options)
  }

  private static let sample =
    #"{"b":[1,{"y":null,"x":"a/b"}],"a":{},"c":[],"B":[[]],"é":true,"":-0.0,"a/":"\/\\\""}"#

  @Test func compactHasNoWhiteSpace() throws {
    #expect(
      try lay(Self.sample.replacing(",", with: " ,\n "), [])
        == #"{"b":[1,{"y":null,"x":"a/b"}],"a":{},"c":[],"B":[[]],"é":true,"":-0.0,"a/":"/\\\""}"#)
  }

  @Test func prettyHasOneMemberALine() throws {
    #expect(
      try lay(Self.sample, .prettyPrinted) == #"""
        {
          "b": [
            1,
            {
              "y": null,
              "x": "a/b"
            }
          ],
          "a": {},
          "c": [],
          "B": [
            []
          ],
          "é": true,
          "": -0.0,
          "a/": "/\\\""
        }
        """#)
    #expect(try lay("{}", .prettyPrinted) == "{}")
    #expect(try lay("[ ]", .prettyPrinted) == "[]")
    #expect(try lay(#""x""#, .prettyPrinted) == #""x""#)
    #expect(try lay("[1]", .prettyPrinted) == "[\n  1\n]")
  }

  @Test func sortedIsByUnicodeScalarsAtEveryLevel() throws {
    #expect(
      try lay(Self.sample, .sortedKeys)
        == #"{"":-0.0,"B":[[]],"a":{},"a/":"/\\\"","b":[1,{"x":"a/b","y":null}],"c":[],"é":true}"#)
    // U+FF61 precedes U+10000, though its UTF-16 unit is the larger one.
    #expect(
      try lay("{\"\u{10000}\":1,\"\u{FF61}\":2,\"z\":3,\"a10\":4,\"a9\":5,\"a\":6}", .sortedKeys)
        == "{\"a\":6,\"a10\":4,\"a9\":5,\"z\":3,\"\u{FF61}\":2,\"\u{10000}\":1}")
    // By what keys mean, not by how they are escaped: a line break precedes a blank.
    #expect(
      try lay(##"{" ":1,"\n":2,"!":3,"\"":4,"#":5}"##, .sortedKeys)
        == ##"{"\n":2," ":1,"!":3,"\"":4,"#":5}"##)
    // A decomposed key precedes a composed one.
    #expect(
      try lay("{\"\u{E9}\":1,\"e\u{301}\":2}", .sortedKeys) == "{\"e\u{301}\":2,\"\u{E9}\":1}")
  }

  @Test func slashesAreEscapedInKeysAndValuesOnRequest() throws {
    #expect(
      try lay(#"{"a/b":["</x>","//",1,"\\/"]}"#, .escapedSlashes)
        == #"{"a\/b":["<\/x>","\/\/",1,"\\\/"]}"#)
  }

  @Test func allLayoutOptionsTogether() throws {
    #expect(
      try lay(#"{"b":"/","a":{"d/":[],"c":[1]}}"#, [.prettyPrinted, .sortedKeys, .escapedSlashes])
        == #"""
        {
          "a": {
            "c": [
              1
            ],
            "d\/": []
          },
          "b": "\/"
        }
        """#)
  }

  @Test func modelsAndDictionariesAreLaidOutAlike() throws {
    struct Inner: Mappable {
      @Mapped("z") var z: Int = 1
      @Mapped("deep.y") var y: String = "/"
    }
    #expect(
      try ["k": [Inner()], "j": []].encodeString(options: [.sortedKeys, .escapedSlashes])
        == #"{"j":[],"k":[{"deep":{"y":"\/"},"z":1}]}"#)
  }

  @Test func laidOutJSONReadsBackAsTheSameTree() throws {
    let tree = try JSONValue.decode(from: Array(JSONReference.document))
    for raw in 0..<8 {
      let written = try tree.encode(options: EncodingOptions(rawValue: raw))
      #expect(JSONReference.accepts([UInt8](written)))
      #expect(try JSONValue.decode(from: written) == tree)
    }
  }

  /// Lines as they are defined, by recursion.
  private func lines(_ value: JSONValue, _ indentation: String = "") throws -> String {
    let inner = indentation + "  "
    let parts: [String]
    let brackets: (String, String)
    switch value {
    case .array(let elements):
      parts = try elements.map { try lines($0, inner) }
      brackets = ("[", "]")
    case .object(let object):
      parts = try object.map {
        "\(try JSONValue.string($0.key).encodeString()): \(try lines($0.value, inner))"
      }
      brackets = ("{", "}")
    default: return try value.encodeString()
    }
    if parts.isEmpty { return brackets.0 + brackets.1 }
    return brackets.0 + "\n" + inner + parts.joined(separator: ",\n" + inner) + "\n" + indentation
      + brackets.1
  }

  @Test func linesAreThoseOfTheRecursiveDefinition() throws {
    // Strings and numbers of all lengths around a block, with escapes and structure inside of strings.
    for length in 0...40 {
      let fill = String(repeating: "x", count: length)
      let number = try JSONValue.decode(from: "1" + String(repeating: "0", count: length))
      var object: JSONObject = ["": [[], [:], [[:]], nil, true], "n": number]
      for text in [fill, fill + "\"", "{[,:]}\\" + fill, fill + "\n/é"] {
        object[text] = [.string(text), number, .string(text)]
      }
      let tree = JSONValue.array([.object(object), number])
      #expect(try tree.encodeString(options: .prettyPrinted) == lines(tree))
    }
    let tree = try JSONValue.decode(from: Array(JSONReference.document))
    #expect(try tree.encodeString(options: .prettyPrinted) == lines(tree))
  }

  @Test func slashesAndLinesOfDeepDocuments() throws {
    let depth = 300
    let json = String(repeating: #"{"a/":["#, count: depth) + String(repeating: "]}", count: depth)
    let tree = try JSONValue.decode(from: json, using: deepMapper)
    let text = try tree.encodeString(options: [.prettyPrinted, .escapedSlashes], using: deepMapper)
    #expect(text == (try lines(tree)).replacing("/", with: "\\/"))
  }

  @Test func escapedSlashesTakeNoRoomFromLines() throws {
    // A key with more slashes than there is room left, before a line with a long indentation. A new thread has no
    // larger buffer; the strings before bring the end of its own closer, step by step.
    let depth = 200
    let key = String(repeating: "/", count: 500)
    let mapper = deepMapper
    for count in stride(from: 37_000, to: 41_000, by: 50) {
      let json =
        #"["\#(String(repeating: "x", count: count))","# + String(repeating: "[", count: depth)
        + #"{"\#(key)":[1]}"# + String(repeating: "]", count: depth) + "]"
      let tree = try JSONValue.decode(from: json, using: mapper)
      let options: EncodingOptions = count % 100 == 0 ? [] : .escapedSlashes
      let text = onAnotherThread {
        try? tree.encodeString(options: options.union(.prettyPrinted), using: mapper)
      }
      let expected = try lines(tree)
      #expect(text == (options == [] ? expected : expected.replacing("/", with: "\\/")))
    }
  }

  @Test func stringsEndAndAreEscapedAnywhereInTheLastBlocks() throws {
    for length in 0...70 {
      let fill = String(repeating: "x", count: length)
      for text in [fill, fill + "\"", fill + "\\", "\\" + fill, fill + "/\n/"] {
        for tree: JSONValue in [.string(text), .array([.string(text)]), .object([text: nil])] {
          let expected = try lines(tree)
          #expect(try tree.encodeString(options: .prettyPrinted) == expected)
          #expect(
            try tree.encodeString(options: [.prettyPrinted, .escapedSlashes])
              == expected.replacing("/", with: "\\/"))
        }
      }
    }
  }

  private var deepMapper: Mapper {
    var mapper = Mapper()
    mapper.maximumDepth = 1000
    return mapper
  }
}
