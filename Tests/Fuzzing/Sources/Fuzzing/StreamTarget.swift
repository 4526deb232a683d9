import Foundation
import MirrorMap

/// A document that arrives in chunks: the elements, and the error after them, are those of the whole.
enum StreamTarget {
  static func check(_ input: UnsafeRawBufferPointer) {
    let text = Array(input)
    for format in [StreamFormat.array, .lines, .sequence] {
      let whole = outcome(of: [text[...]], format)
      for chunks in [bytes(of: text), pieces(of: text)] {
        let outcome = outcome(of: chunks, format)
        require(
          outcome == whole, "\(format) in \(chunks.count) chunks: \(outcome), whole: \(whole)")
      }
      if format == .array { checkArray(text, whole) }
    }
  }

  /// The elements of an array are those that are decoded from it.
  private static func checkArray(_ text: [UInt8], _ outcome: Outcome) {
    let array = try? [JSONValue].decode(from: text)
    if let array {
      require(outcome.error == nil, "an array: \(outcome)")
      require(outcome.elements == array.map { "\($0)" }, "an array: \(outcome), not \(array)")
    } else {
      require(outcome.error != nil, "no array, but there is no error: \(outcome)")
    }
  }

  private static func bytes(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    text.indices.map { text[$0...$0] }
  }

  /// Pieces whose lengths the document itself chooses.
  private static func pieces(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var (pieces, start) = ([ArraySlice<UInt8>](), 0)
    while start < text.count {
      let end = min(start + Int(text[start] & 15), text.count)
      pieces.append(text[start..<end])
      start = max(end, start + (text[start] & 15 == 0 ? 1 : 0))
      if pieces.last?.isEmpty == true { pieces.append(text[(start - 1)..<start]) }
    }
    return pieces
  }

  private struct Outcome: Equatable, Sendable {
    var elements: [String] = []
    var error: String?
  }

  private static func outcome(
    of chunks: [ArraySlice<UInt8>], _ format: StreamFormat
  ) -> Outcome {
    let result = Result()
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      var outcome = Outcome()
      do {
        for try await value in JSONValue.stream(from: Chunks(chunks: chunks), format: format) {
          outcome.elements.append("\(value)")
        }
      } catch let error as MappingError {
        outcome.error = error.complaint
      } catch {
        fatalError("FINDING: no MappingError was thrown, but \(error)")
      }
      result.outcome = outcome
      done.signal()
    }
    done.wait()
    return result.outcome
  }

  /// What a task leaves; it is read after the task has ended.
  private final class Result: @unchecked Sendable {
    var outcome = Outcome()
  }

  private struct Chunks: AsyncSequence, Sendable {
    let chunks: [ArraySlice<UInt8>]

    func makeAsyncIterator() -> Iterator { Iterator(rest: chunks[...]) }

    struct Iterator: AsyncIteratorProtocol {
      var rest: ArraySlice<ArraySlice<UInt8>>

      mutating func next() async throws -> ArraySlice<UInt8>? { rest.popFirst() }
    }
  }
}
