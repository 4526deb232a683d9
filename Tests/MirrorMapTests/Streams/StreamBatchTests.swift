import MirrorMap
import Testing

@testable import TestSupport

/// Batches have what the elements are one by one: the same elements, failures, and issues, in the same order.
struct StreamBatchTests {
  private static let elements = [
    #"{"id":1}"#, #"{"id":2,"a":[1],"b":null}"#, #" {"id":3,"tags":[]} "#,
    #"{"id":10,"tags":[1,2,3,4,5,6,7,8,9,10]}"#, #"{"id":11,"name":"with storage of its own"}"#,
    // Some have issues, some fail at once, some once they have been read.
    #"{"id":4,"tags":[1,"x",3]}"#, #"{"id":"x"}"#, "{}", #"{"id":5"#, #"{"id":6} 7"#,
    "\u{FEFF}{\"id\":8}", "null", "[1]", "", "tru", #"{"id":11,"id":12}"#, #"{"id":13}"#,
    #"{"id":14,"name":"too long for the mapper, which limits the size"}"#,
  ]
  private static let soundCount = 5

  @Test(arguments: [StreamFormat.array, .lines, .sequence])
  func batchesAreTheElementsOneByOne(_ format: StreamFormat) async {
    for policy in [FailurePolicy.strict, .lenient, .lossy] {
      await expectSameBatches(of: Item.self, format, policy)
      await expectSameBatches(of: Checked.self, format, policy)
    }
  }

  @Test func batchesOfLinesAtAKeyPath() async {
    for policy in [FailurePolicy.strict, .lossy] {
      await expectSameBatches(of: Int.self, .lines, at: "id", policy)
      await expectSameBatches(of: Int?.self, .lines, at: "missing", policy)
      await expectSameBatches(of: [Int]?.self, .lines, at: "tags", policy)
    }
  }

  private func expectSameBatches<Element: MappableValue & Sendable>(
    of type: Element.Type, _ format: StreamFormat, at keyPath: String? = nil,
    _ policy: FailurePolicy
  ) async {
    var elementCount = 0
    for text in texts(format) {
      for size in [1, 7, 64, text.utf8.count + 1] {
        func collected<S: AsyncSequence>(
          _ sequence: (JSONStream<Element, Chunks>) -> S
        ) async -> (elements: [S.Element], failure: String?, log: [String]) {
          let log = Log()
          let mapper = Mapper.with {
            $0.failurePolicy = policy
            $0.maximumDocumentSize = 50
            $0.logger = { issue in log.texts.append("\(issue)") }
          }
          return await Log.$current.withValue(log) {
            let result = await sequence(
              Element.stream(
                from: Chunks(text, size: size), format: format, at: keyPath, using: mapper)
            ).collected()
            let views = log.views.map { "\($0["id"]?.int ?? -1) \($0["name"]?.string ?? "-")" }
            return (result.elements, result.failure, log.texts + views)
          }
        }
        let single = await collected(\.self)
        let batched = await collected(\.batches)
        #expect(
          batched.elements.joined().map { "\($0)" } == single.elements.map { "\($0)" }, "\(text)")
        #expect(batched.failure == single.failure && batched.log == single.log, "\(text)")
        #expect(batched.elements.allSatisfy { !$0.isEmpty })
        elementCount += single.elements.count
      }
    }
    #expect(elementCount > 200, "\(elementCount)")
  }

  /// In every other text all elements are sound, so that there are several in a row.
  private func texts(_ format: StreamFormat) -> [String] {
    var random = SeededGenerator(seed: 17)
    return (0..<40).map { number in
      let count = number.isMultiple(of: 2) ? Self.soundCount : Self.elements.count
      let elements = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        Self.elements[Int.random(in: 0..<count, using: &random)]
      }
      return switch format {
      case .array: "[\(elements.joined(separator: ","))]"
      case .lines: elements.joined(separator: "\n")
      case .sequence: elements.map { "\u{1E}\($0)\n" }.joined()
      }
    }
  }
}

private struct Item: Mappable, Sendable {
  @Mapped var id: Int
  @Mapped var tags: [Int]?
  @Extras var others: JSONObject
}

/// Keeps a view of each object, and refuses one of them once it has been read.
private struct Checked: Mappable, DecodeValidating, DecodeCompleting, Sendable {
  @Mapped var id: Int
  @Mapped var name: String?

  static func willDecode(_ json: JSONView, in context: MappingContext) throws {
    Log.current.views.append(json)
  }

  mutating func didDecode(in context: MappingContext) throws {
    if id == 13 { throw MappingError(expected: "another number") }
  }
}

private final class Log: @unchecked Sendable {
  @TaskLocal static var current = Log()
  var texts: [String] = []
  var views: [JSONView] = []
}
