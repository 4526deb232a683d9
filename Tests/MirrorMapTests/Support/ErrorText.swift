/// The text of what `body` throws, nil if it throws nothing.
func errorText<Result>(_ body: () throws -> Result) -> String? {
  do {
    _ = try body()
    return nil
  } catch {
    return "\(error)"
  }
}
