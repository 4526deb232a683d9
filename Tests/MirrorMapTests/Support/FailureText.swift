/// The whole text of the error that `body` throws, or `"no error"`.
func failureText<T>(_ body: () throws -> T) -> String {
  do {
    _ = try body()
    return "no error"
  } catch {
    return "\(error)"
  }
}
