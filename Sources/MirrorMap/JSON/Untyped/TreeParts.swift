/// What the reading of a tree needs beside the reader: the parts that are not yet in their place.
struct TreeParts: ~Copyable {
  var values = ValueStack()
  var shapes = ShapeTree()
}
