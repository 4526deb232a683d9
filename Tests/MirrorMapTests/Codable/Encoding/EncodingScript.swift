import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// A value that is encoded by a closure, which also notes what it sees.
struct EncodingScript: Encodable {
  typealias Body = (_ encoder: any Encoder, _ log: inout CodableLog) throws -> Void

  /// What the script has seen in all calls.
  final class Notes {
    var log = CodableLog()
  }

  let notes = Notes()
  let body: Body

  init(_ body: @escaping Body) { self.body = body }

  func encode(to encoder: any Encoder) throws { try body(encoder, &notes.log) }
}

extension EncodingAgreement {
  /// Expects that a script sees and writes the same with both encoders: as the whole document, as
  /// a member, and as an element.
  ///
  /// - Returns: what this library's encoder wrote for the whole document; nil if it failed.
  @discardableResult
  static func run(
    _ settings: EncoderSettings = EncoderSettings(), writes text: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation, script: @escaping EncodingScript.Body
  ) -> String? {
    let theirs = EncodingScript(script)
    let ours = EncodingScript(script)
    let theirData = CodableOutcome { try settings.foundationEncoder().encode(theirs) }
    let ourData = CodableOutcome { try settings.mappingEncoder().encode(ours) }
    #expect(theirs.notes.log.lines == ours.notes.log.lines, sourceLocation: sourceLocation)
    if let theirs = theirData.failure, theirs != ourData.failure {
      let hasKeys = ourData.failure?.hasKeys(of: theirs) == true
      #expect(settings.skipsNestedKeys && hasKeys, "\(theirs)", sourceLocation: sourceLocation)
    }
    let result = expect(EncodingScript(script), settings, sourceLocation: sourceLocation)
    expect(
      EncodedMember(member: EncodingScript(script)), settings, sourceLocation: sourceLocation)
    expect([EncodingScript(script)], settings, sourceLocation: sourceLocation)
    if let text {
      let ours = Self.ours(EncodingScript(script), settings.with([]))
      #expect(ours == text, sourceLocation: sourceLocation)
    }
    return result
  }

  /// What this library's encoder alone writes for a script, or the error.
  static func ours(
    _ settings: EncoderSettings = EncoderSettings(), script: @escaping EncodingScript.Body
  ) -> String {
    ours(EncodingScript(script), settings)
  }
}
