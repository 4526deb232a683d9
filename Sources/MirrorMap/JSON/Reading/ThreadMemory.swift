import Foundation

/// What a thread keeps from one document to the next, so that reading needs no memory of its own.
///
/// Precondition of the pointers here: they lead to memory that is freed when the thread ends, and only
/// the thread itself follows them. A reader does not change threads, as reading never waits.
@safe
@frozen
@usableFromInline
struct ThreadMemory {
  @usableFromInline
  struct Contents {
    let shapes: ObjectShapes
    let skipped: SkippedContainers
    let makesShortStrings: Bool
    @usableFromInline let elements: ElementStack
    let strings: SharedStrings
  }

  @usableFromInline let contents: UnsafePointer<Contents>

  /// How objects have been written so far.
  var shapes: ObjectShapes { @inline(__always) get { unsafe contents.pointee.shapes } }

  /// What has been passed over in the document that is being read.
  var skipped: SkippedContainers { @inline(__always) get { unsafe contents.pointee.skipped } }

  /// Whether short strings may be made of words, see ``ShortString``.
  var makesShortStrings: Bool {
    @inline(__always) get { unsafe contents.pointee.makesShortStrings }
  }

  /// Where elements of arrays are collected.
  @inlinable var elements: ElementStack {
    @inline(__always) get { unsafe contents.pointee.elements }
  }

  /// The strings that the document shares which this thread is reading.
  var strings: SharedStrings {
    @inline(__always) get { unsafe contents.pointee.strings }
  }

  /// The memory of this thread.
  static var current: ThreadMemory {
    @inline(__always) get {
      guard let memory = unsafe pthread_getspecific(key) else { return make() }
      return unsafe ThreadMemory(contents: memory.assumingMemoryBound(to: Contents.self))
    }
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    unsafe pthread_key_create(&key) { memory in
      // Optional on some systems and not on others.
      let memory: UnsafeMutableRawPointer? = unsafe memory
      guard let contents = unsafe memory?.assumingMemoryBound(to: Contents.self) else { return }
      unsafe contents.pointee.shapes.free()
      unsafe contents.pointee.skipped.free()
      unsafe contents.pointee.elements.free()
      unsafe contents.pointee.strings.free()
      unsafe contents.deallocate()
    }
    return key
  }()

  @inline(never)
  private static func make() -> ThreadMemory {
    let contents = UnsafeMutablePointer<Contents>.allocate(capacity: 1)
    unsafe contents.initialize(
      to: Contents(
        shapes: ObjectShapes(), skipped: SkippedContainers(),
        makesShortStrings: ShortString.isProven, elements: ElementStack(),
        strings: SharedStrings()))
    unsafe pthread_setspecific(key, contents)
    return unsafe ThreadMemory(contents: UnsafePointer(contents))
  }
}
