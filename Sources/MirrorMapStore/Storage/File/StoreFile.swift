import Foundation

/// A file that one storage at a time reads and replaces as a whole.
///
/// Beside it is an empty file of the same name with `.lock` at its end. It's locked as long as the storage
/// lives, and stays afterwards: to delete it would let two others lock two different files.
final class StoreFile {
  private let url: URL
  /// Holds the lock until it's closed, which its deinitializer does.
  private let lock: FileHandle

  /// Locks a file, which need not be there yet.
  ///
  /// - Throws: ``StoreError`` with code `.cannotOpen`, or `.locked` if another storage has locked it.
  init(at url: URL) throws {
    guard url.isFileURL else { throw StoreError(.cannotOpen, "\(url) is no URL of a file") }
    // Replacing the file would otherwise replace a link to it.
    self.url = url.resolvingSymlinksInPath()
    do {
      lock = try Self.openLock(URL(fileURLWithPath: self.url.path + ".lock"))
    } catch {
      throw StoreError(
        .cannotOpen, "the lock beside \(self.url.path) can't be opened", underlying: error)
    }
    // A process that is started meanwhile would hold the lock as well.
    _ = fcntl(lock.fileDescriptor, F_SETFD, FD_CLOEXEC)
    guard flock(lock.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw errno == EWOULDBLOCK
        ? StoreError(.locked, "another store is using \(self.url.path)")
        : StoreError(.cannotOpen, "\(self.url.path) can't be locked", underlying: POSIXError.last)
    }
  }

  /// The contents of the file; nil if it isn't there.
  ///
  /// - Throws: ``StoreError`` with code `.cannotOpen`.
  func read() throws -> Data? {
    do {
      return try Data(contentsOf: url)
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    } catch {
      throw StoreError(.cannotOpen, "\(url.path) can't be read", underlying: error)
    }
  }

  /// Replaces the contents of the file: afterwards it has the new ones, or the old ones if this throws, even if
  /// the machine is switched off meanwhile.
  ///
  /// - Throws: ``StoreError`` with code `.cannotWrite`, or `.full` if there is no room for both.
  func replace(with data: Data) throws {
    let permissions = permissions
    do {
      // Foundation writes a temporary file beside it, calls fsync, and renames it to this one; if any of that
      // fails, it deletes the temporary file. `FileManager.replaceItemAt` isn't used because on Linux it can
      // lose both files.
      try data.write(to: url, options: .atomic)
    } catch {
      let isFull = POSIXError.codes(in: error).contains { [.ENOSPC, .EFBIG, .EDQUOT].contains($0) }
      throw isFull
        ? StoreError(.full, "there is no room to write \(url.path)", underlying: error)
        : StoreError(.cannotWrite, "\(url.path) can't be written", underlying: error)
    }
    // From here on the file is the new one, so nothing may throw anymore.
    if let permissions, permissions != self.permissions {
      try? FileManager.default.setAttributes(
        [.posixPermissions: permissions], ofItemAtPath: url.path)
    }
    // The new name is in the folder, which has a cache of its own.
    try? FileHandle(forReadingFrom: url.deletingLastPathComponent()).synchronize()
  }

  /// The permissions of the file, which Foundation doesn't keep everywhere; nil if it isn't there.
  private var permissions: Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    return (attributes?[.posixPermissions] as? NSNumber)?.intValue
  }

  /// Opens a file for writing, and makes it if it isn't there.
  private static func openLock(_ url: URL) throws -> FileHandle {
    // An existing one must stay the same file, since a lock is on the file and not on its name.
    do { try Data().write(to: url, options: .withoutOverwriting) } catch CocoaError
      .fileWriteFileExists
    {}
    return try FileHandle(forUpdating: url)
  }
}

extension POSIXError {
  /// The error of the last system call.
  fileprivate static var last: POSIXError? { Code(rawValue: errno).map { POSIXError($0) } }

  /// The codes of the system's errors that an error of Foundation is about.
  fileprivate static func codes(in error: any Error) -> [Code] {
    // On Linux an error that isn't an NSError has to be cast to `any Error` first.
    sequence(first: error as NSError) {
      ($0.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError }
    }
    .filter { $0.domain == NSPOSIXErrorDomain }
    .compactMap { Code(rawValue: Int32(truncatingIfNeeded: $0.code)) }
  }
}
