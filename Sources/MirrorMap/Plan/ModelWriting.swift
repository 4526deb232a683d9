/// Where a model's fields lie while it is being written.
struct ModelWriting {
  let tables: UnsafePointer<PlanTables>
  let base: UnsafeMutableRawPointer
  /// Whether properties that are nil are written even when they were absent, or never.
  let nulls: EncodingOptions.Nulls
}
