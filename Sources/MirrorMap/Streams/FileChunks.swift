import EssentialFoundation

/// The bytes of a file, in chunks.
public struct FileChunks: AsyncSequence, Sendable {
  private let url: URL
  private let size: Int

  /// Makes chunks of a file's bytes.
  ///
  /// - Parameters:
  ///   - url: The file's URL.
  ///   - size: The size of a chunk, in bytes; at most 16 MB (16,777,216 bytes).
  public init(_ url: URL, size: Int = 65_536) {
    self.url = url
    self.size = Swift.min(Swift.max(size, 1), 1 << 24)
  }

  public func makeAsyncIterator() -> Iterator { Iterator(url: url, size: size) }

  /// Reads a file, which it opens for the first chunk and closes after the last one.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let url: URL
    fileprivate let size: Int
    private var file: FileReader?
    private var isFinished = false

    fileprivate init(url: URL, size: Int) {
      self.url = url
      self.size = size
    }

    /// The next bytes; nil after the last ones.
    ///
    /// - Throws: ``MappingError`` with code `.unreadableSource`.
    public mutating func next() async throws -> Data? {
      guard !isFinished else { return nil }
      do {
        // The path of another URL may be that of a file.
        guard url.isFileURL else { throw CocoaError(.fileReadUnsupportedScheme) }
        let file = try self.file ?? FileReader(path: url.path)
        self.file = file
        if let chunk = try file.read(upTo: size) { return chunk }
        (self.file, isFinished) = (nil, true)
        return nil
      } catch {
        isFinished = true
        throw MappingError.unreadable(url, error)
      }
    }
  }
}
