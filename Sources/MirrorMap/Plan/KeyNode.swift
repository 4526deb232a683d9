/// The keys of a model at one level of its JSON: one node of its trie of key paths.
///
///     @Mapped("id") a, @Mapped("user.name") b, @Mapped("user.zip") c
///
///     root   entry 0  "id"    → field a
///            entry 1  "user"  → node   entry 2  "name" → field b
///                                      entry 3  "zip"  → field c
///
/// Entries are numbered through the whole trie. While a document is read, one bit per entry records
/// whether its key has been seen. The structures here are permanent and in raw memory, so following
/// them costs no reference counting.
struct KeyNode {
  /// The keys, in the order of declaration. The number of a key is that of its field, or the
  /// complement of the index of its detail.
  let table: KeyTable
  /// For each key, where the fast path puts its value.
  let scalars: PermanentArray<ScalarPlace>
  /// The details of keys that don't lead to one field alone.
  let details: PermanentArray<KeyDetail>
  /// The number of this node's first entry in the whole trie.
  let firstNumber: Int
  /// The entries that are indexes into an array, by index.
  let elements: PermanentArray<(index: Int, entry: Int)>
  /// Whether all keys that lead to what is written are indexes, so that an array is.
  let isArray: Bool
  /// The keys that lead here from the root, as they are declared.
  let path: Permanent<[String]>
  /// Whether a property is read from the whole object, or from one around it, so that no key in it
  /// is unknown.
  let isMappedWhole: Bool

  var count: Int { table.entries.count }

  /// Whether a property is at a key path, below it, or is read from a value that the path leads into.
  func leads(to path: ArraySlice<String>, ignoringCase: Bool) -> Bool {
    guard let key = path.first else { return true }
    let index = JSONKey.withUTF8(JSONKey.folded(key, ignoringCase: ignoringCase)) {
      table.index(of: $0)
    }
    guard index >= 0 else { return false }
    guard let detail = detail(index), detail.candidates.isEmpty, let child = detail.child else {
      return true
    }
    return child.pointee.leads(to: path.dropFirst(), ignoringCase: ignoringCase)
  }

  /// The detail of an entry's key, unless it leads to one field alone.
  func detail(_ index: Int) -> KeyDetail? {
    let number = table.entries[index].number
    return number < 0 ? details[~number] : nil
  }
}

/// The field that the value of a key fills if it is a scalar: all about it in one place.
struct ScalarPlace {
  /// `.other` for a key that does not lead to one field alone, or is not among the first 64 of the trie.
  let kind: FieldKind
  let offset: Int
  let stateOffset: Int
  /// The bit of its entry among those that have been seen.
  let bit: UInt64

  init(_ field: PlannedField?, entry: Int) {
    kind = entry < 64 ? field?.kind ?? .other : .other
    (offset, stateOffset) = (field?.offset ?? 0, field?.stateOffset ?? 0)
    bit = entry < 64 ? 1 << UInt64(entry) : 0
  }
}

/// The detail of a key that leads to several fields, to keys one level down, or to a field that is only written.
struct KeyDetail {
  let candidates: PermanentArray<KeyCandidate>
  /// The keys one level down.
  let child: Permanent<KeyNode>?

  /// Whether the key's value can be that of a field.
  func fills(_ field: Int) -> Bool {
    (0..<candidates.count).contains { candidates[$0].field == field }
  }
}

/// A field that the value of a key can fill.
struct KeyCandidate {
  let field: Int
  /// The rank of the key among the field's alternatives; 0 is preferred.
  let rank: Int
  /// Whether the field has alternatives at all.
  let hasAlternatives: Bool
  /// Whether an object isn't the field's value, but a group.
  let isGroup: Bool
}
