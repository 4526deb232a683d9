import Foundation

/// Errors of Foundation for a value, reported as this library's errors are.
///
/// A `DecodingError` says by a coding path where it happened. Following that path through the value
/// again leads to a byte of the document, of which path, line and column are known, and the kind of
/// value that is there. Its own text is not used: it quotes values.
///
///     {"price": {"amount": [1, "x"]}}     coding path amount, 1
///                              └ the failure's place
extension JSONReader {
  /// The error to be thrown for one of Foundation; afterwards, the cursor is at its place.
  mutating func failure(_ error: DecodingError, _ type: String) -> MappingError {
    var result: MappingError
    // Steps of the coding path that the document does not have under that name.
    var rest: ArraySlice<any CodingKey> = []
    switch error {
    case .typeMismatch(let type, let context):
      rest = follow(context.codingPath)
      result =
        rest.isEmpty
        ? mismatch(Self.name(type))
        : failure(.typeMismatch, expected: Self.name(type), found: "another type")
    case .valueNotFound(let type, let context):
      rest = follow(context.codingPath)
      result = failure(.unexpectedNull, expected: Self.name(type), found: "null")
    case .keyNotFound(let key, let context):
      rest = follow(context.codingPath) + [key]
      result = failure(.missingKey)
    case .dataCorrupted(let context):
      rest = follow(context.codingPath)
      result = failure(
        .invalidValue, expected: "a value that \(type) can be decoded from", found: "another one")
    @unknown default:
      result = failure(.invalidValue, expected: "a value of \(type)", found: "another one")
    }
    result.details.missing = rest.map { JSONPath.Component($0) }
    result.details.underlying = error
    return result
  }

  /// What Foundation calls a type, in words where it means an object or an array.
  private static func name(_ type: any Any.Type) -> String {
    if type == [String: Any].self { return "an object" }
    return type == [Any].self ? "an array" : "\(type)"
  }

  /// Moves to the value at a coding path, or as far as it leads: a key may have been renamed on the
  /// way to the `Codable` type.
  ///
  /// - Returns: the steps that are left.
  private mutating func follow(_ codingPath: [any CodingKey]) -> ArraySlice<any CodingKey> {
    for (step, key) in codingPath.enumerated() {
      let start = cursor
      var position: BytePointer?
      // The whole value was read once without complaint.
      _ = attempt { reader in
        if reader.nextKind == .array {
          var index = 0
          try reader.decodeArray { reader in
            if index == key.intValue { position = reader.cursor }
            index += 1
            try reader.skipValue()
          }
        } else if reader.nextKind == .object {
          try reader.decodeObject { name, reader in
            if name == key.stringValue { position = reader.cursor }
            try reader.skipValue()
          }
        }
      }
      cursor = position ?? start
      if position == nil { return codingPath[step...] }
    }
    return []
  }
}

extension JSONPath.Component {
  init(_ key: any CodingKey) {
    self = key.intValue.map { .index($0) } ?? .key(key.stringValue)
  }
}
