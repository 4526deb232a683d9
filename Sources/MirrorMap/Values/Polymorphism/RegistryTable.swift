import Synchronization

/// The entries of a ``ModelRegistry``, found by tag and by type.
///
/// It never changes once it has been made, but for what is noted down so as not to be done again. Adding an entry makes
/// a new table, which copies the positions of the others instead of hashing their tags again.
final class RegistryTable<Base>: @unchecked Sendable {
  let tagging: Tagging
  let entries: [RegistryEntry<Base>]
  /// At most one, or the registry is wrong.
  let fallbacks: [RegistryEntry<Base>]
  let fallback: RegistryEntry<Base>?
  /// The entries and the fallback, in the order in which they are tried.
  let all: [RegistryEntry<Base>]
  /// How many these are, without asking for the type of their array.
  let count: Int
  private let positions: RegistryPositions
  /// Whether there are so few entries that comparing them takes less time than hashing.
  private let isShort: Bool

  /// The entries in ``all``, linked: the runtime would look up the types of generic collections, and of generic types
  /// that aren't parts of this one, at each access. nil if the registry isn't short and has tags.
  let first: Link?
  private let isChecked = Atomic<Bool>(false)
  private let areModelsPlanned = Atomic<Bool>(false)

  private init(
    _ tagging: Tagging, _ entries: [RegistryEntry<Base>], _ fallbacks: [RegistryEntry<Base>],
    _ positions: RegistryPositions
  ) {
    self.tagging = tagging
    self.entries = entries
    self.fallbacks = fallbacks
    self.positions = positions
    all = fallbacks.isEmpty ? entries : entries + fallbacks
    count = all.count
    fallback = fallbacks.first
    isShort = count <= 16
    first =
      isShort || tagging == .untagged
      ? all.reversed().reduce(nil) { next, entry in Link(entry, before: next) } : nil
  }

  /// An entry, and those after it.
  final class Link {
    let entry: RegistryEntry<Base>
    let next: Link?

    init(_ entry: RegistryEntry<Base>, before next: Link?) {
      self.entry = entry
      self.next = next
    }
  }
}

// MARK: - Adding entries

extension RegistryTable {
  /// Makes a table without entries.
  convenience init(_ tagging: Tagging) {
    self.init(tagging, [], [], RegistryPositions(tagging))
  }

  /// This table with one more entry.
  ///
  /// - Parameter replacing: Makes an entry for the first tag of the same type, which writes its values, that knows the
  ///   other tags; nil where a type is added once for each of its values.
  func adding(
    _ entry: RegistryEntry<Base>,
    replacing: (_ first: ModelTag, _ others: [ModelTag]) -> RegistryEntry<Base>?
  ) -> RegistryTable {
    var (entries, positions) = (entries, positions)
    let known = positions.add(entry.form.tag, entry.isModel ? entry.payload : nil)
    if let known, let first = entries[known].form.tag, let tag = entry.form.tag,
      let replacement = replacing(first, entries[known].form.others + [tag])
    {
      entries[known] = replacement
    }
    entries.append(entry)
    return RegistryTable(tagging, entries, fallbacks, positions)
  }

  /// This table with an entry for unknown tags.
  func addingFallback(_ entry: RegistryEntry<Base>) -> RegistryTable {
    RegistryTable(tagging, entries, fallbacks + [entry], positions)
  }
}

/// The positions of a registry's entries.
///
/// They aren't generic, so the compiler knows their types.
private struct RegistryPositions {
  private let tagging: Tagging
  /// The tags that are strings, as all are where tags are keys; for other entries, nothing.
  private var keys: [String] = []
  /// The first entry of each of these tags.
  private var byKey = JSONKeyIndex()
  /// The first entry of each tag that is an integer.
  private var byInteger: [Int: Int] = [:]
  /// The first entry of each exact type.
  private var byType: [ObjectIdentifier: Int] = [:]

  init(_ tagging: Tagging) { self.tagging = tagging }

  var hasStrings: Bool { !byKey.isEmpty }
  var hasIntegers: Bool { !byInteger.isEmpty }

  /// Adds an entry.
  ///
  /// - Returns: The position of an earlier one of the same type.
  mutating func add(_ tag: ModelTag?, _ type: Any.Type?) -> Int? {
    let position = keys.count
    let isKnown = tag.map { self.position(tagged: $0) != nil } ?? true
    switch tag?.form {
    case .integer(let integer) where tagging != .external:
      keys.append("")
      if !isKnown { byInteger[integer] = position }
    default:
      let key = tag?.key ?? ""
      keys.append(key)
      if !isKnown { byKey.insert(JSONKeyIndex.hash(key), position: position) }
    }
    guard let type else { return nil }
    let known = self.position(of: type)
    if known == nil { byType[ObjectIdentifier(type)] = position }
    return known
  }

  func position(tagged tag: ModelTag) -> Int? {
    if case .integer(let integer) = tag.form, tagging != .external { return byInteger[integer] }
    return JSONKey.withUTF8(tag.key) { position(tagged: $0) }
  }

  func position(tagged tag: Bytes) -> Int? {
    byKey.position(of: JSONKeyIndex.hash(tag)) { JSONKey.isEqual(keys[$0], tag) }
  }

