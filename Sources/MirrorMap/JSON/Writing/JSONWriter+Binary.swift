import EssentialFoundation

/// Writing bytes as text in place.
///
/// Precondition of the stores at the cursor: room for them has been reserved.
extension JSONWriter {
  /// Writes a string of Base64.
  mutating func writeBase64(_ data: Data) {
    let count = Base64.count(data.count)
    reserve(count + 2)
    unsafe cursor.pointee = .quote
    unsafe data.bytes.withUnsafeBytes { unsafe Base64.write($0, to: cursor + 1) }
    unsafe cursor[count + 1] = .quote
    unsafe cursor += count + 2
  }

  /// Writes a string such as `"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"`.
  mutating func writeUUID(_ uuid: UUID) {
    let words = unsafe unsafeBitCast(uuid.uuid, to: SIMD4<UInt32>.self)
    reserve(40)
    let memory = unsafe UnsafeMutableRawPointer(cursor)
    func store(_ text: UInt64, _ offset: Int) {
      unsafe memory.storeBytes(of: text.littleEndian, toByteOffset: offset, as: UInt64.self)
    }
    func digits(_ index: Int) -> UInt64 { HexDigits.text(of: UInt32(littleEndian: words[index])) }
    let dash = UInt64(UInt8.minus)
    // Later stores overwrite what earlier ones have written too much.
    let (second, third) = (digits(1), digits(2))
    store(UInt64(UInt8.quote), 0)
    store(digits(0), 1)
    store(dash | second &<< 8, 9)
    store(dash | (second &>> 32) &<< 8, 14)
    store(dash | third &<< 8, 19)
    store(dash | (third &>> 32) &<< 8, 24)
    store(digits(3), 29)
    unsafe cursor[37] = .quote
    unsafe cursor += 38
  }
}
