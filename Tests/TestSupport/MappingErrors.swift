import MirrorMap

/// The `MappingError` that `body` throws; nil if it throws nothing, or something else.
func mappingError(_ body: () throws -> some Any) -> MappingError? {
  do {
    _ = try body()
    return nil
  } catch {
    return error as? MappingError
  }
}

/// The whole text of what `body` throws; `no error` if it throws nothing.
func errorText<Result>(_ body: () throws -> Result) -> String {
  do {
    _ = try body()
    return "no error"
  } catch {
    return "\(error)"
  }
}

/// The whole text of what `body` throws; `no error` if it throws nothing.
func errorText<Result>(
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async -> String {
  do {
    _ = try await body()
    return "no error"
  } catch {
    return "\(error)"
  }
}

/// What decoding says: the value as JSON, or all about the error.
func decodingOutcome<Model: MappableValue>(
  _ type: Model.Type, _ text: String, _ mapper: Mapper = .default
) -> String {
  do {
    return try GuardedBytes.withBytes(Array(text.utf8)) {
      try Model.decode(from: $0, using: mapper).encodeString(options: .sortedKeys)
    }
  } catch let error as MappingError {
    return "\(error.code) at \(error.byteOffset ?? -1): \(error)"
  } catch {
    return "\(error)"
  }
}

/// What a logger receives, on one thread at a time.
final class Issues: @unchecked Sendable {
  private(set) var list: [String] = []
  func append(_ issue: String) { list.append(issue) }
}
