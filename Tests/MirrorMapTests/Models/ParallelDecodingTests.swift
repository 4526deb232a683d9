import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

/// Arrays that several threads decode: the same elements and the same errors as on one.
struct ParallelDecodingTests {
  struct Item: Mappable {
    @Mapped var id: Int
    @Mapped var name: String?
    @Mapped var items: [Item] = []
    @Mapped("deep.er") var deeper: Int?
  }

  /// What decoding says: the value as JSON, or all about the error.
  private static func outcome<Value: MappableValue & Sendable>(
    _ type: [Value].Type, _ text: [UInt8], _ parallelism: Parallelism?, at path: String? = nil,
    _ mapper: Mapper = .default
  ) -> [UInt8] {
    do {
      if let parallelism {
        return try type.decode(from: text, parallel: parallelism, at: path, using: mapper)
          .encodeBytes(options: .sortedKeys)
      }
      return try type.decode(from: text, at: path, using: mapper).encodeBytes(options: .sortedKeys)
    } catch let error as MappingError {
      return Array("\(error.code) at \(error.byteOffset ?? -1): \(error)".utf8)
    } catch {
      return Array("\(error)".utf8)
    }
  }

  @discardableResult
  private func expectTheSame<Value: MappableValue & Sendable>(
    _ type: [Value].Type, _ text: [UInt8], at path: String? = nil, _ mapper: Mapper = .default,
    threads: [Int] = [2, 8], sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) -> String {
    #expect(text.count >= 256 * 1024, sourceLocation: sourceLocation)
    let expected = Self.outcome(type, text, nil, at: path, mapper)
    for count in threads {
      let outcome = Self.outcome(type, text, Parallelism(threads: count), at: path, mapper)
      // Not compared by the macro, which would list the differences of two large arrays.
      if outcome != expected {
        Issue.record(
          "\(count) threads: \(String(decoding: outcome.prefix(300), as: UTF8.self))",
          sourceLocation: sourceLocation)
      }
    }
    return String(decoding: expected.prefix(300), as: UTF8.self)
  }

  /// An array of more than 256 KB: copies of elements.
  private static func array(
    _ elements: [String], separator: String = ",", size: Int = 270_000
  ) -> [UInt8] {
    var bytes = Array("[".utf8)
    bytes.reserveCapacity(size + 10_000)
    var index = 0
    while bytes.count < size {
      if index > 0 { bytes += separator.utf8 }
      bytes += elements[index % elements.count].utf8
      index += 1
    }
    return bytes + "]".utf8
  }

  /// What makes documents of 256 KB quick to read: long strings.
  private static let filler =
    #"a text with , and \"{ in it; "# + String(repeating: "0123456789,{", count: 180)

  private static func item(_ id: Int, _ more: String = "") -> String {
    #"{"id":\#(id),"name":"\#(filler)"\#(more)}"#
  }

  private static let items = array((0..<40).map { item($0) })

  // MARK: The same elements

  @Test func largeArray() {
    let outcome = expectTheSame([Item].self, Self.items, threads: [1, 2, 3, 5, 8, 64])
    #expect(outcome.hasPrefix(#"[{"id":0,"items":[],"name":"a text with"#))
  }

