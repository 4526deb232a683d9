/// A key that views look for in objects, and the table to find it with.
///
/// The tables are permanent, as predictors are learned for them. A slot belongs to the key that was
/// looked for first:
///
///     slots    · member_id · · type ·      other keys in these slots are compared one by one
struct SoughtKey {
  let table: KeyTable

  /// Long keys are not kept.
  private static let maximumLength = 64
  private static let slots = PermanentSlots<SoughtKey>(count: 256)

  /// The table of this key; nil if its slot belongs to another one.
  static func known(_ key: String) -> Permanent<SoughtKey>? {
    JSONKey.withUTF8(key) { bytes in
      let slot = bytes.slot
      guard let known = slots.load(slot) else { return remember(key, slot) }
      return known.pointee.table.isKey(0, bytes) ? known : nil
    }
  }

  @inline(never)
  private static func remember(_ key: String, _ slot: UInt) -> Permanent<SoughtKey>? {
    guard key.utf8.count <= maximumLength else { return nil }
    let new = Permanent(SoughtKey(table: KeyTable([(key, 0)])))
    return slots.exchange(nil, for: new, slot) ? new : nil
  }
}
