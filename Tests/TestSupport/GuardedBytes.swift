import Foundation

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

  /// Calls `body` with a copy of `bytes` that is at the very end of readable memory, or at its start.
  static func withBytes<R>(
    _ bytes: [UInt8], at side: Side = .end, _ body: (UnsafeRawBufferPointer) throws -> R
  ) rethrows -> R {
    let region = take(bytes.count)
    defer { giveBack(region) }
    let start = side == .start ? region.start : region.start + (region.size - bytes.count)
    bytes.withUnsafeBytes {
      UnsafeMutableRawBufferPointer(start: start, count: $0.count).copyMemory(from: $0)
    }
    return try body(UnsafeRawBufferPointer(start: start, count: bytes.count))
  }

  // MARK: Regions

  /// Readable memory between two unreadable pages.
  private struct Region: @unchecked Sendable {
    let start: UnsafeMutableRawPointer
    let size: Int
  }

  private static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))
  /// The size of regions that are used again: mapping one costs more than reading what is in it.
  private static let usualSize = pageSize * 8
  private static let lock = NSLock()
  // Touched under the lock only.
  private nonisolated(unsafe) static var idle: [Region] = []

  private static func take(_ count: Int) -> Region {
    guard count <= usualSize else { return map((count / pageSize + 1) * pageSize) }
    return lock.withLock { idle.popLast() } ?? map(usualSize)
  }

  private static func giveBack(_ region: Region) {
    guard region.size != usualSize else { return lock.withLock { idle.append(region) } }
    munmap(region.start - pageSize, region.size + 2 * pageSize)
  }

  private static func map(_ size: Int) -> Region {
    let memory = mmap(
      nil, size + 2 * pageSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | anonymous, -1, 0)
    guard let memory, memory != UnsafeMutableRawPointer(bitPattern: -1),
      mprotect(memory, pageSize, PROT_NONE) == 0,
      mprotect(memory + (pageSize + size), pageSize, PROT_NONE) == 0
    else { preconditionFailure("no memory for a guarded page") }
    return Region(start: memory + pageSize, size: size)
  }

  private static var anonymous: Int32 {
    #if canImport(Darwin)
      MAP_ANON
    #else
      MAP_ANONYMOUS
    #endif
  }
}
