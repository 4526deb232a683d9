import Foundation

// The document behind views, which has one of three origins:
//
//   source     the view's own: bytes are borrowed from the source for the duration of each access
//   borrowed   the mapper's: a bare pointer, good until the end of the decode that it belongs to
//   copied     what a borrowed one becomes if somebody still holds a view when that decode ends
//
// A borrowed pointer is followed only on the thread that decodes. There, no access can be under way
// when the decode ends and `detach()` takes the pointer away. Any other thread gets a copy of the
// document, made under the lock at its first access; so nobody ever waits for another's code to
// finish, and nobody holds a pointer that another thread may take away:
//
//   decoding thread    view["a"] → the pointer itself        detach() → copied
//   another thread     view["a"] → lock: copy, unlock → reads the copy
//
// (A lock of Foundation, as ThreadSanitizer does not see into the standard library's Mutex.)

/// The document behind views.
final class JSONViewStorage: @unchecked Sendable {
  private enum Origin {
    case source(any JSONSource & Sendable)
    case borrowed(Bytes, session: Lent<MappingSession>?)
    case copied([UInt8])
  }

  /// How deeply arrays and objects of the document may be nested.
  let maximumDepth: Int
  /// The only thread that may follow a borrowed pointer.
  private let owner = pthread_self()

  private let lock = NSLock()
  // What follows is touched under the lock only.
  private var origin: Origin
  /// The copy that other threads were given.
  private var copy: [UInt8]?
  /// How many calls of `decode` are under way.
  private var decodeCount = 0
  /// How many bytes may still be read again by views into a document that is being decoded.
  private var rereadableCount = 0

  /// The storage of a view's own document.
  init(_ source: some JSONSource & Sendable, maximumDepth: Int) {
    origin = .source(source)
    self.maximumDepth = maximumDepth
  }

  /// The storage of a document that is being decoded on this thread.
  ///
  /// - Parameters:
  ///   - bytes: the whole document, so that offsets in errors are those of the document.
  ///   - maximumDepth: that of the decode.
  ///   - session: that of the decode, handed on to values that a view decodes on this thread.
  /// - Precondition: before `bytes` or what `session` points to go away, either nobody else holds
  ///   the storage or ``detach()`` has been called, on this thread.
  init(
    borrowing bytes: Bytes, maximumDepth: Int = 512,
    session: Lent<MappingSession>?
  ) {
    origin = .borrowed(bytes, session: session)
    self.maximumDepth = maximumDepth
    // As for a reader: see `JSONReader.rereadableCount`.
    rereadableCount = bytes.count &* 16 &+ 1_000_000
  }

  /// Ends the borrowing: keeps a copy of the document, and forgets its address and the session.
  ///
  /// - Complexity: O(n) in the document's size, the first time.
  func detach() {
    lock.withLock {
      guard case .borrowed(let bytes, _) = origin else { return }
      origin = .copied(copy ?? [UInt8](bytes))
      copy = nil
    }
  }
}

// MARK: - Access

extension JSONViewStorage {
  /// The document for the duration of one access.
  struct Document {
    let bytes: Bytes
    let session: Lent<MappingSession>?
    /// Whether a decode of the same bytes is going on around this access, on this thread.
    let isBorrowed: Bool

    init(
      _ bytes: Bytes, session: Lent<MappingSession>? = nil,
      isBorrowed: Bool = false
    ) {
      self.bytes = bytes
      self.session = session
      self.isBorrowed = isBorrowed
    }

    /// A reader at the position of a value.
    ///
    /// - Parameters:
    ///   - position: where the value begins. Sources of the users' own may have got shorter.
    ///   - level: how many arrays and objects lie around it: these count for the depth limit, and
    ///     beyond an ordinary depth the stack is watched.
    func reader(
      at position: Int, level: Int, maximumDepth: Int, session: Lent<MappingSession>?
    ) -> JSONReader {
      var reader = JSONReader(bytes, maximumDepth: maximumDepth, session: session)
      reader.cursor = reader.start + min(max(position, 0), bytes.count)
      reader.remainingDepth = max(reader.remainingDepth - level, 0)
      return reader
    }
  }

  /// Calls `body` with the document.
  func withDocument<R>(_ body: (Document) throws -> R) rethrows -> R {
    switch currentOrigin() {
    case .source(let source): try source.withBytes { try body(Document($0)) }
    case .copied(let bytes): try bytes.withBytes { try body(Document($0)) }
    case .borrowed(let bytes, let session):
      try body(Document(bytes, session: session, isBorrowed: true))
    }
  }

  private func currentOrigin() -> Origin {
    lock.withLock {
      guard case .borrowed(let bytes, _) = origin, pthread_equal(owner, pthread_self()) == 0
      else { return origin }
      let copy = self.copy ?? [UInt8](bytes)
      self.copy = copy
      return .copied(copy)
    }
  }

  /// Reads something of the value at a position, without options of a mapper.
  ///
  /// - Returns: nil if `body` throws.
  func read<R>(
    at position: Int, level: Int, _ body: (inout JSONReader) throws(MappingError) -> R?
  ) -> R? {
    withDocument { document in
      var reader = document.reader(
        at: position, level: level, maximumDepth: maximumDepth, session: nil)
      return try? body(&reader)
    }
  }
}

// MARK: - Limits of decoding

extension JSONViewStorage {
  /// What a call of `decode` costs at least, in bytes.
  private static let callCost = 8

  /// Notes that a call of `decode` begins.
  ///
  /// A hook that decodes, from the view that it was given, the very object that it was called for
  /// calls itself without end: that is an error before the stack is full. One that decodes a part
  /// of it doubles the work at each level: that is an error when sixteen times the document has
  /// been read again. Views into documents of their own may be read as often as anyone likes.
  ///
  /// - Returns: how many bytes may be read again.
  func beginDecode(_ document: Document) throws(MappingError) -> Int {
    let rest = lock.withLock {
      decodeCount += 1
      return rereadableCount
    }
    if !StackGuard.current.hasRoom() {
      endDecode()
      throw MappingError(
        .depthLimit, expected: "less nesting",
        found: "more calls of decode within each other than the thread's stack has room for")
    }
    guard document.isBorrowed else { return document.bytes.count &* 16 &+ 1_000_000 }
    guard rest >= 0 else {
      endDecode()
      throw MappingError(
        .depthLimit, expected: "less nesting",
        found: "more values that are decoded from views than the limit allows")
    }
    return rest
  }

  /// Notes that a call of `decode` is over.
  ///
  /// - Parameter byteCount: how many bytes it has read.
  func endDecode(readAgain byteCount: Int = 0) {
    lock.withLock {
      decodeCount -= 1
      rereadableCount = rereadableCount &- max(byteCount, Self.callCost)
    }
  }
}
