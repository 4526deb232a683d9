// The document that views read has one of three origins:
//
//   source     the view's own: bytes are borrowed from the source for the duration of each access
//   borrowed   the mapper's: a pointer that is valid until the end of the decode
//   copied     replaces a borrowed document if a view still exists when that decode ends
//
// A borrowed pointer is used only on the thread that decodes. There, no access can be in progress
// when the decode ends and `detach()` removes the pointer. Any other thread gets a copy of the
// document, made under the lock at its first access. So no thread waits for another one's code to
// finish, and no thread has a pointer that another one may remove.

/// The document that views read.
final class JSONViewStorage: @unchecked Sendable {
  /// How deeply arrays and objects of the document may be nested.
  let maximumDepth: Int
  /// The views' own document.
  private let source: (any JSONSource & Sendable)?
  /// The only thread that may use a borrowed pointer.
  private let owner = ThreadState.current
  /// The borrowed document, which only that thread accesses.
  private var borrowed: Document?
  /// What views read the borrowed document with, one value after the other.
  private let reader: HeapValue<JSONReader>?

  /// The object whose hook is being called, and its keys that occur once or else are an error of the decode.
  var hookedObject: (position: Int, keys: KeyTable)?

  private let lock = Lock()
  // The following properties are accessed under the lock only.
  /// The borrowed document, for copies.
  private var original: Bytes?
  /// The copy for other threads, and for all after the decode.
  private var copy: [UInt8]?
  /// Where elements begin of the arrays that were indexed.
  private var elementIndex = ElementIndex()
  /// How many bytes may still be read again by views into a document that is being decoded.
  private var rereadableCount = 0

  /// The storage of a view's own document.
  init(_ source: some JSONSource & Sendable, maximumDepth: Int) {
    self.source = source
    self.maximumDepth = maximumDepth
    reader = nil
  }

  /// The storage of a document that is being decoded on this thread.
  ///
  /// - Parameters:
  ///   - bytes: the whole document, so that offsets in errors are those of the document.
  ///   - maximumDepth: the limit of the decode.
  ///   - session: that of the decode, passed to values that a view decodes on this thread.
  /// - Precondition: before the lifetime of `bytes` or of the session ends, either there is no
  ///   other reference to the storage, or ``detach()`` has been called on this thread.
  init(
    borrowing bytes: Bytes, maximumDepth: Int = 512,
    session: UnownedReference<MappingSession>?
  ) {
    source = nil
    borrowed = Document(bytes: bytes, session: session, isBorrowed: true)
    original = bytes
    self.maximumDepth = maximumDepth
    // As for a reader: see `JSONReader.rereadableCount`.
    rereadableCount = JSONReader.rereadableCount(of: bytes)
    reader = HeapValue(JSONReader(bytes, maximumDepth: maximumDepth, session: nil))
  }

  /// Ends the borrowing: keeps a copy of the document, and forgets its address and the session.
  ///
  /// - Complexity: O(n) in the document's size, the first time.
  func detach() {
    borrowed = nil
    _ = makeCopy()
    lock.withLock { original = nil }
  }
}

// MARK: - Access

extension JSONViewStorage {
  /// The document for the duration of one access.
  struct Document {
    let bytes: Bytes
    var session: UnownedReference<MappingSession>?
    /// Whether this access happens during a decode of the same bytes, on the same thread.
    var isBorrowed = false

    /// A reader at the position of a value.
    ///
    /// - Parameters:
    ///   - position: where the value begins. A user's source may have become shorter.
    ///   - level: how many arrays and objects contain it, which counts for the depth limit.
    @inline(__always)
    func reader(
      at position: Int, level: Int, maximumDepth: Int, session: UnownedReference<MappingSession>?
    ) -> JSONReader {
      var reader = JSONReader(bytes, maximumDepth: maximumDepth, session: session)
      reader.go(to: position, level: level, maximumDepth: maximumDepth)
      return reader
    }
  }

  /// Calls `body` with the document.
  func withDocument<R>(_ body: (Document) throws -> R) rethrows -> R {
    if let source { return try source.withBytes { try body(Document(bytes: $0)) } }
    if owner.isCurrent, let borrowed { return try body(borrowed) }
    return try makeCopy().withBytes { try body(Document(bytes: $0)) }
  }

  /// Calls `body`, which calls no user code, with a reader at a value.
  @inline(__always)
  func withReader<R>(at position: Int, level: Int, _ body: (inout JSONReader) -> R?) -> R? {
    guard let reader = reader?.reference, owner.isCurrent, borrowed != nil else {
      return withOtherReader(at: position, level: level, body)
    }
    reader.pointee.go(to: position, level: level, maximumDepth: maximumDepth)
    return body(&reader.pointee)
  }

  @inline(never)
  private func withOtherReader<R>(
    at position: Int, level: Int, _ body: (inout JSONReader) -> R?
  ) -> R? {
    withDocument { document in
      var reader = document.reader(
        at: position, level: level, maximumDepth: maximumDepth, session: nil)
      return body(&reader)
    }
  }

  /// The keys of the object at a position that occur once, or else are an error of the decode.
  @inline(__always)
  func uniqueKeys(at position: Int) -> KeyTable? {
    guard owner.isCurrent, let hookedObject, hookedObject.position == position else { return nil }
    return hookedObject.keys
  }

  /// Calls a closure with what is known of where elements begin.
  func withElementIndex<R>(_ body: (inout ElementIndex) -> R) -> R {
    lock.withLock { body(&elementIndex) }
  }

  /// The copy of a borrowed document; made if there is none yet.
  private func makeCopy() -> [UInt8] {
    lock.withLock {
      let copy = self.copy ?? original.map { [UInt8]($0) } ?? []
      self.copy = copy
      return copy
    }
  }
}

extension JSONReader {
  /// Goes to a value that so many arrays and objects contain.
  @inline(__always)
  fileprivate mutating func go(to position: Int, level: Int, maximumDepth: Int) {
    cursor = start + min(max(position, 0), end - start)
    remainingDepth = max(max(maximumDepth, 0) - level, 0)
    lastValueEnd = nil
  }
}

// MARK: - Limits of decoding

extension JSONViewStorage {
  /// Checks that a call of `decode` may begin.
  ///
  /// A hook that decodes, from its view, the very object that it was called for calls itself without end: that is
  /// an error before the stack is full. One that decodes a part of it doubles the work at each level: that is an
  /// error when sixteen times the document has been read again. Views of other documents have no such limit.
  ///
  /// - Returns: how many bytes may be read again.
  func beginDecode(_ document: Document) throws(MappingError) -> Int {
    let hasRoom = StackGuard.current.hasRoom()
    let rest =
      document.isBorrowed
      ? lock.withLock { rereadableCount } : JSONReader.rereadableCount(of: document.bytes)
    guard hasRoom, rest >= 0 else {
      throw MappingError(
        .depthLimit, expected: "less nesting",
        found: hasRoom
          ? "more values that are decoded from views than the limit allows"
          : "more calls of decode within each other than the thread's stack has room for")
    }
    return rest
  }

  /// Counts the bytes that a call of `decode` has read again; each call costs eight or more.
  func endDecode(readAgain byteCount: Int) {
    lock.withLock { rereadableCount = rereadableCount &- max(byteCount, 8) }
  }
}
