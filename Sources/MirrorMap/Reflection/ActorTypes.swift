/// Which types are actors.
///
/// An actor can conform to ``Mappable``, whose requirements are not isolated. But the library reads
/// and writes properties where they are, and would bypass the actor's isolation.
enum ActorTypes {
  /// Classes that are known not to be actors.
  private static let otherClasses = Locked<Set<ObjectIdentifier>>([])

  /// Whether a type is an actor, distributed or not.
  static func contains(_ type: Any.Type) -> Bool {
    guard type is AnyClass else { return false }
    let id = ObjectIdentifier(type)
    guard !otherClasses.withLock({ $0.contains(id) }) else { return false }
    if type is any Actor.Type || isDistributed(type) { return true }
    otherClasses.withLock { _ = $0.insert(id) }
    return false
  }

  /// Whether a type is a distributed actor.
  ///
  /// The protocol is looked up by name, as most programs do not load the library that it is part
  /// of. Without that library, there are no distributed actors.
  private static func isDistributed(_ type: Any.Type) -> Bool {
    guard let actors = _typeByName("11Distributed0A5Actor_pXp") else { return false }
    func contains<Actors>(_ actors: Actors.Type) -> Bool { type is Actors }
    return _openExistential(actors, do: contains)
  }
}

extension MappingError {
  /// The error for an actor that conforms to a protocol of the library.
  static func actor(_ type: Any.Type) -> MappingError {
    .declaration(typeName(of: type), nil, "it is an actor, whose isolation mapping would bypass")
  }
}
