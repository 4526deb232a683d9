import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// `JSONEncoder` and `MappingEncoder` compared on one value.
enum EncodingAgreement {
  /// All layouts.
  static let formats: [JSONEncoder.OutputFormatting] = [
    [.sortedKeys], [.sortedKeys, .prettyPrinted], [.sortedKeys, .withoutEscapingSlashes],
    [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes],
    [], [.prettyPrinted], [.withoutEscapingSlashes], [.prettyPrinted, .withoutEscapingSlashes],
  ]

  /// Expects that both encoders write the same bytes, or fail alike.
  ///
  /// Without sorted keys the members' order differs, so the trees are compared.
  ///
  /// - Returns: what this library's encoder wrote with sorted keys; nil if it failed.
  @discardableResult
  static func expect<T: Encodable>(
    _ value: T, _ settings: EncoderSettings = EncoderSettings(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> String? {
    var result: String?
    for format in formats.reversed() {
      let settings = settings.with(format)
      let theirs = CodableOutcome { try settings.foundationEncoder().encode(value) }
      let ours = CodableOutcome { try settings.mappingEncoder().encode(value) }
      #expect(
        isSame(theirs, ours, format.contains(.sortedKeys), settings.skipsNestedKeys),
        """
        \(T.self) \(format)
        ours:   \(text(ours).prefix(1000))
        theirs: \(text(theirs).prefix(1000))
        """, sourceLocation: sourceLocation)
      if let failure = ours.failure, !failure.isFromType {
        #expect(failure.hasPlace, "\(T.self): \(failure)", sourceLocation: sourceLocation)
      }
      result = ours.value.map { String(decoding: $0, as: UTF8.self) }
    }
    return result
  }

  /// Expects agreement on each value as it is, and inside of others, where the encoders take
  /// other ways.
  static func expect<T: Encodable>(
    each values: [T], _ settings: EncoderSettings = EncoderSettings(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for value in values {
      expect(value, settings, sourceLocation: sourceLocation)
      expect(value as T?, settings, sourceLocation: sourceLocation)
      expect([value], settings, sourceLocation: sourceLocation)
      expect([[value], []], settings, sourceLocation: sourceLocation)
      expect([nil, value], settings, sourceLocation: sourceLocation)
      expect(["key": value], settings, sourceLocation: sourceLocation)
      expect(["key": [value]], settings, sourceLocation: sourceLocation)
      expect(EncodedMember(member: value), settings, sourceLocation: sourceLocation)
      expect(EncodedPair(value: value), settings, sourceLocation: sourceLocation)
      expect(EncodedWhole(value: value), settings, sourceLocation: sourceLocation)
    }
    expect(values, settings, sourceLocation: sourceLocation)
  }

  /// Expects agreement, and that both decoders read the value back.
  static func expectRoundTrip<T: Codable>(
    _ value: T, _ settings: EncoderSettings = EncoderSettings(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(value, settings, sourceLocation: sourceLocation)
    for format in formats {
      let data = CodableOutcome { try settings.with(format).mappingEncoder().encode(value) }
      #expect(data.value != nil, "\(data.description)", sourceLocation: sourceLocation)
      guard let data = data.value else { return }
      let text = "\(T.self) from \(String(decoding: data.prefix(500), as: UTF8.self))"
      let expected = CodableOutcome.value(value)
      let ours = CodableOutcome {
        try settings.decoding.mappingDecoder().decode(T.self, from: data)
      }
      #expect(
        ours.agrees(with: expected), "\(text): \(ours.description)", sourceLocation: sourceLocation)
      let theirs = CodableOutcome {
        try settings.decoding.foundationDecoder().decode(T.self, from: data)
      }
      #expect(
        theirs.agrees(with: expected), "\(text): \(theirs.description)",
        sourceLocation: sourceLocation)
    }
  }

  /// Expects that this library's encoder writes exactly a text, without sorting the keys.
  static func expect<T: Encodable>(
    _ value: T, _ settings: EncoderSettings = EncoderSettings(), writes text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(value, settings, sourceLocation: sourceLocation)
    let ours = CodableOutcome { try settings.with([]).mappingEncoder().encode(value) }
    #expect(Self.text(ours) == text, sourceLocation: sourceLocation)
  }

  /// What this library's encoder alone writes, or the error; for values with which Foundation's
  /// traps or is wrong.
  static func ours<T: Encodable>(
    _ value: T, _ settings: EncoderSettings = EncoderSettings()
  ) -> String {
    text(CodableOutcome { try settings.mappingEncoder().encode(value) })
  }

  /// What Foundation's encoder alone writes, or the error.
  static func theirs<T: Encodable>(
    _ value: T, _ settings: EncoderSettings = EncoderSettings()
  ) -> String {
    text(CodableOutcome { try settings.foundationEncoder().encode(value) })
  }

  private static func text(_ outcome: CodableOutcome<Data>) -> String {
    switch outcome {
    case .value(let data): String(decoding: data, as: UTF8.self)
    case .failure(let failure): "error \(failure)"
    }
  }

  private static func isSame(
    _ theirs: CodableOutcome<Data>, _ ours: CodableOutcome<Data>, _ inOrder: Bool,
    _ skipsNestedKeys: Bool
  ) -> Bool {
    guard let left = theirs.value, let right = ours.value else {
      guard let left = theirs.failure, let right = ours.failure else { return false }
      return left == right || (skipsNestedKeys && right.hasKeys(of: left))
    }
    if left == right { return true }
    guard !inOrder, let left = tree(left), let right = tree(right) else { return false }
    return left.isEqual(right)
  }

  private static func tree(_ data: Data) -> NSObject? {
    (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) as? NSObject
  }
}

/// A value as a member.
struct EncodedMember<T: Encodable>: Encodable {
  var member: T
  var other: T?
}

/// A value through an unkeyed container.
struct EncodedPair<T: Encodable>: Encodable {
  var value: T

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(value)
    try list.encode(contentsOf: [value])
  }
}

/// A value through a single value container.
struct EncodedWhole<T: Encodable>: Encodable {
  var value: T

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

extension EncodedWhole: Sendable where T: Sendable {}
