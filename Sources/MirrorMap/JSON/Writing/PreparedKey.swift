/// A key as it is written before each value: `,"key":`, escaped and ready to be copied.
///
/// More bytes after it can be read, so that it can be copied in whole blocks; all live as long as the process.
struct PreparedKey {
  private let bytes: PermanentArray<UInt8>

  init(_ key: String) {
    var writer = JSONWriter(session: nil)
    writer.writeByte(.comma)
    writer.writeString(key)
    writer.writeByte(.colon)
    bytes = PermanentArray(
      Array(writer.written) + [UInt8](repeating: 0, count: OutputCursor.excess))
  }

  var start: BytePointer { bytes.start }
  var count: Int { bytes.count &- OutputCursor.excess }
}
