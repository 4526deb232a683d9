/// The keys of the models that are flattened into a model.
///
///     @Flattened name: Name, @Flattened paging: Paging
///
///     models   0  name       first, last
///              1  paging     page, total
struct FlattenedKeys {
  /// A flattened model.
  struct Model {
    /// The property that holds it.
    let property: Int
    let keys: LevelKeys
  }

  /// No models.
  static let none = Permanent(FlattenedKeys([]))

  /// The models, in the order of their properties.
  let models: PermanentArray<Model>
  /// The keys, each with twice the number of its model, plus one if it's a group; those that match in any case in lower
  /// case.
  private let exact: KeyTable
  private let folded: KeyTable

  init(_ models: [Model]) {
    func table(_ keys: (KeySet) -> Set<KeyBytes>) -> KeyTable {
      KeyTable(
        models.enumerated().flatMap { number, model in
          keys(model.keys.keys).map {
            (key: $0.key, number: number * 2 + (model.keys.isGroup($0.key) ? 1 : 0))
          }
        })
    }
    self.models = PermanentArray(models)
    exact = table(\.exact)
    folded = table(\.folded)
  }
}

extension FlattenedKeys {
  /// A key of one of the models.
  struct Key {
    /// The number of the model.
    let model: Int
    /// Whether a key path of several steps begins with the key.
    let isGroup: Bool
  }

  /// Whether one of the models has a key.
  func contains(_ key: String) -> Bool { find(key) != nil }

  /// Whether the model that a property holds has a key.
  func contains(_ key: String, ofModelIn property: Int) -> Bool {
    find(key).map { models[$0.model].property == property } ?? false
  }

  private func find(_ key: String) -> Key? { JSONKey.withUTF8(key) { find($0) } }

  /// Finds a key by its unescaped bytes.
  ///
  /// - Returns: nil if none of the models has it.
  func find(_ key: Bytes) -> Key? {
    let index = exact.index(of: key)
    if index >= 0 { return Key(number: exact.entries[index].number) }
    guard !folded.entries.isEmpty else { return nil }
    let lowercased = String(decoding: key, as: UTF8.self).lowercased()
    let match = JSONKey.withUTF8(lowercased) { folded.index(of: $0) }
    return match < 0 ? nil : Key(number: folded.entries[match].number)
  }
}

extension FlattenedKeys.Key {
  fileprivate init(number: Int) { self.init(model: number / 2, isGroup: !number.isMultiple(of: 2)) }
}
