import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Random documents as fixed types: the same verdict, value and error.
struct RandomDecodingTests {
  private enum Tree: Decodable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([Tree])
    case object([String: Tree])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Bool.self) {
        self = .bool(value)
      } else if let value = try? container.decode(Int.self) {
        self = .int(value)
      } else if let value = try? container.decode(Double.self) {
        self = .double(value)
      } else if let value = try? container.decode(String.self) {
        self = .string(value)
      } else if let value = try? container.decode([Tree].self) {
        self = .array(value)
      } else {
        self = .object(try container.decode([String: Tree].self))
      }
    }
  }

  private enum Kind: String, Decodable { case red, card }

  private final class Card: Decodable {
    let id: Int
    let name: String?
    let value: Tree?
    let list: [Double]?
    let next: Card?
    let kind: Kind?
  }

  private struct Small: Decodable { var id: UInt8, snakeKey: Int?, a: [Small?]? }

  private enum Union: Decodable {
    case card(Card)
    case small(Small)
    case numbers([Int8])
    case text(String)

    init(from decoder: any Decoder) throws {
      if let card = try? Card(from: decoder) {
        self = .card(card)
      } else if let small = try? Small(from: decoder) {
        self = .small(small)
      } else if let numbers = try? [Int8](from: decoder) {
        self = .numbers(numbers)
      } else {
        self = .text(try decoder.singleValueContainer().decode(String.self))
      }
    }
  }

  /// Takes what it can get, element by element.
  private struct Lossy: Decodable {
    var cards: [Card] = []
    var others: [String] = []
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      while !list.isAtEnd {
        if let card = try? list.decode(Card.self) {
          cards.append(card)
        } else if let null = try? list.decodeNil(), null {
          others.append("null")
        } else if let nested = try? list.nestedUnkeyedContainer() {
          others.append("\(nested.count ?? -1)")
        } else {
          let element = try list.superDecoder()
          others.append((try? String(from: element)) ?? "other")
        }
      }
    }
  }

  private struct Keys: Decodable {
    var texts: [String] = []
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodableAnyKey.self)
      for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
        let isNull = try container.decodeNil(forKey: key)
        let number = try? container.decodeIfPresent(Double.self, forKey: key)
        texts.append("\(key.stringValue) \(isNull) \(number as Any)")
      }
    }
  }

  private typealias Comparison = (Data, CodableOptions) -> Bool

  /// Whether both decoders agree on a document as a type.
  ///
  /// - Parameter hasDictionaries: Of the faulty members of a dictionary, Foundation reports any;
  ///   then it's enough that both fail.
  private static func compare<T: Decodable>(
    _ type: T.Type, hasDictionaries: Bool = false
  ) -> (name: String, Comparison) {
    let comparison: Comparison = { document, options in
      let (theirs, ours, isSame) = CodableAgreement.compare(T.self, document, options)
      return isSame || hasDictionaries && ours.failure != nil && theirs.failure != nil
    }
    return ("\(type)", comparison)
  }

  private static var comparisons: [(name: String, Comparison)] {
    [
      compare(Tree.self, hasDictionaries: true), compare(Card.self, hasDictionaries: true),
      compare(Small.self), compare(Union.self),
      compare([Union?].self), compare(Lossy.self), compare(Keys.self), compare([Int].self),
      compare([Double].self), compare([String].self), compare([[Int?]].self),
      compare([String: Tree].self, hasDictionaries: true),
      compare([String: [Int]].self, hasDictionaries: true),
      compare([Int: Tree].self, hasDictionaries: true),
      compare([Kind: Int].self, hasDictionaries: true), compare([Card].self, hasDictionaries: true),
      compare([String: Card?].self, hasDictionaries: true),
      compare(Int.self), compare(Decimal?.self), compare(Set<UInt8>.self), compare(Date.self),
      compare([URL].self), compare([Data?].self), compare(Float??.self), compare([[Bool]].self),
    ]
  }

  /// Draws documents until one has failed to be the same, and says for which type.
  private func expect(
    seed: UInt64, count: Int, _ options: CodableOptions = CodableOptions(),
    sourceLocation: SourceLocation = #_sourceLocation,
    draw: (inout CodableDocuments) -> [UInt8]?
  ) {
    var documents = CodableDocuments(seed: seed)
    let comparisons = Self.comparisons
    for round in 0..<count {
      guard let bytes = draw(&documents) else { continue }
      for (name, agrees) in comparisons where !agrees(Data(bytes), options) {
        Issue.record(
          "seed \(seed), round \(round): \(name) from \(String(decoding: bytes, as: UTF8.self))",
          sourceLocation: sourceLocation)
        return
      }
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func validDocuments(seed: UInt64) {
    expect(seed: seed, count: 120) { Array($0.document().utf8) }
  }

  @Test(arguments: 100..<104 as Range<UInt64>)
  func validDocumentsWithOptions(seed: UInt64) {
    let options = CodableOptions {
      $0.keyDecodingStrategy = .convertFromSnakeCase
      $0.dateDecodingStrategy = seed % 2 == 0 ? .iso8601 : .secondsSince1970
      $0.dataDecodingStrategy = seed % 2 == 0 ? .base64 : .deferredToData
      $0.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "a")
    }
    expect(seed: seed, count: 120, options) { Array($0.document().utf8) }
  }

  @Test(arguments: 200..<204 as Range<UInt64>)
  func validDocumentsAsJSON5(seed: UInt64) {
    expect(seed: seed, count: 80, .json5) { documents in
      let document = documents.document()
      // Foundation refuses U+0000 where it looks at the text; MappingDecoder does so everywhere.
      return document.contains("\\u0000") ? nil : Array(document.utf8)
    }
  }

  /// Changed documents that are JSON nevertheless mean the same to both.
  @Test(arguments: 300..<308 as Range<UInt64>)
  func changedDocumentsThatAreStillValid(seed: UInt64) {
    expect(seed: seed, count: 600) { documents in
      let document = documents.document(depth: 3)
      let bytes = documents.mutated(document)
      return JSONReference.accepts(bytes) ? bytes : nil
    }
  }

  /// What isn't JSON is an error without a path for every type; Foundation's decoder may
  /// overlook errors in values that aren't decoded.
  @Test(.enabled(if: CodableAgreement.isOwnDecoder), arguments: 400..<408 as Range<UInt64>)
  func changedDocumentsThatAreInvalid(seed: UInt64) {
    var documents = CodableDocuments(seed: seed)
    for round in 0..<400 {
      let bytes = documents.mutated(documents.document(depth: 3))
      // Bytes that never occur in UTF-8 may indicate another encoding.
      guard !JSONReference.accepts(bytes), !bytes.contains(0), !bytes.contains(0xFE),
        !bytes.contains(0xFF)
      else { continue }
      let failure = CodableOutcome { try MappingDecoder().decode(Tree.self, from: bytes) }.failure
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(failure?.description == "dataCorrupted at ", "seed \(seed), \(round): \(text)")
      #expect(failure?.hasPlace == true, "seed \(seed), \(round): \(text)")
    }
  }

  /// Where Foundation's decoder refuses a text, MappingDecoder does.
  @Test(arguments: 500..<504 as Range<UInt64>)
  func whatFoundationRefusesIsRefused(seed: UInt64) {
    var documents = CodableDocuments(seed: seed)
    for _ in 0..<400 {
      let bytes = Data(documents.mutated(documents.document(depth: 3)))
      // Not in JSON5: some malformed numbers trap in Foundation.
      let (theirs, ours, _) = CodableAgreement.compare(Tree.self, bytes, CodableOptions())
      guard theirs.failure?.description == "dataCorrupted at " else { continue }
      #expect(
        ours.failure?.description == "dataCorrupted at ",
        "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test func theDocumentsAreOfAllSorts() {
    var documents = CodableDocuments(seed: 1)
    let texts = (0..<300).map { _ in documents.document() }
    let rejected = texts.filter { !JSONReference.accepts(Array($0.utf8)) }
    #expect(rejected == [])
    for type in [Card.self, Union.self, [Double].self, Keys.self] as [any Decodable.Type] {
      let decoded = texts.filter { text in
        (try? JSONDecoder().decode(type, from: Data(text.utf8))) != nil
      }
      #expect(decoded.count > 3 && decoded.count < 290, "\(type): \(decoded.count)")
    }
  }
}
