/// The members that an ``ObjectWriter`` has been given, with key paths regrouped into one tree, and
/// the positions of their values in the output.
///
///     set(7, "id")  set("Ann", "user.name")  set(true, "beta")  set("12345", "user.zip")
///
///     output so far  {"id":7,"user":{"name":"Ann"},"beta":true,"user":{"zip":"12345"}
///     tree           id → 6..<7   user → name → …   zip → …   beta → …
///
/// A group stays open in the output until a member outside of it is set, so in most models the
/// output is final. Only if a group is continued later, like "user" here, or a path leads into an
/// array, the object is assembled again in the order of the tree, from values that are read again:
///
///     {"id":7,"user":{"name":"Ann","zip":"12345"},"beta":true}
struct MemberTree {
  /// A step of a key path, and the value at its end.
  struct Node {
    let step: String
    /// The step as an index into an array, if it can be one.
    let index: Int?
    /// The whole key, for a value.
    var name = ""
    /// The position of the value in the output.
    var value: Range<Int>?
    fileprivate(set) var children: [Int] = []
    /// The steps of the children.
    fileprivate var keys = JSONKeyList()
  }

  /// The first node is the object itself. There are none until the tree is first needed.
  private(set) var nodes: [Node] = []

  subscript(node: Int) -> Node {
    @inline(__always) get { nodes[node] }
    @inline(__always) _modify { yield &nodes[node] }
  }

  /// Adds the object itself.
  mutating func begin() { nodes.append(Node(step: "", index: nil)) }

  /// The node one step down.
  func child(of parent: Int, _ step: String) -> Int? {
    JSONKey.withUTF8(step) { nodes[parent].keys.position(of: $0) }
      .map { nodes[parent].children[$0] }
  }

  /// Adds a node one step down.
  mutating func addChild(to parent: Int, _ step: String) -> Int {
    let node = nodes.count
    nodes.append(Node(step: step, index: parent == 0 ? nil : ArrayIndex(step)?.value))
    nodes[parent].children.append(node)
    nodes[parent].keys.append(step)
    return node
  }
}
