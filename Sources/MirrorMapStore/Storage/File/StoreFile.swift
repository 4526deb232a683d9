import Foundation

/// A file that one storage at a time reads and replaces as a whole.
///
/// Beside it is an empty file of the same name with `.lock` at its end. It's locked as long as the storage
/// lives, and stays afterwards: to delete it would let two others lock two different files.
final class StoreFile {
  private let url: URL
  private let lock: FileHandle

  /// Locks a file, which need not be there yet.
  ///
  /// - Throws: ``StoreError`` with code `.cannotOpen`, or `.locked` if another storage has locked it.
  init(at url: URL) throws {
    guard url.isFileURL else { throw StoreError(.cannotOpen, "\(url) isn't a file URL") }
    // Replacing the file would otherwise replace a link to it.
    self.url = url.resolvingSymlinksInPath()
    let path = self.url.path
    do {
      let lockURL = URL(fileURLWithPath: path + ".lock")
      // This fails if it's there: it must stay the same file, since a lock is on the file and not on its name.
      try? Data().write(to: lockURL, options: .withoutOverwriting)
      lock = try FileHandle(forUpdating: lockURL)
    } catch {
      throw StoreError(.cannotOpen, "the lock beside \(path) can't be opened", underlying: error)
    }
    // A process that is started meanwhile would hold the lock as well.
    _ = fcntl(lock.fileDescriptor, F_SETFD, FD_CLOEXEC)
    guard flock(lock.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else {
      let error = POSIXErrorCode(rawValue: errno).map { POSIXError($0) }
      throw error?.code == .EWOULDBLOCK
        ? StoreError(.locked, "another store is using \(path)")
        : StoreError(.cannotOpen, "\(path) can't be locked", underlying: error)
    }
  }

  deinit {
    // To close the file isn't enough: a process that is being started has a duplicate of the descriptor, and
    // keeps the lock until it runs its program.
    flock(lock.fileDescriptor, LOCK_UN)
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
    // Foundation doesn't keep the permissions everywhere.
    let permissions = try? FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions]
    do {
      // Foundation writes a temporary file beside it, calls fsync, and renames it to this one; if any of that
      // fails, it deletes the temporary file. `FileManager.replaceItemAt` isn't used because on Linux it can
      // lose both files.
      try data.write(to: url, options: .atomic)
    } catch {
      throw Self.isFull(error)
        ? StoreError(.full, "there is no room to write \(url.path)", underlying: error)
        : StoreError(.cannotWrite, "\(url.path) can't be written", underlying: error)
    }
    // From here on the file is the new one, so nothing may throw anymore.
    if let permissions {
      try? FileManager.default.setAttributes(
        [.posixPermissions: permissions], ofItemAtPath: url.path)
    }
    // The new name is in the folder, which has a cache of its own.
    let folder = try? FileHandle(forReadingFrom: url.deletingLastPathComponent())
    try? folder?.synchronize()
    #if canImport(Darwin)
      // And so does the drive, which fsync doesn't empty.
      if let folder { _ = fcntl(folder.fileDescriptor, F_FULLFSYNC) }
    #endif
  }

  /// Whether an error of Foundation is about a full disk.
  private static func isFull(_ error: any Error) -> Bool {
    // On Linux an error that isn't an NSError has to be cast to `any Error` first.
    let error = error as NSError
    if error.domain == NSPOSIXErrorDomain,
      [ENOSPC, EFBIG, EDQUOT].contains(Int32(truncatingIfNeeded: error.code))
    {
      return true
    }
    return (error.userInfo[NSUnderlyingErrorKey] as? any Error).map(isFull) ?? false
  }
}
