// Which members an `ObjectWriter` has been given, key paths regrouped into one tree, and where in the
// output their values lie.
//
//     set(7, "id")  set("Ann", "user.name")  set(true, "beta")  set("12345", "user.zip")
//
//     output so far  {"id":7,"user":{"name":"Ann"},"beta":true,"user":{"zip":"12345"}
//     tree           id → 6..<7   user → name → …   zip → …   beta → …
//
// A member that lies in the group that was written last is put into that group, so in most models the
// output is what it should be as it stands. Only when a group is taken up again later, as "user" is
// here, the object is put together anew from the tree, by copying the bytes of its values:
//
//     {"id":7,"user":{"name":"Ann","zip":"12345"},"beta":true}

/// The members of an object that is being written.
struct MemberTree {
  /// A key on the way to a value, and what is written there.
  struct Node {
    let step: String
    /// The step as an index into an array, if it can be one.
    let index: Int?
    /// The key as the model gave it; of a value.
    var name = ""
    /// Where the value lies in the output.
    var value: Range<Int>?
    /// Members of other models and of extras that are added to what lies here.
    var additions: [Range<Int>] = []
    fileprivate(set) var children: [Int] = []
    fileprivate var lookup = JSONKeyIndex()
    /// Whether all children have indexes.
    fileprivate(set) var hasOnlyIndexes = true
    /// Whether it has been written as an array, and the index that comes next there.
    var isWrittenAsArray = false
    var nextIndex = 0

    /// Whether an array is written here.
    var isArray: Bool { !children.isEmpty && hasOnlyIndexes }
  }

  /// The first one is the object itself.
  private(set) var nodes = [Node(step: "", index: nil)]

  private static let linearSearchLimit = 16

  subscript(node: Int) -> Node {
    @inline(__always) get { nodes[node] }
    @inline(__always) _modify { yield &nodes[node] }
  }

  /// The node one step down.
  func child(of parent: Int, _ step: String) -> Int? {
    let children = nodes[parent].children
    guard children.count > Self.linearSearchLimit else {
      return children.first { JSONKey.isEqual(nodes[$0].step, step) }
    }
    let found = nodes[parent].lookup.position(of: JSONKeyIndex.hash(step)) {
      JSONKey.isEqual(nodes[children[$0]].step, step)
    }
    return found.map { children[$0] }
  }

  /// Adds a node one step down.
  mutating func addChild(to parent: Int, _ step: String) -> Int {
    let node = nodes.count
    let index = parent == 0 ? nil : ArrayIndex(step)?.value
    nodes.append(Node(step: step, index: index))
    nodes[parent].children.append(node)
    if index == nil { nodes[parent].hasOnlyIndexes = false }
    let count = nodes[parent].children.count
    if count == Self.linearSearchLimit + 1 {
      for position in 0..<count {
        let step = nodes[nodes[parent].children[position]].step
        nodes[parent].lookup.insert(JSONKeyIndex.hash(step), position: position)
      }
    } else if count > Self.linearSearchLimit {
      nodes[parent].lookup.insert(JSONKeyIndex.hash(step), position: count - 1)
    }
    return node
  }
}
