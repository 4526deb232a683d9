import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private struct Letter: Mappable, EncodePreparing, Equatable {
  @Mapped var text: String = ""
  @Mapped var length: Int = 0
  @Mapped var weight: Double?

  init() {}
  init(_ text: String) { self.text = text }

  mutating func willEncode(in context: MappingContext) throws {
    if text == "forbidden" { throw MappingError(expected: "another text") }
    length = text.count
    if text == "heavy" { weight = .infinity }
  }
}

extension Letter: CodableByMapping {}

private struct Box: Mappable {
  @Mapped("a.b") var one: Letter?
  @Mapped var list: [Letter] = []
  @Mapped var gaps: [Letter?] = []
  @Mapped var byName: [String: Letter] = [:]
  @Flattened var flat: Letter?
}

private struct Branch: Mappable, EncodePreparing {
  @Mapped var name: String = "n"
  @Mapped var count: Int?
  @Mapped var branches: [Branch] = []
  mutating func willEncode(in context: MappingContext) throws {
    count = branches.count
    name += "!"
    for index in branches.indices { branches[index].name += "?" }
  }
}

private protocol Stamped: EncodePreparing {
  var stamp: Int? { get set }
}

extension Stamped {
  mutating func willEncode(in context: MappingContext) throws { stamp = context[Int.self] }
}

private struct Ticket: Mappable, Stamped {
  @Mapped var stamp: Int?
}

private final class Desk: Mappable, Stamped {
  @Mapped var stamp: Int?
  init() {}
}

private enum Mail: Polymorphic {
  case letter(Letter)
  static let registry = ModelRegistry<Mail>(.internal(tag: "type"))
    .adding(
      "letter", embed: Mail.letter,
      extract: { if case .letter(let letter) = $0 { letter } else { nil } })
}

struct StructEncodeHookTests {
  private let four = #"{"text":"four","length":4}"#

