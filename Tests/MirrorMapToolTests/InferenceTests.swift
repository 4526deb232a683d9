import Foundation
import Testing

@testable import MirrorMapTool

/// The types that samples lead to.
struct InferenceTests {
  /// The declaration of the property `a` of samples, each of which is the value of its key, with its comment.
  private func property(_ values: String...) -> String {
    let text = models("[" + values.map { #"{"a": \#($0)}"# }.joined(separator: ",") + "]")
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("  ") }
    return lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
  }

  @Test func scalars() {
    #expect(property("true") == "@Mapped var a: Bool")
    #expect(property("1", "-2") == "@Mapped var a: Int")
    #expect(property("18446744073709551615") == "@Mapped var a: UInt64")
    #expect(property("18446744073709551615", "-1") == "@Mapped var a: Int128")
    #expect(property("1", "2.5") == "@Mapped var a: Double")
    #expect(property("1e2") == "@Mapped var a: Double")
    #expect(property("-0") == "@Mapped var a: Double")
    #expect(
      property("0.1234567890123456789", "1")
        == "@Mapped var a: Decimal  // a Double doesn't hold 1 of 2")
    #expect(
      property("9007199254740993", "0.5")
        == "@Mapped var a: Decimal  // a Double doesn't hold 1 of 2")
    #expect(property("1e999") == "@Mapped var a: JSONNumber  // a Double doesn't hold 1 of 1")
    for number in ["1e-300", "0." + String(repeating: "0", count: 200) + "1", "1e200"] {
      #expect(property(number) == "@Mapped var a: Double")
      #expect(
        property(number, "0.12345678901234567891")
          == "@Mapped var a: JSONNumber  // a Double doesn't hold 1 of 2")
    }
    #expect(property("1" + String(repeating: "0", count: 60)) == "@Mapped var a: Decimal")
    #expect(property("1" + String(repeating: "0", count: 200)) == "@Mapped var a: JSONNumber")
    #expect(property(#""x""#, #""""#) == "@Mapped var a: String")
  }

  /// The digits of a number are those of the nearest Double, if that is rounded to as many.
  @Test func numbersWhoseDigitsADoubleKeeps() {
    let kept = [
      "0.30000000000000004", "0.1000000000000000055511151231257827", "65.613616999999977",
      "123456789012345.67", "1.50000000000000000000", "1180591620717411303424.0", "1e22",
      // The shortest spellings of a Double that isn't the nearest one with as many digits: 2^-24, 2^-1074.
      "5.960464477539063e-08", "5e-324",
    ]
    for number in kept { #expect(property(number) == "@Mapped var a: Double", "\(number)") }
    for number in ["0.12345678901234567", "12345678901234567.5", "9007199254740993.0"] {
      #expect(
        property(number, "0.30000000000000004")
          == "@Mapped var a: Decimal  // a Double doesn't hold 1 of 2", "\(number)")
    }
    // Those close to zero have fewer digits.
    #expect(property("1.23456789012345e-310").hasPrefix("@Mapped var a: JSONNumber"))
  }

  @Test func formsOfStrings() {
    #expect(
      property(#""2026-01-01T00:00:00Z""#) == "@Mapped var a: Date  // the only string is a date")
    #expect(
      property(#""2026-01-01""#, #""2026-01-02""#)
        == #"@Mapped(transform: .date(format: "yyyy-MM-dd")) var a: Date  // all 2 strings are dates"#
    )
    #expect(
      property(#""Sun Aug 31 00:29:15 +0000 2014""#).contains(
        #"(format: "EEE MMM dd HH:mm:ss Z yyyy")"#))
    #expect(
      property(#""2026-01-01T10:00:00""#).contains(#".date(format: "yyyy-MM-dd'T'HH:mm:ss")"#))
    #expect(property(#""2026-01-01""#, #""soon""#) == "@Mapped var a: String")
    #expect(property(#""2026-02-30""#) == "@Mapped var a: String")
    #expect(
      property(#""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#)
        == "@Mapped var a: UUID  // the only string is a UUID")
    #expect(
      property(
        #""e621e1f8-c36c-495a-93fc-0c247a3e6e5f""#, #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#)
        == "@Mapped var a: UUID  // all 2 strings are UUIDs, which will be written in uppercase")
    #expect(
      property(#""https://example.com/a?b=c""#)
        == "@Mapped var a: URL  // the only string is a URL")
    #expect(property(#""https://exämple.com/a b""#) == "@Mapped var a: String")
    #expect(property(#""note: not a URL""#) == "@Mapped var a: String")
  }

  @Test func escapesDoNotHideForms() {
    #expect(property(#""https:\/\/example.com\/a""#).hasPrefix("@Mapped var a: URL"))
    #expect(property(#""\/\/example.com\/a""#) == "@Mapped var a: String")
    #expect(property(#""2026\/01\/02""#).contains(#"format: "yyyy/MM/dd")"#))
    #expect(property(#""\u0032026-01-01T00:00:00Z""#).hasPrefix("@Mapped var a: Date"))
    #expect(
      property(#""E621E1F8\u002DC36C-495A-93FC-0C247A3E6E5F""#).hasPrefix("@Mapped var a: UUID"))
  }

  @Test func optionals() {
    #expect(property("1", "null") == "@Mapped var a: Int?  // null in 1 of 2")
    #expect(property("null") == "@Mapped var a: JSONValue?  // null in 1 of 1")
    #expect(
      models(#"[{"a": 1}, {}, {}, {"a": null}]"#).contains(
        "@Mapped var a: Int?  // missing in 2 of 4, null in 1 of 4"))
    // A key that is twice in one object is missing in the other one all the same.
    #expect(
      models(#"[{"a": 1, "a": 2}, {"b": 1}]"#).contains(
        "@Mapped var a: Int?  // missing in 1 of 2"))
  }

  @Test func containers() {
    #expect(property("[]") == "@Mapped var a: [JSONValue]  // always empty")
    #expect(property("{}") == "@Mapped var a: [String: JSONValue]  // always empty")
    #expect(property("[null]") == "@Mapped var a: [JSONValue]  // always null")
    #expect(property("[1, null]", "[]") == "@Mapped var a: [Int?]")
    #expect(property("[[1], [2.5]]") == "@Mapped var a: [[Double]]")
    #expect(
      property("1", #""x""#) == "@Mapped var a: JSONValue  // of several kinds: number 1, string 1")
    #expect(
      property("[1, {}]") == "@Mapped var a: [JSONValue]  // of several kinds: number 1, object 1")
  }

  /// A transform is applied to the items of at most three levels.
  @Test func datesInManyContainers() {
    let weeks = #"[["2026-01-01", null], ["2026-01-02"]]"#
    let transform = #"@Mapped(transform: .date(format: "yyyy-MM-dd")) var a: "#
    #expect(property(weeks).contains("\(transform)[[Date?]]"))
    #expect(property(#"[["2026-01-01"]]"#, "null").contains("\(transform)[[Date]]?"))
    #expect(
      property(weeks, "null")
        == "@Mapped var a: [[String?]]?  // all 2 strings are dates, null in 1 of 2")
    #expect(property(#"[["2026-01-01", null], null]"#).hasPrefix("@Mapped var a: [[String?]?]"))
    #expect(property(#"{"1": [[["2026-01-01"]]]}"#).contains("var a: [String: [[[String]]]]"))
    #expect(property(#"[[[["2026-01-01T00:00:00Z"]]]]"#).hasPrefix("@Mapped var a: [[[[Date]]]]"))
    let file = TemporaryFile(#"{"a": [[[["2026-01-01"]]]]}"#)
    #expect(Run("infer", file.path).output.hasPrefix("import MirrorMap\n"))
  }

  @Test func dictionaries() {
    #expect(
      property(#"{"1": "x", "20": "y"}"#)
        == "@Mapped var a: [String: String]  // the 2 keys of 1 object are data")
    #expect(property(#"{"2026-01-01": [1]}"#).hasPrefix("@Mapped var a: [String: [Int]]"))
    let homes = ["1", "2", "3"].map {
      #""home\#($0)": {"city": "x", "scores": {"\#($0)": 1, "9": 1}}"#
    }
    for homes in [homes, homes.reversed()] {
      #expect(
        models("{\(homes.joined(separator: ", "))}").contains(
          "@Mapped var scores: [String: Int]  // the 4 keys of 3 objects are data"))
    }
    let rates = "USD EUR GBP JPY CHF SEK NOK DKK".split(separator: " ").map { "\"\($0)\": 1.5" }
    #expect(
      property("{" + rates.joined(separator: ",") + "}").hasPrefix(
        "@Mapped var a: [String: Double]"))
    let people = (0..<6).map { #""name\#($0)": {"age": 1, "city": "x"}"# }
    let text = models("{\"people\": {" + people.joined(separator: ",") + "}}")
    #expect(text.contains("var people: [String: Person]") && text.contains("struct Person"))
    // Names of properties, although all values are of one kind.
    #expect(
      models(#"{"a": {"street": "x", "city": "y", "zip": "z"}}"#).contains("var street: String"))
  }

  @Test func dictionariesInDictionaries() {
    let inner = #"{"2": {"v": [{"3": {"x": 1}}], "w": "a"}}"#
    let text = models(#"{"a": {"1": \#(inner)}, "b": {"c": \#(inner), "d": null}, "e": 1}"#)
    #expect(text.contains("var a: [String: [String: A]]") && text.contains("var c: [String: A]"))
    #expect(text.contains("var v: [[String: V]]"), "\(text)")
  }

  @Test func equalShapesAreOneType() {
    let text = models(
      #"{"author": {"id": 1, "name": "x"}, "editor": {"name": "y", "id": null}, "other": {"id": 1}}"#
    )
    #expect(text.contains("var author: Author") && text.contains("var editor: Author"))
    #expect(text.contains("var id: Int?  // null in 1 of 2") && text.contains("struct Other"))
    // Not if their members are of other kinds.
    let other = models(#"{"author": {"id": 1}, "editor": {"id": "x"}}"#)
    #expect(other.contains("struct Author") && other.contains("struct Editor"))
  }

  @Test func typesThatContainThemselves() {
    let tree = models(#"{"n": 1, "children": [{"n": 2, "children": [{"n": 3, "children": []}]}]}"#)
    #expect(tree.contains("struct Sample: Mappable") && tree.contains("var children: [Sample]"))
    let list = models(#"{"v": 1, "next": {"v": 2, "next": {"v": 3, "next": null}}}"#)
    #expect(list.contains("final class Sample: Mappable") && list.contains("var next: Sample?"))
    #expect(
      list.contains("/// It is a class because it contains itself.") && list.contains("init() {}"))
  }

  /// While these types are united, each is found to be a part of others that are being united.
  @Test func typesThatContainEachOther() {
    let inner = #"{"b": "a", "name": {"2001": {"b": "a", "name": {}}, "2006": {}}}"#
    let items =
      #"{"items": {"items": {"items": {"b": "a", "name": {}}, "b": {}, "name": {}}, "name": {}}"#
    let text = models(#"[{"next": \#(items), "name": {"2008": {"next": \#(inner)}}}}]"#)
    #expect(
      text.hasSuffix(
        """
        /// 9 objects in the samples.
        /// It is a class because it contains itself.
        final class Sample: Mappable {
          @Mapped var items: Sample?  // missing in 6 of 9
          @Mapped var next: Sample?  // missing in 7 of 9
          @Mapped var b: JSONValue?  // of several kinds: string 3, object 1, missing in 5 of 9
          @Mapped var name: [String: Sample]?  // the 3 keys of 6 objects are data, missing in 3 of 9

          init() {}
        }

        """), "\(text)")
  }

  @Test func enumerations() {
    let values = (0..<20).map { #"{"state": "\#(["open", "sent-out", "default"][$0 % 3])"}"# }
    let text = models("[" + values.joined(separator: ",") + "]")
    #expect(text.contains("@Mapped var state: State  // 3 different values in 20 strings"))
    #expect(
      text.hasSuffix(
        """
        enum State: String, MappableValue, UnknownCaseProviding {
          case `default`
          case open
          case sentOut = "sent-out"
          /// Every string that isn't in the samples.
          case unknown

          static var unknownCase: State { .unknown }
        }

        """))
    // Too few values, and too many different ones.
    #expect(models("[" + values.prefix(9).joined(separator: ",") + "]").contains("state: String"))
  }

  @Test func theUnknownCaseIsThatOfItsString() {
    let values = (0..<10).map { #"{"state": "\#(["Unknown", "unknown"][$0 % 2])"}"# }
    let text = models("[" + values.joined(separator: ",") + "]")
    #expect(
      text.hasSuffix(
        """
          case unknown = "Unknown"
          case unknown2 = "unknown"

          static var unknownCase: State { .unknown2 }
        }

        """), "\(text)")
  }

  /// Strings that look the same are equal in Swift, but not in JSON.
  @Test func keysThatOnlyLookTheSame() {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let text = models(#"{"\#(composed)": 1, "\#(decomposed)": "x"}"#)
    #expect(
      text.contains(
        """
          @Mapped var \(composed): Int
          @Mapped(\(decomposed.debugDescription)) var \(decomposed)2: String

        """), "\(text)")
    let list = models(
      """
      {"next": {"v": 1, "\(composed)": 1, "\(decomposed)": 1, "next": {"v": 2, "\(composed)": 3}},
      "a": {"\(composed)": 1, "\(decomposed)": 1}, "b": {"\(composed)": "x", "\(decomposed)": 1}}
      """)
    #expect(list.contains("class Next: Mappable") && list.contains("struct B: Mappable"), "\(list)")
    let options = ["--at", composed]
    #expect(models(#"{"\#(decomposed)": 1}"#, options: options).contains("there is nothing at"))
  }

  @Test func keysThatAreNoPaths() {
    for key in ["a.b", "a.\u{301}b", "*", "*\u{301}", "\\\\", ""] {
      #expect(models(#"{"\#(key)": 1}"#).contains("nested: false) var "), "\(key)")
    }
    #expect(models(#"{"a b": 1}"#).contains(#"@Mapped("a b") var "#))
    #expect(models(#"{"a'b": 1}"#).contains(#"@Mapped("a'b") var "#))
  }

  @Test func options() {
    let text = models(
      #"{"data": {"items": [{"a": 1}]}}"#, options: ["--at", "data.items", "--public", "--class"])
    #expect(
      text == """
        // try [Sample].decode(from: data, at: "data.items")

        /// 1 object in the samples.
        public final class Sample: Mappable {
          @Mapped public var a: Int

          public init() {}
        }

        """)
    let escaped = models(#"{"a.b": [{"x": 1}]}"#, options: ["--at", #"a\.b"#, "--name", "User"])
    #expect(escaped.hasPrefix(#"// try [User].decode(from: data, at: "a\\.b")"#), "\(escaped)")
    let wildcard = models(#"{"items": [{"u": {"id": 1}}]}"#, options: ["--at", "items.*.u"])
    #expect(
      wildcard.hasPrefix(#"// each value at "items.*.u" is a value of Sample"#), "\(wildcard)")
    #expect(models("[1, 2]") == "// try [Int].decode(from: data)\n")
    #expect(models("null") == "// try JSONValue.decode(from: data)\n")
    #expect(
      models(#"{"days": ["2026-01-01"]}"#, options: ["--at", "days"]).hasSuffix(
        """
        // var mapper = Mapper()
        // mapper.setTransform(.date(format: "yyyy-MM-dd"))
        // try [Date].decode(from: data, at: "days", using: mapper)

        """))
    #expect(models("[[{\"a\": 1}], []]").contains("// try [[Sample]].decode(from: data)"))
  }

  @Test func orderOfSamplesDoesNotMatter() {
    let samples = [
      #"{"b": 1, "a": [{"x": 1}], "s": "2026-01-01"}"#, #"{"a": [], "b": null, "c": {"x": 2.5}}"#,
      #"{"c": {"x": 1}, "b": 18446744073709551615, "s": "2026-01-01T00:00:00Z"}"#,
    ]
    let expected = models(samples[0], samples[1], samples[2])
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      #expect(models(samples[order[0]], samples[order[1]], samples[order[2]]) == expected)
    }
  }
}
