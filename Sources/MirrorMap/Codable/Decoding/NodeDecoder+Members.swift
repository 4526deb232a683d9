/// The members of the object that a decoder decodes. No code of users runs while the search is accessed.
extension NodeDecoder {
  /// Prepares for the search for members of this object.
  func beginMembers() {
    guard let index, members.reference.pointee.object != index else { return }
    members.reference.pointee = MemberSearch(index, document)
    if members.reference.pointee.needsTexts { makeTexts() }
  }

  func forgetMembers() { members.reference.pointee = MemberSearch() }

  /// The entry of the value of a key; nil if there is no such member.
  @inline(never)
  func find(_ key: String) -> Int? {
    if members.reference.pointee.needsTexts { makeTexts() }
    return members.reference.pointee.find(key, document)
  }

  /// The converted keys of this object, each once.
  var convertedKeys: [String] {
    guard let index else { return [] }
    var known: Set<String> = []
    let convert = document.keyConversion(at: codingPath)
    return document.keys(of: index).lazy.map { convert?($0.key) ?? $0.key }
      .filter { known.insert($0).inserted }
  }

  /// Makes a dictionary of the entries of the values, by their converted keys; of equal ones, the first.
  @inline(never)
  private func makeTexts() {
    guard let index else { return }
    let keys = document.keys(of: index)
    var texts: [String: Int] = [:]
    texts.reserveCapacity(keys.count)
    let convert = document.keyConversion(at: codingPath)
    for (key, value) in keys {
      let key = convert?(key) ?? key
      if texts[key] == nil { texts[key] = value }
    }
    members.reference.pointee.texts = texts
  }
}