  func position(of type: Any.Type) -> Int? { byType[ObjectIdentifier(type)] }
}

// MARK: - Finding entries

extension RegistryTable {
  /// The entry with a tag.
  func entry(tagged tag: ModelTag) -> RegistryEntry<Base>? {
    guard let position = positions.position(tagged: tag) else { return nil }
    return entries[position]
  }

  /// The entry with a string as its tag.
  func entry(tagged tag: Bytes) -> RegistryEntry<Base>? {
    guard isShort, var link = first else {
      guard let position = positions.position(tagged: tag) else { return nil }
      return entries[position]
    }
    while true {
      if let own = link.entry.form.tag, own.isString || tagging == .external,
        JSONKey.isEqual(own.key, tag)
      {
        return link.entry
      }
      guard let next = link.next else { return nil }
      link = next
    }
  }

  /// The entry of exactly this type.
  func entry(of type: Any.Type) -> RegistryEntry<Base>? {
    guard isShort, var link = first else {
      if let position = positions.position(of: type) { return entries[position] }
      guard let fallback, fallback.isModel, fallback.payload == type else { return nil }
      return fallback
    }
    while true {
      if link.entry.isModel, let payload = link.entry.payload, payload == type {
        return link.entry
      }
      guard let next = link.next else { return nil }
      link = next
    }
  }

  /// Whether a tag can be a string.
  var hasStringTags: Bool { positions.hasStrings || !positions.hasIntegers }

  /// Whether a tag can be an integer.
  var hasIntegerTags: Bool { positions.hasIntegers }

  /// What kinds of tags there are, for errors.
  var tagKinds: String {
    hasIntegerTags ? hasStringTags ? "a string or an integer" : "an integer" : "a string"
  }

  /// The tags that there are, for errors.
  var tagList: String {
    let shown = 8
    let all = entries.compactMap { $0.form.tag.map(String.init(describing:)) }
    let list = all.count <= shown ? all : all.prefix(shown) + ["one of \(all.count - shown) others"]
    return list.listed(with: "or")
  }
}

// MARK: - Models

extension RegistryTable {
  /// Names the models of the entries.
  func collectModels(into models: inout ReachableModels) {
    // All models are asked for where a key strategy is prepared for them.
    guard models.isPlanned == nil || !areModelsPlanned.load(ordering: .relaxed) else { return }
    // An enum's payload may hold the same enum, and so lead back here.
    guard !models.registries.contains(ObjectIdentifier(self)) else { return }
    models.registries.append(ObjectIdentifier(self))
    defer { models.registries.removeLast() }
    do throws(MappingError) {
      try check()
    } catch {
      return models.fail(error)
    }
    let count = models.types.count
    for entry in all { entry.payload?.collectModels(into: &models) }
    // Plans stay: once there is nothing to be planned, there never will be. A registry within another
    // one may not have seen everything.
    if models.registries.count == 1, models.types.count == count, models.failure == nil {
      areModelsPlanned.store(true, ordering: .relaxed)
    }
  }

  /// Whether `null` is a value: only without tags.
  var acceptsNull: Bool {
    guard tagging == .untagged else { return false }
    let registries = registriesAskedAboutNull.value
    guard !registries.contains(ObjectIdentifier(self)) else { return false }
    return registriesAskedAboutNull.with(registries + [ObjectIdentifier(self)]) {
      all.contains { $0.payload?.acceptsNull ?? false }
    }
  }
}

/// The registries that a thread is asking whether `null` is a value of theirs.
private let registriesAskedAboutNull = ThreadLocal<[ObjectIdentifier]> { [] }

// MARK: - Checks

extension RegistryTable {
  /// Checks the registry itself, at its first use.
  ///
  /// - Throws: ``MappingError`` with code `.declaration`.
  func check() throws(MappingError) {
    if !isChecked.load(ordering: .relaxed) { try checkAll() }
  }

  @inline(never)
  private func checkAll() throws(MappingError) {
    if let problem = problem() {
      throw .declaration("ModelRegistry<\(typeName(of: Base.self))>", nil, problem)
    }
    for entry in all where entry.isBase == false {
      throw RegistryEntry<Base>.isNoBase(entry.form.name)
    }
    isChecked.store(true, ordering: .relaxed)
  }

  private func problem() -> String? {
    if case .adjacent(let tag, let content) = tagging, JSONKey.isEqual(tag, content) {
      return "tag and content have the same key \(ModelTag(tag))"
    }
    guard !all.isEmpty else { return "no type was added to it" }
    if let name = all.first(where: \.isItself)?.form.name {
      return "\(name) would be read by this registry again, at the same place, without end"
    }
    guard fallbacks.count <= 1 else {
      return "it has several fallbacks, \(fallbacks.map(\.form.name).listed(with: "or"))"
    }
    if tagging == .untagged {
      return entries.allSatisfy { $0.read != nil }
        ? nil : "without tags, a value without a payload cannot be told from others"
    }
    for entry in entries {
      guard let tag = entry.form.tag else { return "\(entry.form.name) was added without a tag" }
      if let other = self.entry(tagged: tag), other !== entry {
        let key = tagging == .external ? ModelTag(tag.key) : tag
        return "the tag \(key) was added twice, for \(other.form.name) and for \(entry.form.name)"
      }
    }
    return nil
  }
}
