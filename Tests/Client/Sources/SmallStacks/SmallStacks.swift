import Checking
import Foundation
import MirrorMap
import Synchronization

// Deeply nested documents on a thread with a stack of 256 KB, unoptimized and optimized: whatever does
// not fit is an error, never a crash.

/// A class in itself.
final class Chain: Mappable {
  @Mapped("n") var next: Chain?
}

/// A struct of 4 KB in itself.
struct Large: Mappable {
  @Mapped("n") var children: [Large]?
  @Mapped("id") var id: Int = 0
  var bulk = Bulk()
}

/// The same with a property of 4 KB.
struct LargeProperty: Mappable {
  @Mapped("n") var children: [LargeProperty]?
  @Mapped("bulk") var bulk: BulkValue = BulkValue()
}

struct BulkValue: MappableValue {
  var bulk = Bulk()
  static func decode(from reader: inout JSONReader) throws -> BulkValue {
    var value = BulkValue()
    value.bulk.a.0 = SIMD64(repeating: try reader.decode(Int64.self))
    return value
  }
  func encode(to writer: inout JSONWriter) throws { try writer.encode(bulk.a.0[0]) }
}

struct Bulk {
  var a = (SIMD64<Int64>(), SIMD64<Int64>(), SIMD64<Int64>(), SIMD64<Int64>())
  var b = (SIMD64<Int64>(), SIMD64<Int64>(), SIMD64<Int64>(), SIMD64<Int64>())
}

/// The same, made of constants.
struct LargeImmutable: ImmutableMappable {
  let children: [LargeImmutable]?
  let bulk = Bulk()

  init(from object: inout ObjectReader) throws { children = try object.value("n") }
  func encode(to object: inout ObjectWriter) throws { try object.set(children, "n") }
}

/// An enum in itself, read by a registry.
indirect enum Expression {
  case literal(Int)
  case not(Expression)
}

/// Reads every level through a view, as hooks may.
final class Viewed: Mappable, DecodeValidating {
  @Mapped("n") var next: Viewed?

  static func willDecode(_ json: JSONView, in context: MappingContext) throws {
    if json["missing"] != nil { throw MappingError(expected: "nothing") }
  }
}

@main
struct SmallStacks {
  /// What becomes of a document on a small stack: its text as it is written again, or the error's
  /// summary.
  static func outcome(_ body: @escaping @Sendable () throws -> Int) -> String {
    let result = Mutex("")
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let text: String
      do {
        text = "\(try body())"
      } catch let error as MappingError {
        text = error.code.rawValue
      } catch {
        text = "another error"
      }
      result.withLock { $0 = text }
      done.signal()
    }
    thread.stackSize = 256 * 1024
    thread.start()
    done.wait()
    return result.withLock { $0 }
  }

  static func nested(_ open: String, _ core: String, _ close: String, _ depth: Int) -> String {
    String(repeating: open, count: depth) + core + String(repeating: close, count: depth)
  }

  static func main() throws {
    var checks = Checks("SmallStacks")

    // However deep a document is, it passes or it is refused.
    func survives(
      _ depths: [Int], _ open: String, _ core: String, _ close: String, line: Int = #line,
      _ body: @escaping @Sendable (String) throws -> Int
    ) {
      for depth in depths {
        let text = nested(open, core, close, depth)
        let outcome = outcome { try body(text) }
        let isFine = outcome == "depthLimit" || outcome == "\(text.utf8.count)"
        checks.equal(isFine ? "fine" : "\(outcome) at depth \(depth)", "fine", line: line)
      }
    }
    let depths = [1, 8, 15, 16, 17, 24, 32, 64, 100, 250]
    survives(depths + [500], #"{"n":"#, "{}", "}") { text in
      try Chain.decode(from: text).encode().count
    }
    survives(depths, #"{"n":["#, #"{"id":0}"#, #"],"id":0}"#) { text in
      try Large.decode(from: text).encode().count
    }
    survives(depths, #"{"n":["#, #"{"bulk":7}"#, #"],"bulk":7}"#) { text in
      try LargeProperty.decode(from: text).encode().count
    }
    survives(depths, #"{"n":["#, "{}", "]}") { text in
      try LargeImmutable.decode(from: text).encode().count
    }
    survives(depths + [500], #"{"n":"#, "{}", "}") { text in
      try Viewed.decode(from: text).encode().count
    }
    survives(depths + [500], "[", "1", "]") { text in
      try JSONValue.decode(from: text).encode().count
    }
    survives(depths + [500], #"{"a":"#, "1", "}") { text in
      try JSONValue.decode(from: text).encode().count
    }
    survives(depths + [500], #"{"a":["#, "1", "]}") { text in
      try JSONView(text).decode(JSONValue.self).encode().count
    }
    survives(depths + [500], "[", "1", "]") { text in
      _ = try JSONValue.decode(from: text).encode(options: .prettyPrinted)
      return text.utf8.count
    }
    survives(depths + [500], #"{"b":1,"a":"#, "1", "}") { text in
      try JSONValue.decode(from: text).encode(options: .sortedKeys).count
    }
    survives(depths + [500, 10_000], "[", "1", "]") { text in
      var count = 0
      var mapper = Mapper()
      mapper.maximumDepth = .max
      _ = try Skipping.decode(from: text, using: mapper)
      try JSONTokenizer.tokenize(text, maximumDepth: .max) { tokens in
        while try tokens.next() != nil { count += 1 }
      }
      return count
    }

    // Trees that were made where there is room are compared, hashed, converted and freed where there is
    // little.
    let text = nested(#"{"a":["#, "1", "]}", 255)
    let tree = try JSONValue.decode(from: text)
    let other = try JSONValue.decode(from: text)
    checks.equal(outcome { tree == other ? tree.hashValue == other.hashValue ? 1 : 2 : 3 }, "1")
    checks.equal(outcome { tree.mergePatch(to: other) == .object(JSONObject()) ? 1 : 2 }, "1")
    checks.equal(outcome { tree.applying(mergePatch: other) == tree ? 1 : 2 }, "1")
    checks.equal(
      outcome { try JSONValue(foundation: tree.foundationObject) == tree ? 1 : 2 }, "1")
    let boxes = Mutex<[JSONValue]>([])
    for opening in ["[", #"{"a":"#] {
      let text = nested(opening, "1", opening == "[" ? "]" : "}", 512)
      boxes.withLock { boxes in boxes.append(try! JSONValue.decode(from: text)) }
    }
    // The last reference goes away on the small stack.
    checks.equal(
      outcome {
        for _ in 0..<2 { boxes.withLock { boxes in _ = boxes.removeLast() } }
        return 1
      }, "1")
    checks.finish()
  }
}

/// A value that is skipped.
struct Skipping: MappableValue {
  static func decode(from reader: inout JSONReader) throws -> Skipping {
    try reader.skipValue()
    return Skipping()
  }
  func encode(to writer: inout JSONWriter) throws { writer.encodeNull() }
}
