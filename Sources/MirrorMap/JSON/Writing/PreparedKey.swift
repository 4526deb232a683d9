/// A key as it is written before each value: `,"key":`, escaped and ready to be copied.
///
/// Sixteen more bytes after it are readable, so that it can be copied in whole blocks; they live
/// as long as the process.
struct PreparedKey {
  private let bytes: PermanentArray<UInt8>

  init(_ key: String) {
    var writer = JSONWriter(session: nil)
    writer.writeByte(.comma)
    writer.writeString(key)
    writer.writeByte(.colon)
    bytes = PermanentArray(Array(writer.written) + [UInt8](repeating: 0, count: 16))
  }

  fileprivate var start: BytePointer { bytes.start }
  fileprivate var count: Int { bytes.count &- 16 }
}

extension JSONWriter {
  /// Writes a key sixteen bytes at a time; excess bytes are overwritten later.
  ///
  /// - Parameter needsComma: whether the comma before the key is written as well.
  ///
  /// Precondition of the copying: sixteen bytes more than the key has can be read and written.
  @inline(__always)
  mutating func writeKey(_ key: PreparedKey, needsComma: Bool) {
    let skipped = needsComma ? 0 : 1
    let length = key.count &- skipped
    reserve(length &+ 16)
    var source = key.start + skipped
    var target = unsafe UnsafeMutableRawPointer(cursor)
    unsafe cursor += length
    let end = unsafe UnsafeMutableRawPointer(cursor)
    repeat {
      unsafe target.storeBytes(of: ByteScan.load16(source), as: SIMD16<UInt8>.self)
      source += 16
      unsafe target += 16
    } while unsafe target < end
  }
}
