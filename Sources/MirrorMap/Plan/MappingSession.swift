/// What one call of `decode` or `encode` hands through to all that takes part in it.
///
/// Reader and writer carry a pointer to it and do not look into it.
struct MappingSession {
  let mapper: Mapper
  let context: MappingContext
  var options: EncodingOptions = []

  /// What a reader or writer without a session uses.
  nonisolated(unsafe) static let none: UnsafeMutablePointer<MappingSession> = {
    let session = UnsafeMutablePointer<MappingSession>.allocate(capacity: 1)
    session.initialize(to: MappingSession(mapper: .default, context: .none))
    return session
  }()

  @inline(__always)
  static func behind(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<MappingSession> {
    pointer?.assumingMemoryBound(to: MappingSession.self) ?? none
  }
}

extension JSONReader {
  /// The options in force.
  public var mapper: Mapper { MappingSession.behind(session).pointee.mapper }

  /// What was handed to `decode` for transforms and values.
  public var context: MappingContext { MappingSession.behind(session).pointee.context }
}

extension JSONWriter {
  /// What was handed to `encode` for transforms and values.
  public var context: MappingContext { MappingSession.behind(session).pointee.context }

  /// The options in force.
  public var options: EncodingOptions { MappingSession.behind(session).pointee.options }
}
