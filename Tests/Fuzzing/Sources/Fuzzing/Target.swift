/// What is done with the bytes that libFuzzer makes up.
enum Target: String, CaseIterable {
  case tokenizer = "Tokenizer"
  case typedDecode = "TypedDecode"
  case numbers = "Numbers"
  case roundTrip = "RoundTrip"
  case fastPath = "FastPath"
  case coders = "Coders"
  case streams = "Streams"

  /// The one that this process runs; set once, before libFuzzer starts.
  nonisolated(unsafe) static var chosen = Target.tokenizer

  /// Traps if something is wrong.
  ///
  /// - Parameter input: The bytes, in a block of memory of exactly their size, so that the sanitizer
  ///   detects a read past their end.
  func check(_ input: UnsafeRawBufferPointer) {
    switch self {
    case .tokenizer: TokenizerTarget.check(input)
    case .typedDecode: TypedDecodeTarget.check(input)
    case .numbers: NumbersTarget.check(input)
    case .roundTrip: RoundTripTarget.check(input)
    case .fastPath: FastPathTarget.check(input)
    case .coders: CodersTarget.check(input)
    case .streams: StreamsTarget.check(input)
    }
  }
}

/// Ends the process with a finding unless a condition holds.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fatalError("FINDING: \(message())") }
}

/// Calls `body` with a copy of the bytes in a block of memory of exactly their size.
func withBytes<R>(_ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
  let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
  defer { copy.deallocate() }
  copy.copyBytes(from: bytes)
  return try body(UnsafeRawBufferPointer(copy))
}
