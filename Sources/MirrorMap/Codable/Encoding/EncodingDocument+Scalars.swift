import EssentialFoundation

/// Writing scalars in the form that `JSONEncoder` gives them.
extension EncodingDocument {
  /// Writes a key, and returns the key's hash.
  @inline(__always)
  func write(key: String, needsComma: Bool) -> UInt64 {
    JSONKey.withUTF8(key) {
      writer.pointee.writeKey($0, needsComma: needsComma, escapingSlashes: escapesSlashes)
    }
  }

  @inline(never)
  func write(_ text: String) {
    JSONKey.withUTF8(text) {
      writer.pointee.writeString($0, escapingSlashes: escapesSlashes)
    }
  }

  @inline(__always)
  func writeByte(_ byte: UInt8) { writer.pointee.writeByte(byte) }

  @inline(__always)
  func write(_ value: Bool) { writer.pointee.writeBool(value) }

  func writeNull() { writer.pointee.writeLiteral("null") }

  @inline(__always)
  func write(_ value: some FixedWidthInteger) {
    if let value = Int64(exactly: value) {
      writer.pointee.writeInt(value)
    } else {
      writer.pointee.writeInt(UInt64(truncatingIfNeeded: value))
    }
  }

  /// Writes text that is JSON already, such as the digits of a number.
  func writeText(_ text: String) {
    JSONKey.withUTF8(text) { bytes in writer.pointee.writeVerbatim(bytes) }
  }

  /// Writes a date in the format of ISO 8601 in UTC, with whole seconds.
  func write(iso8601 date: Date) {
    let time = date.timeIntervalSinceReferenceDate
    let seconds = time.rounded(.down)
    // Foundation rounds up what is nearly a second.
    if time - seconds < 0.999, ISO8601.sharedTimes.contains(seconds),
      writer.pointee.writePlainText(
        atMost: ISO8601.maximumCount,
        { $0.append(Date(timeIntervalSinceReferenceDate: seconds), fractionDigits: 0) })
    {
      return
    }
    write(date.formatted(Date.ISO8601FormatStyle()))
  }

  /// Writes a string of Base64.
  func write(base64 data: Data) {
    let start = writer.pointee.count
    writer.pointee.writeBase64(data)
    guard escapesSlashes, writer.pointee.written(since: start).hasSlash else { return }
    writer.pointee.rewind(to: start)
    write(data.base64EncodedString())
  }

  /// Whether a number can be written: infinities and NaN only where strings stand for them.
  @inline(__always)
  func canWrite(_ value: some BinaryFloatingPoint) -> Bool {
    if value.isFinite { return true }
    if case .convertToString = options.floats { return true }
    return false
  }

  /// Writes a number, or the string that stands for an infinity or NaN.
  @inline(never)
  func write(_ value: Double) {
    if value.isFinite { writer.pointee.writeFoundation(value) } else { writeNonFinite(value) }
  }

  @inline(__always)
  func write(_ value: Float) {
    if value.isFinite {
      writer.pointee.writeFoundation(value)
    } else {
      writeNonFinite(Double(value))
    }
  }

  @inline(never)
  private func writeNonFinite(_ value: Double) {
    guard case .convertToString(let positive, let negative, let nan) = options.floats else {
      return
    }
    write(value.isNaN ? nan : value > 0 ? positive : negative)
  }
}