  @Test func threadsShareTheWork() throws {
    let bytes = Self.items
    let threads = Locked<Set<ObjectIdentifier>>([])
    let context = MappingContext(
      Witness { threads.withLock { _ = $0.insert(ObjectIdentifier(Thread.current)) } })
    let all = try [Watched].decode(from: bytes, parallel: 4, context: context)
    #expect(all.count == (try [Item].decode(from: bytes).count))
    #expect(threads.withLock { $0.count } >= 1)
    try bytes.withUnsafeBytes { buffer in
      let place = try #require(
        DocumentReading.locateArray(Bytes(buffer), at: nil, .default))
      let guesses = place.guesses(in: Bytes(buffer), count: 4)
      #expect(guesses.count == 4)
      #expect(guesses.allSatisfy { $0.pointee == UInt8(ascii: "{") })
    }
  }

  private struct Witness: Sendable {
    let call: @Sendable () -> Void
    init(_ call: @escaping @Sendable () -> Void) { self.call = call }
  }

  private struct Watched: Mappable, DecodeCompleting {
    @Mapped var id: Int
    mutating func didDecode(in context: MappingContext) throws { context[Witness.self]?.call() }
  }

  @Test(arguments: 1...4)
  func randomArrays(seed: UInt64) {
    var sampler = Sampler(seed: seed, size: 4)
    let elements = (0..<30).map { number in
      var members = ["\"id\":\(number)", "\"name\":\"\(sampler.bool() ? Self.filler : "short")\""]
      if sampler.bool(3) { members.append("\"items\":[\(Self.item(1)), \(Self.item(2))]") }
      if sampler.bool(3) { members.append("\"deep\":{\"x\":[{\"id\":5}],\"er\":7}") }
      if sampler.bool(3) {
        members.append("\"unknown\":[{\"id\":1},{\"id\":2},\"\(Self.filler)\"]")
      }
      if sampler.bool(3) { members = sampler.shuffled(members) }
      return "{" + members.joined(separator: ",") + "}"
    }
    let separator = sampler.pick([",", ", ", ",\n    ", " , "])
    expectTheSame([Item].self, Self.array(elements, separator: separator), threads: [2, 3, 8])
  }

  // MARK: Guesses that mislead

  @Test func arraysOfTheSameModelInsideTheElements() {
    let inner = (0..<60).map { Self.item($0) }.joined(separator: ",")
    expectTheSame([Item].self, Self.array([Self.item(7, ",\"items\":[\(inner)]")]))
    // One element, so that all the threads but one are wrong.
    expectTheSame(
      [Item].self, Self.array([Self.item(7, ",\"items\":[\(inner)]")], size: 10) + Self.spaces)
    let large = String(decoding: Self.items, as: UTF8.self)
    expectTheSame([Item].self, Array("[{\"id\":1,\"items\":\(large)}]".utf8))
    expectTheSame([Item].self, Array("[{\"id\":1},{\"id\":2,\"x\":\(large)},{\"id\":3}]".utf8))
  }

  private static let spaces = [UInt8](repeating: 0x20, count: 256 * 1024)

  @Test func stringsInWhichElementsSeemToBegin() {
    let texts = [
      #"{"id":1,"name":",{\"id\":7},{\"id\":8}","unknown":",{"}"#, #"{"id":2,"x":[",{","id",":"]}"#,
      #"{"id":3,"name":"\#(String(repeating: ",{\\\"id\\\":5}", count: 60))"}"#,
    ]
    expectTheSame([Item].self, Self.array(texts))
  }

  /// Documents of small elements are mostly white space here, as unoptimized code takes its time.
  private static let gap = "," + String(repeating: " ", count: 300)

  @Test func scalarsStringsWithCommasArraysAndDictionaries() {
    let numbers = (0..<50).map { "\($0 * 1_234_567_891_234)" }
    expectTheSame([Int].self, Self.array(numbers, separator: Self.gap))
    expectTheSame(
      [String].self,
      Self.array(["\"\(Self.filler)\"", "\",\"", "\", \\\", \""], separator: Self.gap))
    let row = "[" + String(repeating: "0.125,", count: 20) + "1]"
    expectTheSame([[Double]].self, Self.array([row, "[]"], separator: Self.gap))
    let cube = ["[[1,2],[3],[]]", "[]", "[[],[7]\(Self.gap)[1]]"]
    expectTheSame([[[Int]]].self, Self.array(cube, separator: Self.gap))
    let items = ["{\"a\":\(Self.item(1)),\"b\":\(Self.item(2))}", "{\"b\":\(Self.item(3))}"]
    expectTheSame([[String: Item]].self, Self.array(items))
    expectTheSame(
      [JSONValue].self,
      Self.array([Self.item(1), "null", "[1,{\"id\":[2]}]", "\"\(Self.filler)\""]))
    expectTheSame([Item?].self, Self.array([Self.item(1), "null"]))
  }

  @Test func objectsThatBeginWithAnotherKeyAndEmptyOnes() {
    expectTheSame(
      [Item].self, Self.array([Self.item(1), #"{"name":"\#(Self.filler)","id":5}"#, #"{ "id":3}"#]))
    let loose = #"{"x":"\#(Self.filler)"}"#
    expectTheSame([WalkModels.Nothing].self, Self.array(["{}", loose, "{ }"]))
    expectTheSame([WalkModels.Nothing].self, Self.array([loose]))
  }

  @Test func whiteSpaceOfAllKinds() {
    expectTheSame([Item].self, Self.spaces + Array("[]".utf8) + Self.spaces)
    expectTheSame([Item].self, Array("[".utf8) + Self.spaces + Array("]".utf8))
    expectTheSame([Item].self, Array("[{\"id\":1}".utf8) + Self.spaces + Array(",{\"id\":2}]".utf8))
    expectTheSame([Item].self, Array("[{\"id\":1},".utf8) + Self.spaces + Array("{\"id\":2}]".utf8))
    expectTheSame([Item].self, [0xEF, 0xBB, 0xBF] + Self.items)
    let pretty = Self.item(3).replacingOccurrences(of: ",\"", with: ",\n    \"")
    expectTheSame([Item].self, Self.array([pretty], separator: ",\n  "))
  }

  // MARK: The same errors

  /// The document with some bytes replaced at the beginning, in the middle, near the end.
  @Test(arguments: ["beginning", "middle", "end"])
  func errorsAnywhere(place: String) throws {
    let bytes = Self.items
    let marker = Array("\"id\":".utf8)
    let around = place == "beginning" ? 0 : place == "middle" ? bytes.count / 2 : bytes.count - 6000
    let found = try #require(
      (around..<bytes.count).first { bytes[$0...].starts(with: marker) })
    for (length, other) in [
      (5, "\"id\""), (5, "\"id\":-\"x\""), (5, "\"id\":\"x\",\"x\":"), (1, ""), (5, "\"ix\":"),
      (0, "\"id\":1,"),
      (0, ","), (0, "}"), (0, "]"), (0, "\""), (5, "\"id\":1e99"), (0, "\u{1}"),
    ] {
      var bad = bytes
      bad.replaceSubrange(found..<(found + length), with: other.utf8)
      let outcome = expectTheSame([Item].self, bad, threads: [2, 8])
      #expect(outcome.contains(" at "))
    }
  }

  @Test func errorsAfterTheArrayAndTruncatedDocuments() {
    for tail in [" x", "]", ",", "[]", "\u{0}"] {
      let outcome = expectTheSame([Item].self, Self.items + Array(tail.utf8), threads: [2, 8])
      #expect(outcome.hasPrefix("trailingContent at \(Self.items.count + (tail == " x" ? 1 : 0))"))
    }
    for dropped in [1, 2, 3, 100, 700] {
      #expect(
        expectTheSame([Item].self, Array(Self.items.dropLast(dropped)), threads: [2, 3]).hasPrefix(
          "unexpectedEnd"))
    }
    for text in ["", "{}", "7", "null", "\"x\""] {
      expectTheSame([Item].self, Self.spaces + Array(text.utf8), threads: [2])
    }
  }

  @Test func limitsOfDepthCountsAndStrings() throws {
    let bytes = Self.array([Self.item(7, ",\"items\":[\(Self.item(8, ",\"items\":[{\"id\":9}]"))]")]
    )
    let count = try [Item].decode(from: bytes).count
    for depth in [0, 1, 2, 3, 4, 7] {
      var mapper = Mapper()
      mapper.maximumDepth = depth
      expectTheSame([Item].self, bytes, mapper, threads: [2, 8])
    }
    for limit in [0, 1, count / 2, count - 1, count, count + 1] {
      let outcome = expectTheSame([Item].self, bytes, .limited(counts: limit), threads: [2, 8])
      #expect(outcome.hasPrefix("sizeLimit at") == (limit < count))
    }
    expectTheSame([Item].self, bytes, .limited(strings: 100), threads: [2])
    expectTheSame([Item].self, bytes, .limited(strings: 10_000), threads: [2])
    expectTheSame([Item].self, bytes, .limited(size: bytes.count - 1), threads: [2])
    expectTheSame([Item].self, bytes, .limited(size: bytes.count), threads: [2])
  }

  @Test func keyPaths() {
    let array = String(decoding: Self.items, as: UTF8.self)
    for (text, path) in [
      ("{\"a\":1,\"b\":{\"c\":[0,\(array)]},\"d\":[{\"id\":1}]}", "b.c.1"),
      ("{\"b\":\(array),\"b\":5}", "b"),
      ("{\"b\":\(array)", "b"), ("{\"b\":\(array)}]", "b"), ("{\"b\":\(array),\"c\":[01]}", "b"),
      ("{\"b\":\(array)}", "c"), ("{\"b\":\(array)}", "b.x"), ("[\(array)]", "0"),
      ("[7,\(array)]", "0"),
      ("{\"b\":\(array.dropLast(1)),]}", "b"),
    ] {
      expectTheSame([Item].self, Array(text.utf8), at: path, threads: [2, 8])
    }
    for depth in [0, 1, 2, 3, 4] {
      var mapper = Mapper()
      mapper.maximumDepth = depth
      expectTheSame(
        [Item].self, Array("{\"a\":{\"b\":\(array)}}".utf8), at: "a.b", mapper, threads: [2])
    }
  }

  @Test func lenientMappersAndOthers() {
    let bytes = Self.array([Self.item(1), #"{"id":"7","name":"\#(Self.filler)"}"#, "5", "{}"])
    for policy in [FailurePolicy.strict, .lossy, .lenient] {
      for coercion in [Coercion.none, .lenient] {
        var mapper = Mapper()
        mapper.failurePolicy = policy
        mapper.coercion = coercion
        mapper.duplicateKeys = .last
        expectTheSame([Item].self, bytes, mapper, threads: [2, 8])
      }
    }
    let issues = Locked<[String]>([])
    var mapper = Mapper()
    mapper.unknownKeys = .report
    mapper.logger = { issue in issues.withLock { $0.append(issue.path.description) } }
    let unknown = Self.array([Self.item(1, ",\"more\":1")])
    _ = Self.outcome([Item].self, unknown, nil, mapper)
    let expected = issues.withLock { issues in
      defer { issues = [] }
      return issues
    }
    _ = Self.outcome([Item].self, unknown, 8, mapper)
    #expect(issues.withLock { $0 } == expected && expected.first == "$[0].more")
  }

  // MARK: Number of threads

  @Test func atLeastOneThreadAndAsManyAsThereAreCores() {
    #expect(Parallelism(threads: 0).threads == 1 && Parallelism(threads: -5).threads == 1)
    #expect(Parallelism(threads: 7).threads == 7 && (3 as Parallelism).threads == 3)
    #expect((false as Parallelism).threads == 1 && (true as Parallelism) == .automatic)
    #expect(Parallelism.automatic.threads == ProcessInfo.processInfo.activeProcessorCount)
  }

  @Test func moreThreadsThanElements() {
    let long = String(repeating: "x", count: 200_000)
    let text = #"[{"id":1,"name":"\#(long)"},{"id":2,"name":"\#(long)"}]"#
    expectTheSame([Item].self, Array(text.utf8), threads: [2, 8, 1000])
  }

  @Test func anyNumberOfThreadsWorks() {
    let bytes = Self.items
    let expected = Self.outcome([Item].self, bytes, nil)
    let outcomes = watched {
      [Int.max, Int.max / 2, 1 << 40].map {
        Self.outcome([Item].self, bytes, Parallelism(threads: $0))
      }
    }
    #expect(outcomes?.allSatisfy { $0 == expected } == true)
  }

  @Test func objectsMadeBySeveralThreadsAreAllKeptOnce() throws {
    try WatchedObject.validateMapping()
    let bytes = Self.array([#"{"id":1,"name":"\#(Self.filler)"}"#])
    let count = try [Item].decode(from: bytes).count
    weak var gone: WatchedObject?
    do {
      let objects = try [WatchedObject].decode(from: bytes, parallel: 4)
      gone = objects[count / 2]
      #expect(objects.count == count && Set(objects.map { ObjectIdentifier($0) }).count == count)
      #expect(gone != nil)
    }
    #expect(gone == nil)
  }

  /// A thread that began at a nested object would decode it as an element, into the instance for
  /// another element.
  @Test func providedInstancesAreChangedByTheirOwnElementsOnly() throws {
    let tags = Array(repeating: #"{"id":9,"name":"a tag"}"#, count: 400).joined(separator: ",")
    let bytes = Self.array([#"{"id":1,"name":"one","tags":[\#(tags)]}"#])
    func name(_ parallelism: Parallelism) throws -> String {
      let kept = try Kept.decode(from: #"{"id":9,"name":"nine"}"#)
      let context = MappingContext(Cache(nine: kept))
      let all = try [Kept].decode(from: bytes, parallel: parallelism, context: context)
      #expect(all.allSatisfy { $0.name == "one" })
      return kept.name
    }
    #expect(try name(1) == "nine")
    #expect(try name(8) == "nine")
  }

  private struct Cache: Sendable { let nine: Kept }

  private final class Kept: Mappable, ModelProviding, @unchecked Sendable {
    @Mapped var id: Int
    @Mapped var name: String

    static func instance(for json: JSONView, in context: MappingContext) throws -> Kept? {
      json["id"]?.int == 9 ? context[Cache.self]?.nine : nil
    }
  }

  private final class WatchedObject: Mappable, @unchecked Sendable {
    @Mapped var id: Int
    @Mapped var name: String
  }
}
