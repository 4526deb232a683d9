import Foundation

/// Finds out which objects are dictionaries, and which ones are of the same type.
struct ShapeMerging {
  let root: Evidence

  /// Merges until nothing is left to be merged.
  func run() {
    while findDictionaries() || findRecursion() || findEqualShapes() {}
  }

  // MARK: Dictionaries

  func findDictionaries() -> Bool {
    var isChanged = false
    _ = root.modelPlaces { object in
      guard Self.isDictionary(object) else { return }
      object.becomeDictionary()
      isChanged = true
    }
    return isChanged
  }

  /// Whether the keys of objects are data rather than names of properties.
  private static func isDictionary(_ object: ObjectEvidence) -> Bool {
    let members = object.members
    let kinds = Set(members.flatMap { $0.value.kinds.map(\.name) })
    guard kinds.count <= 1, let kind = kinds.first else { return false }
    let keys = members.map(\.key)
    if keys.allSatisfy(isData) { return true }
    let shapes = Set(members.map { $0.value.objects?.members.map(\.key).sorted() ?? [] })
    let hasOneShape = kind == "object" && shapes.count == 1 && shapes.first?.count ?? 0 > 1
    if keys.count >= 5, hasOneShape { return true }
    if keys.count > 50 { return true }
    // Codes, such as those of currencies.
    let isCoded = keys.allSatisfy { $0.count == keys[0].count && $0 == $0.uppercased() }
    if keys.count >= 8, kind == "number", isCoded { return true }
    let filled = members.reduce(0) { $0 + $1.value.count }
    return keys.count >= 10 && filled * 10 < object.count * keys.count * 3
  }

  /// Whether a key is a number, an identifier, or a date.
  private static func isData(_ key: String) -> Bool {
    let bytes = key.utf8
    guard let first = bytes.first else { return false }
    let digits = bytes.count { (48...57).contains($0) }
    if digits == bytes.count { return true }
    if UUID(uuidString: key) != nil { return true }
    let isHexadecimal = bytes.allSatisfy {
      (48...57).contains($0) || (97...102).contains($0) || (65...70).contains($0)
    }
    if isHexadecimal, bytes.count >= 16, digits > 0 { return true }
    return (48...57).contains(first) && !TextForms.all.of(key).isEmpty
  }

  // MARK: Models that contain themselves

  private func findRecursion() -> Bool {
    var isChanged = false
    for place in root.modelPlaces() {
      for parent in place.parents where parent.object.current !== place.object.current {
        let isNested = parent.key == place.key && !place.key.isEmpty
        let isChild = place.isElement && parent.path == place.parents.last?.path
        guard isNested || isChild, Self.isSubset(place.object, of: parent.object) else { continue }
        ObjectEvidence.unite(parent.object, place.object)
        isChanged = true
        break
      }
    }
    return isChanged
  }

  private static func isSubset(_ part: ObjectEvidence, of whole: ObjectEvidence) -> Bool {
    let members = Self.byKey(whole) { $0 }
    guard part.keyCount >= 2 else { return false }
    return part.members.allSatisfy { member in
      members[member.key].map { agree([$0, member.value]) } ?? false
    }
  }

  // MARK: Equal shapes

  private func findEqualShapes() -> Bool {
    var isChanged = false
    let groups = Self.grouped(distinctObjects()) { $0.members.map(\.key).sorted() }
    for group in groups where group.count > 1 {
      if Self.haveAgreeingMembers(group) {
        Self.unite(group)
        isChanged = true
      } else {
        // The kinds of members, and the keys of those that are objects.
        let parts = Self.grouped(group) { Self.byKey($0, Self.details) }
        for part in parts where part.count > 1 {
          Self.unite(part)
          isChanged = true
        }
      }
    }
    return isChanged
  }

  /// The objects with equal keys, in the order of the first of them, so that models don't depend on hash values.
  private static func grouped<Key: Hashable>(
    _ objects: [ObjectEvidence], by key: (ObjectEvidence) -> Key
  ) -> [[ObjectEvidence]] {
    var places: [Key: Int] = [:]
    var groups: [[ObjectEvidence]] = []
    for object in objects {
      let key = key(object)
      let place = places[key] ?? groups.count
      places[key] = place
      if place == groups.count { groups.append([]) }
      groups[place].append(object)
    }
    return groups
  }

  private func distinctObjects() -> [ObjectEvidence] {
    var seen: Set<ObjectIdentifier> = []
    return root.modelPlaces().map(\.object).filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  private static func unite(_ objects: [ObjectEvidence]) {
    for object in objects.dropFirst() { ObjectEvidence.unite(objects[0], object) }
  }

  private static func haveAgreeingMembers(_ objects: [ObjectEvidence]) -> Bool {
    var values: [String: [Evidence]] = [:]
    for object in objects {
      for member in object.members { values[member.key, default: []].append(member.value) }
    }
    return values.values.allSatisfy(agree)
  }

  /// Members by their keys. Of keys that are equal as strings, but not in JSON, the first one counts.
  private static func byKey<Value>(
    _ object: ObjectEvidence, _ value: (Evidence) -> Value
  ) -> [String: Value] {
    Dictionary(
      object.members.map { ($0.key, value($0.value)) }, uniquingKeysWith: { first, _ in first })
  }

  private static func details(_ value: Evidence) -> [String] {
    value.kinds.map(\.name) + (value.objects?.members.map(\.key).sorted() ?? [])
      + (value.elements.map(details) ?? [])
  }

  /// Whether values are of one kind, apart from null; also the elements of arrays. Objects have no keys that
  /// the largest of them doesn't have.
  private static func agree(_ values: [Evidence]) -> Bool {
    guard Set(values.flatMap { $0.kinds.map(\.name) }).count <= 1 else { return false }
    let elements = values.compactMap(\.elements)
    guard elements.isEmpty || agree(elements) else { return false }
    let keys = values.compactMap { $0.objects.map { Set($0.members.map(\.key)) } }
    guard let most = keys.max(by: { $0.count < $1.count }) else { return true }
    return keys.allSatisfy { $0.isSubset(of: most) }
  }
}
