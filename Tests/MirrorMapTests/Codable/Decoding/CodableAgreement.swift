import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// What came of decoding a document.
enum CodableOutcome<Value> {
  case value(Value)
  case failure(CodableFailure)

  init(_ decode: () throws -> Value) {
    do { self = .value(try decode()) } catch { self = .failure(CodableFailure(error)) }
  }

  var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  var failure: CodableFailure? {
    if case .failure(let failure) = self { failure } else { nil }
  }

  /// All that has to be the same with both decoders.
  var description: String {
    switch self {
    case .value(let value): "value \(ValueFingerprint(value))"
    case .failure(let failure): "error \(failure)"
    }
  }

  /// Whether both are equal values, or failures that say the same.
  func agrees(with other: CodableOutcome) -> Bool {
    guard description == other.description else { return false }
    guard let left = value as? any Equatable, let right = other.value else { return true }
    return Self.isEqual(left, to: right) || ValueFingerprint(left).hasNaN
  }

  private static func isEqual<T: Equatable>(_ left: T, to right: Any) -> Bool {
    right as? T == left
  }
}

/// `JSONDecoder` and `MappingDecoder` compared on one document.
enum CodableAgreement {
  /// Whether `MappingDecoder` is this library's own type, and not an alias of Foundation's.
  static let isOwnDecoder = !(MappingDecoder() as Any is JSONDecoder)

  /// Expects that both decoders return the same value, or fail alike.
  ///
  /// - Returns: what Foundation's decoder returned, for tests that expect something of that too.
  @discardableResult
  static func expect<T: Decodable>(
    _ type: T.Type, _ document: Data, _ options: CodableOptions = CodableOptions(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> CodableOutcome<T> {
    let (theirs, ours, isSame) = compare(type, document, options)
    // The values themselves aren't shown: Foundation's text of a date far away traps.
    #expect(
      isSame || isKnownDifference(theirs, ours, document, options),
      """
      \(type) from \(String(decoding: document.prefix(300), as: UTF8.self))
      ours:   \(ours.description)
      theirs: \(theirs.description)
      """, sourceLocation: sourceLocation)
    if isOwnDecoder, let failure = ours.failure, !failure.isFromType {
      #expect(
        failure.hasPlace,
        "\(type) from \(String(decoding: document.prefix(300), as: UTF8.self)): \(failure)",
        sourceLocation: sourceLocation)
    }
    return theirs
  }

  /// Decodes with both.
  ///
  /// Foundation keeps the members of an object in a dictionary, whose order differs each time.
  /// Which of several faulty members of `[String: T]` it reports, or which of equal keys of
  /// `[Int: T]` it takes, changes from call to call. So one of its answers has to be the same.
  static func compare<T: Decodable>(
    _ type: T.Type, _ document: Data, _ options: CodableOptions
  ) -> (theirs: CodableOutcome<T>, ours: CodableOutcome<T>, isSame: Bool) {
    let document = options.allowsJSON5 ? terminated(document) : document
    let ours = CodableOutcome { try options.mappingDecoder().decode(type, from: document) }
    var theirs: CodableOutcome<T>
    // The order comes from the dictionary's address, so what was allocated is kept.
    var held: [[UInt8]] = []
    repeat {
      theirs = CodableOutcome { try options.foundationDecoder().decode(type, from: document) }
      if ours.agrees(with: theirs) { return (theirs, ours, true) }
      held += (1...32).map { [UInt8](repeating: 0, count: $0 * 32) }
    } while held.count < 32 * 60 && document.contains(UInt8(ascii: "{"))
    return (theirs, ours, false)
  }

  /// Whether only this library's decoder reports an error in a value that isn't decoded, or is
  /// decoded as another type. Trailing commas are such errors as well.
  private static func isKnownDifference<T>(
    _ theirs: CodableOutcome<T>, _ ours: CodableOutcome<T>, _ document: Data,
    _ options: CodableOptions
  ) -> Bool {
    guard ours.failure?.description == "dataCorrupted at ", !options.assumesTopLevelDictionary
    else { return false }
    if options.allowsJSON5 { return theirs.failure != nil }
    guard let text = textInUTF8(document) else { return false }
    return !JSONReference.accepts(Array(text))
  }

  /// A document in UTF-8, whatever its encoding is; nil if it isn't text.
  private static func textInUTF8(_ document: Data) -> Data? {
    // In UTF-16 and UTF-32, at least every other byte of most texts is zero.
    let isOtherEncoding =
      document.first.map { $0 >= 0xFE } == true
      || document.count { $0 == 0 } * 2 >= max(document.count, 1)
    guard isOtherEncoding, document.count >= 4 else { return document }
    let zeros = document.prefix(4).map { $0 == 0 }
    let encoding: String.Encoding =
      switch (zeros[0], zeros[1], zeros[2], zeros[3]) {
      case (true, true, _, _): .utf32BigEndian
      case (false, true, true, true): .utf32LittleEndian
      case (true, false, _, _): .utf16BigEndian
      case (false, true, _, _): .utf16LittleEndian
      default: .utf16
      }
    return String(data: document, encoding: encoding).map { Data($0.utf8) }
  }

  /// A JSON5 document, with a line feed if it ends with a number.
  ///
  /// If such a number is out of range, Foundation reads beyond the document's end, and may trap.
  private static func terminated(_ document: Data) -> Data {
    guard let last = document.last, !document.contains(UInt8(ascii: "/")) else { return document }
    let isInNumber = Character(Unicode.Scalar(last)).isHexDigit || "+-.".utf8.contains(last)
    return isInNumber ? document + Data("\n".utf8) : document
  }

  @discardableResult
  static func expect<T: Decodable>(
    _ type: T.Type, _ document: String, _ options: CodableOptions = CodableOptions(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> CodableOutcome<T> {
    expect(type, Data(document.utf8), options, sourceLocation: sourceLocation)
  }

  /// Expects agreement on each document as it is, in an array, and in an object; there the
  /// decoders take other ways.
  static func expect<T: Decodable>(
    _ type: T.Type, each documents: [String], _ options: CodableOptions = CodableOptions(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for document in documents {
      expect(type, document, options, sourceLocation: sourceLocation)
      expect([T].self, "[\(document)]", options, sourceLocation: sourceLocation)
      expect(T?.self, document, options, sourceLocation: sourceLocation)
      expect([T?].self, "[null, \(document)]", options, sourceLocation: sourceLocation)
      expect(
        [String: T].self, "{\"key\": \(document)}", options, sourceLocation: sourceLocation)
      expect(
        CodableMember<T>.self, "{\"member\": \(document)}", options, sourceLocation: sourceLocation)
      expect(
        CodablePair<T>.self, "[\(document), \(document)]", options, sourceLocation: sourceLocation)
    }
  }
}

/// Asks a keyed container for a type, in both ways.
struct CodableMember<T: Decodable>: Decodable {
  let member: T
  let other: T?
  enum CodingKeys: CodingKey { case member }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    other = try? container.decodeIfPresent(T.self, forKey: .member)
    member = try container.decode(T.self, forKey: .member)
  }
}

/// Asks an unkeyed container for a type, in both ways.
struct CodablePair<T: Decodable>: Decodable {
  let first: T?
  let second: T

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    first = try container.decodeIfPresent(T.self)
    second = try container.decode(T.self)
  }
}
