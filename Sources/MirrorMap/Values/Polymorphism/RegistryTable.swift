import Synchronization

/// The entries of a ``ModelRegistry``, found by tag and by type.
///
/// It never changes once it has been made, but for what is noted down so as not to be done again.
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
  /// Entries by tag. With external tagging tags are keys, and all strings.
  let tags: [ModelTag: RegistryEntry<Base>]
  /// Entries by exact type.
  let types: [ObjectIdentifier: RegistryEntry<Base>]
  /// What kinds of tags there are, for errors.
  let tagKinds: String

  /// The entries in ``all``, linked: the runtime would look up the types of generic collections, and of generic types
  /// that aren't parts of this one, at each access.
  let first: Link?
  private let isChecked = Atomic<Bool>(false)
  private let areModelsPlanned = Atomic<Bool>(false)

  init(
    tagging: Tagging, entries: [RegistryEntry<Base>] = [], fallbacks: [RegistryEntry<Base>] = []
  ) {
    self.tagging = tagging
    self.entries = entries
    self.fallbacks = fallbacks
    all = entries + fallbacks
    count = all.count
    fallback = fallbacks.first
    first = all.reversed().reduce(nil) { next, entry in Link(entry, before: next) }
    let tagged = entries.compactMap { entry in
      entry.form.tag.map { (Self.normal($0, tagging), entry) }
    }
    tags = Dictionary(tagged) { first, _ in first }
    let typed = all.compactMap { entry in
      entry.isModel ? entry.payload.map { (ObjectIdentifier($0), entry) } : nil
    }
    types = Dictionary(typed) { first, _ in first }
    let hasStrings = tags.keys.contains(where: \.isString)
    tagKinds =
      tags.keys.allSatisfy(\.isString)
      ? "a string" : hasStrings ? "a string or an integer" : "an integer"
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

  private static func normal(_ tag: ModelTag, _ tagging: Tagging) -> ModelTag {
    tagging == .external ? ModelTag(tag.key) : tag
  }

  /// The tags that there are, for errors.
  var tagList: String {
    let shown = 8
    let all = entries.compactMap { $0.form.tag.map(String.init(describing:)) }
    let list = all.count <= shown ? all : all.prefix(shown) + ["one of \(all.count - shown) others"]
    return list.listed(with: "or")
  }
}

// MARK: - Finding entries

extension RegistryTable {
  /// Whether there are so few entries that comparing them takes less time than hashing.
  private var isShort: Bool { count <= 16 }

  /// The entry with a string as its tag.
  func entry(tagged tag: Bytes) -> RegistryEntry<Base>? {
    guard isShort, var link = first else {
      return tags[ModelTag(String(decoding: tag, as: UTF8.self))]
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
    guard isShort, var link = first else { return types[ObjectIdentifier(type)] }
    while true {
      if link.entry.isModel, let payload = link.entry.payload, payload == type {
        return link.entry
      }
      guard let next = link.next else { return nil }
      link = next
    }
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
      let key = Self.normal(tag, tagging)
      if let other = tags[key], other !== entry {
        return "the tag \(key) was added twice, for \(other.form.name) and for \(entry.form.name)"
      }
    }
    return nil
  }
}
