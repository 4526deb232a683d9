import Foundation
import MirrorMap

/// What is known of the objects at one place, or at several ones that turned out to be of one type.
final class ObjectEvidence {
  /// A member that some of the objects have.
  struct Member {
    let key: String
    let value: Evidence
    /// The sum of its positions in the objects, from which its mean position follows.
    var positions = 0
    /// How many of the objects have it; those that have it several times count once.
    var count = 0
    /// The number of the last object that has it.
    private var lastObject = 0

    init(key: String) { (self.key, value) = (key, Evidence()) }

    mutating func add(position: Int, object: Int) {
      positions += position
      if object != lastObject { count += 1 }
      lastObject = object
    }

    func isBefore(_ other: Member) -> Bool {
      let (left, right) = (positions * other.value.count, other.positions * value.count)
      return left == right ? key < other.key : left < right
    }
  }

  private var ownCount = 0
  private var ownMembers: [Member] = []
  /// The places of the members, by the bytes of their keys: other bytes may be an equal string.
  private var places: [[UInt8]: Int] = [:]
  private var ownValues: Evidence?
  /// Where all of this has gone.
  private var successor: ObjectEvidence?

  /// The evidence that this one has become a part of.
  var current: ObjectEvidence {
    guard let successor else { return self }
    let last = successor.current
    self.successor = last
    return last
  }

  var count: Int { current.ownCount }
  /// The members in the order in which most objects have them.
  var members: [Member] { current.ownMembers.sorted { $0.isBefore($1) } }
  var keyCount: Int { current.ownMembers.count }
  /// What the values of a dictionary have in common; nil of a model.
  var values: Evidence? { current.ownValues }

  // MARK: Adding

  func add(from tokenizer: inout JSONTokenizer) throws(MappingError) {
    ownCount += 1
    var (position, guess) = (0, 0)
    while let key = try tokenizer.next(), key.kind == .key {
      let place = place(of: key, in: tokenizer, guess: guess)
      guess = place + 1
      ownMembers[place].add(position: position, object: ownCount)
      let value = ownMembers[place].value
      guard let token = try tokenizer.next() else { return }
      try value.add(token, from: &tokenizer)
      position += 1
    }
  }

  /// The place of a key among the members: objects at one place have mostly the same keys in the same order.
  private func place(
    of token: JSONTokenizer.Token, in tokenizer: borrowing JSONTokenizer, guess: Int
  ) -> Int {
    if guess < ownMembers.count, !token.hasEscapes,
      tokenizer.withBytes(of: token, { ownMembers[guess].key.utf8.elementsEqual($0) })
    {
      return guess
    }
    return place(of: tokenizer.string(of: token))
  }

  private func place(of key: String) -> Int {
    let bytes = Array(key.utf8)
    if let place = places[bytes] { return place }
    places[bytes] = ownMembers.count
    ownMembers.append(Member(key: key))
    return ownMembers.count - 1
  }

  // MARK: Merging

  typealias Pair = (ObjectEvidence, ObjectEvidence)

  /// Makes one evidence of two.
  static func unite(_ first: ObjectEvidence, _ second: ObjectEvidence) { unite([(first, second)]) }

  /// Pairs that their members add are united after them: a type that contains itself would otherwise change
  /// while its members are merged.
  private static func unite(_ pairs: [Pair]) {
    var pairs = pairs
    while let (first, second) = pairs.popLast() {
      let (target, source) = (first.current, second.current)
      guard target !== source else { continue }
      source.successor = target
      target.ownCount += source.ownCount
      target.dictionaryKeys.formUnion(source.dictionaryKeys)
      let (members, values) = (source.ownMembers, source.ownValues)
      (source.ownMembers, source.places, source.ownValues) = ([], [:], nil)
      if let values { target.makeDictionary(&pairs).merge(values, &pairs) }
      for member in members {
        if let values = target.ownValues {
          target.dictionaryKeys.insert(Array(member.key.utf8))
          values.merge(member.value, &pairs)
        } else {
          let place = target.place(of: member.key)
          target.ownMembers[place].positions += member.positions
          target.ownMembers[place].count += member.count
          target.ownMembers[place].value.merge(member.value, &pairs)
        }
      }
    }
  }

  /// From here on, keys are data, and all values are of one type.
  func becomeDictionary() {
    var pairs: [Pair] = []
    _ = current.makeDictionary(&pairs)
    Self.unite(pairs)
  }

  private func makeDictionary(_ pairs: inout [Pair]) -> Evidence {
    if let ownValues { return ownValues }
    let values = Evidence()
    ownValues = values
    let members = ownMembers
    dictionaryKeys.formUnion(places.keys)
    (ownMembers, places) = ([], [:])
    for member in members { values.merge(member.value, &pairs) }
    return values
  }

  /// The keys that a dictionary was made of, by their bytes.
  private var dictionaryKeys: Set<[UInt8]> = []
  /// How many different keys a dictionary was made of.
  var distinctKeys: Int { current.dictionaryKeys.count }
}
