/// One or two keys that views or registries look for in objects, and the table to find them with.
///
/// The tables are permanent, as predictors are learned for them. The first key has one slot, which
/// belongs to the keys that were looked for first:
///
///     slots    · (member_id) · · (type, value) ·      other keys in these slots are compared one by one
struct SoughtKeys {
  let table: KeyTable

  /// Long keys are not kept.
  private static let maximumLength = 64
  private static let slots = PermanentSlots<SoughtKeys>(count: 256)

  /// The table of these keys; nil if their slot belongs to other ones.
  static func known(_ first: String, _ second: String?) -> Permanent<SoughtKeys>? {
    JSONKey.withUTF8(first) { key in
      let slot = key.slot
      guard let known = slots.load(slot) else { return remember(first, second, slot) }
      let table = known.pointee.table
      guard table.isKey(0, key), table.entries.count == (second == nil ? 1 : 2) else { return nil }
      guard let second else { return known }
      return JSONKey.withUTF8(second) { table.isKey(1, $0) } ? known : nil
    }
  }

  @inline(never)
  private static func remember(
    _ first: String, _ second: String?, _ slot: UInt
  ) -> Permanent<SoughtKeys>? {
    let keys = [first] + (second.map { [$0] } ?? [])
    guard keys.allSatisfy({ $0.utf8.count <= maximumLength }),
      // Of equal keys the first one counts.
      Set(keys.map { KeyBytes($0) }).count == keys.count
    else { return nil }
    let new = Permanent(SoughtKeys(table: KeyTable(keys.enumerated().map { ($1, $0) })))
    return slots.exchange(nil, for: new, slot) ? new : nil
  }
}
