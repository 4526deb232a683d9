import Foundation
import MirrorMap
import Testing

/// One of the ways in which the library reads every byte of a text. All of them must come to the same
/// verdict about its grammar.
///
/// A way is a frame into which the text is put, and a call that reads the whole:
///
///     {"held":?,"held":0}     with Mapper.duplicateKeys == .last, so that the text is what loses
///
/// There are four kinds of ways. The *principal* ones are the distinct readers of the library. The
/// *other* ones use these through everything that models can be made of, and *coders* through
/// `Decodable` types. These three accept any JSON. The *typed* ones decode a specific type; they may
/// reject JSON because of its values, which implies nothing about its grammar, but they must neither
/// accept anything that isn't JSON nor report a syntax error in anything that is.
struct WayOfReading: Sendable, CustomStringConvertible, CustomTestStringConvertible {
  enum Verdict {
    /// It was read to its end.
    case accepted
    /// It isn't JSON.
    case malformed
    /// It is JSON, but not of the expected type; or it may be malformed, as it wasn't read to its end.
    case refused
  }

  let name: String
  let frame: String
  private let isTyped: Bool
  private let parts: [[UInt8]]
  private let body: @Sendable (UnsafeRawBufferPointer) throws -> Void

  /// - Parameters:
  ///   - frame: the document, with `?` where the text goes.
  ///   - isTyped: whether JSON of the wrong type is refused.
  ///   - body: reads a document to its end, or throws.
  init(
    _ name: String, _ frame: String = "?", isTyped: Bool = false,
    _ body: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
  ) {
    self.name = name
    self.frame = frame
    self.isTyped = isTyped
    self.body = body
    parts = frame.utf8.split(separator: UInt8(ascii: "?"), omittingEmptySubsequences: false)
      .map { Array($0) }
  }

  var description: String { name }
  var testDescription: String { name }

  /// The document to be read for a text.
  func document(_ text: [UInt8]) -> [UInt8] {
    parts.count == 2 ? parts[0] + text + parts[1] : Array(parts.joined(separator: text))
  }

  /// Reads a document at the end of readable memory.
  func read(_ document: [UInt8]) throws {
    try GuardedBytes.withBytes(document) { try body($0) }
  }

  func verdict(_ document: [UInt8]) -> Verdict {
    do {
      try read(document)
      return .accepted
    } catch {
      guard let code = (error as? MappingError)?.code else { return .refused }
      return code.isSyntax || code == .depthLimit ? .malformed : .refused
    }
  }

  func accepts(_ document: [UInt8]) -> Bool { verdict(document) == .accepted }

  /// Whether the verdict about a document is right. Malformed JSON may be rejected because of an
  /// earlier error of another kind, or because a key is missing.
  func isRight(_ document: [UInt8], isJSON: Bool) -> Bool {
    switch verdict(document) {
    case .accepted: isJSON
    case .malformed: !isJSON
    case .refused: isTyped || !isJSON
    }
  }
}

// MARK: - All together

extension WayOfReading {
  /// All ways.
  static let allCases = mappers + coders

  /// Those that accept only UTF-8; coders accept UTF-16 and UTF-32 as well.
  static let mappers = principal + others + typed

  /// Set `MIRRORMAP_ALL_WAYS` to have every text read in all ways.
  private static let isThorough =
    ProcessInfo.processInfo.environment["MIRRORMAP_ALL_WAYS"] != nil

  /// Three ways that have hardly any code in common, and one of `count` parts of the others, another
  /// one for each number: many texts together are read in all ways.
  static func share(_ number: Int, of count: Int = 64) -> [WayOfReading] {
    guard !isThorough else { return allCases }
    let rest = stride(from: 3 + number % count, to: allCases.count, by: count)
    return [tokens, tree, skipping] + rest.map { allCases[$0] }
  }

  /// The ways that judge `text` differently from the oracle.
  static func dissenters(
    _ text: [UInt8], _ ways: [WayOfReading] = allCases
  ) -> [WayOfReading] {
    var verdicts: [String: Bool] = [:]
    return ways.filter { way in
      let document = way.document(text)
      let isJSON = verdicts[way.frame] ?? JSONReference.accepts(document)
      verdicts[way.frame] = isJSON
      return !way.isRight(document, isJSON: isJSON)
    }
  }
}
