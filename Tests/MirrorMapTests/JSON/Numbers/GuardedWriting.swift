/// Calls a writer with a buffer and gives the text, after checking that nothing is written
/// outside of the reserved room.
func written(
  room: Int = 32, _ write: (UnsafeMutablePointer<UInt8>) -> Int
) -> String? {
  withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room + 16) { buffer -> String? in
    buffer.initialize(repeating: 0xA5)
    guard let base = buffer.baseAddress else { return nil }
    let count = write(base + 8)
    let isIntact =
      buffer[..<8].allSatisfy { $0 == 0xA5 } && buffer[(8 + room)...].allSatisfy { $0 == 0xA5 }
    guard isIntact, count <= room else { return nil }
    return String(decoding: buffer[8..<(8 + count)], as: UTF8.self)
  }
}
