import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Decoding a part of a document, the limits, and subclasses.
struct DecoderPathTests {
  private struct Item: Decodable, Equatable { var itemID: Int? }
  private static let document =
    #"{"data": {"items": [{"itemID": 1}, {"itemID": 2}], "none": null}, "list": [[1], [2, 3]]}"#

  @Test func partsOfDocuments() throws {
    let decoder = MappingDecoder()
    #expect(
      try decoder.decode([Item].self, from: Self.document, at: "data.items")
        == [Item(itemID: 1), Item(itemID: 2)])
    #expect(try decoder.decode(Item.self, from: Self.document, at: "data.items.1").itemID == 2)
    #expect(try decoder.decode(Int.self, from: Self.document, at: "list.1.0") == 2)
    #expect(try decoder.decode(Int?.self, from: Self.document, at: "data.none") == nil)
    #expect(
      try decoder.decode([[Int]].self, from: Data(Self.document.utf8), at: "list") == [
        [1], [2, 3],
      ])
    #expect(try decoder.decode([Int].self, from: Array("[1]".utf8), at: "") == [1])
  }

  @Test func largeIndexes() throws {
    let text = "[" + (0..<1500).map(String.init).joined(separator: ",") + "]"
    for index in [1023, 1024, 1499] {
      #expect(try MappingDecoder().decode(Int.self, from: text, at: "\(index)") == index)
    }
    #expect(throws: DecodingError.self) {
      try MappingDecoder().decode(Int.self, from: text, at: "1500")
    }
  }

  @Test func keysThatOnlyLookTheSame() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let text = #"{"\#(composed)": 1, "\#(decomposed)": 2}"#
    #expect(try MappingDecoder().decode(Int.self, from: text, at: composed) == 1)
    #expect(try MappingDecoder().decode(Int.self, from: text, at: decomposed) == 2)
    #expect(throws: DecodingError.self) {
      try MappingDecoder().decode(Int.self, from: #"{"\#(composed)": 1}"#, at: decomposed)
    }
  }

  @Test(arguments: ["other", "data.other", "list.x.y", "data.items.name"])
  func missingPartsAreErrors(_ path: String) {
    #expect(throws: DecodingError.self) {
      try MappingDecoder().decode([Item].self, from: Self.document, at: path)
    }
  }

  @Test(.enabled(if: CodableAgreement.isOwnDecoder))
  func whatSurroundsThePartIsValidated() {
    for text in [
      #"{"a": [1], "b": tru}"#, #"{"a": [1]"#, #"{"a": [1]} x"#, #"{"b": 01, "a": [1]}"#,
    ] {
      #expect(throws: DecodingError.self) {
        try MappingDecoder().decode([Int].self, from: text, at: "a")
      }
    }
  }

  @Test(.enabled(if: CodableAgreement.isOwnDecoder))
  func errorsInPartsHaveTheWholePath() {
    let outcome = CodableOutcome {
      try MappingDecoder().decode([[String]].self, from: Self.document, at: "list")
    }
    #expect(outcome.failure?.description.hasSuffix("at list / Index 0[0] / Index 0[0]") == true)
    #expect(outcome.failure?.hasPlace == true)
  }

  private static func failure(
    _ document: String, _ configure: (inout Mapper) -> Void
  ) -> CodableFailure? {
    let decoder = MappingDecoder()
    configure(&decoder.mapper)
    return CodableOutcome { try decoder.decode([[String: [Int]]].self, from: document) }.failure
  }

  @Test(.enabled(if: CodableAgreement.isOwnDecoder))
  func theMappersLimitsApply() {
    let document = #"[{"key": [1, 2, 3]}, {"longer key": []}]"#
    #expect(Self.failure(document) { $0.maximumDepth = 3 } == nil)
    #expect(Self.failure(document) { $0.maximumDepth = 2 } != nil)
    #expect(Self.failure(document) { $0.maximumDocumentSize = document.utf8.count } == nil)
    #expect(Self.failure(document) { $0.maximumDocumentSize = document.utf8.count - 1 } != nil)
    #expect(Self.failure(document) { $0.maximumStringLength = 10 } == nil)
    #expect(Self.failure(document) { $0.maximumStringLength = 9 } != nil)
    #expect(Self.failure(document) { $0.maximumCollectionCount = 3 } == nil)
    #expect(Self.failure(document) { $0.maximumCollectionCount = 2 } != nil)
  }

  @Test(.enabled(if: CodableAgreement.isOwnDecoder))
  func limitsAreDataErrors() {
    for configure in [
      { $0.maximumDepth = 2 }, { $0.maximumDocumentSize = 5 }, { $0.maximumStringLength = 2 },
      { $0.maximumCollectionCount = 1 },
    ] as [(inout Mapper) -> Void] {
      let failure = Self.failure(#"[{"key": [1, 2, 3]}, {}]"#, configure)
      #expect(failure?.description.hasPrefix("dataCorrupted") == true, "\(failure as Any)")
    }
  }

  @Test(.enabled(if: CodableAgreement.isOwnDecoder))
  func sizeIsThatOfTheDocumentAndNotOfItsConversion() throws {
    let decoder = MappingDecoder()
    decoder.mapper.maximumDocumentSize = 10
    decoder.allowsJSON5 = true
    #expect(try decoder.decode([Double].self, from: "[Infinity]") == [.infinity])
    let spaces = "[1" + String(repeating: " ", count: 10) + "]"
    #expect(CodableOutcome { try decoder.decode([Int].self, from: spaces) }.failure != nil)
    decoder.allowsJSON5 = false
    let wide = try #require("[1,2,3]".data(using: .utf16LittleEndian))
    #expect(CodableOutcome { try decoder.decode([Int].self, from: wide) }.failure != nil)
    decoder.assumesTopLevelDictionary = true
    decoder.mapper.maximumDocumentSize = 5
    #expect(try decoder.decode([String: Int].self, from: #""a":1"#) == ["a": 1])
  }

  @Test(.enabled(if: CodableAgreement.isOwnDecoder))
  func snippetsAreFromTheDocumentAndNotFromItsConversion() throws {
    let decoder = MappingDecoder()
    decoder.mapper.errorSnippetLength = 20
    decoder.allowsJSON5 = true
    #expect(
      Self.cause { try decoder.decode([Int].self, from: "[+.5, /* a */ 'x']") }?.snippet
        == "[+.5, /* a */ 'x']")
    decoder.allowsJSON5 = false
    decoder.assumesTopLevelDictionary = true
    #expect(
      Self.cause { try decoder.decode([String: Int].self, from: #""a":true"#) }?.snippet
        == #""a":true"#)
  }

  private static func cause(_ body: () throws -> Any) -> MappingError? {
    do {
      _ = try body()
      return nil
    } catch DecodingError.dataCorrupted(let context) {
      return context.underlyingError as? MappingError
    } catch DecodingError.typeMismatch(_, let context) {
      return context.underlyingError as? MappingError
    } catch {
      return nil
    }
  }

  @Test(
    .enabled(if: CodableAgreement.isOwnDecoder),
    arguments: [
      (#"['""""\q']"#, 6), (#"['\'\'\'\'\q']"#, 10), (#"['\x41\x41\q']"#, 10),
      ("\u{FEFF}[true]", 4), ("\u{FEFF}\n[true]", 5), ("\u{FEFF} /* a */ true", 12),
    ])
  func placesInJSON5AreThoseOfTheDocument(_ document: String, _ offset: Int) {
    let decoder = MappingDecoder()
    decoder.allowsJSON5 = true
    let error =
      Self.cause { try decoder.decode([Int].self, from: document) }
      ?? Self.cause { try decoder.decode([String].self, from: document) }
    #expect(error?.byteOffset == offset)
    let before = document.utf8.prefix(offset)
    let line = String(before)?.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
    let mark = line.unicodeScalars.first == "\u{FEFF}" ? 1 : 0
    #expect(error?.column == line.unicodeScalars.count - mark + 1)
  }

  private final class APIDecoder: MappingDecoder, @unchecked Sendable {
    override init() {
      super.init()
      keyDecodingStrategy = .convertFromSnakeCase
    }
    override func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
      try super.decode([String: T].self, from: data)["payload"]
        ?? { throw CocoaError(.coderValueNotFound) }()
    }
  }

  @Test func subclassesCanOverride() throws {
    let data = Data(#"{"payload": {"snake_key": 1}}"#.utf8)
    struct Payload: Decodable { var snakeKey: Int }
    #expect(try APIDecoder().decode(Payload.self, from: data).snakeKey == 1)
    let decoder: MappingDecoder = APIDecoder()
    #expect(throws: CocoaError.self) { try decoder.decode(Int.self, from: Data("{}".utf8)) }
  }

  @Test func optionsAreThoseOfANewDecoder() {
    let decoder = MappingDecoder()
    guard case .deferredToDate = decoder.dateDecodingStrategy,
      case .base64 = decoder.dataDecodingStrategy,
      case .throw = decoder.nonConformingFloatDecodingStrategy,
      case .useDefaultKeys = decoder.keyDecodingStrategy
    else {
      Issue.record("other strategies")
      return
    }
    #expect(decoder.userInfo.isEmpty && !decoder.allowsJSON5 && !decoder.assumesTopLevelDictionary)
  }

  @Test func nestedNamesAreFoundationsTypes() {
    let date: MappingDecoder.DateDecodingStrategy = JSONDecoder.DateDecodingStrategy.iso8601
    let data: MappingDecoder.DataDecodingStrategy = JSONDecoder.DataDecodingStrategy.base64
    let keys: MappingDecoder.KeyDecodingStrategy = JSONDecoder.KeyDecodingStrategy.useDefaultKeys
    let floats: MappingDecoder.NonConformingFloatDecodingStrategy =
      JSONDecoder.NonConformingFloatDecodingStrategy.throw
    #expect("\(date) \(data) \(keys) \(floats)" == "iso8601 base64 useDefaultKeys throw")
  }
}
