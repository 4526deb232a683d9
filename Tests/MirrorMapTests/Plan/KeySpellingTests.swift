import MirrorMap
import Testing

@testable import TestSupport

private struct Odd: Mappable {
  @Mapped("say \"hi\"") var quotes: Int = 1
  @Mapped("back\\slash") var backslash: Int = 2
  @Mapped("line\nbreak\u{1}") var control: Int = 3
  @Mapped("a/b") var slash: Int = 4
  @Mapped("🧑‍🚀 rocket") var emoji: Int = 5
  @Mapped("caf\u{E9}") var composed: Int = 6
  @Mapped("cafe\u{301}") var decomposed: Int = 7
  @Mapped("nul\u{0}") var nul: Int = 8
  @Mapped("\u{7F}\u{2028}") var delete: Int = 9
}

private struct Empty: Mappable {
  @Mapped("", nested: false) var empty: Int?
  @Mapped("..", nested: false) var dots: Int?
  @Mapped("a.b", nested: false) var dotted: Int?
  @Mapped("a.b") var nested: Int?
}

private struct Delimited: Mappable {
  @Mapped("a->b->0", delimiter: "->") var arrow: Int?
  @Mapped("x.y->z.w", delimiter: "->") var dotted: Int?
  @Mapped("p::q", "r::s.t", delimiter: "::") var colons: Int?
  @Mapped("m-n", delimiter: "") var whole: Int?
  @Mapped("d.e", "f->g", delimiter: "->") var single: Int?
}

private struct Overlong: Mappable {
  @Mapped("a--->b", delimiter: "-->") var first: Int?
}

private struct Marks: Mappable {
  @Mapped("a.\u{301}b") var mark: Int?
}

private struct PropertyNames: Mappable {
  @Mapped var simple: Int = 1
  // swift-format-ignore: IdentifiersMustBeASCII
  @Mapped var größe: Int = 2
  @Mapped var `class`: Int = 3
  @Mapped var _hidden: Int = 4
  @Mapped(nested: false) var flat: Int = 5
}

private struct Similar: Mappable {
  @Mapped var a: Int = 0
  @Mapped var aa: Int = 0
  @Mapped var aaaaaaa: Int = 0
  @Mapped var aaaaaaaa: Int = 0
  @Mapped var aaaaaaaab: Int = 0
  @Mapped var aaaaaaaabaaaaaaa: Int = 0
  @Mapped var aaaaaaaabbaaaaaaa: Int = 0
  @Mapped var aaaaaaaabcaaaaaaa: Int = 0
  @Mapped var aaaaaaaaccccccccccccccccaaaaaaaa: Int = 0
  @Mapped var aaaaaaaaccccccccdcccccccaaaaaaaa: Int = 0
}

private struct EmptyMiddleStep: Mappable {
  @Mapped("a..b") var value: Int
}

private struct EmptyLastStep: Mappable {
  @Mapped("ok", "a.") var value: Int
}

private struct Twins: Mappable {
  @Mapped("user.name") var name: String
  @Mapped("user->name", delimiter: "->") var other: String
}

struct KeySpellingTests {
  private static let odd = """
    {"say \\"hi\\"":1,"back\\\\slash":2,"line\\nbreak\\u0001":3,"a/b":4,"🧑‍🚀 rocket":5,\
    "caf\u{E9}":6,"cafe\u{301}":7,"nul\\u0000":8,"\u{7F}\u{2028}":9}
    """

  @Test func keysAreEscapedWhenWrittenAndReadAgain() throws {
    let text = try Odd().encodeString()
    #expect(Array(text.utf8) == Array(Self.odd.utf8))
    var changed = Odd()
    changed.quotes = 11
    changed.backslash = 12
    changed.control = 13
    changed.composed = 16
    changed.decomposed = 17
    changed.nul = 18
    let copy = try Odd.decode(from: changed.encode())
    #expect(copy.quotes == 11)
    #expect(copy.backslash == 12)
    #expect(copy.control == 13)
    #expect(copy.emoji == 5)
    #expect(copy.composed == 16)
    #expect(copy.decomposed == 17)
    #expect(copy.nul == 18)
  }

  @Test func documentMayEscapeAnyCharacterOfAKey() throws {
    let model = try Odd.decode(
      from: #"{"\u0061\/\u0062":40,"\ud83e\uddd1\u200d\ud83d\ude80 r\u006Fcket":50,"caf\u00E9":60}"#
    )
    #expect(model.slash == 40)
    #expect(model.emoji == 50)
    #expect(model.composed == 60)
    #expect(model.decomposed == 7)
  }

