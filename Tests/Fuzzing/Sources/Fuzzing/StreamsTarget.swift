import Dispatch
import MirrorMap

/// Documents that arrive in chunks: wherever these end, the elements and the error are the same.
enum StreamsTarget {
  static func check(_ input: UnsafeRawBufferPointer) {
    let text = Array(input)
    // The document itself chooses, so that what is found stays found, and each takes little time.
    var hash: UInt32 = 2_166_136_261
    for byte in text { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    let policy = hash & 0x100 == 0 ? FailurePolicy.strict : .lossy
    let limit = [1, 4, 16, 64][Int(hash >> 10 & 3)]
    let path = ["tags", "a", "", "1", "stops.0"][Int(hash >> 12 & 0xFF) % 5]
    for format in [StreamFormat.array, .lines, .sequence] {
      check(text, format, nil, policy, limit)
    }
    check(text, .array, path, policy, limit)
    checkWhole(text)
  }

  // MARK: Chunks

  /// Cuts a text into chunks of 1 to `limit` bytes, whose sizes its bytes say; nil makes one chunk.
  private struct Chunks: AsyncSequence, AsyncIteratorProtocol {
    let text: [UInt8]
    let limit: Int?
    var position = 0

    func makeAsyncIterator() -> Chunks { self }

    mutating func next() async -> [UInt8]? {
      guard position < text.count else { return nil }
      let size = 1 + Int(text[(position * 7 + 3) % text.count]) % (limit ?? 1)
      let end = limit == nil ? text.count : Swift.min(position + size, text.count)
      defer { position = end }
      return Array(text[position..<end])
    }
  }

  /// What came of a stream.
  private struct Outcome: Equatable {
    var elements: [JSONValue] = []
    var failure: String?
    var issues: [String] = []
    /// What kind of failure it is, and where.
    var place: String?
  }

  /// A value that a task leaves; it has ended when the value is looked at.
  private final class Box<Value>: @unchecked Sendable {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  private static func read(
    _ text: [UInt8], _ limit: Int?, _ format: StreamFormat, _ path: String?, _ policy: FailurePolicy
  ) -> Outcome {
    let outcome = Box(Outcome())
    var mapper = Mapper()
    mapper.failurePolicy = policy
    mapper.logger = { issue in outcome.value.issues.append(issue.complaint) }
    let stream = JSONValue.stream(
      from: Chunks(text: text, limit: limit), format: format, at: path, using: mapper)
    run {
      do {
        for try await element in stream { outcome.value.elements.append(element) }
      } catch {
        outcome.value.failure = (error as? MappingError)?.complaint ?? "\(error)"
        outcome.value.place = place(error)
      }
    }
    return outcome.value
  }

  /// The code of an error and its place in the stream.
  private static func place(_ error: any Error) -> String {
    guard let error = error as? MappingError else { return "\(error)" }
    return "\(error.code) at \(error.byteOffset ?? -1) \(error.path)"
  }

  /// Runs a task to its end.
  private static func run(_ body: @escaping @Sendable () async -> Void) {
    let done = DispatchSemaphore(value: 0)
    Task.immediate {
      await body()
      done.signal()
    }
    done.wait()
  }

  // MARK: Comparison

  private static func check(
    _ text: [UInt8], _ format: StreamFormat, _ path: String?, _ policy: FailurePolicy, _ limit: Int
  ) {
    let whole = read(text, nil, format, path, policy)
    let cut = read(text, limit, format, path, policy)
    require(
      cut == whole,
      "\(format) at \(path ?? "root"), \(policy), chunks up to \(limit): \(cut)\nin one: \(whole)")
  }

  /// The stream of an array's elements against the array, and those of `Decodable` types against mapped ones.
  private static func checkWhole(_ text: [UInt8]) {
    let whole = Verdict { try [JSONValue].decode(from: text) }
    let stream = read(text, 16, .array, nil, .strict)
    require(
      (whole.value == nil) == (stream.failure != nil),
      "as a whole: \(whole.complaint), as a stream: \(stream.failure ?? "accepted")")
    if let whole = whole.value {
      require(whole == stream.elements, "as a whole: \(whole), as a stream: \(stream.elements)")
    }
    for format in [StreamFormat.array, .lines, .sequence] {
      var mapped = read(text, 16, format, nil, .strict)
      mapped.failure = nil
      let decoded = Box(Outcome())
      let elements = MappingDecoder().stream(
        JSONValue.self, from: Chunks(text: text, limit: 5), format: format)
      run {
        do {
          for try await element in elements { decoded.value.elements.append(element) }
        } catch {
          decoded.value.place = place(error)
        }
      }
      mapped.elements = firstOfEqualKeys(text, format)
      require(decoded.value == mapped, "\(format): decoded \(decoded.value), mapped \(mapped)")
    }
  }

  /// The elements with the first of equal keys, as a decoder reads them.
  private static func firstOfEqualKeys(_ text: [UInt8], _ format: StreamFormat) -> [JSONValue] {
    let elements = Box([JSONValue]())
    let stream = TreeOfFirst.stream(from: Chunks(text: text, limit: 16), format: format)
    run {
      do {
        for try await element in stream { elements.value.append(element.value) }
      } catch {}
    }
    return elements.value
  }
}

/// A tree in which the first of equal keys counts.
private struct TreeOfFirst: MappableValue {
  let value: JSONValue

  static func decode(from reader: inout JSONReader) throws -> TreeOfFirst {
    switch reader.nextKind {
    case .object:
      var object = JSONObject()
      try reader.decodeObject { key, reader in
        let member = try reader.decode(TreeOfFirst.self).value
        if object[key] == nil { object[key] = member }
      }
      return TreeOfFirst(value: .object(object))
    case .array:
      var array: [JSONValue] = []
      try reader.decodeArray { array.append(try $0.decode(TreeOfFirst.self).value) }
      return TreeOfFirst(value: .array(array))
    default: return TreeOfFirst(value: try reader.decode(JSONValue.self))
    }
  }

  func encode(to writer: inout JSONWriter) throws { try writer.encode(value) }
}
