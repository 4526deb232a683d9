import EssentialFoundation

/// A document that is being decoded.
///
/// During the call that decodes it, the document is where the caller has it. If a type keeps a decoder or a container,
/// it may decode more after that call has returned; so the document is copied at the end of the call.
final class DecodingDocument {
  let options: DecoderOptions
  /// Where the value begins in the bytes of the reader.
  private(set) var origin = 0
  let userInfo: [CodingUserInfoKey: Any]
  let hasDefaultKeys: Bool
  private let hasLogger: Bool
  private let entries: HeapStack<DocumentIndex.Entry>
  private var bytes: Bytes
  /// The copy of the bytes, when the call has returned.
  private var copy: HeapBytes?
  /// How many levels the value may have.
  private(set) var maximumDepth = 0
  /// Reads all values that are asked for on the thread of the call.
  private let reader: HeapValue<JSONReader>
  /// The thread of the call; nil once the call has returned.
  private var thread: ThreadState?
  /// Whether there is a report or a logger for what goes wrong in models without ending their decoding.
  private(set) var keepsIssues = false
  /// What went wrong in models without ending their decoding, with the place in the reader's document.
  private var issues: [MappingError] = []
  /// How many of them are kept.
  private(set) var maximumIssueCount = 0
  /// Keys that a key strategy has converted.
  var convertedKeys: [KeyBytes: String] = [:]

  /// Reads the value at the cursor of a reader.
  ///
  /// - Parameter isPart: Whether much may follow it.
  init(
    _ reader: inout JSONReader, _ options: DecoderOptions, isPart: Bool
  ) throws(MappingError) {
    bytes = reader.bytes
    self.options = options
    userInfo = options.userInfo
    hasLogger = options.mapper.logger != nil
    hasDefaultKeys = if case .useDefaultKeys = options.keys { true } else { false }
    self.reader = HeapValue(JSONReader(bytes, maximumDepth: 0, session: nil))
    entries = HeapStack(capacity: 16)
    try read(&reader, isPart: isPart)
  }

  /// Reads the value at the cursor of a reader in place of the previous one, which has no other references.
  ///
  /// - Parameter isPart: Whether much may follow it.
  func read(_ reader: inout JSONReader, isPart: Bool) throws(MappingError) {
    let start = reader.cursor
    entries.truncate(to: 0)
    if !isPart { entries.reserve(DocumentIndex.entryCount(for: reader.end - start)) }
    origin = start - reader.start
    maximumDepth = reader.remainingDepth
    keepsIssues = reader.scope.keepsIssues || hasLogger
    if keepsIssues {
      // As all limits, it's that of the document around the value.
      maximumIssueCount = (isPart ? reader.mapper : options.mapper).maximumIssueCount
    }
    _ = try DocumentIndex(&reader, comparesTexts: true, memory: entries)
    bytes = reader.bytes(from: start, to: reader.cursor)
    self.reader.reference.pointee = makeReader()
    thread = .current
  }

  /// Notes that the call is about to return, after which the caller's bytes may be gone.
  ///
  /// - Parameter isKept: Whether a type has kept a decoder.
  /// - Returns: Whether another value can be read in its place.
  func endCall(isKept: Bool) -> Bool {
    thread = nil
    if isKept {
      let copy = HeapBytes(copying: bytes)
      (bytes, self.copy) = (copy.bytes, copy)
    }
    return !isKept && entries.capacity <= 8192 && convertedKeys.count <= 1024
  }

  private func makeReader() -> JSONReader {
    JSONReader(bytes, maximumDepth: maximumDepth, session: nil)
  }

  // MARK: Issues

  /// Whether the call that decodes the document is in progress on this thread.
  var isInCall: Bool { thread?.isCurrent == true }

  /// Keeps the issues of a value that has been read.
  func keep(_ issues: [MappingError], ofValue index: Int) {
    for issue in placed(issues, ofValue: index) {
      self.issues.append(issue, ifAtMost: maximumIssueCount)
    }
  }

  /// The issues of a value, with their places in the reader's document.
  func placed(_ issues: [MappingError], ofValue index: Int) -> [MappingError] {
    let start = origin + entries[index].start
    return issues.map { issue in
      issue.with { ($0.isLocated, $0.byteOffset) = (false, start + (issue.byteOffset ?? 0)) }
    }
  }

  /// Removes the issues and returns them.
  ///
  /// - Parameter error: The error that has ended the decoding, if there is one, which may have more.
  func takeIssues(after error: (any Error)?) -> [MappingError] {
    let cause = (error as? DecodingError)?.context?.underlyingError as? MappingError
    for issue in cause?.details.issues ?? [] { issues.append(issue, ifAtMost: maximumIssueCount) }
    defer { if !issues.isEmpty { issues = [] } }
    return issues
  }

  // MARK: Values

  /// Reads a value.
  ///
  /// - Parameter body: reads it, and calls no code of users.
  @inline(__always)
  func read<Value>(
    _ index: Int, _ body: (inout JSONReader) throws(MappingError) -> Value
  ) throws(MappingError) -> Value {
    let offset = entries[index].start
    if let thread, thread.isCurrent {
      reader.reference.pointee.cursor = reader.reference.pointee.start + offset
      reader.reference.pointee.lastValueEnd = nil
      // The last read may have failed inside of an array.
      reader.reference.pointee.remainingDepth = maximumDepth
      return try body(&reader.reference.pointee)
    }
    var reader = makeReader()
    reader.cursor = reader.start + offset
    return try body(&reader)
  }

  @inline(__always)
  func entry(_ index: Int) -> DocumentIndex.Entry { entries[index] }

  /// The entries of a value of so many bytes, and of all keys and values inside of it.
  func entries(from value: Int, byteCount: Int) -> Range<Int> {
    let last = entries[value].start + byteCount
    var end = value
    while end < entries.count, entries[end].start < last { end += 1 }
    return value..<end
  }

  /// The first byte of a value or of a key.
  @inline(__always)
  func firstByte(_ index: Int) -> UInt8 { bytes[entries[index].start] }

  @inline(__always)
  func isNull(_ index: Int) -> Bool { firstByte(index) == .lowerN }

  // MARK: Keys

  /// Whether an entry is a key with the given text, both without anything unusual.
  @inline(__always)
  func isKey(_ index: Int, _ key: Bytes, _ fingerprint: UInt32) -> Bool {
    let entry = entries[index]
    let start = entry.start + 1
    let end = start + key.count
    guard entry.detail == fingerprint, end < bytes.count, bytes[end] == .quote else { return false }
    return JSONKey.isEqual(bytes[start..<end], key)
  }

  /// The bytes of a key without escapes.
  func plainKey(_ index: Int) -> Bytes {
    let start = entries[index].start + 1
    var end = start
    while bytes[end] != .quote { end += 1 }
    return bytes[start..<end]
  }

  /// The text of a key.
  func key(_ index: Int) -> String {
    // It has been read before.
    (try? read(index) { (reader) throws(MappingError) in try reader.readString() }) ?? ""
  }

  // MARK: Errors

  /// The failure to read a value.
  func failure(
    _ code: MappingError.Code, at index: Int?, expected: String? = nil, found: String? = nil
  ) -> MappingError {
    MappingError(
      MappingError.Details(
        code: code, byteOffset: index.map { entries[$0].start }, expected: expected, found: found))
  }
}
