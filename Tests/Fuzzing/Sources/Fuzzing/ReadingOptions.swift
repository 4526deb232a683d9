import MirrorMap

/// One way of treating keys and values.
struct ReadingOptions {
  var duplicates: Mapper.DuplicateKeys = .reject
  var unknown: Mapper.UnknownKeys = .ignore
  var coercion: Coercion = .none
  var strategy: (any KeyStrategy)?

  static let all = [
    ReadingOptions(), ReadingOptions(duplicates: .first), ReadingOptions(duplicates: .last),
    ReadingOptions(unknown: .report, coercion: .lossless),
    ReadingOptions(unknown: .reject, strategy: .snakeCase),
    ReadingOptions(duplicates: .first, coercion: .lenient, strategy: .caseInsensitive),
    ReadingOptions(duplicates: .last, unknown: .reject, strategy: .kebabCase),
  ]

  /// Those that the document itself chooses: what is found stays found.
  static func some(for text: [UInt8]) -> ReadingOptions {
    var hash: UInt32 = 2_166_136_261
    for byte in text { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return all[Int(hash >> 8) % all.count]
  }

  func mapper(_ policy: FailurePolicy) -> Mapper {
    var mapper = Mapper()
    mapper.failurePolicy = policy
    mapper.duplicateKeys = duplicates
    mapper.unknownKeys = unknown
    mapper.coercion = coercion
    mapper.keyStrategy = strategy
    return mapper
  }
}
