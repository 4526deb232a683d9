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
