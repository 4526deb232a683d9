import Foundation

/// Writing scalars in the form that `JSONEncoder` gives them.
extension EncodingDocument {
  @inline(__always)
  func write(_ text: String) {
    guard let writer else { return }
    JSONKey.withUTF8(text) { bytes in
      if escapesSlashes, bytes.offset(of: .slash) != nil {
        writer.pointee.writeString(escapingSlashes: bytes)
      } else {
        writer.pointee.writeString(bytes)
      }
    }
  }

  /// Writes a tree as it is, with so many objects and arrays around it.
  func write(_ tree: JSONValue, depth: Int) throws(MappingError) {
    guard let writer else { return }
    let (start, remainingDepth) = (writer.pointee.count, writer.pointee.remainingDepth)
    writer.pointee.remainingDepth = NodeEncoder.maximumDepth - depth
    defer { writer.pointee.remainingDepth = remainingDepth }
    try writer.pointee.writeTree(tree)
    guard escapesSlashes, writer.pointee.written(since: start).offset(of: .slash) != nil else {
      return
    }
    let bytes = Array(writer.pointee.written(since: start))
    writer.pointee.rewind(to: start)
    for byte in bytes {
      if byte == .slash { writer.pointee.writeByte(.backslash) }
      writer.pointee.writeByte(byte)
    }
  }

  @inline(__always)
  func writeByte(_ byte: UInt8) { writer?.pointee.writeByte(byte) }

  @inline(__always)
  func write(_ value: Bool) { writer?.pointee.writeBool(value) }

  func writeNull() { writer?.pointee.writeLiteral("null") }

  @inline(__always)
  func write(_ value: Int64) { writer?.pointee.writeInt(value) }

  @inline(__always)
  func write(_ value: UInt64) { writer?.pointee.writeInt(value) }

  /// Writes text that is JSON already, such as the digits of a number.
  func writeText(_ text: String) {
    JSONKey.withUTF8(text) { bytes in writer?.pointee.writeVerbatim(bytes) }
  }

  /// Writes a number, or the string that stands for an infinity or NaN.
  ///
  /// - Returns: false if there is none.
  @inline(__always)
  func write(_ value: Double) -> Bool {
    guard value.isFinite else { return writeNonFinite(value) }
    guard let writer, (try? writer.pointee.writeDouble(value)) != nil else { return true }
    writer.pointee.dropZeroFraction()
    return true
  }

  @inline(__always)
  func write(_ value: Float) -> Bool {
    guard value.isFinite else { return writeNonFinite(Double(value)) }
    guard let writer, (try? writer.pointee.writeFloat(value)) != nil else { return true }
    writer.pointee.dropZeroFraction()
    return true
  }

  @inline(never)
  private func writeNonFinite(_ value: Double) -> Bool {
    guard case .convertToString(let positive, let negative, let nan) = options.floats else {
      return false
    }
    write(value.isNaN ? nan : value > 0 ? positive : negative)
    return true
  }
}

extension JSONWriter {
  /// Removes `.0` from the end of a number.
  @inline(__always)
  fileprivate mutating func dropZeroFraction() {
    let count = count
    if written[count - 1] == .zero, count >= 3, written[count - 2] == .dot { rewind(to: count - 2) }
  }
}
