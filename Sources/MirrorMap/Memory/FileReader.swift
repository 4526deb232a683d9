import EssentialFoundation

/// A file that is read from its beginning to its end.
///
/// Precondition: its descriptor is closed by nothing but this object.
@safe
final class FileReader: Sendable {
  private let descriptor: Int32

  /// Opens a file.
  ///
  /// - Throws: `POSIXError`.
  init(path: String) throws {
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw Self.error }
  }

  deinit { close(descriptor) }

  /// The next bytes; nil at the file's end.
  ///
  /// - Throws: `POSIXError`.
  func read(upTo size: Int) throws -> Data? {
    var bytes = Data(count: size)
    while true {
      let count = unsafe bytes.withUnsafeMutableBytes {
        unsafe EssentialFoundation.read(descriptor, $0.baseAddress, size)
      }
      if count > 0 {
        bytes.removeLast(size - count)
        return bytes
      }
      if count == 0 { return nil }
      if errno != EINTR { throw Self.error }
    }
  }

  private static var error: any Error { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

extension POSIXError {
  /// What the system says of the error, such as "No such file or directory".
  var text: String { unsafe String(cString: strerror(code.rawValue)) }
}
