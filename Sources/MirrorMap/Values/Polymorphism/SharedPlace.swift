/// The polymorphic values that a thread is reading, as far as they begin at one place of a document.
///
/// With internal tags, and without tags, a payload is read where the value itself begins. If it is read by
/// the same registry, the tag found is the same, and so is the payload: reading would never end.
///
///     {"t": "negation", …}   Expression → negation → Expression, at the same brace
final class SharedPlace {
  private let registry: ObjectIdentifier
  private let place: BytePointer
  private let outer: SharedPlace?

  private init(_ registry: ObjectIdentifier, _ place: BytePointer, outer: SharedPlace?) {
    self.registry = registry
    self.place = place
    self.outer = outer
  }

  private static let innermost = ThreadLocal<SharedPlace>()

  /// Reads a payload where the value itself begins.
  ///
  /// - Throws: ``MappingError`` with code `.declaration` if `registry` is reading a value there already.
  static func read<R>(
    _ registry: ObjectIdentifier, at place: BytePointer, _ name: @autoclosure () -> String,
    _ body: () throws(MappingError) -> R
  ) throws(MappingError) -> R {
    let outer = innermost.value
    var next = outer
    while let frame = next, frame.place == place {
      guard frame.registry != registry else {
        throw .declaration(
          name(), nil, "one of its types is read by it again, at the same place, without end")
      }
      next = frame.outer
    }
    // What is further out at another place can be forgotten: it is not compared with.
    let shared = outer?.place == place ? outer : nil
    return try innermost.with(SharedPlace(registry, place, outer: shared), body)
  }
}
