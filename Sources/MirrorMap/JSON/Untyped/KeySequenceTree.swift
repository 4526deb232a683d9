// The sequences of keys that the objects of a document have had so far.
//
// A document has few of them, even if it has many objects. They form a tree in which each node is a
// key, and the path to it consists of the keys before it:
//
//   {"id": 1, "name": "Ann"}                       (root)
//   {"id": 2, "name": "Bob", "age": 30}            ├─ "id" ─ "name"• ─ "age"•
//   {"x": 1}                                       └─ "x"•                        • keys in a list
//
// Reading an object descends in the tree. The next key is mostly the one that followed last time, and
// checking that only compares a few bytes of the input with those of the node, which are in the input too.
// The keys of a path are distinct. The node at the object's end has the list of its keys, made once.
//
// Objects with different first keys all begin at the root. The best prediction of the first key is
// the object's position, because the values of one key mostly have the same keys. So each node
// remembers the first node of the objects that are its values (`start`).
//
// The tree stays small for any input: a node has up to `maximumChildren`, the least recently
// used of which makes room; there are up to `maximumCount` nodes and `maximumDepth` levels. Objects
// that don't fit, have duplicate keys or keys with escapes leave the tree and are built member by
// member.

/// The key sequences of a document's objects, while it is read.
struct KeySequenceTree: ~Copyable {
  /// The maximum number of nodes with the same path before them.
  static let maximumChildren = 16
  /// The maximum number of keys of an object in the tree.
  static let maximumDepth = 64
  /// The maximum number of nodes.
  static let maximumCount = 4096

  /// The root's number. As a child, it means none.
  static let root = 0

  /// A key in the input.
  struct Key {
    /// From quote to quote.
    let text: BytePointer
    let length: Int

    /// Whether this key comes next.
    ///
    /// Precondition of the comparison, which ``append(_:to:_:)`` ensures: at least eight bytes can be read
    /// at the key.
    @inline(__always)
    func isNext(at position: BytePointer, _ end: BytePointer) -> Bool {
      unsafe ByteScan.isNext(text, length, at: position, end)
    }

    /// One of 64 bits.
    var bit: UInt64 { unsafe 1 &<< (ByteScan.hash(text, length) &>> 58) }

    /// The key itself, which has been validated.
    var string: String {
      let bytes = unsafe Bytes(text + 1, text + length - 1)
      return unsafe String(decoding: bytes.buffer, as: UTF8.self)
    }
  }

  // Not private, as Swift 6.3 crashes on generic types without copies of private ones.
  struct Node {
    let key: Key
    let string: String
    let parent: Int32
    /// How many keys the path has.
    let depth: Int32
    /// The bits of the path's keys: one whose bit is not among them is not on the path.
    let bits: UInt64
    /// The child that was used last.
    var child: Int32 = 0
    /// The parent's child that was used before this one.
    var sibling: Int32 = 0
    /// The first node of the objects that are values of this key.
    var start: Int32
    /// The keys of the path, once an object has ended here.
    var list: JSONKeyList?
  }

  /// glibc allocates up to a kilobyte quickly.
  private var nodes = MemoryStack<Node>(capacity: 11)

  init() {
    // No text is as long as the root's key.
    let key = Key(text: .nowhere, length: .max)
    nodes.push(Node(key: key, string: "", parent: 0, depth: 0, bits: 0, start: 0))
  }

  // MARK: The predicted key

  /// The node that followed a node last time.
  @inline(__always)
  func child(of node: Int) -> Int {
    // The precondition: numbers of nodes come from this tree only, which never removes one.
    unsafe Int(truncatingIfNeeded: nodes[node].child)
  }

  /// The first node of the last object that was a value of a node's key.
  @inline(__always)
  func start(at node: Int) -> Int { unsafe Int(truncatingIfNeeded: nodes[node].start) }

  @inline(__always)
  mutating func setStart(_ start: Int, at node: Int) {
    unsafe nodes[node].start = Int32(truncatingIfNeeded: start)
  }

  /// Returns the length of a node's key, from quote to quote, if the key comes next; otherwise 0.
  @inline(__always)
  func length(ofKeyOf node: Int, at position: BytePointer, _ end: BytePointer) -> Int {
    let key = unsafe nodes[node].key
    return key.isNext(at: position, end) ? key.length : 0
  }

  // MARK: Any key

  /// The node of a key after a node, made if it is new.
  ///
  /// - Parameters:
  ///   - raw: the key, valid and without escapes.
  ///   - end: where the input ends.
  /// - Returns: nil if the path has the key already, if there is no room, or at the very end of the input.
  /// - Complexity: O(n) in the length of the path, which is limited.
  mutating func node(
    of raw: JSONReader.RawString, after parent: Int, _ end: BytePointer
  ) -> Int? {
    let key = Key(text: raw.start - 1, length: raw.count &+ 2)
    var previous = Self.root
    var node = child(of: parent)
    var looked = 0
    while node != Self.root {
      if unsafe nodes[node].key.length == key.length && nodes[node].key.isNext(at: key.text, end) {
        if previous != Self.root {
          unsafe nodes[previous].sibling = unsafe nodes[node].sibling
          unsafe nodes[node].sibling = unsafe nodes[parent].child
          unsafe nodes[parent].child = Int32(node)
        }
        return node
      }
      looked += 1
      if looked == Self.maximumChildren {
        // The least recently used node is removed; objects that are being read may still use it.
        unsafe nodes[previous].sibling = 0
        break
      }
      previous = node
      node = unsafe Int(nodes[node].sibling)
    }
    return append(key, to: parent, end)
  }

  private mutating func append(_ key: Key, to parent: Int, _ end: BytePointer) -> Int? {
    // Objects aren't always read in their order, so the key may be compared with one before it.
    guard end - key.text >= 8 else { return nil }
    let depth = unsafe nodes[parent].depth
    guard depth < Self.maximumDepth, nodes.count < Self.maximumCount else { return nil }
    let bit = key.bit
    var ancestor = parent
    while unsafe nodes[ancestor].bits & bit != 0 {
      let known = unsafe nodes[ancestor].key
      if known.length == key.length, known.isNext(at: key.text, end) { return nil }
      ancestor = unsafe Int(nodes[ancestor].parent)
    }
    let node = nodes.count
    unsafe nodes.push(
      Node(
        key: key, string: key.string, parent: Int32(parent), depth: depth + 1,
        bits: nodes[parent].bits | bit, sibling: nodes[parent].child,
        // The values of an object that is used as a dictionary are alike.
        start: nodes[parent].start))
    unsafe nodes[parent].child = Int32(node)
    return node
  }

  // MARK: The end of an object

  /// The keys of the path to a node.
  @inline(__always)
  mutating func keyList(of node: Int) -> JSONKeyList {
    if let list = unsafe nodes[node].list { return list }
    return makeKeyList(of: node)
  }

  @inline(never)
  private mutating func makeKeyList(of node: Int) -> JSONKeyList {
    var keys: [String] = []
    unsafe keys.reserveCapacity(Int(nodes[node].depth))
    var next = node
    while next != Self.root {
      unsafe keys.append(nodes[next].string)
      next = unsafe Int(nodes[next].parent)
    }
    keys.reverse()
    let list = JSONKeyList(keys)
    unsafe nodes[node].list = list
    return list
  }
}
