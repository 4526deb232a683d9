/// Reading values without tags.
extension ModelRegistry {
  /// Tries one type after the other.
  func decodeUntagged(_ reader: inout JSONReader) throws(MappingError) -> Base {
    var attempts: [(name: String, error: MappingError)] = []
    var cost = 0
    for entry in table.all {
      guard let read = entry.read else { continue }
      if attempts.count == 1 { cost = try reader.costOfRereading(inWays: table.all.count) }
      if !attempts.isEmpty { try reader.countReread(of: cost) }
      let result = try reader.tryWay { (reader) throws(MappingError) in
        try readHere(&reader, read)
      }
      switch result {
      case .success(let value): return value
      case .failure(var error):
        // What was tried further inside is too much to be told, and to be kept.
        if error.details.underlying is FailedAttempts { error.details.underlying = nil }
        attempts.append((entry.form.name, error))
      }
    }
    if attempts.count == 1 { throw attempts[0].error }
    var error = reader.failure(
      .invalidValue, expected: attempts.map(\.name).alternatives,
      found: (reader.mismatch("").found ?? "a value") + " that isn't any of them")
    error.details.underlying = FailedAttempts(attempts: attempts)
    throw error
  }
}

/// What was tried with a value without a tag, and why it failed: the cause of an error.
///
/// The text is made when it is needed. Values without tags can be nested, and most failed attempts are
/// never shown.
struct FailedAttempts: Error, CustomStringConvertible {
  let attempts: [(name: String, error: MappingError)]

  var description: String {
    let shown = attempts.prefix(8).map { name, error in
      let source = error.model.map { model in error.property.map { "\(model).\($0)" } ?? model }
      return "\(source ?? name): \(error.cause)"
    }
    let rest = attempts.count - shown.count
    return shown.joined(separator: "; ") + (rest > 0 ? "; and \(rest) others" : "")
  }
}

extension MappingError {
  /// What went wrong, without a place.
  fileprivate var cause: String {
    switch code {
    case .missingKey: "required key is missing"
    case .duplicateKey: "key appears a second time"
    case .unknownKey: "no property has this key"
    case .custom: "its own code failed"
    default: expectation ?? "it's invalid"
    }
  }
}
