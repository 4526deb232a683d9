import Foundation

/// The polymorphic values that a thread is reading, as far as they begin at one place of a document.
///
/// With internal tags, and without tags, a payload is read where the value itself begins. If it is read by
/// the same registry, the tag found is the same, and so is the payload: reading would never end.
///
///     {"t": "negation", …}   Expression → negation → Expression, at the same brace
struct SharedPlace {
  private let registry: ObjectIdentifier
  private let place: UnsafePointer<UInt8>
  private let outer: UnsafePointer<SharedPlace>?

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// Reads a payload where the value itself begins.
  ///
  /// - Throws: ``MappingError`` with code `.declaration` if `registry` is reading a value there already.
  static func read<R>(
    _ registry: ObjectIdentifier, at place: UnsafePointer<UInt8>, _ name: @autoclosure () -> String,
    _ body: () throws(MappingError) -> R
  ) throws(MappingError) -> R {
    let innermost = UnsafePointer<SharedPlace>(
      OpaquePointer(pthread_getspecific(key)))
    var next = innermost
    while let frame = next, frame.pointee.place == place {
      guard frame.pointee.registry != registry else {
        throw .declaration(
          name(), nil, "one of its types is read by it again, at the same place, without end")
      }
      next = frame.pointee.outer
    }
    var frame = SharedPlace(registry: registry, place: place, outer: innermost)
    return try withUnsafeMutablePointer(to: &frame) { (frame) throws(MappingError) in
      pthread_setspecific(key, frame)
      defer { pthread_setspecific(key, innermost) }
      return try body()
    }
  }
}
