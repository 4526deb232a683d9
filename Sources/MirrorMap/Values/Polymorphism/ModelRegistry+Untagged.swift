/// Reading values without tags.
extension ModelRegistry {
  /// Tries one type after the other.
  func decodeUntagged(_ reader: inout JSONReader) throws(MappingError) -> Base {
    let count = table.entries.count + table.fallbacks.count
    var attempts: [FailedAttempts.Attempt] = []
    var cost = 0
    for index in 0..<count {
      let isEntry = index < table.entries.count
      let entry = isEntry ? table.entries[index] : table.fallbacks[index - table.entries.count]
      guard let read = entry.read else { continue }
      if attempts.count == 1 { cost = max(try length(&reader) / count, 4) }
      if !attempts.isEmpty { try reader.countReread(of: cost) }
      let result = try reader.tryWay { (reader) throws(MappingError) in
        try readHere(&reader, read)
      }
      switch result {
      case .success(let value): return value
      case .failure(let error): attempts.append(FailedAttempts.Attempt(entry.name, error))
      }
    }
    throw noneFits(attempts, reader)
  }

  /// The length of the next value in bytes; it is validated. The reader stays where it is.
  private func length(_ reader: inout JSONReader) throws(MappingError) -> Int {
    let start = reader.cursor
    try reader.skipValue()
    let length = reader.cursor - start
    reader.cursor = start
    return length
  }

  private func noneFits(
    _ attempts: [FailedAttempts.Attempt], _ reader: borrowing JSONReader
  ) -> MappingError {
    if attempts.count == 1 { return attempts[0].error }
    var error = reader.failure(
      .invalidValue, expected: attempts.map(\.name).alternatives,
      found: (reader.mismatch("").found ?? "a value") + " that isn't any of them")
    error.details.underlying = FailedAttempts(attempts: attempts)
    return error
  }
}

/// What was tried with a value without a tag, and why it failed: the cause of an error.
///
/// The text is made when it is needed. Values without tags can be nested, and most failed attempts are
/// never shown.
struct FailedAttempts: Error, CustomStringConvertible {
  struct Attempt: Sendable {
    let name: String
    let error: MappingError

    init(_ name: String, _ error: MappingError) {
      self.name = name
      var error = error
      // What was tried further inside is too much to be told, and to be kept.
      if error.details.underlying is FailedAttempts { error.details.underlying = nil }
      self.error = error
    }
  }

  let attempts: [Attempt]

  private static let shownCount = 8

  var description: String {
    let shown = attempts.prefix(Self.shownCount).map { attempt in
      "\(attempt.error.source ?? attempt.name): \(attempt.error.cause)"
    }
    let rest = attempts.count - shown.count
    return shown.joined(separator: "; ") + (rest > 0 ? "; and \(rest) others" : "")
  }
}

extension MappingError {
  /// The property of a model that failed, if it is one.
  fileprivate var source: String? {
    model.map { model in property.map { "\(model).\($0)" } ?? model }
  }

  /// What went wrong, without a place.
  fileprivate var cause: String {
    switch code {
    case .missingKey: "required key is missing"
    case .duplicateKey: "key appears a second time"
    case .custom: "its own code failed"
    default:
      [expected.map { "expected \($0)" }, found.map { "found \($0)" }].compactMap { $0 }
        .joined(separator: ", ")
    }
  }
}
