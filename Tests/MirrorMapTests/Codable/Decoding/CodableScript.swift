import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// What a script does with a decoder.
typealias CodableScript = @Sendable (_ decoder: any Decoder, _ log: inout CodableLog) throws -> Void

/// What a script has seen: values and failures, in order.
struct CodableLog {
  private(set) var lines: [String] = []

  /// Notes a value or fact.
  mutating func note(_ value: Any) { lines.append("\(value)") }

  /// Notes what an attempt returned or threw.
  mutating func attempt(_ body: () throws -> Any) {
    switch CodableOutcome(body) {
    case .value(let value): lines.append("\(value)")
    case .failure(let failure): lines.append("\(failure)")
    }
  }

  /// Notes a coding path.
  mutating func note(path: [any CodingKey]) {
    lines.append("path " + path.map(CodableFailure.text).joined(separator: " / "))
  }
}

/// A value whose initializer runs the script in the decoder's `userInfo`.
struct CodableScripted: Decodable {
  let lines: [String]

  init(from decoder: any Decoder) throws {
    var log = CodableLog()
    try (decoder.userInfo[.script] as? CodableScript)?(decoder, &log)
    lines = log.lines
  }
}

extension CodingUserInfoKey {
  fileprivate static let script = CodingUserInfoKey(rawValue: "script")!
}

/// A key of any text or number.
struct CodableAnyKey: CodingKey, Hashable, ExpressibleByStringLiteral {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
  init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
  init(stringLiteral value: String) { self.init(stringValue: value) }
}

extension CodableAgreement {
  /// Expects that a script sees the same with both decoders.
  ///
  /// - Returns: what it saw with Foundation's; nil if decoding failed.
  @discardableResult
  static func run(
    _ document: String, _ options: CodableOptions = CodableOptions(),
    sourceLocation: SourceLocation = #_sourceLocation, script: @escaping CodableScript
  ) -> [String]? {
    var options = options
    options.userInfo[.script] = script
    return expect(CodableScripted.self, document, options, sourceLocation: sourceLocation)
      .value?.lines
  }
}
