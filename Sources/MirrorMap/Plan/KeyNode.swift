/// The keys that a model looks for at one level of its JSON: one node of its trie of key paths.
///
///     @Mapped("id") a, @Mapped("user.name") b, @Mapped("user.zip") c
///
///     root   entry 0  "id"    → field a
///            entry 1  "user"  → node   entry 2  "name" → field b
///                                      entry 3  "zip"  → field c
///
/// Entries are numbered through the whole trie; while a document is read, one bit per entry tells
/// whether its key has been seen. The structures here live as long as the process, in raw memory,
/// so that following them costs no reference counting.
struct KeyNode {
  /// The keys, in the order of declaration. A key stands for a field, or for a detail: then for the
  /// complement of its index.
  let table: KeyTable
  /// What the keys lead to that lead to more than one field.
  let details: ImmortalArray<KeyDetail>
  /// The number of this node's first entry in the whole trie.
  let firstNumber: Int
  /// The entries that are indexes into an array, by index.
  let elements: ImmortalArray<ElementEntry>
  /// The keys that lead here from the root.
  let path: Immortal<[String]>
  /// Whether a property takes the whole object, or one around it, so that no key in it is unknown.
  let isMappedWhole: Bool

  var count: Int { table.count }

  /// What the key of an entry leads to, if it is more than one field.
  func detail(_ index: Int) -> KeyDetail? {
    let number = table.number(index)
    return number < 0 ? details[~number] : nil
  }
}

/// An entry that can also be met as an element of an array.
struct ElementEntry {
  let index: Int
  let entry: Int
}

/// What a key leads to when it is more than one field.
struct KeyDetail {
  let candidates: ImmortalArray<KeyCandidate>
  /// The keys one level down.
  let child: Immortal<KeyNode>?
}

/// A field whose value may be found under a key.
struct KeyCandidate {
  let field: Int
  /// The place of the key among the field's alternatives; 0 is preferred.
  let rank: Int
  /// Whether the field has alternatives at all.
  let hasAlternatives: Bool
}
