import MirrorMapStore

/// The code of the error of the store that `body` throws.
func storeErrorCode<R>(_ body: () throws -> R) -> StoreError.Code? {
  do {
    _ = try body()
    return nil
  } catch {
    return (error as? StoreError)?.code
  }
}
