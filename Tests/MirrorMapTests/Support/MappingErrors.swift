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

/// The whole text of what `body` throws; nil if it throws nothing.
func errorText(_ body: () throws -> some Any) -> String? {
  do {
    _ = try body()
    return nil
  } catch {
    return "\(error)"
  }
}
