import MirrorMapStore
import Testing

/// The whole text of what `body` throws; `no error` if it throws nothing.
func errorText<R>(_ body: () throws -> R) -> String {
  do {
    _ = try body()
    return "no error"
  } catch {
    return "\(error)"
  }
}

/// The whole text of what `body` throws; `no error` if it throws nothing.
func errorText<R>(
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> R
) async -> String {
  do {
    _ = try await body()
    return "no error"
  } catch {
    return "\(error)"
  }
}

/// The code of the error of the store that `body` throws.
func storeErrorCode<R>(_ body: () throws -> R) -> StoreError.Code? {
  do {
    _ = try body()
    return nil
  } catch {
    return (error as? StoreError)?.code
  }
}
