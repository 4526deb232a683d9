// What an `ObjectReader` knows of one object or array of the document: as many of its members as have
// been passed over so far. It begins with none, and goes on member by member as keys are asked for.
//
//     {"id": 7, "user": {"name": "Ann", "age": 4}, "tags": []}
//
//     asked for "id"         level 0   id ✓                                   stands behind 7
//     asked for "user.name"  level 0   id ✓, user → level 1                   stands at {
//                            level 1   name ✓                                 stands behind "Ann"
//     asked for "zip"        level 1 is passed to its end, then level 0: all members are known now
//
// So a model that asks in the document's order reads each byte once, key paths included. Whatever is
// asked for out of order has been skipped before, and is found by its position.
//
// Up to sixteen members are searched one after the other, comparing eight bytes of each; beyond that,
// an index with the standard library's seeded hashes finds them, as the keys come from input.

/// As much as is known of an object or array.
struct ObjectLevel {
  /// How far its members have been passed over.
  enum Progress {
    /// At the key of the next member, or at the next element.
    case atMember
    /// At the value of the last known member.
    case atValue
    /// Behind that value.
    case behindValue
    /// Behind the closing bracket.
    case complete
  }

  let isObject: Bool
  /// How many more arrays and objects may be entered inside.
  let depth: Int
  /// The member whose value this is; nil for the model's own object.
  var parent: ObjectPlace?
  /// Where it goes on.
  var cursor: BytePointer
  var progress: Progress
  private(set) var members: [ObjectMember] = []
  private(set) var hasDuplicates = false
  /// Whether members have been passed over without being kept in mind.
  var isPartial = false
  private var index = JSONKeyIndex()

  private static let linearSearchLimit = 16

  init(
    isObject: Bool, depth: Int, parent: ObjectPlace?, _ cursor: BytePointer,
    isEmpty: Bool
  ) {
    self.isObject = isObject
    self.depth = depth
    self.parent = parent
    self.cursor = cursor
    progress = isEmpty ? .complete : .atMember
  }

  /// A member, to be changed.
  subscript(member: Int) -> ObjectMember {
    @inline(__always) get { members[member] }
    @inline(__always) _modify { yield &members[member] }
  }

  /// The first member with a key.
  func firstMember(_ key: Bytes) -> Int? {
    guard index.isEmpty else {
      return index.position(of: JSONKeyIndex.hash(key)) { members[$0].hasKey(key) }
    }
    let print = ObjectMember.fingerprint(key)
    return members.firstIndex { $0.fingerprint == print && $0.hasKey(key) }
  }

  /// Adds a member behind the known ones.
  mutating func append(_ member: ObjectMember) {
    guard isObject else { return members.append(member) }
    var member = member
    let position = members.count
    let first = member.withKey { firstMember($0) }
    if let first {
      hasDuplicates = true
      member.first = first
      members[first].latest = position
    } else if !index.isEmpty {
      index.insert(member.withKey { JSONKeyIndex.hash($0) }, position: position)
    }
    members.append(member)
    if index.isEmpty, members.count > Self.linearSearchLimit { buildIndex() }
  }

  private mutating func buildIndex() {
    for (position, member) in members.enumerated() where member.first == nil {
      index.insert(member.withKey { JSONKeyIndex.hash($0) }, position: position)
    }
  }

  /// What is known of the key of a member: the same for all members with that key.
  func use(of member: Int) -> ObjectMember.Use {
    members[members[member].first ?? member].use
  }
}

/// One member of an ``ObjectLevel``, or one element.
struct ObjectMember {
  /// What a model has asked a key for.
  struct Use: OptionSet {
    let rawValue: UInt8
    static let nothing: Use = []
    /// For its value.
    static let value = Use(rawValue: 1)
    /// For something inside its value.
    static let inside = Use(rawValue: 2)
  }

  /// Where it begins: at the opening quote of its key.
  let start: BytePointer
  /// Its key as it stands there, between the quotes.
  private let key: Bytes
  /// The key, if it is not as it stands there: with escapes resolved, or in lower case.
  private let text: String?
  /// What can be told of the key by a look at one word.
  let fingerprint: UInt64
  /// Where its value begins.
  let value: BytePointer
  /// Where its value ends, once it has been passed over.
  var end: BytePointer?
  /// The level that its value is, if something inside has been asked for.
  var child: Int?
  /// The first member with the same key, if this is not it.
  var first: Int?
  /// Of the first member with a key, the last one with that key, if it is another one.
  var latest: Int?
  var use = Use.nothing
  /// Whether the value has been read, and whether something inside it has.
  var isRead = false
  var isReadInside = false

  /// A member of an object.
  init(
    start: BytePointer, key: JSONReader.RawString, text: String?,
    value: BytePointer
  ) {
    self.start = start
    self.key = key.bytes
    self.text = text
    self.value = value
    fingerprint =
      text.map { JSONKey.withUTF8($0) { Self.fingerprint($0) } }
      ?? Self.fingerprint(key.bytes)
  }

  /// An element of an array.
  init(element: BytePointer) {
    start = element
    key = Bytes()
    text = nil
    value = element
    fingerprint = 0
  }

  /// Takes over what is known of the same member.
  mutating func take(_ other: ObjectMember) {
    end = other.end
    child = other.child
    use = other.use
    isRead = other.isRead
    isReadInside = other.isReadInside
  }

  /// The first bytes of a key and how many there are.
  static func fingerprint(_ key: Bytes) -> UInt64 {
    key.firstWord | UInt64(truncatingIfNeeded: key.count) &<< 56
  }

  /// Lends the bytes of the key.
  func withKey<R>(_ body: (Bytes) -> R) -> R {
    if let text { return JSONKey.withUTF8(text, body) }
    return body(key)
  }

  func hasKey(_ key: Bytes) -> Bool {
    withKey { own in own.count == key.count && own.elementsEqual(key) }
  }
}

/// Where a member is among the levels of an ``ObjectReader``.
struct ObjectPlace {
  let level: Int
  let member: Int
}
