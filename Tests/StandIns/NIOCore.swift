// A type of SwiftNIO 2 as far as the article Network uses it, with its signatures.

public struct ByteBuffer: Hashable, Sendable {
  private var bytes: [UInt8] = []

  public init() {}
  public init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
  public init(string: String) { bytes = Array(string.utf8) }

  public var readableBytes: Int { bytes.count }

  public func withUnsafeReadableBytes<T>(
    _ body: (UnsafeRawBufferPointer) throws -> T
  ) rethrows -> T {
    try bytes.withUnsafeBytes(body)
  }

  @discardableResult
  public mutating func writeBytes(_ bytes: some Sequence<UInt8>) -> Int {
    let before = self.bytes.count
    self.bytes.append(contentsOf: bytes)
    return self.bytes.count - before
  }
}

extension String {
  public init(buffer: ByteBuffer) {
    self = buffer.withUnsafeReadableBytes { String(decoding: $0, as: UTF8.self) }
  }
}
