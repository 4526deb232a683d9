/// The registries that a thread is asking something of all their types: an enum's payload may hold the
/// same enum, and so lead back to the registry where the question came from.
final class RegistryVisit {
  private let registry: ObjectIdentifier
  private let outer: RegistryVisit?

  private init(_ registry: ObjectIdentifier, outer: RegistryVisit?) {
    self.registry = registry
    self.outer = outer
  }

  private func isInside(_ registry: ObjectIdentifier) -> Bool {
    self.registry == registry || outer?.isInside(registry) ?? false
  }

  /// A question, with the visits that a thread is making for it.
  enum Question {
    static let models = ThreadLocal<RegistryVisit>()
    static let null = ThreadLocal<RegistryVisit>()
  }

  /// Visits a registry.
  ///
  /// - Parameter body: asks its types; it is told whether there is no other visit around this one.
  /// - Returns: nil if there is a visit to the same registry around this one; then nothing is done.
  static func visit<R>(
    _ registry: ObjectIdentifier, _ visits: ThreadLocal<RegistryVisit>, _ body: (Bool) -> R
  ) -> R? {
    let outer = visits.value
    guard outer?.isInside(registry) != true else { return nil }
    return visits.with(RegistryVisit(registry, outer: outer)) { body(outer == nil) }
  }
}
