#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Bytes that end where readable memory ends: reading one byte more is a segmentation fault.
///
///     page  … [ unused | bytes ]   page [ no access ]
enum GuardedBytes {
  private static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// Lends a copy of `bytes` that lies at the very end of a page.
  static func lend<R>(
    _ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws -> R
  ) rethrows -> R {
    let readable = (bytes.count / pageSize + 1) * pageSize
    let total = readable + pageSize
    let memory = mmap(nil, total, PROT_READ | PROT_WRITE, MAP_PRIVATE | anonymous, -1, 0)
    guard let memory, memory != UnsafeMutableRawPointer(bitPattern: -1),
      mprotect(memory + readable, pageSize, PROT_NONE) == 0
    else { preconditionFailure("no memory for a guarded page") }
    defer { munmap(memory, total) }
    let start = memory + (readable - bytes.count)
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