  @Test func aCopyOfTheValueIsPrepared() throws {
    let letter = Letter("four")
    #expect(try letter.encodeString() == four)
    #expect(try letter.encodeString(options: .sortedKeys) == #"{"length":4,"text":"four"}"#)
    #expect(
      try letter.encodeString(options: .prettyPrinted)
        == "{\n  \"text\": \"four\",\n  \"length\": 4\n}")
    let object = try letter.encodeObject()
    #expect(object["length"] as? Int == 4)
    #expect(letter.length == 0 && !letter.$length.isChanged)
  }

  @Test func itIsPreparedWhereverItIs() throws {
    let letter = Letter("four")
    #expect(try [letter, letter].encodeString() == "[\(four),\(four)]")
    #expect(try [[letter]].encodeString() == "[[\(four)]]")
    #expect(try ["k": letter].encodeString() == #"{"k":\#(four)}"#)
    #expect(try Letter?.some(letter).encodeString() == four)
    #expect(
      try Mail.letter(letter).encodeString() == #"{"type":"letter","text":"four","length":4}"#)
    var box = Box()
    (box.one, box.list, box.gaps, box.byName, box.flat) = (
      letter, [letter], [nil, letter], ["k": letter], letter
    )
    #expect(
      try box.encodeString()
        == #"{"a":{"b":\#(four)},"list":[\#(four)],"gaps":[null,\#(four)],"byName":{"k":\#(four)},"#
        + String(four.dropFirst()))
    let unchanged = [box.one, box.list[0], box.gaps[1], box.byName["k"], box.flat]
    #expect(unchanged == Array(repeating: letter, count: 5))
  }

  @Test func modelsInsideAreThoseOfTheCopy() throws {
    var branch = Branch()
    branch.branches = [Branch(), Branch()]
    let inner = #"{"name":"n?!","count":0,"branches":[]}"#
    #expect(
      try branch.encodeString() == #"{"name":"n!","count":2,"branches":[\#(inner),\#(inner)]}"#)
    #expect(branch.branches.map(\.name) == ["n", "n"] && branch.count == nil)
  }

  @Test func changesOfTheCopyAreAmongTheChanges() throws {
    var letter = try Letter.decode(from: #"{"text": "abc", "length": 3}"#)
    #expect(try letter.encodeString(options: .changesOnly) == #"{"length":3}"#)
    letter.text = "ab"
    #expect(try letter.encodeString(options: .changesOnly) == #"{"text":"ab","length":2}"#)
    #expect(!letter.$length.isChanged && letter.length == 3)
    var box = try Box.decode(from: #"{"list": [], "text": "abc", "length": 3}"#)
    box.flat?.text = "a"
    #expect(try box.encodeString(options: .changesOnly) == #"{"text":"a","length":1}"#)
    let before = try Letter.decode(from: #"{"text": "abc", "length": 3}"#)
    #expect(
      String(decoding: try letter.mergePatch(since: before), as: UTF8.self)
        == #"{"text":"ab","length":2}"#)
  }

  @Test func codersPrepareACopyToo() throws {
    let letter = Letter("four")
    #expect(String(decoding: try MappingEncoder().encode([letter]), as: UTF8.self) == "[\(four)]")
    let data = try JSONEncoder().encode(letter)
    #expect(try JSONValue.decode(from: data)["length"] == 4)
    #expect(letter.length == 0)
  }

  @Test func errorsOfTheHookAndOfTheCopyHaveAPath() throws {
    #expect(
      errorText { try [Letter(), Letter("forbidden")].encode() }
        == "$[1]: expected another text (Letter)")
    #expect(
      errorText { try ["k": Letter("heavy")].encode() }
        == "$.k.weight: JSON has no infinite numbers (Letter.weight)")
    var box = Box()
    box.one = Letter("heavy")
    #expect(
      errorText { try box.encode() } == "$.a.b.weight: JSON has no infinite numbers (Letter.weight)"
    )
    box.one = Letter("forbidden")
    #expect(errorText { try box.encode() } == "$.a.b: expected another text (Letter)")
    // A failure leaves nothing behind.
    box.one = Letter("four")
    #expect(try box.encodeString(options: .sortedKeys).hasPrefix(#"{"a":{"b":{"length":4"#))
  }

  @Test func implementationOfAProtocolPreparesStructsAndObjects() throws {
    let (ticket, desk) = (Ticket(), Desk())
    #expect(try ticket.encodeString(context: MappingContext(7)) == #"{"stamp":7}"#)
    #expect(try desk.encodeString(context: MappingContext(7)) == #"{"stamp":7}"#)
    #expect(ticket.stamp == nil && desk.stamp == 7)
  }

  @Test func hookMayReleaseTheArrayInWhichItsStructIsWritten() throws {
    final class Owner: Mappable {
      @Mapped var items: [Item] = []
      init() {}
    }
    struct Item: Mappable, EncodePreparing {
      @Mapped var names: [String] = []
      weak var owner: Owner?
      mutating func willEncode(in context: MappingContext) throws {
        owner?.items = []
        names.append("b")
      }
    }
    let owner = Owner()
    var item = Item()
    (item.names, item.owner) = (["a"], owner)
    owner.items = [item, item]
    item.owner = nil
    #expect(try owner.encodeString() == #"{"items":[{"names":["a","b"]},{"names":["a","b"]}]}"#)
  }

  private struct Wide: Mappable, EncodePreparing {
    var room = Eightfold(Eightfold(Eightfold(Eightfold(0))))
    @Mapped var next: [Wide] = []

    mutating func willEncode(in context: MappingContext) throws {}
  }

  @Test func copiesOfLargeStructsUsedToExhaustTheStack() {
    let texts = onAnotherThread(stackSize: 1 << 23) {
      var wide = Wide()
      var texts = [errorText { try wide.encode() }]
      for _ in 0..<300 {
        var outer = Wide()
        outer.next = [wide]
        wide = outer
      }
      texts.append(errorText { try wide.encode() })
      return texts
    }
    #expect(texts[0] == "no error")
    // The system may give the thread a larger stack that another one has left, and then the depth limit is reached.
    #expect(texts[1].hasPrefix("$.next[0].next[0]"))
    #expect(texts[1].contains(": expected less nesting, found more than the "))
    #expect(texts[1].hasSuffix(" (Wide.next)"))
  }

  @Test func deepNestingIsAnErrorAndNoCrash() throws {
    var branch = Branch()
    for _ in 0..<100_000 {
      var outer = Branch()
      outer.branches = [branch]
      branch = outer
    }
    let mapper = Mapper.with { $0.maximumDepth = .max }
    #expect(mappingError { try branch.encode(using: mapper) }?.code == .depthLimit)
    while let inner = branch.branches.first {
      branch.branches = []
      branch = inner
    }
  }
}