  @Test func keysThatOnlyLookTheSameAreDistinct() throws {
    let model = try Odd.decode(from: "{\"cafe\u{301}\":70}")
    #expect(model.composed == 6)
    #expect(model.decomposed == 70)
  }

  @Test func delimitersArePartOfTheKeyWithoutNesting() throws {
    let json = #"{"":1,"..":2,"a.b":3,"a":{"b":4}}"#
    let model = try Empty.decode(from: json)
    #expect(model.empty == 1)
    #expect(model.dots == 2)
    #expect(model.dotted == 3)
    #expect(model.nested == 4)
    #expect(try model.encodeString() == json)
  }

  @Test func delimiterMayHaveSeveralCharactersAndDotsArePartOfKeysThen() throws {
    let json = #"{"a":{"b":[1]},"x.y":{"z.w":2},"p":{"q":3},"m-n":4,"d.e":5}"#
    let model = try Delimited.decode(from: json)
    #expect(model.arrow == 1)
    #expect(model.dotted == 2)
    #expect(model.colons == 3)
    #expect(model.whole == 4)
    #expect(model.single == 5)
    #expect(try model.encodeString() == json)
    #expect(try Delimited.decode(from: #"{"r":{"s.t":6},"f":{"g":7}}"#).colons == 6)
    #expect(try Delimited.decode(from: #"{"r":{"s.t":6},"f":{"g":7}}"#).single == 7)
  }

  @Test func delimiterWithARepeatedPrefixIsFound() throws {
    #expect(try Overlong.decode(from: #"{"a-":{"b":1}}"#).first == 1)
  }

  @Test func combiningMarkAfterADelimiterDoesNotHideIt() throws {
    #expect(try Marks.decode(from: "{\"a\":{\"\u{301}b\":1}}").mark == 1)
  }

  @Test func nameOfThePropertyIsTheDefaultKey() throws {
    let json = #"{"simple":1,"größe":2,"class":3,"_hidden":4,"flat":5}"#
    #expect(try PropertyNames().encodeString() == json)
    #expect(try PropertyNames.decode(from: #"{"größe":20,"_hidden":40}"#).größe == 20)
    #expect(try PropertyNames.decode(from: #"{"größe":20,"_hidden":40}"#)._hidden == 40)
  }

  @Test func keysThatDifferInLengthOrOneByteAnywhereAreDistinct() throws {
    let names = [
      "a", "aa", "aaaaaaa", "aaaaaaaa", "aaaaaaaab", "aaaaaaaabaaaaaaa", "aaaaaaaabbaaaaaaa",
      "aaaaaaaabcaaaaaaa", "aaaaaaaaccccccccccccccccaaaaaaaa", "aaaaaaaaccccccccdcccccccaaaaaaaa",
    ]
    let strangers = [
      "", "b", "aaa", "aaaaaaaac", "aaaaaaaabdaaaaaaa", "aaaaaaaacccccccceccccccccaaaaaaa",
      "aaaaaaaacccccccceccccccaaaaaaaaa", "aaaaaaaaccccccccccccccccaaaaaaab",
    ]
    for order in [names, names.reversed()] {
      let members = order.map { #""\#($0)":\#(names.firstIndex(of: $0)! + 1)"# }
      let others = strangers.map { #""\#($0)":99"# }
      let json = "{" + (others + members + others).joined(separator: ",") + "}"
      let model = try Similar.decode(from: json)
      let values = [
        model.a, model.aa, model.aaaaaaa, model.aaaaaaaa, model.aaaaaaaab, model.aaaaaaaabaaaaaaa,
        model.aaaaaaaabbaaaaaaa, model.aaaaaaaabcaaaaaaa, model.aaaaaaaaccccccccccccccccaaaaaaaa,
        model.aaaaaaaaccccccccdcccccccaaaaaaaa,
      ]
      #expect(values == Array(1...10))
    }
  }

  @Test func emptyStepIsADeclarationError() {
    let cause =
      "its key path has an empty step; use nested: false for a key with delimiters in it"
    #expect(
      errorText { try EmptyMiddleStep.decode(from: "not looked at") }
        == "EmptyMiddleStep.value cannot be mapped: \(cause)")
    #expect(
      errorText { try EmptyLastStep().encode() }
        == "EmptyLastStep.value cannot be mapped: \(cause)")
  }

  @Test func twoPropertiesThatWriteOneKeyAreADeclarationError() {
    #expect(
      errorText { try [Twins].decode(from: "[]") }
        == """
        Twins.other cannot be mapped: it writes the same key "user.name" as Twins.name
        """)
  }
}
