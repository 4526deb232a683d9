#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Bytes that end, or begin, where readable memory does: reading one byte more is a segmentation fault.
///
///     .end     page [ no access ]   page … [ unused | bytes ]   page [ no access ]
///     .start   page [ no access ]   page [ bytes | unused ] …   page [ no access ]
enum GuardedBytes {
  /// Where the bytes meet memory that cannot be read.
  enum Side { case start, end }

  private static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// Lends a copy of `bytes` that lies at the very end of a page, or at its start.
  static func lend<R>(
    _ bytes: [UInt8], at side: Side = .end, _ body: (UnsafeRawBufferPointer) throws -> R
  ) rethrows -> R {
    let readable = (bytes.count / pageSize + 1) * pageSize
    let total = readable + 2 * pageSize
    let memory = mmap(nil, total, PROT_READ | PROT_WRITE, MAP_PRIVATE | anonymous, -1, 0)
    guard let memory, memory != UnsafeMutableRawPointer(bitPattern: -1),
      mprotect(memory, pageSize, PROT_NONE) == 0,
      mprotect(memory + (pageSize + readable), pageSize, PROT_NONE) == 0
    else { preconditionFailure("no memory for a guarded page") }
    defer { munmap(memory, total) }
    let start = memory + (side == .start ? pageSize : pageSize + readable - bytes.count)
    bytes.withUnsafeBytes {
      UnsafeMutableRawBufferPointer(start: start, count: $0.count).copyMemory(from: $0)
    }
    return try body(UnsafeRawBufferPointer(start: start, count: bytes.count))
  }

  private static var anonymous: Int32 {
    #if canImport(Darwin)
      MAP_ANON
    #else
      MAP_ANONYMOUS
    #endif
  }
}
