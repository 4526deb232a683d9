/// A search for changes in a model and in all models inside it, which may hold each other in a circle.
///
/// It goes from model to model by way of their values, which know nothing of it; so the thread keeps
/// what it has met.
///
///     ann.friend → bob, bob.friend → ann:   ann? → bob? → ann has been met: no further changes
final class ChangeSearch {
  /// Beyond this nothing can be written anyway, which is for the writer to tell.
  private static let maximumDepth = 512

  private var objects: Set<ObjectIdentifier> = []
  private var depth = 0
  private let stack = StackGuard.current

  /// Searches a model.
  ///
  /// - Parameters:
  ///   - object: the model if it is an object.
  ///   - body: whether the model, or one inside it, has changes.
  /// - Returns: false if the object has been searched already; true where the search must not go on.
  static func enter(_ object: AnyObject?, _ body: () -> Bool) -> Bool {
    if let search = current.value { return search.enter(object, body) }
    let search = ChangeSearch()
    return current.with(search) { search.enter(object, body) }
  }

  private func enter(_ object: AnyObject?, _ body: () -> Bool) -> Bool {
    if let object, !objects.insert(ObjectIdentifier(object)).inserted { return false }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth, stack.hasRoom() else { return true }
    return body()
  }

  private static let current = ThreadLocal<ChangeSearch?> { nil }
}
