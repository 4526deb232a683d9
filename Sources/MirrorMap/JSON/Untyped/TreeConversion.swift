/// Converts a tree into one of another kind, without recursion.
///
/// Trees that are built in code can be nested more deeply than the thread's stack has room for, and
/// not every conversion can report that as an error. So the containers that are being converted are
/// kept in an array, which also gives the path of an error. For `["a": [1, x]]`, when `x` is
/// converted:
///
///     open[0]   keys ["a"]   converted []     path  $.a
///     open[1]   keys nil     converted [1]    path  $.a[1]
struct TreeConversion<Source, Target> {
  /// The first step of converting a source.
  enum Step {
    case leaf(Target)
    /// The parts of a container are converted next; those of an object have keys.
    case container(keys: [String]? = nil, [Source])
  }

  private struct Container {
    let source: Source
    let keys: [String]?
    let parts: [Source]
    var converted: [Target] = []
  }

  private var open: [Container] = []

  /// The path of the source that is being converted.
  var path: JSONPath {
    JSONPath(
      open.map { container in
        let index = container.converted.count
        return container.keys.map { .key($0[index]) } ?? .index(index)
      })
  }

  /// Converts a tree.
  ///
  /// - Parameters:
  ///   - root: the tree.
  ///   - start: converts a leaf, or returns the parts of a container.
  ///   - depth: the number of containers that contain the source.
  ///   - finish: makes a container of its source, its keys and its converted parts.
  /// - Throws: any error that `start` throws.
  mutating func convert<Failure: Error>(
    _ root: Source, start: (Source, _ depth: Int) throws(Failure) -> Step,
    finish: (Source, _ keys: [String]?, [Target]) -> Target
  ) throws(Failure) -> Target {
    var source = root
    while true {
      switch try start(source, open.count) {
      case .container(let keys, let parts):
        open.append(Container(source: source, keys: keys, parts: parts))
        open[open.count - 1].converted.reserveCapacity(parts.count)
      case .leaf(let target):
        guard !open.isEmpty else { return target }
        open[open.count - 1].converted.append(target)
      }
      // A container that is complete may be the last part of the one around it.
      while open[open.count - 1].converted.count == open[open.count - 1].parts.count {
        let container = open.removeLast()
        let target = finish(container.source, container.keys, container.converted)
        guard !open.isEmpty else { return target }
        open[open.count - 1].converted.append(target)
      }
      source = open[open.count - 1].parts[open[open.count - 1].converted.count]
    }
  }
}
