import MirrorMap
import Testing

@testable import TestSupport

/// Strings are kept to the byte, as values and as keys, or refused.
struct TextGuaranteeTests {
  /// A JSON string and the bytes of its contents.
  private static let strings: [(json: String, bytes: [UInt8])] = [
    (#""""#, []), (#""\u0000""#, [0]), (#""a\u0000b""#, [0x61, 0, 0x62]),
    (#""\u0000\u0000""#, [0, 0]), (#""\u001f\u007f""#, [0x1F, 0x7F]),
    ("\"caf\u{E9}\"", Array("caf\u{E9}".utf8)), ("\"cafe\u{301}\"", Array("cafe\u{301}".utf8)),
    (#""caf\u00e9""#, [0x63, 0x61, 0x66, 0xC3, 0xA9]),
    (#""cafe\u0301""#, [0x63, 0x61, 0x66, 0x65, 0xCC, 0x81]),
    ("\"\u{FEFF}\"", [0xEF, 0xBB, 0xBF]), (#""\ufeff""#, [0xEF, 0xBB, 0xBF]),
    (#""\ufffe\uffff""#, [0xEF, 0xBF, 0xBE, 0xEF, 0xBF, 0xBF]),
    (#""\ud800\udc00""#, [0xF0, 0x90, 0x80, 0x80]),
    (#""\udbff\udfff""#, [0xF4, 0x8F, 0xBF, 0xBF]), (#""\/\\\"""#, [0x2F, 0x5C, 0x22]),
    ("\"\u{212B}\u{1112}\u{1161}\"", Array("\u{212B}\u{1112}\u{1161}".utf8)),
    ("\"\u{301}\"", [0xCC, 0x81]),
    ("\"\u{200D}\u{200B}\u{202E}\"", Array("\u{200D}\u{200B}\u{202E}".utf8)),
  ]

  @Test func stringIsKeptToTheByteAsValueAndAsKey() throws {
    for (json, bytes) in Self.strings {
      for place in PlaceOfText.all {
        #expect(try place.read(Array(json.utf8)) == bytes, "\(place.name): \(json)")
      }
    }
  }

  @Test func keptStringIsWrittenBackToTheByte() throws {
    for (json, bytes) in Self.strings {
      let string = String(decoding: bytes, as: UTF8.self)
      #expect(try PlaceOfText.values[0].read(string.encodeBytes()) == bytes, "\(json)")
      let tree = try JSONValue.decode(from: "{\(json):\(json)}")
      #expect(
        try JSONValue.decode(from: tree.encodeBytes()).object?.first?.key.utf8.map { $0 } == bytes)
      let dictionary = try [string: string].encodeBytes()
      #expect(try [String: String].decode(from: dictionary).first?.value.utf8.map { $0 } == bytes)
    }
  }

  @Test(arguments: [
    #""\ud800""#, #""\udc00""#, #""a\udfff""#, #""\ud83d\ud83d""#, #""\ude00\ud83d""#,
    #""\ud83d\n""#, #""\ud83dx""#, #""\ud83d\\ude00""#, #""\uD83D\u0041""#,
    #""\ud83d\ude00\ud83d""#,
  ])
  func halfASurrogatePairIsRefusedInTheSameWordsAsValueAndAsKey(json: String) {
    let half = json.utf8.count - 2 > 12 && json.hasPrefix(#""\ud83d\ude00"#) ? 12 : 0
    let start = json.hasPrefix("\"a") ? 1 : half
    for place in PlaceOfText.all {
      let error = mappingError { try place.read(Array(json.utf8)) }
      #expect(error?.code == .invalidEscape, "\(place.name)")
      #expect(error?.expected == "an escape sequence" && error?.found == "half a surrogate pair")
      let offset = place.frame.utf8.prefix { $0 != UInt8(ascii: "?") }.count
      #expect(error?.byteOffset == offset + 1 + start, "\(place.name)")
    }
  }

  // MARK: Normalization

  struct Composed: Mappable {
    @Mapped("caf\u{E9}") var composed: Int?
    @Mapped("cafe\u{301}") var decomposed: Int?
    @Mapped("\u{E9}.\u{E9}") var inner: Int?
    @Mapped("\u{E9}.e\u{301}") var other: Int?
  }

  final class ComposedClass: Mappable {
    @Mapped("caf\u{E9}") var composed: Int?
    @Mapped("cafe\u{301}") var decomposed: Int?
    init() {}
  }

  struct ComposedConstants: ImmutableMappable {
    let composed: Int?
    let decomposed: Int?
    init(from object: inout ObjectReader) throws {
      composed = try object.value("caf\u{E9}")
      decomposed = try object.value("cafe\u{301}")
    }
  }

  @Test(arguments: [
    "{\"caf\u{E9}\":1,\"cafe\u{301}\":2}", "{\"cafe\u{301}\":2,\"caf\u{E9}\":1}",
    #"{"caf\u00e9":1,"cafe\u0301":2}"#,
  ])
  func keysThatDifferOnlyInNormalizationAreDistinct(json: String) throws {
    for mapper in [Mapper.default, .lenient, .firstCounts, .lastCounts] {
      let model = try Composed.decode(from: json, using: mapper)
      #expect([model.composed, model.decomposed] == [1, 2])
      let object = try ComposedClass.decode(from: json, using: mapper)
      #expect([object.composed, object.decomposed] == [1, 2])
      let constants = try ComposedConstants.decode(from: json, using: mapper)
      #expect([constants.composed, constants.decomposed] == [1, 2])
    }
    let tree = try JSONValue.decode(from: json)
    #expect(tree.object?.count == 2)
    #expect(try JSONValue.decode(from: tree.encodeBytes()) == tree)
    let view = try JSONView(json)
    #expect(view["caf\u{E9}"]?.int == 1 && view["cafe\u{301}"]?.int == 2 && view.count == 2)
    #expect(try Int.decode(from: json, at: "caf\u{E9}") == 1)
    #expect(try Int.decode(from: json, at: "cafe\u{301}") == 2)
    let rest = try WayOfReading.KeepingInOrder.decode(from: json).rest
    #expect(rest.count == 2)
  }

  @Test func dictionaryKeysThatDifferOnlyInNormalizationAreOneKeyOfSwift() throws {
    let json = "{\"caf\u{E9}\":1,\"cafe\u{301}\":2}"
    #expect(
      errorText { try [String: Int].decode(from: json) }
        == "$[\"cafe\u{301}\"]: key appears a second time (line 1, column 11)")
    #expect(try [String: Int].decode(from: json, using: .firstCounts) == ["caf\u{E9}": 1])
    #expect(try [String: Int].decode(from: json, using: .lastCounts) == ["caf\u{E9}": 2])
  }

  @Test func onlyTheDeclaredFormIsFoundInNestedObjectsToo() throws {
    let json = "{\"\u{E9}\":{\"e\u{301}\":2,\"\u{E9}\":1},\"e\u{301}\":{\"\u{E9}\":3}}"
    let model = try Composed.decode(from: json)
    #expect([model.inner, model.other] == [1, 2])
  }
}
