import MirrorMap
import Testing

@testable import TestSupport

private final class Draft: Mappable, EncodePreparing {
  @Mapped var text: String = ""
  @Mapped var length: Int = 0
  init() {}
  func willEncode(in context: MappingContext) throws {
    if text == "forbidden" { throw MappingError(expected: "another text") }
    length = text.count
  }
}

private class Plot: Mappable {
  @Mapped var name: String = "shape"
  required init() {}
}

private class Lot: Plot, EncodePreparing {
  @Mapped var side: Int = 1
  @Mapped var area: Int?
  func willEncode(in context: MappingContext) throws { area = side * side }
}

private final class Tile: Lot {
  @Mapped var label: String?
  override func willEncode(in context: MappingContext) throws {
    try super.willEncode(in: context)
    label = "\(area ?? 0)"
  }
}

private struct Checked: Mappable, EncodePreparing {
  @Mapped var value: Int
  func willEncode(in context: MappingContext) throws {
    struct TooLarge: Error {}
    if value > 9 { throw TooLarge() }
  }
}

private struct Holder: Mappable {
  @Mapped("a.b") var checked: Checked?
  @Mapped var list: [Checked] = []
  @Mapped var byName: [String: Draft] = [:]
  @Flattened var flat: Checked?
}

struct EncodeHookTests {
  @Test func objectIsPreparedBeforeItIsWrittenWhereverItIs() throws {
    let draft = Draft()
    draft.text = "four"
    #expect(try draft.encodeString() == #"{"text":"four","length":4}"#)
    draft.text = "fives"
    #expect(try [[draft]].encodeString() == #"[[{"text":"fives","length":5}]]"#)
    var holder = Holder()
    holder.byName = ["x": draft]
    draft.text = ""
    #expect(
      try holder.encodeString() == #"{"list":[],"byName":{"x":{"text":"","length":0}}}"#)
  }

  @Test func subclassAloneMayHaveTheHookAndOverridesCallSuper() throws {
    #expect(try Plot().encodeString() == #"{"name":"shape"}"#)
    let square = Lot()
    square.side = 3
    #expect(try (square as Plot).encodeString() == #"{"name":"shape","side":3,"area":9}"#)
    let shapes: [Plot] = [Tile(), Plot()]
    #expect(
      try shapes.encodeString()
        == #"[{"name":"shape","side":1,"area":1,"label":"1"},{"name":"shape"}]"#)
  }

  @Test func errorsOfAHookHaveThePathAndNameOfTheModel() throws {
    var (good, bad) = (Checked(), Checked())
    good.value = 1
    bad.value = 10
    #expect(errorText { try bad.encode() } == "$: TooLarge() (Checked)")
    #expect(
      errorText { try [good, bad].encode() } == "$[1]: TooLarge() (Checked)")
    var holder = Holder()
    holder.checked = bad
    #expect(
      errorText { try holder.encode() } == "$.a.b: TooLarge() (Checked)")
    holder.checked = nil
    holder.list = [good, good, bad]
    #expect(
      errorText { try holder.encode() } == "$.list[2]: TooLarge() (Checked)")
    let draft = Draft()
    draft.text = "forbidden"
    #expect(
      errorText { try ["k": draft].encode() }
        == "$.k: expected another text (Draft)")
    holder.list = []
    holder.flat = bad
    #expect(mappingError { try holder.encode() }?.model == "Checked")
  }

  @Test func changesMadeByAHookAreAmongTheChanges() throws {
    let draft = try Draft.decode(from: #"{"text": "abc", "length": 3}"#)
    draft.text = "ab"
    #expect(try draft.encodeString(options: .changesOnly) == #"{"text":"ab","length":2}"#)
  }

  @Test func hookMayEncodeOtherModelsAndThePartsOfItsOwn() throws {
    final class Envelope: Mappable, EncodePreparing {
      @Mapped var draft = Draft()
      @Mapped var text: String?
      init() {}
      func willEncode(in context: MappingContext) throws { text = try draft.encodeString() }
    }
    let envelope = Envelope()
    envelope.draft.text = "x"
    #expect(
      try envelope.encodeString()
        == #"{"draft":{"text":"x","length":1},"text":"{\"text\":\"x\",\"length\":1}"}"#)
  }

  @Test func hookMayReleaseTheArrayInWhichItsObjectIsWritten() throws {
    final class Owner: Mappable {
      @Mapped var items: [Item] = []
      @Mapped var one: Item?
      init() {}
    }
    final class Item: Mappable, EncodePreparing {
      @Mapped var id: Int = 7
      weak var owner: Owner?
      init() {}
      func willEncode(in context: MappingContext) throws {
        owner?.items = []
        owner?.one = nil
      }
    }
    let owner = Owner()
    owner.items = (0..<3).map { _ in Item() }
    owner.one = Item()
    for item in owner.items + [owner.one].compactMap({ $0 }) { item.owner = owner }
    #expect(try owner.encodeString() == #"{"items":[{"id":7},{"id":7},{"id":7}],"one":null}"#)
    owner.one = Item()
    owner.one?.owner = owner
    #expect(try owner.encodeString() == #"{"items":[],"one":{"id":7}}"#)
  }

  @Test func failedHooksDoNotCountAsNesting() throws {
    /// Writes null for a value that can't be written.
    struct Attempt: MappableValue {
      let value: Checked
      static func decode(from reader: inout JSONReader) throws -> Attempt {
        Attempt(value: try reader.decode(Checked.self))
      }
      func encode(to writer: inout JSONWriter) throws {
        do { try writer.encode(value) } catch { writer.encodeNull() }
      }
    }
    var refused = Checked()
    refused.value = 10
    let many = Array(repeating: Attempt(value: refused), count: 1000)
    #expect(try many.encodeString() == [JSONValue](repeating: nil, count: 1000).encodeString())
    // What is nested too deeply, too.
    struct Envelope: Mappable {
      @Mapped var attempt: Attempt
    }
    var accepted = Checked()
    accepted.value = 1
    var envelope = Envelope()
    envelope.attempt = Attempt(value: accepted)
    var mapper = Mapper()
    mapper.maximumDepth = 2
    let text = try ["a": envelope, "b": envelope].encodeString(
      options: .sortedKeys, using: mapper)
    #expect(text == #"{"a":{"attempt":null},"b":{"attempt":null}}"#)
  }
}
