/// Reading values without tags.
extension ModelRegistry {
  /// Tries one type after the other.
  func decodeUntagged(_ reader: inout JSONReader) throws(MappingError) -> Base {
    var next = table.first
    return try reader.readInFirstWay(of: table.count, "values without tags") {
      (reader) throws(MappingError) in
      guard let link = next, let read = link.entry.read else {
        throw reader.mismatch("a payload")
      }
      next = link.next
      do throws(MappingError) {
        return try readHere(&reader, read)
      } catch {
        // What was tried further inside is too much to be told, and to be kept.
        let isNested = error.details.underlying is FailedAttempts
        throw isNested ? error.with { $0.underlying = nil } : error
      }
    } orElse: { (failures, reader) throws(MappingError) in
      try decode(after: failures, &reader)
    }
  }

  /// Reads a value as the only type that takes values of its kind, if there is one.
  ///
  /// - Parameter failures: Why each type has failed.
  private func decode(
    after failures: [MappingError], _ reader: inout JSONReader
  ) throws(MappingError) -> Base {
    let offset = reader.cursor - reader.start
    let likely = failures.indices.filter {
      failures.count == 1 || !failures[$0].isMismatch(at: offset)
    }
    if likely.count == 1, failures.count == 1 || failures[likely[0]].isInside(offset) {
      return try decode(table.all[likely[0]], after: failures[likely[0]], &reader)
    }
    let names = table.all.map(\.form.name)
    var error = reader.failure(
      .invalidValue, expected: names.listed(with: "or"),
      found: (reader.mismatch("").found ?? "a value") + " that isn't any of them")
    error.details.underlying = FailedAttempts(attempts: Array(zip(names, failures)))
    throw error
  }

  /// Reads a value as the only type that takes values of its kind. It has failed to be read strictly; now the failure
  /// policy counts.
  private func decode(
    _ entry: RegistryEntry<Base>, after failure: MappingError, _ reader: inout JSONReader
  ) throws(MappingError) -> Base {
    guard !reader.isStrict, let read = entry.read else { throw failure }
    let byteCount = try reader.costOfRereading(inWays: 1)
    // Where values without tags are nested deeply, what may be read again is used up at some time.
    guard byteCount <= reader.rereadableCount else { throw failure }
    try reader.countReread(of: byteCount)
    return try readHere(&reader, read)
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
  /// Whether the value at an offset isn't of the kind of JSON that was expected.
  fileprivate func isMismatch(at offset: Int) -> Bool {
    (code == .typeMismatch || code == .unexpectedNull) && !isInside(offset)
  }

  /// Whether a part of the value at an offset has failed.
  fileprivate func isInside(_ offset: Int) -> Bool {
    byteOffset != offset || !details.subpath.isEmpty
  }

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
