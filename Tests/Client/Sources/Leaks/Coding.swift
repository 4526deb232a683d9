import Foundation
import MirrorMap

/// A type that only adopts `Codable`, with a superclass, and values that fail late.
class Named: Codable {
  var name = "a name of more than fifteen bytes"
  var tree: [String: [JSONValue]] = [:]
}

final class Special: Named {
  /// Kept after the call, as nothing forbids.
  nonisolated(unsafe) static var kept: [any Decoder] = []
  var leaves: [[String: String]] = []

  private enum CodingKeys: String, CodingKey { case leaves }

  override init() { super.init() }

  required init(from decoder: any Decoder) throws {
    Self.kept.append(decoder)
    let members = try decoder.container(keyedBy: CodingKeys.self)
    leaves = (try? members.decode([[String: String]].self, forKey: .leaves)) ?? [["a": "text"]]
    try super.init(from: members.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    let parent = members.superEncoder()
    try members.encode(leaves, forKey: .leaves)
    if leaves.count == 1 { throw CancellationError() }
    try super.encode(to: parent)
  }
}

/// What one round does with coders and streams.
enum Coding {
  private static let document = Array(
    #"""
    [{"leaves":[{"text":"one more text of some length"}],"super":{"name":"another name, as long as that",
    "tree":{"a key of more than fifteen":[1.50,"v",null]}}},{"leaves":[{"a":"b"},{"c":"d"}],"super":{
    "name":"\u00e9\n of some length","tree":{"k":[{"deep":["a text at the end of a path"]}]}}}]
    """#.utf8)

  static func round(_ attempt: (() throws -> Void) -> Void) {
    let (decoder, encoder) = (MappingDecoder(), MappingEncoder())
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    for index in document.indices {
      var bytes = document
      bytes[index] = index % 2 == 0 ? 0x2D : 0x22
      for bytes in [bytes, Array(document[..<index])] {
        attempt { _ = try encoder.encode(decoder.decode([Special].self, from: bytes)) }
        attempt { try stream(bytes, size: index % 7 + 1) }
      }
      Special.kept = []
    }
    attempt { _ = try encoder.encode(decoder.decode([Special].self, from: document)) }
    for decoder in Special.kept { attempt { _ = try Special(from: decoder) } }
    Special.kept = []
    attempt { try stream(document, size: 3) }
    attempt { try stream(document, size: 3, most: 1) }
  }

  /// - Parameter most: How many elements are requested before the stream is abandoned.
  private static func stream(_ bytes: [UInt8], size: Int, most: Int = .max) throws {
    let outcome = Outcome()
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      do {
        let chunks = Chunks(bytes: bytes, size: size)
        var count = 0
        for try await _ in MappingDecoder().stream(Named.self, from: chunks) {
          count += 1
          if count == most { break }
        }
        for try await _ in JSONValue.stream(from: chunks).batches {}
      } catch {
        outcome.error = error
      }
      done.signal()
    }
    done.wait()
    if let error = outcome.error { throw error }
  }

  /// What a task leaves; it is read after the task has ended.
  private final class Outcome: @unchecked Sendable { var error: (any Error)? }

  private struct Chunks: AsyncSequence, Sendable {
    let bytes: [UInt8]
    let size: Int

    func makeAsyncIterator() -> Iterator { Iterator(rest: bytes[...], size: size) }

    struct Iterator: AsyncIteratorProtocol {
      var rest: ArraySlice<UInt8>
      let size: Int

      mutating func next() async throws -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        defer { rest = rest.dropFirst(size) }
        return rest.prefix(size)
      }
    }
  }
}
