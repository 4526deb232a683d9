import Foundation
import Synchronization

/// The entries of a ``ModelRegistry``, found by tag and by type.
///
/// It never changes once it has been made, but for what is noted down so as not to be done again.
final class RegistryTable<Base>: @unchecked Sendable {
  let tagging: Tagging
  let entries: [RegistryEntry<Base>]
  /// At most one, or the registry is wrong.
  let fallbacks: [RegistryEntry<Base>]
  /// Entries by tag. With external tagging tags are keys, and all strings.
  private let tags: [ModelTag: Int]
  /// Entries by exact type; -1 is the fallback.
  private let types: [ObjectIdentifier: Int]
  /// What kinds of tags there are, for errors.
  let tagKinds: String

  private let isChecked = Atomic<Bool>(false)
  private let areModelsPlanned = Atomic<Bool>(false)

  init(
    tagging: Tagging, entries: [RegistryEntry<Base>] = [], fallbacks: [RegistryEntry<Base>] = []
  ) {
    self.tagging = tagging
    self.entries = entries
    self.fallbacks = fallbacks
    var tags: [ModelTag: Int] = [:]
    var types: [ObjectIdentifier: Int] = [:]
    for (index, entry) in entries.enumerated() {
      if let tag = entry.tag.map({ Self.normal($0, tagging) }) { tags[tag] = tags[tag] ?? index }
      if let model = entry.model {
        types[ObjectIdentifier(model)] = types[ObjectIdentifier(model)] ?? index
      }
    }
    if let model = fallbacks.first?.model {
      types[ObjectIdentifier(model)] = types[ObjectIdentifier(model)] ?? -1
    }
    self.tags = tags
    self.types = types
    let kinds = Set(tags.keys.map(\.isString))
    tagKinds =
      kinds.count == 2
      ? "a string or an integer" : kinds.contains(false) ? "an integer" : "a string"
  }

  private static func normal(_ tag: ModelTag, _ tagging: Tagging) -> ModelTag {
    tagging == .external ? ModelTag(tag.key) : tag
  }

  var fallback: RegistryEntry<Base>? { fallbacks.first }

  /// The entry with a tag.
  func entry(_ tag: ModelTag) -> RegistryEntry<Base>? { tags[tag].map { entries[$0] } }

  /// The entry of exactly a type.
  func entry(of type: Any.Type) -> RegistryEntry<Base>? {
    types[ObjectIdentifier(type)].flatMap { $0 < 0 ? fallback : entries[$0] }
  }

  /// The tags that there are, for errors.
  var tagList: String {
    let shown = 8
    let all = entries.compactMap { $0.tag.map(String.init(describing:)) }
    let list = all.count <= shown ? all : all.prefix(shown) + ["one of \(all.count - shown) others"]
    return list.alternatives
  }
}

extension [String] {
  /// As in `a, b or c`.
  var alternatives: String {
    guard let last, count > 1 else { return first ?? "nothing" }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}

// MARK: - Models

extension RegistryTable {
  /// Names the models of the entries.
  func collectModels(into models: inout ReachableModels) {
    // All models are asked for where a key strategy is prepared for them.
    guard models.includesPlanned || !areModelsPlanned.load(ordering: .relaxed) else { return }
    models.visit(ObjectIdentifier(self)) { models in
      do throws(MappingError) {
        try check()
      } catch {
        return models.fail(error)
      }
      let count = models.types.count
      for entry in entries + fallbacks { entry.collectModels(&models) }
      // Plans stay: once there is nothing to be planned, there never will be. A registry within another
      // one may not have seen everything.
      if models.registries.count == 1, models.types.count == count {
        areModelsPlanned.store(true, ordering: .relaxed)
      }
    }
  }

  /// Whether `null` is a value: only without tags.
  var acceptsNull: Bool {
    guard tagging == .untagged else { return false }
    // An enum's payload may hold the same enum, and so lead back here.
    let registries = registriesAskedAboutNull.value
    guard !registries.contains(ObjectIdentifier(self)) else { return false }
    return registriesAskedAboutNull.with(registries + [ObjectIdentifier(self)]) {
      (entries + fallbacks).contains { $0.acceptsNull() }
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
    for entry in entries + fallbacks where entry.isBase() == false {
      throw RegistryEntry<Base>.isNoBase(entry.name)
    }
    isChecked.store(true, ordering: .relaxed)
  }

  private func problem() -> String? {
    if case .adjacent(let tag, let content) = tagging, JSONKey.isEqual(tag, content) {
      return "tag and content have the same key \(ModelTag(tag))"
    }
    guard !entries.isEmpty || !fallbacks.isEmpty else { return "no type was added to it" }
    if let entry = entries.first(where: { $0.isItself && ($0.model != nil || tagging.sharesPlace) })
      ?? fallbacks.first(where: \.isItself)
    {
      return "\(entry.name) would be read by this registry again, at the same place, without end"
    }
    guard fallbacks.count <= 1 else {
      return "it has several fallbacks, \(fallbacks.map(\.name).alternatives)"
    }
    if tagging == .untagged {
      guard entries.allSatisfy({ $0.read != nil }) else {
        return "without tags, a value without a payload cannot be told from others"
      }
      return nil
    }
    var names: [ModelTag: String] = [:]
    for entry in entries {
      guard let tag = entry.tag else { return "\(entry.name) was added without a tag" }
      let key = Self.normal(tag, tagging)
      if let other = names[key] {
        return "the tag \(key) was added twice, for \(other) and for \(entry.name)"
      }
      names[key] = entry.name
    }
    return nil
  }
}
