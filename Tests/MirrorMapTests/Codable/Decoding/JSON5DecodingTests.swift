import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// The documents that `allowsJSON5` accepts, and the errors near them.
struct JSON5DecodingTests {
  /// Any value, as far as JSON5 tells one from another.
  private enum Value: Decodable {
    case null, bool, double
    case string(String)
    case array([Value])
    case object([String: Value])
    case number(Double)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Double.self) {
        self = .number(value)
      } else if let value = try? container.decode(String.self) {
        self = .string(value)
      } else if let value = try? container.decode([Value].self) {
        self = .array(value)
      } else if (try? container.decode(Bool.self)) != nil {
        self = .bool
      } else {
        self = .object(try container.decode([String: Value].self))
      }
    }
  }

  private static let numberTexts = [
    "+1", "-1", "+0", "-0", ".5", "-.5", "+.5", "5.", "-5.", "0.", ".", "+", "-", "+-1", "--1",
    "0x10", "0X1F", "0xff", "-0x10", "+0x10", "0x", "0xg", "0x1.5", "00",
    "01", "-01", "1e5", "1e", "1.e2", ".5e1", ".e1", "1_000", "Infinity", "-Infinity", "+Infinity",
    "infinity", "Infinit", "NaN", "-NaN", "+NaN", "nan", "Na", "1 2", "0x 1", "1.5.5",
    "300", "0x12C", "1e400", "0b1", "0o7", "1n", "5.0", "1e2", "- 1", "+ 1", "1.0e+2",
    "0x1e2", "0xE+1", "+true", "-null", "+'1'", "1e5.", "1e5.5", "-.e1", "+.5.", "5.e-1", "2..5",
    "..5", "5.-1", "5.x",
  ]

  @Test(arguments: numberTexts)
  func numbers(_ text: String) {
    // As whole documents, hexadecimal numbers out of range trap in Foundation.
    if !text.contains("0000000") {
      CodableAgreement.expect(Int.self, each: [text], .json5)
      CodableAgreement.expect(UInt8.self, each: [text], .json5)
      CodableAgreement.expect(Double.self, each: [text], .json5)
      CodableAgreement.expect(Float.self, each: [text], .json5)
      CodableAgreement.expect(Decimal.self, each: [text], .json5)
      CodableAgreement.expect(UInt128.self, each: [text], .json5)
    }
    CodableAgreement.expect([UInt8].self, "[\(text)]", .json5)
    CodableAgreement.expect([Int128].self, "[\(text) ]", .json5)
    CodableAgreement.expect([Decimal].self, "[\(text),\n]", .json5)
    CodableAgreement.expect([Int].self, "[\(text), 1]", .json5)
    CodableAgreement.expect([Double].self, "[1, 2, \(text),]", .json5)
  }

  @Test(arguments: [
    "// a\n1", "1 // a", "1 // a\n", "/* a */ 1", "1 /* a */", "/* a\n * b */1/**/", "/**/1",
    "/*/1",
    "/* 1", "/ 1", "1 /", "//", "/**/", "/* /* */ */ 1", "1 //\r2", "// a\r1", "// a\r\n1",
    "// a\u{2028}1", "# a\n1", "1 /* * / */", "/***/1", "1/* a", "/*\\*/1", "\u{A0}1", "\u{FEFF}1",
    " \u{FEFF}1", "/**/\u{FEFF}1", "\u{2028}1", "\u{2029}1\u{3000}", "\u{B}1\u{C}", "\u{85}1",
    "\u{200B}1", "\u{1680}1",
  ])
  func commentsAndSpaces(_ text: String) {
    CodableAgreement.expect(Int.self, text, .json5)
    CodableAgreement.expect([Int].self, "[\(text)\n]", .json5)
    CodableAgreement.expect([Int].self, "[1,\(text)\n,]", .json5)
    CodableAgreement.expect([String: Int].self, "{a:\(text)\n}", .json5)
    CodableAgreement.expect([String: Int].self, "{/* x */ a /* y */ : \(text)\n, // z\n}", .json5)
  }

  @Test(arguments: [
    "'a'", "'a\"b'", "\"a'b\"", "'a\\'b'", "\"a\\'b\"", "'\\\"'", "''", "'", "'a", "'a\"", "\"a'",
    "'a\\\nb'", "'a\\\r\nb'", "'a\\\rb'", "'a\\\u{2028}b'", "'a\nb'", "\"a\\\nb\"", "'\\x41'",
    "'\\x4'", "'\\xZZ'", "'\\0'", "'\\01'", "'\\1'", "'\\v'", "'\\a'", "'\\u0041'", "'\\u{41}'",
    "'\\uD83D\\uDE00'", "'\\uD83D'", "'\\z'", "'\\é'", "'\u{2028}'", "'\u{7F}'", "'\t'", "'\u{1}'",
    "'\\/'", "'\\b\\f\\n\\r\\t'", "'\u{0}'", "'\\u00'", "'\\", "'\\x'", "'\\x80'", "'\\xff'",
    "'\\\n'", "'a long string \\x41 with escapes \\' and \\\n continued'", "`a`", "“a”", "'\\x00'",
    "'\\u0000'", "'\\u000'", "'\\u000g'", "'\\u0001'", "'\\x01'",
  ])
  func strings(_ text: String) {
    CodableAgreement.expect(String.self, each: [text], .json5)
    CodableAgreement.expect([String: Int].self, "{\(text): 1}", .json5)
    CodableAgreement.expect([[String: String]].self, "[{\(text): \(text)},]", .json5)
  }

  @Test(arguments: [
    "a", "_a", "$a", "a1", "1a", "aé", "é", "a-b", "a b", "\\u0061", "a\\u0062", "\\u0031", "true",
    "null", "Infinity", "NaN", "1", "+1", "0x1", "a.b", "", ":", "日本", "a\u{301}", "a\u{200D}b",
    "\\x61", "𝒳", "function", "a/**/", "/**/a", "a\n", "\\u", "\\uD83D\\uDE00", "'a'", "\"a\"",
    "a\\", "@", "#", "ⅷ", "a‿b", "\\x20", "\\u0020", "\\u0000", "\\x5c", "\\u005C", "\\n", "\\x6",
    "٣", "a٣", "\u{301}a", "a“", "“a”", "a\u{A0}", "a\u{2028}", "a\u{FEFF}", "\u{200C}a", "a\u{AD}",
  ])
  func keys(_ key: String) {
    CodableAgreement.expect([String: Int].self, "{\(key): 1}", .json5)
    CodableAgreement.expect([String: Int].self, "{\(key):1,b:2,}", .json5)
    CodableAgreement.expect([[String: [Int]]].self, "[{b:[2],\(key) :[1,]}]", .json5)
    CodableAgreement.expect(CodableMember<Int>.self, "{\(key): 1, member: 5}", .json5)
  }

  @Test(arguments: [
    "[]", "[,]", "[1,]", "[1,,]", "[,1]", "[1,,2]", "[1 2]", "[1", "[1,", "1]", "[1,/**/]", "[1}",
    "{}", "{,}", "{a:1,}", "{a:1,,}", "{,a:1}", "{a:1 b:2}", "{a}", "{a:}", "{a:1", "{a:1,", "{a",
    "{a:", "{:1}", "{a 1}", "{a:1]", "{a::1}", "[undefined]", "undefined", "True", "nul", "nulll",
    "[null,]", "[true,false,]", "{a:null,b:true,}", "[[],]", "[{},]", "{a:{b:[{c:1,},],},}", "",
    " ",
    "[1] // end", "[1] /* end", "[1],", "{a:1};", "[1]]", "{a:1}}", "\u{0}", "[\u{0}]", "{a:1,a:2}",
  ])
  func structures(_ text: String) {
    CodableAgreement.expect(Value.self, text, .json5)
    CodableAgreement.expect([Int].self, text, .json5)
    CodableAgreement.expect([String: Int].self, text, .json5)
    CodableAgreement.expect(CodableMember<Int>.self, "{member: 1, other: \(text)}", .json5)
  }

  @Test(arguments: [
    "a: 1", "a: 1,", "\"a\": 1", "a: 1, b: 2", "a: [1], b: {c: 1}", "{a: 1}", "{\"a\": 1}", "",
    " ", "// nothing", "\"a\": 1,", "\"a\"", "a", "1", "[1]", "\"a\": 1 \"b\": 2", "a: 1 }",
    "{a: 1", " {\"a\": 1} ", "\n\"a\" : 1\n", ",", ":", "\"a\": 1, \"a\": 2", "\"a\": [1,]",
    "{\"a\": 1}, \"b\": 2", "\"a\": 1 // end", "\"a\": {\"b\": {\"c\": null}}", "\"a\":", "null",
  ])
  func topLevelDictionaries(_ text: String) {
    for allowsJSON5 in [false, true] {
      let options = CodableOptions {
        $0.assumesTopLevelDictionary = true
        $0.allowsJSON5 = allowsJSON5
      }
      // Without JSON5, a comma at the end is a difference.
      guard allowsJSON5 || !text.hasSuffix(",") && !text.contains(",]") else { continue }
      CodableAgreement.expect([String: Value].self, text, options)
      CodableAgreement.expect([String: Int].self, text, options)
      CodableAgreement.expect([Int].self, text, options)
      CodableAgreement.expect(Int?.self, text, options)
      for encoding in [String.Encoding.utf16, .utf32BigEndian] {
        CodableAgreement.expect(
          [String: Int].self, text.data(using: encoding) ?? Data(), options)
      }
    }
  }

  /// What Foundation makes of these differs from type to type, or traps.
  @Test(.enabled(if: CodableAgreement.isOwnDecoder))
  func hexadecimalNumbersAreExactOrRefused() throws {
    let decoder = MappingDecoder()
    decoder.allowsJSON5 = true
    #expect(try decoder.decode(Int.self, from: "0x7fffffffffffffff") == Int.max)
    #expect(try decoder.decode(UInt64.self, from: "0xffffffffffffffff") == UInt64.max)
    #expect(try decoder.decode(Int.self, from: "-0x8000000000000000") == Int.min)
    #expect(try decoder.decode(Double.self, from: "0x8000000000000000") == 0x1p63)
    for text in ["0x8000000000000000", "0x1p3", "0xA.", "InfinityX", "0x"] {
      #expect(throws: DecodingError.self) { try decoder.decode(Int.self, from: text) }
    }
  }

  @Test func trailingCommasAreAcceptedInJSON5Only() throws {
    let decoder = MappingDecoder()
    decoder.allowsJSON5 = true
    #expect(try decoder.decode([Int].self, from: "[1, 2,]") == [1, 2])
    #expect(try decoder.decode([String: Int].self, from: "{a: 1,}") == ["a": 1])
  }

  @Test(.enabled(if: CodableAgreement.isOwnDecoder), arguments: ["[1,]", #"{"a":1,}"#, "[[],]"])
  func trailingCommasAreRejectedInJSON(_ text: String) throws {
    #expect(throws: DecodingError.self) { try MappingDecoder().decode([Int].self, from: text) }
    #expect(throws: DecodingError.self) {
      try MappingDecoder().decode([String: Int].self, from: text)
    }
  }

  /// Foundation overlooks these where they're ignored.
  @Test(
    .enabled(if: CodableAgreement.isOwnDecoder),
    arguments: [
      #"'\u0000'"#, #"'\x00'"#, "'\u{1}'", #"'\v'"#, "01", "1e", "+-1", "+true", "0x", ".",
    ])
  func ignoredValuesAreValidated(_ value: String) {
    let document = "{member: 1, other: \(value)}"
    let outcome = CodableOutcome {
      try CodableOptions.json5.mappingDecoder().decode(CodableMember<Int>.self, from: document)
    }
    #expect(outcome.failure?.description == "dataCorrupted at ")
    #expect(outcome.failure?.hasPlace == true)
  }

  @Test func everythingInOneDocument() {
    let document = #"""
      // JSON5
      {
        unquoted: 'and "quoted"', 'single': "double", /* hex */ hex: 0xDECAF,
        half: .5, whole: 5., plus: +1, list: [NaN, -Infinity, +Infinity,],
        lines: 'one \
      two', $dollar_: null, \u0061: true,
      }
      """#
    CodableAgreement.expect([String: Value].self, document, .json5)
    for length in stride(from: 0, to: document.utf8.count, by: 3) {
      CodableAgreement.expect(
        [String: Value].self, Data(document.utf8.prefix(length)), .json5)
    }
  }

  private struct Model: Mappable, CodableByMapping {
    @Mapped("v") var value: JSONValue = .null
    @Mapped("t") var text: String = ""
  }

  /// JSON has neither infinities nor numbers of any size in hexadecimal, so models have neither.
  @Test(
    .enabled(if: CodableAgreement.isOwnDecoder),
    arguments: [
      ("{v: Infinity}", 5), ("{v: -Infinity}", 5), ("{v: [1, NaN]}", 9),
      ("{v: {a: [{b: +NaN}]}}", 14),
      ("{t: 'a', other: Infinity}", 17), ("{v: 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF}", 5),
      ("{v: 1E+0009223372036854775807}", 5), ("{v: 1E+0009223372036854775805}", 5),
    ])
  func modelsWithoutNumbersOfJSON5(_ text: String, _ column: Int) {
    do {
      _ = try CodableOptions.json5.mappingDecoder().decode(Model.self, from: text)
      Issue.record("no error")
    } catch DecodingError.dataCorrupted(let context) {
      let cause = context.underlyingError as? MappingError
      #expect(cause?.column == column, "\(context)")
    } catch { Issue.record("\(error)") }
  }

  @Test(.enabled(if: CodableAgreement.isOwnDecoder))
  func modelsWithNumbersOfJSON5() throws {
    let text = "[{v: Infinity}, {v: [0x10, .5, +1, 1e400], t: '1E+0009223372036854775807'}]"
    struct Second: Decodable {
      let model: Model
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        _ = try list.superDecoder()
        model = try list.decode(Model.self)
      }
    }
    let model = try CodableOptions.json5.mappingDecoder().decode(Second.self, from: text).model
    #expect(try model.value.encodeString() == "[16,0.5,1,1e400]")
    #expect(model.text == "1E+0009223372036854775807")
    let plain = try MappingDecoder().decode(
      Model.self, from: #"{"v":1E+0009223372036854775807}"#)
    #expect(plain.value.number?.description == "1E+0009223372036854775807")
  }

  @Test(arguments: [
    #"{"a_b":1}"#, #"{"a":1,"b":0,"a":2}"#, "{\"é\":1,\"e\u{301}\":2}", "[1e400, 1e-400]",
    "[12345678901234567890123456789e300]", "[[], {}, null, 0.10]",
  ])
  func treesAreReadAsWithoutJSON5(_ text: String) throws {
    let decoder = MappingDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let plain = try decoder.decode(JSONValue.self, from: Data(text.utf8))
    let numbers = try? decoder.decode([JSONNumber].self, from: Data(text.utf8))
    decoder.allowsJSON5 = true
    let tree = try decoder.decode(JSONValue.self, from: Data(text.utf8))
    #expect(tree == plain && "\(tree)" == "\(plain)")
    #expect(try decoder.decode([JSONValue].self, from: Data("[\(text)]".utf8)) == [plain])
    #expect((try? decoder.decode([JSONNumber].self, from: Data(text.utf8))) == numbers)
  }

  @Test(arguments: ["Infinity", "-Infinity", "NaN", "0x" + String(repeating: "F", count: 400)])
  func treesHaveNoNumbersThatJSONDoesNotHave(_ number: String) throws {
    let decoder = MappingDecoder()
    decoder.allowsJSON5 = true
    for text in [number, "[1, \(number)]", "{a: [\(number)]}"] {
      let error = #expect(throws: DecodingError.self) {
        try decoder.decode(JSONValue.self, from: Data(text.utf8))
      }
      guard case .dataCorrupted = error else {
        Issue.record("\(text): \(String(describing: error))")
        continue
      }
    }
  }
}
